"""The fewest dominoes in a finished position, exactly, by going over the board square by square.

Everything that the rules of dominoes on one level say is about neighbours. So of the squares done so far only the last
one of each column counts for those to come, and of all ways to reach one such row only the cheapest is kept (dynamic
programming over a broken profile).

Two questions are answered. The fewest dominoes that leave no two adjacent squares free are the fewest of **TAIJI**: the
smallest maximal matching of the grid graph. They are no more than the fewest of **Wythe**, where the pieces on the bare
board leave no such squares either. And Wythe may end on one level: nothing lies on two adjacent stacks of height 1
if they are one piece, or show one colour. The fewest dominoes of which each two neighbouring squares of different
dominoes show one colour are therefore no fewer than the fewest of Wythe.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from litslab.games.geometry import Board, mask_of
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.wythe import StackPhase

FREE, BLACK, WHITE = ".", "b", "w"
DOWN = {BLACK: "B", WHITE: "W"}
"""A bit whose other bit is on the next row, in the same column."""
RIGHT = {BLACK: "d", WHITE: "e"}
"""A bit whose other bit is on the next square of the row."""
EDGE = "#"
OTHER = {BLACK: WHITE, WHITE: BLACK}
COLOUR = {mark: colour for marks in (DOWN, RIGHT) for colour, mark in marks.items()} | {BLACK: BLACK, WHITE: WHITE}


@dataclass(frozen=True)
class _Way:
    """The cheapest way to reach a profile.

    Attributes
    ----------
    dominoes : int
        How many have been begun.
    above : str
        The profile after the last whole row but this one.
    """

    dominoes: int
    above: str


def fewest_dominoes(
    board: Board, *, one_colour_meets: bool, time_limit: float | None = None
) -> list[tuple[int, int]] | None:
    """Return the fewest dominoes that leave no two adjacent squares free.

    Parameters
    ----------
    board : Board
        The board; the effort grows with its size, and exponentially with its columns.
    one_colour_meets : bool
        Whether neighbouring squares of different dominoes have to show one colour, as Wythe on one level has it.
    time_limit : float, optional
        When to stop.

    Returns
    -------
    list of tuple of int, or None
        Of each domino the squares of the black and of the white bit. If colours do not count, either way round.
        None if the time ran out.

    Raises
    ------
    ValueError
        If no dominoes do.

    Examples
    --------
    >>> [len(fewest_dominoes(Board(n, n), one_colour_meets=False) or ()) for n in (2, 3, 4, 5)]
    [2, 3, 6, 9]
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    colours = (BLACK, WHITE) if one_colour_meets else (BLACK,)
    layer = {EDGE * board.columns: _Way(0, "")}
    rows = []
    for row in range(board.rows):
        layer = {profile: _Way(way.dominoes, profile) for profile, way in layer.items()}
        for column in range(board.columns):
            if deadline is not None and time.monotonic() > deadline:
                return None
            layer = _next_square(
                layer,
                column,
                colours,
                to_the_right=column < board.columns - 1,
                down=row < board.rows - 1,
            )
        rows.append(layer)
    if not layer:
        raise ValueError(f"no dominoes on {board.columns}×{board.rows} squares show one colour wherever they meet")
    profile = min(layer, key=lambda profile: layer[profile].dominoes)
    profiles = [profile]
    for ways in reversed(rows):
        profiles.append(ways[profiles[-1]].above)
    return list(_dominoes(board, profiles[::-1]))


def _next_square(
    layer: dict[str, _Way], column: int, colours: tuple[str, ...], *, to_the_right: bool, down: bool
) -> dict[str, _Way]:
    """Return the profiles after one more square."""
    result: dict[str, _Way] = {}
    for profile, way in layer.items():
        up = profile[column]
        left = profile[column - 1] if column else EDGE
        before, after = profile[:column], profile[column + 1 :]
        if left in RIGHT.values():  # what is decided is remembered no longer
            before = before[:-1] + COLOUR[left]
        for mark, begun in _marks(left, up, colours, to_the_right=to_the_right, down=down):
            found = before + mark + after
            dominoes = way.dominoes + begun
            if found not in result or result[found].dominoes > dominoes:
                result[found] = _Way(dominoes, way.above)
    return result


@cache
def _marks(
    left: str, up: str, colours: tuple[str, ...], *, to_the_right: bool, down: bool
) -> tuple[tuple[str, bool], ...]:
    """Return what a square can have next to what is left of it and above it, and whether that begins a domino."""
    coloured = len(colours) > 1

    def agree(colour: str, *neighbours: str) -> bool:
        return not coloured or all(COLOUR.get(neighbour, colour) == colour for neighbour in neighbours)

    def partner(mark: str, neighbour: str) -> tuple[tuple[str, bool], ...]:
        colour = OTHER[COLOUR[mark]] if coloured else COLOUR[mark]
        return ((colour, False),) if agree(colour, neighbour) else ()

    if left in RIGHT.values():
        return () if up in DOWN.values() else partner(left, up)
    if up in DOWN.values():
        return partner(up, left)
    found = [] if FREE in {left, up} else [(FREE, False)]
    for colour in colours:
        if agree(colour, left, up):
            found += [(RIGHT[colour], True)] * to_the_right + [(DOWN[colour], True)] * down
    return tuple(found)


def _dominoes(board: Board, profiles: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the dominoes that the profiles after each row encode, the first being the edge above the board."""
    for row in range(board.rows):
        above, here = profiles[row : row + 2]
        column = 0
        while column < board.columns:
            mark, square = here[column], board.square(column, row)
            if mark in DOWN.values():
                other = board.square(column, row + 1)
            elif mark != FREE and above[column] not in DOWN.values():
                column += 1  # the bits of a row that belong to no other row are in pairs
                other = board.square(column, row)
            else:
                other = square
            if other != square:
                yield (square, other) if COLOUR[mark] == BLACK else (other, square)
            column += 1


def few_pieces(rules: Rules, *, time_limit: float | None = None) -> Position | None:
    """Return a finished position of TAIJI with the fewest pieces, or one of Wythe with the fewest on one level.

    See the module for what the latter says about the fewest of all. None if the time ran out.
    """
    stacked = isinstance(rules.phases[0], StackPhase)
    dominoes = fewest_dominoes(rules.board, one_colour_meets=stacked, time_limit=time_limit)
    if dominoes is None:
        return None
    return rules.from_placements([_placement(rules, black, white) for black, white in dominoes])


def _placement(rules: Rules, black: int, white: int) -> Placement:
    placement = rules.table.find(Shape.DOMINO, mask_of((black, white)), 1 << black)
    assert placement is not None, "adjacent squares hold a domino of either colouring"
    return placement
