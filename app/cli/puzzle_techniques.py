"""Commands about solving a LITS puzzle by hand: ``hint``, ``grade``, and what ``solve --explain`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonLinesOption, JsonOption, SourceArgument, SourcesArgument, TrialsOption
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.puzzle_status import (
    describe_reach,
    describe_status,
    find_status,
    is_flawed,
    reach_text,
    status_text,
)
from litslab.app.cli.shared import add_command, print_json

if TYPE_CHECKING:
    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.formats import Entry
    from litslab.puzzles.lits.result import PuzzleAnswer


def register(commands: typer.Typer) -> None:
    """Add the commands of this module to ``litslab puzzle``."""
    add_command(
        commands,
        hint,
        "litslab puzzle hint lits/4/4/9q02jg",
        "litslab puzzle hint puzzle.url --state known.txt --check --json",
    )
    add_command(
        commands,
        grade,
        "litslab puzzle grade docs/examples/puzzles/all.url",
        "litslab puzzle grade lits/4/4/9q02jg --trials 0 --json",
    )


def hint(
    puzzle: SourceArgument,
    *,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="FILE",
            help="Known squares, one line per row: # shaded, . unshaded, ? unknown; - for standard input.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Solve the puzzle first and reject a state that contradicts the solution.")
    ] = False,
    trials: TrialsOption = None,
    json: JsonOption = False,
) -> int:
    """Show the easiest next step in a partly solved puzzle, preceded by the steps it depends on.

    Exit status 1 if the puzzle has several solutions or none, which is printed first with how far logic goes.
    """
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.explain import describe  # noqa: PLC0415
    from litslab.puzzles.lits.explain import hint as find  # noqa: PLC0415
    from litslab.puzzles.lits.formats import FormatError  # noqa: PLC0415

    reading = read_puzzles([puzzle])
    entries = reading.entries
    if len(entries) != 1:
        raise FormatError(f"{puzzle}: {len(entries)} puzzles: expected one")
    rows = None if state is None else _read_rows(state)
    answer = find_status(entries[0].puzzle)
    if is_flawed(answer):
        return reading.status(_hint_without_solution(answer, rows, _limit(trials), json=json))
    found = find(entries[0].puzzle, rows, _limit(trials), check=check)
    steps = found.path.steps
    if json:
        print_json(schema.Hint(**describe_status(answer), **describe(found)))
    elif steps:
        _print_steps(found)
    elif found.path.is_complete:
        typer.echo("every square is already known")
    else:
        typer.echo(_standstill(found))
    return reading.status(exits.DONE if found.path.is_complete or (steps and steps[-1].decides) else exits.LIMIT)


def _hint_without_solution(answer: PuzzleAnswer, rows: list[str] | None, most_trials: int, *, json: bool) -> int:
    """Say that a puzzle has several solutions or none, then how far logic goes and the next step that it takes."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.explain import describe, next_step, path_from  # noqa: PLC0415

    solutions = [solution.shading for solution in answer.solutions]
    found = next_step(answer.puzzle, rows, most_trials, solutions=solutions)
    path = path_from(answer.puzzle, rows, most_trials, solutions=solutions)
    if json:
        print_json(
            schema.Hint(**describe_status(answer), reach=schema.Reach(**describe_reach(path)), **describe(found))
        )
        return exits.NEGATIVE
    typer.echo(f"{status_text(answer)}; {reach_text(path)}")
    _print_steps(found)
    return exits.NEGATIVE


def _limit(trials: int | None) -> int:
    from litslab.puzzles.lits.techniques.path import MOST_TRIALS  # noqa: PLC0415

    return MOST_TRIALS if trials is None else trials


def _read_rows(path: Path) -> list[str]:
    import sys  # noqa: PLC0415

    from litslab.puzzles.lits.formats import load  # noqa: PLC0415

    text = sys.stdin.read() if str(path) == "-" else load(path)
    return [line.strip() for line in text.splitlines() if line.strip()]


