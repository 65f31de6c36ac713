"""Snakes, rings and squares outside regions: what counts as one, and where they are placed."""

from __future__ import annotations

import random

import pytest

from litslab.games.geometry import Board, mask_of
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, RegionSymmetry, region_maps
from litslab.puzzles.lits.generate.region_shapes import (
    edge,
    is_ring,
    place_blanks,
    place_ring,
    snake_faults,
    special_start,
)
from litslab.puzzles.lits.puzzle import OUTSIDE

BOARD = Board(6, 6)


def squares(names: str) -> int:
    return mask_of(BOARD.parse(name) for name in names.split())


@pytest.mark.parametrize(
    ("names", "faults"),
    [
        ("a1 b1 c1 d1 e1", 0),
        ("a1 b1 c1 c2 c3 b3", 0),
        ("a1 b1 c1 d1", 1),  # too short
        ("a1 b1 c1 d1 b2", 1),  # a branch
        ("a1 b1 c1 b2 d1 a2", 2),  # a 2×2 block: a crowded square, and a loop
        ("a1 b1 c1 a2 c2 a3 b3 c3", 1),  # a loop
        ("b1 a2 b2 c2 b3", 2),  # a cross
    ],
)
def test_a_snake_is_a_path_that_nowhere_touches_itself(names: str, faults: int) -> None:
    assert snake_faults(BOARD, squares(names)) == faults


def test_a_ring_surrounds_squares_also_at_the_corners() -> None:
    inner = squares("c3 c4 d3 d4")
    ring = BOARD.surrounding(inner)
    assert ring.bit_count() == 12
    assert is_ring(BOARD, ring)
    assert is_ring(BOARD, ring | squares("a1 b1 a2"))
    assert not is_ring(BOARD, ring & ~squares("b2"))  # open at a corner
    assert not is_ring(BOARD, ring & ~squares("b3"))
    assert not is_ring(BOARD, squares("a3 b3 b2 b1"))  # the edge of the board closes nothing
    assert edge(BOARD).bit_count() == 20


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", list(RegionSymmetry))
@pytest.mark.parametrize("seed", range(5))
def test_rings_and_blanks_are_placed_and_stay(symmetry: RegionSymmetry, seed: int) -> None:
    board, limits = Board(12, 12), RegionLimits(symmetry=symmetry)
    maps = region_maps(board, symmetry)
    rng = random.Random(seed)
    start = special_start(board, limits, 1, 8, rng)
    assert start is not None
    blanks = mask_of(square for square, region in enumerate(start.regions) if region == OUTSIDE)
    assert blanks.bit_count() == 8
    assert all(each.apply(blanks) == blanks for each in maps)
    assert sum(mask.bit_count() for mask in start.masks.values()) == board.size - 8
    rings = [number for number, mask in start.masks.items() if is_ring(board, mask) and number in start.guards]
    assert len(rings) == 1 + len(maps)
    for mask in start.masks.values():
        assert board.is_connected(mask)
        assert mask.bit_count() >= 4
        assert all(each.apply(mask) in start.masks.values() for each in maps)
    change_at_random(start, rng)
    assert all(is_ring(board, start.masks[number]) for number in rings)
    assert mask_of(square for square, region in enumerate(start.regions) if region == OUTSIDE) == blanks


def change_at_random(partition: Partition, rng: random.Random) -> None:
    """Make some hundred changes of all kinds."""
    made = 0
    for _ in range(3000):
        change = rng.choice((partition.shift, partition.exchange, partition.split, partition.merge))
        changes = change(rng.randrange(partition.board.size), rng)
        if changes is not None:
            partition.make(changes)
            made += 1
    assert made > 100


def test_an_exchange_keeps_the_sizes_and_is_taken_back() -> None:
    board = Board(8, 8)
    partition = Partition(board, RegionLimits(), [square // 16 for square in range(64)])
    rng = random.Random(1)
    made = 0
    for _ in range(200):
        before = list(partition.regions)
        changes = partition.exchange(rng.randrange(64), rng)
        if changes is None:
            continue
        made += 1
        back = partition.make(changes)
        assert partition.regions != before
        assert sorted(mask.bit_count() for mask in partition.masks.values()) == [16] * 4
        assert all(board.is_connected(mask) for mask in partition.masks.values())
        if made % 2:
            partition.make(back)
            assert partition.regions == before
    assert made > 20


def test_where_there_is_no_room_nothing_is_placed() -> None:
    rng = random.Random(0)
    assert place_ring(Board(3, 5), 0, (), 4, rng) is None
    assert place_ring(BOARD, BOARD.all, (), 4, rng) is None
    assert special_start(BOARD, RegionLimits(), 3, 0, rng) is None
    half_turn = region_maps(BOARD, RegionSymmetry.HALF_TURN)
    assert place_blanks(BOARD, 3, half_turn, rng) is None  # squares come in pairs
    assert place_blanks(BOARD, 4, half_turn, rng) is not None
