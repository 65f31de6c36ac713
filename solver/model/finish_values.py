"""The values of the finishes of a position: by the rules one by one, or for all finishes together.

In the last phase of TAIJI, TAILITS and TAILITS+TAIJI a placement adds squares to two colours, whose
largest groups score; in that of Battle of LITS and TAIJI+Battle of LITS it covers squares that
count one by one. There a finish is worth twice the margin of these points, plus a constant for the
points of an earlier phase and the tie rule, which depends at most on whether the number of
placements is even. The rules give the constant from one finish of either kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litslab.games.geometry import Board, bits, union
from litslab.games.group_colour import GroupColour
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.model.group_sizes import largest_groups

Matrix = NDArray[np.bool_]
"""The finishes by rows, and by columns whether a placement is among them."""

BATCH = 50_000
"""The rows of arrays that are treated together, to save memory."""


def batches(rows: int) -> Iterator[slice]:
    """Yield slices of at most `BATCH` rows, at least one."""
    for first in range(0, max(rows, 1), BATCH):
        yield slice(first, first + BATCH)


def finish_values(
    position: Position,
    contains: Matrix,
    free: tuple[int, ...],
    check: Callable[[], Any],
) -> NDArray[np.int_]:
    """Return the value of each finish from the first side's view.

    Parameters
    ----------
    position : Position
        The position.
    contains : array of bool
        Its finishes by rows.
    free : tuple of int
        The placements of the columns.
    check : callable
        Called from time to time; may raise.
    """
    margins = _margins(position, contains, free, check)
    if margins is None:
        return values_by_rules(position, contains, free, check)
    values = 2 * margins
    is_odd = np.count_nonzero(contains, axis=1) % 2 == 1
    for rows in (np.flatnonzero(is_odd), np.flatnonzero(~is_odd)):
        if len(rows):
            (value,) = values_by_rules(position, contains[rows[:1]], free, check)
            values[rows] += value - 2 * margins[rows[0]]
    return values


def _margins(
    position: Position,
    contains: Matrix,
    free: tuple[int, ...],
    check: Callable[[], Any],
) -> NDArray[np.int_] | None:
    """Return the points of each finish that can still change, the first side's minus the second
    side's; None if only the rules know them.
    """
    is_last_phase = position.phase == len(position.rules.phases) - 1
    if position.is_over or not is_last_phase or len(contains) == 0:
        return None
    scorings = {colour.scoring for colour in _colours(position)}
    if scorings == {"largest"}:
        return _margins_of_groups(position, contains, free, check)
    if scorings == {"all"}:
        return _margins_of_squares(position, contains, free)
    return None


def _colours(position: Position) -> list[GroupColour]:
    """Return the colours of the present phase."""
    return [colour for colour in position.group_colours() if colour.phase == position.phase]


def _margins_of_groups(
    position: Position,
    contains: Matrix,
    free: tuple[int, ...],
    check: Callable[[], Any],
) -> NDArray[np.int_]:
    """Return the first side's largest groups minus the second side's, for each finish."""
    table = position.rules.table
    placements = [table.placements[index] for index in free]
    margins = np.zeros(len(contains), dtype=int)
    for colour, is_black in growing_colours(position):
        added = [squares_of(each, is_black=is_black) for each in placements]
        sizes = _largest_groups(table.board, colour, added, contains, check)
        margins += sizes if colour.side == 0 else -sizes
    return margins


def growing_colours(position: Position) -> list[tuple[GroupColour, bool]]:
    """Return the colours of the present phase, and whether placements add their black squares to
    each, or their white ones.
    """
    example = position.rules.table.placements[next(bits(position.legal))]
    after = _colours(position.place(example.index))
    return [
        (colour, grown.squares & ~colour.squares == example.black)
        for colour, grown in zip(_colours(position), after, strict=True)
    ]


def squares_of(placement: Placement, *, is_black: bool) -> int:
    """Return the black squares of a placement, or its white ones."""
    return (placement.black or 0) if is_black else placement.white


def _margins_of_squares(
    position: Position,
    contains: Matrix,
    free: tuple[int, ...],
) -> NDArray[np.int_]:
    """Return minus the first side's squares that each finish covers, plus the second side's."""
    changes = np.zeros(len(free), dtype=int)
    for colour in _colours(position):
        for column, index in enumerate(free):
            squares = colour.squares & position.rules.table.placements[index].mask
            changes[column] += squares.bit_count() * (1 if colour.side else -1)
    return np.asarray(contains @ changes, dtype=int)


def _largest_groups(
    board: Board,
    colour: GroupColour,
    added: list[int],
    contains: Matrix,
    check: Callable[[], Any],
) -> NDArray[np.int_]:
    """Return the total size of the largest groups of a colour in each finish.

    `added` are the squares of the colour that each column adds. Many finishes have the same squares
    of a colour, and these are treated once.
    """
    squares = list(bits(union(added)))
    adds = np.array([[mask >> square & 1 for square in squares] for mask in added], np.float32)
    packed = [
        np.packbits(contains[rows].astype(np.float32) @ adds > 0, axis=1)
        for rows in batches(len(contains))
    ]
    distinct, number = distinct_rows(np.concatenate(packed))
    sizes = []
    for rows in batches(len(distinct)):
        check()
        is_added = np.unpackbits(distinct[rows], axis=1, count=len(squares)).astype(bool)
        sizes.append(largest_groups(board, colour, squares, is_added))
    return np.concatenate(sizes)[number]


def distinct_rows(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the distinct rows of an array of bytes, and the number of each row among them."""
    width = max(8, rows.shape[1])
    padded = np.zeros((len(rows), width), dtype=np.uint8)
    padded[:, : rows.shape[1]] = rows
    words = padded.view(np.uint64 if width == 8 else np.dtype((np.void, width)))[:, 0]
    distinct, number = np.unique(words, return_inverse=True)
    return distinct[:, np.newaxis].view(np.uint8).reshape(len(distinct), width), number


def values_by_rules(
    position: Position,
    contains: Matrix,
    free: tuple[int, ...],
    check: Callable[[], Any],
) -> NDArray[np.int_]:
    """Return the value of each finish by the rules, which play it; see `finish_values`."""
    values = np.zeros(len(contains), dtype=int)
    finishes = [0] * len(contains)
    for row, column in zip(*(each.tolist() for each in np.nonzero(contains)), strict=True):
        finishes[row] |= 1 << free[column]
    _play(position, list(enumerate(finishes)), values, check)
    return values


def _play(
    position: Position,
    finishes: list[tuple[int, int]],
    values: NDArray[np.int_],
    check: Callable[[], Any],
) -> None:
    """Store the value of each finish of a position, given by its row and the placements to add.

    The first placement of each that is legal is played next, so finishes share their beginnings.
    """
    if position.is_over:
        check()
        ((number, rest),) = finishes
        if rest:
            raise AssertionError("a finish of the model contains one of the rules")
        values[number] = position.outcome().value
        return
    legal = position.legal
    by_next: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, rest in finishes:
        playable = rest & legal
        placed = playable & -playable
        by_next[placed].append((number, rest ^ placed))
    if 0 in by_next:
        raise AssertionError("a finish of the model is none by the rules")
    for placed, following in by_next.items():
        _play(position.place(placed.bit_length() - 1), following, values, check)
