"""Regions of a special form: snakes and rings, and where rings and squares outside regions can be placed at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from litslab.games.geometry import Board, bits, mask_of, nth_bit
from litslab.puzzles.lits.generate.partition import RegionMap
from litslab.puzzles.lits.puzzle import TETROMINO_SIZE

SHORTEST_SNAKE = TETROMINO_SIZE + 1
"""The squares of a snake at least: a row of four is a trivial region."""

SMALLEST_RING = 12
"""The squares of a ring at least: it surrounds a 2×2 block."""

_MORE_IN_A_HOLE = 3
"""How many squares more than a region needs a ring may surround when it is placed."""

_TRIES = 200
"""How often a random place is tried before there is taken to be no room."""


@lru_cache(maxsize=1 << 14)
def snake_faults(board: Board, region: int) -> int:
    """Return how far a connected region is from a snake: 0 for a path that nowhere touches itself.

    Parameters
    ----------
    board : Board
        The board.
    region : int
        The squares of the region.

    Returns
    -------
    int
        The squares that are missing, those with more than two neighbours in the region (twice with four), and the
        edges between squares that close a loop.
    """
    size = region.bit_count()
    neighbours = [(board.adjacent(1 << square) & region).bit_count() for square in bits(region)]
    crowded = sum(max(0, each - 2) for each in neighbours)
    return max(0, SHORTEST_SNAKE - size) + crowded + (sum(neighbours) // 2 - size + 1)


@lru_cache(maxsize=1 << 14)
def is_ring(board: Board, region: int) -> bool:
    """Return whether a region surrounds other squares, also at the corners.

    Parameters
    ----------
    board : Board
        The board.
    region : int
        The squares of the region.
    """
    others = board.all & ~region
    reached = others & edge(board)
    while border := board.surrounding(reached) & others:
        reached |= border
    return reached != others


@lru_cache(maxsize=16)
def edge(board: Board) -> int:
    """Return the squares at the edge of a board."""
    return mask_of(square for square, others in enumerate(board.all_neighbours) if len(others) < 4)


def place_ring(
    board: Board, taken: int, maps: Sequence[RegionMap], smallest: int, rng: random.Random
) -> list[tuple[int, int]] | None:
    """Return a ring and its images at a random place, each with the squares that it surrounds.

    Parameters
    ----------
    board : Board
        The board.
    taken : int
        Squares that cannot be used.
    maps : sequence of RegionMap
        The symmetries of the regions, without the identity.
    smallest : int
        The squares of a region at least.
    rng : random.Random
        Where the randomness comes from.

    Returns
    -------
    list of (int, int) or None
        Rings and their insides; None where no room was found.
    """
    inner = board.all & ~edge(board) & ~taken
    if not inner:
        return None
    for _ in range(_TRIES):
        first = 1 << nth_bit(inner, rng.randrange(inner.bit_count()))
        hole = grow(board, first, inner, rng.randint(smallest, smallest + _MORE_IN_A_HOLE), rng)
        ring = board.surrounding(hole)
        placed = [(ring, hole), *((each.apply(ring), each.apply(hole)) for each in maps)]
        squares = sum((one | two).bit_count() for one, two in placed)
        used = 0
        for one, two in placed:
            used |= one | two
        disjoint = squares == used.bit_count() and not used & taken
        whole = ring.bit_count() >= smallest <= hole.bit_count() and board.is_connected(ring)
        left = board.groups(board.all & ~(taken | used))
        # A hole that has a hole itself would leave too few squares in there for a region.
        if disjoint and whole and all(part.bit_count() >= smallest for part in left):
            return placed
    return None


def grow(board: Board, start: int, within: int, size: int, rng: random.Random) -> int:
    """Return a random connected set of squares of a size, or smaller where there is no room."""
    part = start
    while part.bit_count() < size and (border := board.adjacent(part) & within):
        part |= 1 << nth_bit(border, rng.randrange(border.bit_count()))
    return part


def place_blanks(board: Board, number: int, maps: Sequence[RegionMap], rng: random.Random) -> int | None:
    """Return squares to stay outside every region: as many as are asked for, the others connected.

    Parameters
    ----------
    board : Board
        The board.
    number : int
        How many squares.
    maps : sequence of RegionMap
        The symmetries of the regions, without the identity: the squares are their own image.
    rng : random.Random
        Where the randomness comes from.

    Returns
    -------
    int or None
        The squares; None where no such set was found.
    """
    orbits = [mask_of([square, *(each.squares[square] for each in maps)]) for square in range(board.size)]
    for _ in range(_TRIES):
        blanks = 0
        # Half of the squares are next to others, so that there are holes of several sizes.
        for _ in range(8 * number):
            near = board.adjacent(blanks) if blanks and rng.random() < 0.5 else 0
            choice = near or board.all & ~blanks
            wider = blanks | orbits[nth_bit(choice, rng.randrange(choice.bit_count()))]
            if wider.bit_count() <= number and board.is_connected(board.all & ~wider):
                blanks = wider
            if blanks.bit_count() == number:
                return blanks
    return None
