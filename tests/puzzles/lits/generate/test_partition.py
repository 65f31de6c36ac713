"""Partitions and annealing over them: every change keeps the invariants, and solved puzzles are
solved.
"""

from __future__ import annotations

import itertools
import random
from itertools import combinations

import pytest

from litslab.games.geometry import Board, Symmetry
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.judge import KernelJudge
from litslab.puzzles.lits.generate.partition import (
    Partition,
    RegionLimits,
    RegionStyle,
    RegionSymmetry,
    random_partition,
    region_maps,
)
from litslab.puzzles.lits.model.solve import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from tests.rules_text import letter_of

MAPS = {
    RegionSymmetry.NONE: (),
    RegionSymmetry.HALF_TURN: ("half turn",),
    RegionSymmetry.MIRROR: ("mirror left-right",),
    RegionSymmetry.QUARTER_TURN: ("half turn", "quarter turn left", "quarter turn right"),
}


def maps_of(board: Board, symmetry: RegionSymmetry) -> list[Symmetry]:
    return [each for each in board.symmetries if each.name in MAPS[symmetry]]


def holds_its_own_image(board: Board, squares: set[int], symmetry: Symmetry) -> bool:
    """Return whether four squares of a set are an L, I, T or S and their own image, by
    trying all.
    """
    pairs = {frozenset((square, symmetry.squares[square])) for square in squares}
    for number in range(1, 5):
        for chosen in combinations(pairs, number):
            four = frozenset(
                divmod(square, board.columns)[::-1] for pair in chosen for square in pair
            )
            if len(four) == 4 and letter_of(four) is not None:
                return True
    return False


def sizes_of(partition: Partition) -> list[int]:
    return sorted(mask.bit_count() for mask in partition.masks.values())


def check(partition: Partition) -> None:
    board = partition.board
    limits = partition.limits
    regions: dict[int, set[int]] = {}
    for square, region in enumerate(partition.regions):
        regions.setdefault(region, set()).add(square)
    assert {
        region: sum(1 << square for square in squares) for region, squares in regions.items()
    } == partition.masks
    for squares in regions.values():
        assert limits.smallest <= len(squares) <= limits.largest
        found = set()
        waiting = [min(squares)]
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
        *(
            (symmetry, 7, 10)
            for symmetry in RegionSymmetry
            if symmetry is not RegionSymmetry.QUARTER_TURN
        ),
        *((symmetry, 9, 9) for symmetry in (RegionSymmetry.NONE, RegionSymmetry.MIRROR)),
    ],
)
def test_every_change_keeps_the_limits(symmetry: RegionSymmetry, columns: int, rows: int) -> None:
    board = Board(columns, rows)
    rng = random.Random(f"{symmetry}{columns}{rows}")
    limits = RegionLimits(smallest=4, largest=24, symmetry=symmetry)
    limits.check(board)
    start = random_partition(board, limits, rng, 6)
    check(start)
    made = dict.fromkeys(("shift", "exchange", "split", "merge"), 0)
    partition = Partition(board, RegionLimits(smallest=4, symmetry=symmetry), start.regions)
    for _ in range(600):
        kind = rng.choice(("shift", "shift", "exchange", "split", "merge"))
        if (changes := getattr(partition, kind)(rng.randrange(board.size), rng)) is None:
            continue
        made[kind] += 1
        before = list(partition.regions)
        sizes = sizes_of(partition)
        back = partition.make(changes)
        check(partition)
        assert kind != "exchange" or sizes_of(partition) == sizes
        if rng.random() < 0.3:
            partition.make(back)
            assert partition.regions == before
            check(partition)
    assert all(made.values())


@pytest.mark.parametrize(
    ("symmetry", "possible", "impossible"),
    [
        (RegionSymmetry.HALF_TURN, [(10, 10), (10, 9)], [(7, 7)]),
        (RegionSymmetry.MIRROR, [(7, 7), (4, 9)], [(2, 9)]),
        (RegionSymmetry.QUARTER_TURN, [(8, 8)], [(9, 9), (8, 10)]),
    ],
)
def test_symmetries_that_no_puzzle_can_have_are_refused(
    symmetry: RegionSymmetry,
    possible: list[tuple[int, int]],
    impossible: list[tuple[int, int]],
) -> None:
    limits = RegionLimits(symmetry=symmetry)
    for size in possible:
        limits.check(Board(*size))
    for columns, rows in impossible:
        with pytest.raises(PuzzleError, match=f"keeps on {columns}×{rows}"):
            limits.check(Board(columns, rows))


