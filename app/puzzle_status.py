"""How many solutions a puzzle has, as text and as data: what commands say first of a puzzle that is not unique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litslab.puzzles.lits.puzzle import LitsPuzzle
    from litslab.puzzles.lits.result import PuzzleAnswer
    from litslab.puzzles.lits.techniques.path import Path

SECONDS = 10.0
"""How long a command that is not about solving looks for a second solution."""


def find_status(puzzle: LitsPuzzle) -> PuzzleAnswer:
    """Return how many solutions a puzzle has: one, several or none, or that this took too long to tell."""
    from litslab.puzzles.lits.solve import solve  # noqa: PLC0415

    return solve(puzzle, time_limit=SECONDS)


def is_flawed(answer: PuzzleAnswer) -> bool:
    """Tell whether a puzzle is proved to have several solutions or none."""
    from litslab.puzzles.lits.result import Status  # noqa: PLC0415

    return answer.status in {Status.MULTIPLE, Status.IMPOSSIBLE}


def status_text(answer: PuzzleAnswer) -> str:
    """Return how many solutions a puzzle has, with the squares where two differ or the regions that conflict."""
    from litslab.puzzles.lits.result import Status, count_text  # noqa: PLC0415

    puzzle, status = answer.puzzle, answer.status
    words = status.value
    if status is Status.MULTIPLE:
        words += f" ({count_text(answer)}, which differ at {' '.join(puzzle.board.names(answer.differing))})"
    elif status is Status.IMPOSSIBLE and answer.conflict:
        places = ", ".join(puzzle.region_name(region) for region in answer.conflict)
        regions = "the region" if len(answer.conflict) == 1 else "the regions"
        words += f" ({regions} at {places} alone {'has' if len(answer.conflict) == 1 else 'have'} none)"
    return words


def describe_status(answer: PuzzleAnswer) -> dict[str, Any]:
    """Return the same as plain data."""
    document: dict[str, Any] = {"status": answer.status.value}
    if len(answer.solutions) > 1:
        document["differing"] = answer.puzzle.board.names(answer.differing)
    if answer.conflict is not None:
        document["conflict"] = [
            {"region": region, "at": answer.puzzle.region_name(region)} for region in answer.conflict
        ]
    return document


def reach_text(path: Path) -> str:
    """Return how far logic goes in a puzzle that is not unique."""
    if path.contradiction is not None:
        steps = f"{len(path.steps)} step{'' if len(path.steps) == 1 else 's'}"
        return f"logic leads to a contradiction after {steps}: {path.contradiction.text}"
    reach = describe_reach(path)
    return f"logic alone decides {reach['decided']} of {reach['squares']} squares"


def describe_reach(path: Path) -> dict[str, Any]:
    """Return the same as plain data."""
    table = path.state.table
    return {
        "decided": (table.inside & ~path.state.open).bit_count(),
        "squares": table.inside.bit_count(),
        "contradiction": None if path.contradiction is None else path.contradiction.text,
    }
