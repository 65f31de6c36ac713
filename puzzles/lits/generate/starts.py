"""Where annealing begins if some regions have a special form: rings and letters in their places, squares outside."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from operator import eq

from litslab.games.geometry import Board, bits, mask_of
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, RegionMap, region_maps
from litslab.puzzles.lits.generate.region_letters import place_letters
from litslab.puzzles.lits.generate.region_shapes import is_ring, place_blanks, place_ring
from litslab.puzzles.lits.puzzle import OUTSIDE

_BARE = -2
"""The number of a square that has no region yet."""

_MORE_IN_A_RING = 2
"""How many squares a ring may gain, so that it still looks like one."""

_TRIES = 20
"""How often everything is placed before there is taken to be no room."""


def special_start(
    board: Board, limits: RegionLimits, rings: int, blanks: int, rng: random.Random, *, letters: str = ""
) -> Partition | None:
    """Return a coarse partition with rings, letters and squares outside regions, which every change leaves there.

    Parameters
    ----------
    board : Board
        The board.
    limits : RegionLimits
        The smallest size and the symmetry of the regions.
    rings : int
        How many regions surround others, at least.
    blanks : int
        How many squares are outside every region.
    rng : random.Random
        Where the randomness comes from.
    letters : str
        The letters whose form a region has each.

    Returns
    -------
    Partition or None
        None where no room was found.
    """
    maps = region_maps(board, limits.symmetry)
    for _ in range(_TRIES):
        placed: list[tuple[int, int]] = []
        outside = place_blanks(board, blanks, maps, rng) if blanks else 0
        if outside is None:
            return None
        written = place_letters(board, letters, outside, limits.smallest, rng) if letters else ([], 0)
        if written is None:
            continue
        outside |= written[1]
        while len(placed) < rings:
            taken = outside | sum(written[0])
            for ring, hole in placed:
                taken |= ring | hole
            more = place_ring(board, taken, maps, limits.smallest, rng)
            if more is None:
                break
            placed += more
        else:
            start = _partition(board, limits, outside, placed, rng, letters=written[0])
            # Images that grow towards each other may leave a few squares between them.
            if all(mask.bit_count() >= limits.smallest for mask in start.masks.values()):
                return start
    return None


def _partition(
    board: Board,
    limits: RegionLimits,
    outside: int,
    placed: Sequence[tuple[int, int]],
    rng: random.Random,
    *,
    letters: Sequence[int],
) -> Partition:
    """Return rings, what they surround, letters, and the rest of the board, as regions."""
    maps = region_maps(board, limits.symmetry)
    regions = [_BARE] * board.size
    guards: dict[int, Callable[[int], bool]] = {}
    _number(regions, outside, OUTSIDE)
    for count, (ring, hole) in enumerate(placed):
        _number(regions, ring, 2 * count)
        _number(regions, hole, 2 * count + 1)
        guards[2 * count] = partial(_is_slim_ring, board, ring.bit_count() + _MORE_IN_A_RING)
    for number, form in enumerate(letters, start=2 * len(placed)):
        _number(regions, form, number)
        guards[number] = partial(eq, form)
    bare = mask_of(square for square, region in enumerate(regions) if region == _BARE)
    if all(each.tetrominoes for each in maps):
        for number, part in enumerate(board.groups(bare), start=2 * len(placed) + len(letters)):
            _number(regions, part, number)
    else:
        _grow_images(board, regions, bare, maps, rng)
    free = RegionLimits(smallest=limits.smallest, symmetry=limits.symmetry)
    return Partition(board, free, regions, guards)


def _is_slim_ring(board: Board, most: int, region: int) -> bool:
    """Return whether a region surrounds others and has not grown larger than it may."""
    return region.bit_count() <= most and is_ring(board, region)


def _number(regions: list[int], squares: int, number: int) -> None:
    for square in bits(squares):
        regions[square] = number


def _grow_images(board: Board, regions: list[int], bare: int, maps: Sequence[RegionMap], rng: random.Random) -> None:
    """Fill the bare squares with regions and their images, none of which is its own image."""
    first = lowest = max((*regions, -1)) + 1
    images = [range(board.size), *(each.squares for each in maps)]
    while bare:
        joining = [
            (square, other) for square in bits(bare) for other in board.neighbours(square) if regions[other] >= lowest
        ]
        if joining:
            square, other = rng.choice(joining)
            new = [regions[image[other]] for image in images]
        else:
            square = rng.choice(list(bits(bare)))
            new = list(range(first, first + len(images)))
            first += len(images)
        for image, number in zip(images, new, strict=True):
            regions[image[square]] = number
            bare &= ~(1 << image[square])
