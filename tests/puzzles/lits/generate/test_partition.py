"""Partitions into regions: every change keeps what has to hold, and can be taken back."""

import random
from itertools import combinations

import pytest

from litslab.games.geometry import Board, Symmetry
from litslab.puzzles.lits.generate.partition import (
    Partition,
    RegionLimits,
    RegionStyle,
    RegionSymmetry,
    random_partition,
)
from litslab.puzzles.lits.puzzle import PuzzleError
from tests.puzzles.brute_force import letter

MAPS = {
    RegionSymmetry.NONE: (), RegionSymmetry.HALF_TURN: ("half turn",), RegionSymmetry.MIRROR: ("mirror left-right",),
    RegionSymmetry.QUARTER_TURN: ("half turn", "quarter turn left", "quarter turn right"),
}  # fmt: skip


def maps_of(board: Board, symmetry: RegionSymmetry) -> list[Symmetry]:
    return [each for each in board.symmetries if each.name in MAPS[symmetry]]


def holds_its_own_image(board: Board, squares: set[int], symmetry: Symmetry) -> bool:
    """Whether there are four squares in a set that are an L, I, T or S and their own image, by trying all."""
    pairs = {frozenset((square, symmetry.squares[square])) for square in squares}
    for number in range(1, 5):
        for chosen in combinations(pairs, number):
            four = frozenset(divmod(square, board.columns)[::-1] for pair in chosen for square in pair)
            if len(four) == 4 and letter(four) is not None:
                return True
    return False


def sizes_of(partition: Partition) -> list[int]:
    return sorted(mask.bit_count() for mask in partition.masks.values())


def check(partition: Partition) -> None:
    board, limits = partition.board, partition.limits
    regions: dict[int, set[int]] = {}
    for square, region in enumerate(partition.regions):
        regions.setdefault(region, set()).add(square)
    assert {region: sum(1 << square for square in squares) for region, squares in regions.items()} == partition.masks
    for squares in regions.values():
        assert limits.smallest <= len(squares) <= limits.largest
        found, waiting = set(), [min(squares)]
        while waiting:
            square = waiting.pop()
            found.add(square)
            waiting += [n for n in board.neighbours(square) if n in squares and n not in found]
        assert found == squares
        for symmetry in maps_of(board, limits.symmetry):
            image = {symmetry.squares[square] for square in squares}
            assert image in regions.values()
            if image == squares and len(squares) <= 16:
                assert holds_its_own_image(board, squares, symmetry)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("symmetry", "columns", "rows"),
    [
        *((symmetry, size, size) for symmetry in RegionSymmetry for size in (6, 8)),
        *((symmetry, 7, 10) for symmetry in RegionSymmetry if symmetry is not RegionSymmetry.QUARTER_TURN),
        *((symmetry, 9, 9) for symmetry in (RegionSymmetry.NONE, RegionSymmetry.MIRROR)),
    ],
)
def test_every_change_keeps_the_limits(symmetry: RegionSymmetry, columns: int, rows: int) -> None:
    board, rng = Board(columns, rows), random.Random(f"{symmetry}{columns}{rows}")
    limits = RegionLimits(smallest=4, largest=24, symmetry=symmetry)
    limits.check(board)
    start = random_partition(board, limits, rng, 6)
    check(start)
    made = dict.fromkeys(("shift", "exchange", "split", "merge"), 0)
    partition = Partition(board, RegionLimits(smallest=4, symmetry=symmetry), start.regions)
    for _ in range(600):
        kind = rng.choice(("shift", "shift", "exchange", "split", "merge"))
        changes = getattr(partition, kind)(rng.randrange(board.size), rng)
        if changes is None:
            continue
        made[kind] += 1
        before, sizes = list(partition.regions), sizes_of(partition)
        back = partition.make(changes)
        check(partition)
        assert kind != "exchange" or sizes_of(partition) == sizes
        if rng.random() < 0.3:
            partition.make(back)
            assert partition.regions == before
            check(partition)
    assert all(made.values())


@pytest.mark.parametrize(
    ("symmetry", "columns", "rows", "possible"),
    [
        (RegionSymmetry.HALF_TURN, 10, 10, True), (RegionSymmetry.HALF_TURN, 10, 9, True),
        (RegionSymmetry.HALF_TURN, 7, 7, False), (RegionSymmetry.MIRROR, 7, 7, True),
        (RegionSymmetry.MIRROR, 4, 9, True), (RegionSymmetry.MIRROR, 2, 9, False),
        (RegionSymmetry.QUARTER_TURN, 8, 8, True), (RegionSymmetry.QUARTER_TURN, 9, 9, False),
        (RegionSymmetry.QUARTER_TURN, 8, 10, False),
    ],
)  # fmt: skip
def test_symmetries_that_no_puzzle_can_have_are_refused(
    symmetry: RegionSymmetry, columns: int, rows: int, *, possible: bool
) -> None:
    limits = RegionLimits(symmetry=symmetry)
    if possible:
        limits.check(Board(columns, rows))
        return
    with pytest.raises(PuzzleError, match=f"keeps on {columns}×{rows}"):
        limits.check(Board(columns, rows))


def test_only_accepted_splits_stay() -> None:
    board, limits = Board(8, 8), RegionLimits()

    def are_large(partition: Partition) -> bool:
        return min(mask.bit_count() for mask in partition.masks.values()) >= 8

    made = random_partition(board, limits, random.Random(4), 6, are_large)
    check(made)
    assert made.count > 2
    assert are_large(made)


def test_the_free_style_draws_nothing_and_the_published_one_stays_within_the_limits() -> None:
    board = Board(10, 10)
    free = RegionLimits.usual(board, style=RegionStyle.FREE)
    rng = random.Random(1)
    before = rng.getstate()
    assert free.drawn(board, rng) is free
    assert rng.getstate() == before
    usual = RegionLimits.usual(board)
    for each in (usual.drawn(board, rng) for _ in range(200)):
        assert usual.fewest <= each.fewest <= each.most <= usual.most
        assert each.smallest * each.fewest <= board.size <= each.largest * each.most
    assert RegionLimits.usual(board, fewest=9, most=9).style is RegionStyle.FREE