def test_only_accepted_splits_stay() -> None:
    board = Board(8, 8)
    limits = RegionLimits()

    def are_large(partition: Partition) -> bool:
        return min(mask.bit_count() for mask in partition.masks.values()) >= 8

    made = random_partition(board, limits, random.Random(4), 6, are_large)
    check(made)
    assert len(made.masks) > 2
    assert are_large(made)


def test_the_free_style_draws_nothing_and_the_published_one_stays_within_the_limits() -> None:
    board = Board(10, 10)
    free = RegionLimits(style=RegionStyle.FREE).on(board)
    rng = random.Random(1)
    before = rng.getstate()
    assert free.drawn(board, rng) is free
    assert rng.getstate() == before
    usual = RegionLimits().on(board)
    for each in (usual.drawn(board, rng) for _ in range(200)):
        assert usual.fewest <= each.fewest <= each.most <= usual.most
        assert each.smallest * each.fewest <= board.size <= each.largest * each.most
    assert RegionLimits(fewest=9, most=9).on(board).style is RegionStyle.FREE


class Counting(KernelJudge):
    """The kernel, and how often it was asked."""

    def __init__(self) -> None:
        self.judged = 0
        self.contradictions = 0

    def open_squares(self, board: Board, regions: list[int], trials: bool) -> list[int] | None:
        self.judged += 1
        found = super().open_squares(board, regions, trials)
        self.contradictions += found is None
        return found


def until_solved(annealing: Annealing, runs: int = 200) -> None:
    for _ in range(runs):
        if annealing.anneal():
            return
    raise AssertionError("annealing does not come to a puzzle")


def status(annealing: Annealing) -> SolutionStatus:
    return solve(LitsPuzzle(annealing.board, tuple(annealing.partition.numbered()))).status


def test_neighbours_of_a_solved_partition_are_solved_and_can_be_taken_back() -> None:
    judge = Counting()
    limits = RegionLimits(style=RegionStyle.FREE)
    annealing = Annealing(Setup(Board(7, 7), limits, judge, random.Random(2), trials=True))
    until_solved(annealing)
    assert annealing.judged == judge.judged
    for _ in range(12):
        before = list(annealing.partition.regions)
        back = annealing.neighbour(60)
        assert back is not None
        assert annealing.partition.regions != before
        assert status(annealing) is SolutionStatus.UNIQUE
        if len(annealing.partition.masks) % 2:
            annealing.undo(back)
            assert annealing.partition.regions == before
        assert annealing.is_solved


@pytest.mark.slow
def test_it_begins_anew_from_what_shows_no_contradiction() -> None:
    board = Board(16, 16)
    judge = Counting()
    for symmetry in (RegionSymmetry.NONE, RegionSymmetry.HALF_TURN):
        annealing = Annealing(
            Setup(board, RegionLimits(symmetry=symmetry), judge, random.Random(1))
        )
        regions = annealing.partition.numbered()
        assert len(annealing.partition.masks) > 15
        assert judge.open_squares(board, regions, trials=False) is not None
        if images := [each.squares for each in region_maps(board, symmetry)]:
            assert judge.may_be_symmetric(board, regions, images)
    assert judge.contradictions > 0  # of splits that were not kept


def test_a_run_ends_when_its_time_is_over() -> None:
    judge = Counting()
    now = 0.0
    annealing = Annealing(
        Setup(
            Board(10, 10),
            RegionLimits(symmetry=RegionSymmetry.HALF_TURN),
            judge,
            random.Random(1),
            trials=True,
            deadline=1.0,
            clock=lambda: now,
        )
    )
    while annealing.is_solved:
        annealing.anneal()
    before = judge.judged
    now = 2.0
    assert not annealing.anneal()
    assert annealing.neighbour(5) is None
    assert judge.judged == before


def test_the_first_partition_of_a_large_board_is_given_up_when_its_time_is_over() -> None:
    looks = itertools.count()
    judge = Counting()
    # By this clock each look takes a second; a partition of this board alone takes some hundred
    # splits.
    annealing = Annealing(
        Setup(
            Board(40, 40),
            RegionLimits(),
            judge,
            random.Random(1),
            deadline=5.0,
            clock=lambda: float(next(looks)),
        )
    )
    assert judge.judged <= 6
    assert not annealing.anneal()
    assert not annealing.is_solved
    assert judge.judged <= 6
