"""Commands on LITS puzzles: ``puzzle solve|convert|show``; ``hint`` and ``grade`` are in `puzzle_techniques`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli import puzzle_techniques
from litslab.app.cli.options import JsonLines, Option
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import finish

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.puzzle import PuzzleAnswer, PuzzleSolution
    from litslab.puzzles.lits.solve import EngineName


def solve(
    puzzles: list[str],
    *,
    rules: str | None = None,
    engine: Annotated[str | None, Option(choices="litslab.puzzles.lits.solve:EngineName")] = None,
    limit: Annotated[int, Option(least=2, most=10000)] = 2,
    time_limit: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    explain: bool = False,
    output: Path | None = None,
    force: bool = False,
    json: JsonLines = False,
) -> int:
    """Solve puzzles and prove whether each has one solution, several or none.

    Prints one line per puzzle, in order. Exit status 2 if a file could not be read, else 3 if a limit left a puzzle
    undecided, else 1 if a puzzle has no solution or, with --explain, several, else 0.

    Parameters
    ----------
    engine
        Puzzle solver; if not given, the kernel (cpsat without it).
    limit : N
        Maximum number of solutions to look for.
    time_limit
        Time limit per puzzle (seconds).
    explain
        Explain how to find the solution by hand; -o then writes one .html or .pdf document, or one picture per
        step.
    output
        Write a picture to this .svg, .png or .pdf file; with --explain also to an .html page.

    Examples
    --------
    litslab puzzle solve lits/4/4/9q02jg
    litslab puzzle solve lits/4/4/9q02jg --explain -o way.html
    litslab puzzle solve examples/puzzles --workers 2 --time-limit 10 --json
    """
    from litslab.app.documents.puzzles import PuzzleAnswerDocument
    from litslab.puzzles.lits.explain import explain as explain_puzzle
    from litslab.puzzles.lits.puzzle import SolutionStatus
    from litslab.puzzles.lits.solve import choose_engine

    reading = read_puzzles(puzzles, rules)
    entries = reading.entries
    _check_one_picture(entries, output)
    if output is not None:
        puzzle_techniques.check_output(output, explain=explain, force=force)
    worst = exits.DONE
    done = 0
    try:
        for entry, answer in _answers(
            entries, choose_engine(engine), limit, time_limit, workers=workers, scheduler=scheduler
        ):
            flawed = puzzle_techniques.is_flawed(answer)
            solutions = [solution.shading for solution in answer.solutions] if flawed else []
            explained = explain and answer.status is not SolutionStatus.UNDECIDED
            explanation = explain_puzzle(entry.puzzle, solutions=solutions) if explained else None
            document = PuzzleAnswerDocument.of(entry, answer, explanation)
            finish(document, json=json, lines=document.lines(alone=len(entries) == 1))
            done += 1
            status = {SolutionStatus.UNDECIDED: exits.LIMIT, SolutionStatus.IMPOSSIBLE: exits.NEGATIVE}.get(
                answer.status, exits.DONE
            )
            worst = max(worst, exits.NEGATIVE if explain and flawed else status)
            if explanation is not None and not flawed and not explanation.path.is_complete:
                worst = max(worst, exits.LIMIT)
            if output is not None:
                written = puzzle_techniques.write_answer(entry, answer, explanation, output, force=force)
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


def _check_one_picture(entries: list[PuzzleEntry], output: Path | None) -> None:
    """Raise if several puzzles would be drawn to one file."""
    from litslab.puzzles.lits.formats import FormatError

    if output is not None and len(entries) > 1:
        raise FormatError(f"{len(entries)} puzzles for one picture: expected one puzzle with -o")


def _answers(
    entries: list[PuzzleEntry],
    engine: EngineName,
    limit: int,
    time_limit: float | None,
    *,
    workers: int,
    scheduler: str | None,
) -> Iterator[tuple[PuzzleEntry, PuzzleAnswer]]:
    """Yield each puzzle with its answer, in the order given."""
    from litslab.app.console import showing
    from litslab.jobs.progress import Progress
    from litslab.jobs.tasks import run_tasks_in_order
    from litslab.puzzles.lits.solve import SolveTask, answer

    questions = [SolveTask(number, entry.puzzle, engine, limit, time_limit) for number, entry in enumerate(entries)]
    # On a terminal the printed lines show the progress.
    with (
        nullcontext() if sys.stdout.isatty() else showing("solving") as progress,
        closing(
            run_tasks_in_order(answer, questions, workers=min(workers, len(entries)), scheduler=scheduler)
        ) as answers,
    ):
        for question, found in answers:
            if progress is not None:
                progress(Progress(question.number + 1, len(entries)))
            yield entries[question.number], found


def convert(
    puzzle: str,
    output: Path | None = None,
    *,
    to: str | None = None,
    rules: str | None = None,
    skip: bool = False,
    force: bool = False,
    json: bool = False,
) -> int:
    """Convert puzzles to another format; fails if the format cannot express a puzzle, unless --skip is given.

    Parameters
    ----------
    output
        Write to this file; the format follows the file extension. If not given, print.
    to
        Output format, if the file extension does not determine it.
    skip
        Skip puzzles that the format cannot express, and list them.

    Examples
    --------
    litslab puzzle convert examples/puzzles/all.url puzzles.grid
    litslab puzzle convert lits/4/4/9q02jg --to janko
    """
    from litslab.app.documents.puzzles import PuzzleConvertDocument
    from litslab.games.files import write_new
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX, FormatError, split_by_format, write_all

    suffix = "" if output is None else output.suffix.lower()
    name = FORMAT_OF_SUFFIX.get(suffix) if to is None else to
    if name is None:
        what = f"{output}: " if output is not None else ""
        raise FormatError(f"{what}no format: expected --to, or a file that ends in {', '.join(FORMAT_OF_SUFFIX)}")
    reading = read_puzzles([puzzle], rules)
    chosen = reading.entries
    skipped: list[PuzzleEntry] = []
    if skip:
        chosen, others = split_by_format(chosen, name)
        if not chosen:
            raise others[0][1]
        skipped = [entry for entry, _ in others]
        for entry, error in () if json else others:
            typer.echo(f"litslab: skipped {entry.name}: {error}", err=True)
    entries = chosen
    if name == "json":  # an object is never without an id, and no puzzle among others without a name
        entries = [replace(entry, id=entry.name) for entry in entries]
    elif len(entries) > 1:
        entries = [entry if entry.title else replace(entry, id=entry.name) for entry in entries]
    text = write_all(entries, name)
    if output is not None:
        write_new(output, text, force=force)
    path = None if output is None else str(output)
    finish(PuzzleConvertDocument.of(chosen, name, text, path, skipped), output, json=json)
    return reading.status(exits.DONE)


def show(
    puzzle: str,
    *,
    rules: str | None = None,
    solved: bool = False,
    output: Path | None = None,
    force: bool = False,
    json: JsonLines = False,
) -> int:
    """Draw puzzles with the solutions given in their files, after checking these; -o draws one as a picture.

    Parameters
    ----------
    solved
        Solve the puzzle and draw the solution.

    Examples
    --------
    litslab puzzle show examples/puzzles/all.url
    litslab puzzle show lits/4/4/9q02jg --solved -o solution.svg
    """
    from litslab.app.documents.puzzles import PuzzleShowDocument
    from litslab.games.drawing.canvas import save
    from litslab.puzzles.lits.svg import draw_puzzle

    reading = read_puzzles([puzzle], rules)
    entries = reading.entries
    _check_one_picture(entries, output)
    right = True
    for entry in entries:
        solution, broken = _solution(entry, solved=solved)
        right = right and not broken
        if output is not None:
            save(draw_puzzle(entry.puzzle, solution, title=entry.title or entry.id), output, force=force)
        finish(PuzzleShowDocument.of(entry, solution, broken), output, json=json)
    return reading.status(exits.DONE if right else exits.NEGATIVE)


def _solution(entry: PuzzleEntry, *, solved: bool) -> tuple[PuzzleSolution | None, list[str]]:
    """Return the solution to draw, and what is wrong with the one that the file gives."""
    from litslab.puzzles.lits.check import solution_of, violations
    from litslab.puzzles.lits.solve import solve as find

    if solved:
        answer = find(entry.puzzle, conflict=False)
        return (answer.solutions[0] if answer.solutions else None), []
    if entry.shading is None:
        return None, []
    broken = [str(violation) for violation in violations(entry.puzzle, entry.shading)]
    return (None if broken else solution_of(entry.puzzle, entry.shading)), broken
