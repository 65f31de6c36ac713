"""Commands about how a person solves a LITS puzzle: ``hint``, ``grade``, and the explanation that ``solve`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import exits
from app.commands.shared import JsonOption, print_json

if TYPE_CHECKING:
    from puzzles.explain import Explanation
    from puzzles.formats import Entry
    from puzzles.lits import LitsPuzzle

SourceArgument = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A URL, a file or folder of puzzles, or - for standard input.")
]
TrialsOption = Annotated[
    int, typer.Option("--trials", metavar="N", min=0, help="How many trials (suppositions) may be begun.")
]
DEFAULT_TRIALS = 5_000


def register(puzzle: typer.Typer) -> None:
    """Add the commands to ``litslab puzzle``."""
    puzzle.command()(hint)
    puzzle.command()(grade)


def hint(
    source: SourceArgument,
    *,
    state: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What is known: a row a line, # shaded, . unshaded, ? unknown; - for stdin."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Solve the puzzle first, and refuse a state that departs from the solution.")
    ] = False,
    trials: TrialsOption = DEFAULT_TRIALS,
    json: JsonOption = False,
) -> int:
    """Give the easiest next step from a partly solved LITS puzzle, and the reasons that it rests on."""
    from puzzles.explain import describe, refuse_departing  # noqa: PLC0415
    from puzzles.explain import hint as find  # noqa: PLC0415

    puzzle = _only_one(source).puzzle
    rows = None if state is None else _read_rows(state)
    if check and rows is not None:
        refuse_departing(puzzle, rows, _only_solution(puzzle))
    found = find(puzzle, rows, trials)
    if json:
        print_json(describe(found))
    elif found.path.steps:
        print_steps(found)
    elif found.path.is_complete:
        typer.echo("nothing is left to find: every square is known")
    else:
        typer.echo(_standstill(found))
    return exits.DONE if found.path.steps or found.path.is_complete else exits.LIMIT


def grade(source: SourceArgument, *, trials: TrialsOption = DEFAULT_TRIALS, json: JsonOption = False) -> int:
    """Say how hard LITS puzzles are for a person: level 1 to 5, score, and the techniques that they take."""
    from puzzles.grade import grade as find  # noqa: PLC0415

    status = exits.DONE
    for entry in _entries(source):
        found = find(entry.puzzle, trials)
        name = {"id": entry.id} if entry.id else {}
        if json:
            print_json({**name, **found.describe()})
        else:
            used = ", ".join(f"{technique} {count}" for technique, count in found.techniques.items())
            label = f"{entry.id}: " if entry.id else ""
            typer.echo(f"{label}level {found.label}, score {found.score}: {used or 'nothing to find'}")
        if not found.solved:
            status = exits.LIMIT
    return status


def explanation_of(puzzle: LitsPuzzle, trials: int = DEFAULT_TRIALS) -> Explanation:
    """Return the way to the solution that ``solve --explain`` prints."""
    from puzzles.explain import explain  # noqa: PLC0415

    return explain(puzzle, trials)


def print_explanation(explanation: Explanation) -> int:
    """Print the numbered steps to the solution, and the solution; return the exit status."""
    print_steps(explanation)
    path = explanation.path
    if path.contradiction is not None:
        typer.echo(f"no solution: {path.contradiction.text}")
        return exits.NEGATIVE
    if not path.is_complete:
        typer.echo(_standstill(explanation))
        return exits.LIMIT
    for row in path.state.rows():
        typer.echo(row)
    return exits.DONE


def describe_explanation(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as the document that ``solve --explain --json`` prints."""
    from puzzles.explain import describe  # noqa: PLC0415

    return describe(explanation)


def print_steps(explanation: Explanation) -> None:
    """Print steps with their numbers, and beneath a trial the steps that follow from its supposition."""
    from puzzles.explain import sentence  # noqa: PLC0415

    table = explanation.table
    for number, step in enumerate(explanation.path.steps, start=1):
        typer.echo(f"{number}. {sentence(table, step)} ({step.technique})")
        for inner, each in enumerate(step.chain, start=1):
            typer.echo(f"   {number}.{inner} {sentence(table, each)} ({each.technique})")


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return f"no further step found within {path.trials} trials"
    return "no further step: no technique decides anything more (has the puzzle several solutions?)"


def _only_solution(puzzle: LitsPuzzle) -> int:
    from puzzles.lits import PuzzleError  # noqa: PLC0415
    from puzzles.lits_model import solve  # noqa: PLC0415
    from puzzles.result import Status  # noqa: PLC0415

    answer = solve(puzzle, conflict=False)
    if answer.status is not Status.UNIQUE:
        raise PuzzleError(f"the puzzle is {answer.status}: expected one solution to hold the state against")
    return answer.solutions[0].shading


def _read_rows(path: Path) -> list[str]:
    import sys  # noqa: PLC0415

    from puzzles.formats import load  # noqa: PLC0415

    text = sys.stdin.read() if str(path) == "-" else load(path)
    return [line.strip() for line in text.splitlines() if line.strip()]


def _entries(source: str) -> list[Entry]:
    """Read the puzzles of a URL, a file, a folder, or of standard input."""
    import sys  # noqa: PLC0415

    from puzzles.formats import load, read_folder, read_one, read_text  # noqa: PLC0415

    if source == "-":
        return read_text(sys.stdin.read(), "standard input")
    path = Path(source)
    if path.is_dir():
        return [entry for file, text in read_folder(path) for entry in read_text(text, str(file))]
    if "/" in source and not path.exists():
        return [read_one(source)]
    return read_text(load(path), source)


def _only_one(source: str) -> Entry:
    from puzzles.lits import PuzzleError  # noqa: PLC0415

    entries = _entries(source)
    if len(entries) != 1:
        raise PuzzleError(f"{source}: {len(entries)} puzzles: expected one")
    return entries[0]
