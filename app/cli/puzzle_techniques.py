"""Commands about solving a LITS puzzle by hand: ``hint``, ``grade``, and what ``solve --explain`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonLinesOption, JsonOption, SourceArgument, SourcesArgument, TrialsOption
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import add_command, print_json

if TYPE_CHECKING:
    from litslab.puzzles.lits.explain import Explanation


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
    """Show the easiest next step in a partly solved puzzle, preceded by the steps it depends on."""
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.explain import describe  # noqa: PLC0415
    from litslab.puzzles.lits.explain import hint as find  # noqa: PLC0415
    from litslab.puzzles.lits.formats import FormatError  # noqa: PLC0415

    reading = read_puzzles([puzzle])
    entries = reading.entries
    if len(entries) != 1:
        raise FormatError(f"{puzzle}: {len(entries)} puzzles: expected one")
    rows = None if state is None else _read_rows(state)
    found = find(entries[0].puzzle, rows, _limit(trials), check=check)
    steps = found.path.steps
    if json:
        print_json(schema.Explanation(**describe(found)))
    elif steps:
        _print_steps(found)
    elif found.path.is_complete:
        typer.echo("every square is already known")
    else:
        typer.echo(_standstill(found))
    return reading.status(exits.DONE if found.path.is_complete or (steps and steps[-1].decides) else exits.LIMIT)


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

    Prints one line per puzzle, in order. Exit status 2 if a file could not be read or a puzzle has no solution, else 3
    if the techniques did not solve a puzzle within the limit, else 0.
    """
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.lits.grade import grade as find  # noqa: PLC0415
    from litslab.puzzles.lits.puzzle import PuzzleError  # noqa: PLC0415

    status = exits.DONE
    reading = read_puzzles(puzzles)
    without = 0
    for entry in reading.entries:
        try:
            found = find(entry.puzzle, _limit(trials))
        except PuzzleError as error:  # it has no solution, which must not stop the others
            if len(reading.entries) == 1:
                raise
            exits.complain(f"{entry.id}: {error}" if entry.id else str(error), exits.BAD_INPUT)
            without += 1
            continue
        if json:
            print_json(schema.PuzzleGrade(id=entry.id, **found.describe()))
        else:
            used = ", ".join(f"{technique} {count}" for technique, count in found.techniques.items())
            label = f"{entry.id}: " if entry.id else ""
            unsolved = "" if found.solved else " (not solved by these techniques)"
            typer.echo(f"{label}level {found.label}, score {found.score}: {used or 'nothing to find'}{unsolved}")
        if not found.solved:
            status = exits.LIMIT
    return exits.BAD_INPUT if without else reading.status(status)


def described(explanation: Explanation | None) -> dict[str, Any]:
    """Return what an explanation adds to the document of an answer; nothing if there is none."""
    if explanation is None:
        return {}
    from litslab.puzzles.lits.explain import describe  # noqa: PLC0415

    return {"explanation": describe(explanation)}


def print_explanation(explanation: Explanation | None) -> None:
    """Print the numbered steps, and why they stop short of the solution if they do; nothing without an explanation."""
    if explanation is None:
        return
    _print_steps(explanation)
    path = explanation.path
    if path.contradiction is not None:
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
    """Print steps with their numbers, and after a trial the steps that follow from its supposition."""
    from litslab.puzzles.lits.explain import sentence  # noqa: PLC0415

    table = explanation.table
    for number, step in enumerate(explanation.path.steps, start=1):
        typer.echo(f"{number}. {sentence(table, step)} ({step.technique})")
        for inner, each in enumerate(step.chain, start=1):
            typer.echo(f"   {number}.{inner} {sentence(table, each)} ({each.technique})")


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return f"no further step found within {path.trials} trials"
    return "no further step: no technique decides anything more, as in a puzzle with several solutions"
