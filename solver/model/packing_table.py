"""The exact values of a position of a packing game and of its next positions, by all finishes (O6).

In TAIJI, and in the second phase of TAILITS+TAIJI, the pieces of a finish can be added in any
order, and each pair of squares has two colourings. So the positions are the subsets of the
enumerated finishes (`solver.model.finishes`) in all colourings. A set of n pairs has one array of
2^n margins, in which the colouring of its i-th pair is the i-th binary digit of the index, the
first the most significant. The margins of the finishes follow from their groups; those of the other
positions by backward induction, for all positions with equally many pairs together. A value is
twice the margin plus a constant, which the rules give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litslab.games.geometry import bits, mask_of, union
from litslab.games.group_colour import GroupColour
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.model.finish_values import growing_colours, squares_of
from litslab.solver.model.finishes import added_since, finishes_without_colours
from litslab.solver.model.games import model_of
from litslab.solver.model.group_sizes import largest_groups
from litslab.solver.model.settings import Inspection, Settings

Sets = NDArray[np.uint64]
"""Sets of pairs, or of squares, as bits of an integer."""

Margins = NDArray[np.int8]
"""Margins from the first side's view: by rows of sets, and by columns of colourings."""

MOST_BITS = 63
"""The most pairs, and the most squares of them, of a table."""

MOST_SQUARES = 127
"""The most squares of a board, so that a byte is large enough for a margin."""

MOST_POSITIONS = 200_000_000
"""The most positions with equally many pairs; each takes a byte."""

KEPT_LEVELS = 4
"""The levels, from the position on, that are kept after the induction."""

COLOURINGS_AT_ONCE = 1 << 20
"""The coloured finishes that are scored together, to save memory."""


@dataclass(frozen=True, eq=False)
class Level:
    """The positions with equally many added pairs.

    Attributes
    ----------
    sets : array of int
        The sets of pairs, in ascending order.
    margins : array of int
        Their margins if both sides play perfectly.
    """

    sets: Sets
    margins: Margins


@dataclass(frozen=True, eq=False)
class PackingTable:
    """The values of a position and of its next positions.

    Attributes
    ----------
    position : Position
        The position.
    pairs : tuple of (int, int)
        The two placements of each pair of squares on which a piece may still be placed.
    levels : tuple of Level
        The positions with 0, 1, 2 … added pairs.
    constant : int
        The value of a finish minus twice its margin.
    """

    position: Position
    pairs: tuple[tuple[int, int], ...]
    levels: tuple[Level, ...]
    constant: int

    @cached_property
    def _pair_and_colouring(self) -> dict[int, tuple[int, int]]:
        return {
            index: (number, colouring)
            for number, pair in enumerate(self.pairs)
            for colouring, index in enumerate(pair)
        }

    def covers(self, position: Position) -> bool:
        """Return whether the table knows the value of a position and of its next positions."""
        added = added_since(self.position, position)
        return (
            added is not None
            and not position.is_over
            and added.bit_count() + 1 < len(self.levels)
            and all(index in self._pair_and_colouring for index in bits(added))
        )

    def value(self, position: Position) -> int:
        """Return the value of a position that the table covers."""
        return self._value_after(bits(position.placed & ~self.position.placed))

    def best(self, position: Position) -> Placement:
        """Return a best move of a position that the table covers."""
        added = position.placed & ~self.position.placed
        value = self.value(position)
        return next(
            position.rules.table.placements[index]
            for index in bits(position.legal)
            if self._value_after(bits(added | 1 << index)) == value
        )

    def _value_after(self, added: Iterable[int]) -> int:
        """Return the value after further placements."""
        colours = dict(self._pair_and_colouring[index] for index in added)
        level = self.levels[len(colours)]
        row = np.searchsorted(level.sets, np.uint64(mask_of(colours)))
        column = 0
        for number in sorted(colours):
            column = 2 * column + colours[number]
        return 2 * int(level.margins[row, column]) + self.constant


def is_packing(position: Position) -> bool:
    """Return whether the rest of a game is a packing whose pairs, squares and margins fit into the
    integers of a table.
    """
    known = model_of(position.rules)
    if not known.any_order(position) or position.is_over:
        return False
    free = list(position.rules.table.of(known.still_possible(position) & ~position.placed))
    squares = union(placement.mask for placement in free)
    return (
        len(free) <= 2 * MOST_BITS
        and squares.bit_count() <= MOST_BITS
        and position.rules.board.size <= MOST_SQUARES
    )


def packing_table(
    position: Position,
    most: int,
    *,
    most_positions: int = MOST_POSITIONS,
    time_limit: float | None = None,
    inspection: Inspection | None = None,
    check: Callable[[], Any] = lambda: None,
) -> PackingTable | None:
    """Return the table of a position (O6); None if there are more than `most` finishes without
    colours, not all were found in time, or there are too many positions.

    Parameters
    ----------
    position : Position
        A position for which `is_packing` is true.
    most : int
        The most finishes without colours.
    most_positions : int
        The most positions with equally many pairs.
    time_limit : float, optional
        CP-SAT's time limit in seconds.
    inspection : Inspection, optional
        The search log and the file of the model.
    check : callable
        Called from time to time; may raise.
    """
    settings = Settings(time_limit, inspection=inspection or Inspection())
    found = finishes_without_colours(position, most, settings)
    if found is None:
        return None
    pairs = tuple((one, other) for one, other in found.colourings)
    digits = np.uint64(1) << np.arange(len(pairs), dtype=np.uint64)
    finishes = found.contains.astype(np.uint64) @ digits
    subsets = _subsets(finishes)
    if any(len(sets) << number > most_positions for number, sets in enumerate(subsets)):
        return None
    scorer = _Scorer(position, pairs, check)
    levels: list[Level] = []
    for number in range(len(subsets) - 1, -1, -1):
        is_last = np.isin(subsets[number], finishes)
        margins = np.zeros((len(subsets[number]), 1 << number), dtype=np.int8)
        margins[is_last] = scorer.margins(subsets[number][is_last], number)
        if levels:
            margins[~is_last] = _best(
                subsets[number][~is_last],
                levels[0],
                number,
                maximises=(position.to_move + number) % 2 == 0,
                check=check,
            )
        levels = [Level(subsets[number], margins), *levels[: KEPT_LEVELS - 1]]
    return PackingTable(position, pairs, tuple(levels), scorer.constant(finishes[0]))


