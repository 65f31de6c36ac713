"""Annealing over partitions: what it calls solved is solved, and every step can be taken back."""

from __future__ import annotations

import itertools
import random

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry, region_maps
from litslab.puzzles.lits.generate.search import KernelJudge
from litslab.puzzles.lits.model import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle, SolutionStatus


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
    annealing = Annealing(Setup(Board(7, 7), RegionLimits(), judge, random.Random(2), trials=True))
    until_solved(annealing)
    assert annealing.judged == judge.judged
    for _ in range(12):
        before = list(annealing.partition.regions)
        back = annealing.neighbour(60)
        assert back is not None
        assert annealing.partition.regions != before
        assert status(annealing) is SolutionStatus.UNIQUE
        if annealing.partition.count % 2:
            annealing.undo(back)
            assert annealing.partition.regions == before
        assert annealing.is_solved


@pytest.mark.slow
def test_it_begins_anew_from_what_shows_no_contradiction() -> None:
    board, judge = Board(16, 16), Counting()
    for symmetry in (RegionSymmetry.NONE, RegionSymmetry.HALF_TURN):
        annealing = Annealing(Setup(board, RegionLimits(symmetry=symmetry), judge, random.Random(1)))
        regions = annealing.partition.numbered()
        assert annealing.partition.count > 15
        assert judge.open_squares(board, regions, trials=False) is not None
        if images := [each.squares for each in region_maps(board, symmetry)]:
            assert judge.may_be_symmetric(board, regions, images)
    assert judge.contradictions > 0  # of splits that were not kept


def test_a_run_ends_when_its_time_is_over() -> None:
    judge = Counting()
    now = 0.0
    annealing = Annealing(Setup(
        Board(10, 10), RegionLimits(symmetry=RegionSymmetry.HALF_TURN), judge, random.Random(1), trials=True,
        deadline=1.0, clock=lambda: now,
    ))  # fmt: skip
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
    # By this clock each look takes a second; a partition of this board alone takes some hundred splits.
    annealing = Annealing(
        Setup(Board(40, 40), RegionLimits(), judge, random.Random(1), deadline=5.0, clock=lambda: float(next(looks)))
    )
    assert judge.judged <= 6
    assert not annealing.anneal()
    assert not annealing.is_solved
    assert judge.judged <= 6
