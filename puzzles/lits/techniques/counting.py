"""Techniques that count the squares of one region: it is complete, has four left, or is a corridor."""

from __future__ import annotations

from functools import lru_cache

from litslab.games.geometry import Board, bits
from litslab.puzzles.lits.puzzle import Premise
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step, Technique, are, region_text, squares_text
from litslab.puzzles.lits.techniques.table import RegionTable


def _complete_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    shaded = squares & state.shaded
    rest = squares & ~state.shaded & ~state.unshaded
    if shaded.bit_count() != 4 or not rest:
        return None
    return Step("region complete", 1 << region, shaded, unshaded=rest, key=region)


def _explain_complete(table: RegionTable, step: Step) -> str:
    return f"{region_text(table, step.key)} has its four shaded squares, so {are(table, step.unshaded, 'unshaded')}."


def _four_squares_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    if squares.bit_count() != 4 or squares & state.unshaded or not squares & ~state.shaded:
        return None
    return Step("four-square region", 1 << region, squares, shaded=squares & ~state.shaded, key=region)


def _explain_four_squares(table: RegionTable, step: Step) -> str:
    return f"{region_text(table, step.key)} has only four squares, so {are(table, step.shaded, 'shaded')}."


def _four_left_at(state: State, region: int) -> Step | None:
    squares = state.table.regions[region]
    left = squares & ~state.unshaded
    if left.bit_count() != 4 or left == squares or not left & ~state.shaded:
        return None
    return Step("four squares left", 1 << region, left, shaded=left & ~state.shaded, key=region)


def _explain_four_left(table: RegionTable, step: Step) -> str:
    return (
        f"in {region_text(table, step.key)} only {squares_text(table, step.looks)} can still be shaded, "
        f"so {are(table, step.shaded, 'shaded')}."
    )


def _corridor_at(state: State, region: int) -> Step | None:
    left = state.table.regions[region] & ~state.unshaded
    length = left.bit_count()
    if not 5 <= length <= 7:
        return None
    path = _as_path(state.table.board, left)
    if path is None:
        return None
    centre = 0
    for square in path[length - 4 : 4]:
        centre |= 1 << square
    if not centre & ~state.shaded:
        return None
    return Step("corridor centre", 1 << region, left, shaded=centre & ~state.shaded, key=region)


@lru_cache(maxsize=1 << 12)
def _as_path(board: Board, squares: int) -> tuple[int, ...] | None:
    """Return the squares in the order in which a walk meets them, where they form one path without branches."""
    adjacent = board.adjacent
    degrees = {square: (adjacent(1 << square) & squares).bit_count() for square in bits(squares)}
    ends = [square for square, degree in degrees.items() if degree == 1]
    if len(ends) != 2 or max(degrees.values()) > 2:
        return None
    path = [ends[0]]
    rest = squares & ~(1 << ends[0])
    while beside := adjacent(1 << path[-1]) & rest:
        path.append(beside.bit_length() - 1)
        rest &= ~beside
    return None if rest else tuple(path)


def _explain_corridor(table: RegionTable, step: Step) -> str:
    middle = ("one", "two", "three")[step.shaded.bit_count() - 1]
    return (
        f"what is left of {region_text(table, step.key)} is a corridor of {step.looks.bit_count()} squares, "
        f"and any four consecutive squares include the middle {middle}: {are(table, step.shaded, 'shaded')}."
    )


_SHADED_IN_EACH = Premise.SHADED_TETROMINOES | Premise.EVERY_REGION

REGION_COMPLETE = Technique(
    "region complete", 1, _explain_complete, at=_complete_at, relies_on=Premise.SHADED_TETROMINOES
)
FOUR_SQUARES = Technique("four-square region", 1, _explain_four_squares, at=_four_squares_at, relies_on=_SHADED_IN_EACH)
FOUR_LEFT = Technique("four squares left", 1, _explain_four_left, at=_four_left_at, relies_on=_SHADED_IN_EACH)
CORRIDOR = Technique("corridor centre", 1, _explain_corridor, at=_corridor_at, relies_on=_SHADED_IN_EACH)