def _subsets(finishes: Sets) -> list[Sets]:
    """Return the subsets of all finishes by their number of pairs, each in ascending order."""
    sizes = np.bitwise_count(finishes)
    subsets: list[Sets] = []
    larger = finishes[:0]
    for number in range(int(sizes.max()), -1, -1):
        less = [larger[larger & bit != 0] ^ bit for bit in _bits_of(larger)]
        larger = np.unique(np.concatenate([finishes[sizes == number], *less]))
        subsets.insert(0, larger)
    return subsets


def _bits_of(sets: Sets) -> Sets:
    """Return the bits that occur in some of the sets."""
    occurring = int(np.bitwise_or.reduce(sets))
    return np.array([1 << number for number in bits(occurring)], dtype=np.uint64)


def _best(
    sets: Sets,
    later: Level,
    number: int,
    *,
    maximises: bool,
    check: Callable[[], Any],
) -> Margins:
    """Return the best margins that the sets of `number` pairs reach by one of those with one more.

    Adding a pair between the others adds a binary digit between theirs, so the best of its two
    colourings is an extreme along one axis.
    """
    better = np.maximum if maximises else np.minimum
    worst = -MOST_SQUARES if maximises else MOST_SQUARES
    best = np.full((len(sets), 1 << number), worst, dtype=np.int8)
    rest = later.sets.copy()
    for rank in range(number + 1):
        added = rest & (~rest + np.uint64(1))  # the pair of this rank in each set
        for bit in _bits_of(added):
            check()
            children = np.flatnonzero(added == bit)
            parents = np.searchsorted(sets, later.sets[children] ^ bit)
            margins = later.margins[children].reshape(len(children), 1 << rank, 2, -1)
            reached = better(margins[:, :, 0], margins[:, :, 1]).reshape(len(children), -1)
            best[parents] = better(best[parents], reached)
        rest ^= added
    return best


class _Scorer:
    """The margins of finishes in all colourings of their pairs."""

    def __init__(
        self,
        position: Position,
        pairs: tuple[tuple[int, int], ...],
        check: Callable[[], Any],
    ) -> None:
        self.position = position
        self.pairs = pairs
        self.check = check
        table = position.rules.table
        self.squares = list(bits(union(table.placements[pair[0]].mask for pair in pairs)))
        self.colours = growing_colours(position)

    def margins(self, sets: Sets, number: int) -> Margins:
        """Return the margins of finishes with `number` pairs."""
        margins = np.zeros((len(sets), 1 << number), dtype=np.int8)
        at_once = max(1, COLOURINGS_AT_ONCE >> number)
        for first in range(0, len(sets), at_once):
            self.check()
            some = slice(first, first + at_once)
            for colour, is_black in self.colours:
                sizes = self._largest_groups(sets[some], number, colour, is_black=is_black)
                margins[some] += sizes if colour.side == 0 else -sizes
        return margins

    def constant(self, finish: np.uint64) -> int:
        """Return the value of a finish by the rules, in its first colouring, minus twice its
        margin.
        """
        position = self.position
        for number in bits(int(finish)):
            position = position.place(self.pairs[number][0])
        number = int(finish).bit_count()
        margins = self.margins(np.array([finish], dtype=np.uint64), number)
        return position.outcome().value - 2 * int(margins[0, 0])

    def _largest_groups(
        self,
        sets: Sets,
        number: int,
        colour: GroupColour,
        *,
        is_black: bool,
    ) -> Margins:
        """Return the total size of the largest groups of a colour in all colourings of each set."""
        added = self._added(sets, number, is_black=is_black)
        distinct, which = np.unique(added, return_inverse=True)
        octets = distinct[:, np.newaxis].view(np.uint8)
        is_added = np.unpackbits(octets, axis=1, count=len(self.squares), bitorder="little")
        board = self.position.rules.board
        sizes = largest_groups(board, colour, self.squares, is_added.astype(bool))
        return sizes.astype(np.int8)[which].reshape(added.shape)

    def _added(self, sets: Sets, number: int, *, is_black: bool) -> Sets:
        """Return the squares that all colourings of each set add to a colour."""
        choices = self._squares_by_pair(is_black=is_black)
        added = np.zeros((len(sets), 1), dtype=np.uint64)
        rest = sets.copy()
        for _ in range(number):
            lowest = rest & (~rest + np.uint64(1))
            rest ^= lowest
            pair = np.bitwise_count(lowest - np.uint64(1))
            added = added[:, :, np.newaxis] | choices[pair][:, np.newaxis, :]
            added = added.reshape(len(sets), -1)
        return added

    def _squares_by_pair(self, *, is_black: bool) -> NDArray[np.uint64]:
        """Return the squares of a colour that both placements of each pair have, as bits in the
        order of `squares`.
        """
        numbers = {square: number for number, square in enumerate(self.squares)}
        placements = self.position.rules.table.placements
        return np.array(
            [
                [
                    mask_of(
                        numbers[square]
                        for square in bits(squares_of(placements[index], is_black=is_black))
                    )
                    for index in pair
                ]
                for pair in self.pairs
            ],
            dtype=np.uint64,
        )
