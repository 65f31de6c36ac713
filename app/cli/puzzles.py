"""Commands on LITS puzzles: ``puzzle solve|convert|show``; ``hint`` and ``grade`` are in `puzzle_techniques`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli import puzzle_techniques
from litslab.app.cli.options import (
    AnswerOption,
    ForceOption,
    JsonLinesOption,
    JsonOption,
    PictureOption,
    PuzzleEngine,
    PuzzleEngineOption,
    PuzzleFormat,
    PuzzleTimeLimitOption,
    SchedulerOption,
    SourceArgument,
    SourcesArgument,
    WorkersOption,
)
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import add_command, print_json

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import Entry
    from litslab.puzzles.lits.result import PuzzleAnswer, PuzzleSolution
    from litslab.puzzles.lits.solve import EngineName

commands = typer.Typer(
    name="puzzle",
    help="Solve, explain, grade, generate and convert LITS puzzles.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        commands,
        solve,
        "litslab puzzle solve lits/4/4/9q02jg",
        "litslab puzzle solve lits/4/4/9q02jg --explain -o way.html",
        "litslab puzzle solve docs/examples/puzzles --workers 2 --time-limit 10 --json",
    )
    add_command(
        commands,
        convert,
        "litslab puzzle convert docs/examples/puzzles/all.url puzzles.grid",
        "litslab puzzle convert lits/4/4/9q02jg --to janko",
    )
    add_command(
        commands,
        show,
        "litslab puzzle show docs/examples/puzzles/all.url",
        "litslab puzzle show lits/4/4/9q02jg --solved -o solution.svg",
    )
    app.add_typer(commands)


def solve(
    puzzles: SourcesArgument,
    *,
    engine: PuzzleEngineOption = None,
    limit: Annotated[
        int,
        typer.Option("--limit", min=2, max=10_000, metavar="N", help="Maximum number of solutions to look for."),
    ] = 2,
    time_limit: PuzzleTimeLimitOption = None,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Explain how a person finds the solution, if it is unique; -o then writes one .html or .pdf document, "
            "or one .svg or .png picture per step.",
        ),
    ] = False,
    output: AnswerOption = None,
    force: ForceOption = False,
    json: JsonLinesOption = False,
) -> int:
    """Solve puzzles with proof: each has one solution, several, or none.

    One line per puzzle, in order. Exit status 3 where a limit left a puzzle undecided, else 1 where one has no
    solution, else 0; and 2 where a file could not be read.
    """
    from litslab.app.puzzle_documents import describe_answer  # noqa: PLC0415
    from litslab.puzzles.lits.explain import explain as explain_puzzle  # noqa: PLC0415
    from litslab.puzzles.lits.formats import FormatError  # noqa: PLC0415
    from litslab.puzzles.lits.result import Status  # noqa: PLC0415

    reading = read_puzzles(puzzles)
    entries = reading.entries
    if output is not None and len(entries) > 1:
        raise FormatError(f"{len(entries)} puzzles for one picture: expected one puzzle with -o")
    if output is not None:
        puzzle_techniques.check_output(output, explain=explain, force=force)
    worst = exits.DONE
    done = 0
    try:
        for entry, answer in _answers(
            entries, _engine(engine, quiet=json), limit, time_limit, workers=workers, scheduler=scheduler
        ):
            unique = answer.status is Status.UNIQUE
            told = explain_puzzle(entry.puzzle) if explain and unique else None
            if json:
                print_json(describe_answer(entry, answer, **puzzle_techniques.described(told)))
            else:
                if told is not None and len(entries) > 1:
                    typer.echo(f"{entry.label}:")
                puzzle_techniques.print_explanation(told)
                typer.echo(_told(entry, answer, alone=len(entries) == 1))
            done += 1
            status = {Status.UNDECIDED: exits.LIMIT, Status.IMPOSSIBLE: exits.NEGATIVE}.get(answer.status, exits.DONE)
            worst = max(worst, status)
            if told is not None and not told.path.is_complete:
                worst = max(worst, exits.LIMIT)
            if output is not None:
                written = puzzle_techniques.write_answer(entry, answer, told, output, force=force)
                if not written:
                    worst = max(worst, exits.NEGATIVE)
                elif not json:
                    typer.echo(f"wrote {', '.join(map(str, written))}")
    except KeyboardInterrupt:
        if not done:
            raise
        typer.echo(f"litslab: interrupted after {done} of {len(entries)} puzzles", err=True)
        return exits.LIMIT
    return reading.status(worst)


def _engine(name: PuzzleEngine | None, *, quiet: bool) -> EngineName:
    from litslab.puzzles.lits.solve import EngineName, choose_engine  # noqa: PLC0415

    engine = choose_engine(name)
    if name is None and engine is not EngineName.KERNEL and not quiet:
        typer.echo("litslab: the kernel was not built; CP-SAT is used instead, which is slower", err=True)
    return engine


def _answers(
    entries: list[Entry],
    engine: EngineName,
    limit: int,
    seconds: float | None,
    *,
    workers: int,
    scheduler: str | None,
) -> Iterator[tuple[Entry, PuzzleAnswer]]:
    """Yield each puzzle with its answer, in order, whichever is solved first."""
    from litslab.app.console import counting  # noqa: PLC0415
    from litslab.jobs.tasks import run_tasks_in_order  # noqa: PLC0415
    from litslab.puzzles.lits.solve import Question, answer  # noqa: PLC0415

    questions = [Question(number, entry.puzzle, engine, limit, seconds) for number, entry in enumerate(entries)]
    # On a terminal the printed lines show the progress.
    with (
        counting("solving", 0 if sys.stdout.isatty() else len(entries)) as advance,
        closing(
            run_tasks_in_order(answer, questions, workers=min(workers, len(entries)), scheduler=scheduler)
        ) as answers,
    ):
        for question, found in answers:
            advance()
            yield entries[question.number], found


def _told(entry: Entry, answer: PuzzleAnswer, *, alone: bool) -> str:
    """Return an answer as text: one line, after a drawing if there is only one puzzle."""
    from litslab.app.puzzle_documents import square_names  # noqa: PLC0415
    from litslab.puzzles.lits.drawing import draw_text  # noqa: PLC0415
    from litslab.puzzles.lits.result import Status  # noqa: PLC0415

    puzzle, status = answer.puzzle, answer.status
    words = status.value
    if status is Status.MULTIPLE:
        number = (
            f"{len(answer.solutions)} solutions" if answer.complete else f"at least {len(answer.solutions)} solutions"
        )
        words += f" ({number}, which differ at {' '.join(square_names(puzzle.board, answer.differing))})"
    elif status is Status.IMPOSSIBLE and answer.conflict:
        places = ", ".join(puzzle.region_name(region) for region in answer.conflict)
        regions = "the region" if len(answer.conflict) == 1 else "the regions"
        words += f" ({regions} at {places} alone {'has' if len(answer.conflict) == 1 else 'have'} none)"
    line = f"{entry.label}: {words}, {answer.engine}, {answer.seconds * 1000:.1f} ms"
    if not alone:
        return line
    solutions = answer.solutions or (None,)
    drawings = [draw_text(puzzle, solution, coordinates=True) for solution in solutions]
    return "\n".join([*drawings, line])


def convert(
    puzzle: SourceArgument,
    output: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="Write to this file; the format follows the file extension. Printed if not given."
        ),
    ] = None,
    *,
    to: Annotated[
        PuzzleFormat | None, typer.Option("--to", help="The format, if the file extension does not tell it.")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Convert puzzles to another format; what the format cannot express is refused."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.puzzle_documents import name_of  # noqa: PLC0415
    from litslab.games.files import write_new  # noqa: PLC0415
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX, FormatError, write_all  # noqa: PLC0415

    suffix = "" if output is None else output.suffix.lower()
    name = FORMAT_OF_SUFFIX.get(suffix) if to is None else to.value
    if name is None:
        what = f"{output}: " if output is not None else ""
        raise FormatError(f"{what}no format: expected --to, or a file that ends in {', '.join(FORMAT_OF_SUFFIX)}")
    reading = read_puzzles([puzzle])
    entries = reading.entries
    if name == "json":  # an object is never without an id, and no puzzle among others without a name
        entries = [replace(entry, id=entry.name) for entry in entries]
    elif len(entries) > 1:
        entries = [entry if entry.title else replace(entry, id=entry.name) for entry in entries]
    text = write_all(entries, name)
    if output is not None:
        write_new(output, text, force=force)
    if json:
        path = None if output is None else str(output)
        names = [schema.PuzzleName(**name_of(entry)) for entry in reading.entries]
        print_json(schema.PuzzleConvert(path=path, format=name, puzzles=len(entries), names=names, text=text))
    else:
        typer.echo(text if output is None else f"wrote {output}", nl=output is not None)
    return reading.status(exits.DONE)


def show(
    puzzle: SourceArgument,
    *,
    solved: Annotated[bool, typer.Option("--solved", help="Solve the puzzle and draw the solution.")] = False,
    output: PictureOption = None,
    force: ForceOption = False,
    json: JsonLinesOption = False,
) -> int:
    """Draw puzzles, with the solutions given in their files, which are checked; or a picture of one."""
    from litslab.app.puzzle_documents import describe_puzzle  # noqa: PLC0415
    from litslab.games.drawing.export import save  # noqa: PLC0415
    from litslab.puzzles.lits.drawing import draw_text  # noqa: PLC0415
    from litslab.puzzles.lits.formats import FormatError  # noqa: PLC0415
    from litslab.puzzles.lits.svg import draw_puzzle  # noqa: PLC0415

    reading = read_puzzles([puzzle])
    entries = reading.entries
    if output is not None and len(entries) > 1:
        raise FormatError(f"{len(entries)} puzzles for one picture: expected one puzzle with -o")
    right = True
    for entry in entries:
        solution, broken = _solution(entry, solved=solved)
        right = right and not broken
        if output is not None:
            save(draw_puzzle(entry.puzzle, solution, title=entry.title or entry.id or None), output, force=force)
        if json:
            print_json(describe_puzzle(entry, solution, broken))
        else:
            title = [entry.label]
            told = [f"the solution in the file is wrong: {what}" for what in broken]
            typer.echo("\n".join([*title, draw_text(entry.puzzle, solution, coordinates=True), *told]))
            if output is not None:
                typer.echo(f"wrote {output}")
    return reading.status(exits.DONE if right else exits.NEGATIVE)


def _solution(entry: Entry, *, solved: bool) -> tuple[PuzzleSolution | None, list[str]]:
    """Return what to draw as the solution, and what is wrong with the one that a puzzle brings along."""
    from litslab.puzzles.lits.check import solution_of, violations  # noqa: PLC0415
    from litslab.puzzles.lits.solve import solve as find  # noqa: PLC0415

    if solved:
        answer = find(entry.puzzle, conflict=False)
        return (answer.solutions[0] if answer.solutions else None), []
    if entry.shading is None:
        return None, []
    broken = [str(violation) for violation in violations(entry.puzzle, entry.shading)]
    return (None if broken else solution_of(entry.puzzle, entry.shading)), broken