def grade(puzzles: SourcesArgument, *, trials: TrialsOption = None, json: JsonLinesOption = False) -> int:
    """Grade puzzles by their difficulty for human solvers: level 1 to 5, score, and the techniques needed.

    A puzzle with several solutions or none has no grade: the squares where two solutions differ or the regions that
    conflict are printed instead, and how far logic goes. Prints one line per puzzle, in order. Exit status 2 if a file
    could not be read, else 3 if the techniques did not solve a puzzle within the limit, else 1 if a puzzle has several
    solutions or none, else 0.
    """
    status = exits.DONE
    reading = read_puzzles(puzzles)
    for entry in reading.entries:
        answer = find_status(entry.puzzle)
        flawed = is_flawed(answer)
        graded = _grade_without_solution if flawed else _grade_one
        solved = graded(entry, answer, _limit(trials), json=json)
        status = max(status, exits.NEGATIVE if flawed else exits.DONE if solved else exits.LIMIT)
    return reading.status(status)


def _grade_one(entry: Entry, answer: PuzzleAnswer, most_trials: int, *, json: bool) -> bool:
    """Print the grade of a puzzle; return whether the techniques solve it."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.grade import grade as find  # noqa: PLC0415

    found = find(entry.puzzle, most_trials)
    if json:
        print_json(schema.PuzzleGrade(id=entry.id, **describe_status(answer), **found.describe()))
        return found.solved
    used = ", ".join(f"{technique} {count}" for technique, count in found.techniques.items())
    unsolved = "" if found.solved else " (not solved by these techniques)"
    typer.echo(f"{_label(entry)}level {found.label}, score {found.score}: {used or 'nothing to find'}{unsolved}")
    return found.solved


def _grade_without_solution(entry: Entry, answer: PuzzleAnswer, most_trials: int, *, json: bool) -> bool:
    """Print that a puzzle has several solutions or none, so no grade, and how far logic goes; return that it fails."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.explain import path_from  # noqa: PLC0415

    path = path_from(entry.puzzle, None, most_trials, solutions=[solution.shading for solution in answer.solutions])
    if json:
        print_json(
            schema.PuzzleGrade(id=entry.id, **describe_status(answer), reach=schema.Reach(**describe_reach(path)))
        )
    else:
        typer.echo(f"{_label(entry)}{status_text(answer)}; {reach_text(path)}")
    return False


def _label(entry: Entry) -> str:
    return f"{entry.id}: " if entry.id else ""


def described(explanation: Explanation | None) -> dict[str, Any]:
    """Return what an explanation adds to the document of an answer; nothing if there is none."""
    if explanation is None:
        return {}
    from litslab.puzzles.lits.explain import describe  # noqa: PLC0415

    return {"explanation": describe(explanation)}


def print_explanation(explanation: Explanation | None, *, flawed: bool = False) -> None:
    """Print the numbered steps, and why they stop short of the solution if they do; nothing without an explanation."""
    if explanation is None:
        return
    _print_steps(explanation)
    path = explanation.path
    if flawed:
        typer.echo(reach_text(path))
    elif path.contradiction is not None:
        typer.echo(f"but {path.contradiction.text}: there is no solution")
    elif not path.is_complete:
        typer.echo(_standstill(explanation))


def draw_steps(explanation: Explanation, output: Path, *, force: bool) -> list[Path]:
    """Draw each step to a file of its own, ``way-01.svg`` and so on for ``way.svg``; return their names."""
    from litslab.games.drawing.export import save  # noqa: PLC0415
    from litslab.puzzles.lits.explain import frames  # noqa: PLC0415
    from litslab.puzzles.lits.svg import draw_frames  # noqa: PLC0415

    pictures = draw_frames(explanation.puzzle, frames(explanation))
    digits = max(2, len(str(len(pictures))))
    paths = [
        output.with_name(f"{output.stem}-{number:0{digits}}{output.suffix}") for number in range(1, len(pictures) + 1)
    ]
    for path, picture in zip(paths, pictures, strict=True):
        save(picture, path, force=force)
    return paths


def _print_steps(explanation: Explanation) -> None:
    """Print steps with their numbers, and after a trial the steps that follow from its assumption."""
    from litslab.puzzles.lits.explain import sentence  # noqa: PLC0415

    table = explanation.table
    for number, step in enumerate(explanation.path.steps, start=1):
        typer.echo(f"{number}. {sentence(table, step)} ({step.technique})")
        for inner, each in enumerate((*step.chain, *step.other_chain), start=1):
            typer.echo(f"   {number}.{inner} {sentence(table, each)} ({each.technique})")


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return f"no further step found after following {path.assumptions} assumptions"
    return "no further step: no technique decides anything more, as in a puzzle with several solutions"
