"""Endgames by CP-SAT alone: the values, moves and lines of the reference and the kernel, and honest bounds."""

from __future__ import annotations

import random

import pytest

from litslab.games import create
from litslab.jobs.child import ChildDiedError
from litslab.jobs.progress import Progress
from litslab.solver.endgame.optimal_moves import SolveOptions, find_optimal_moves
from litslab.solver.endgame.result import Limit, LimitReachedError, Score, Settings, bounds_progress
from litslab.solver.endgame.solve import solve
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import CpSatOracle
from litslab.solver.model.strategy import Strategist
from tests.games.playing import play_at_random
from tests.running import interrupted_at


def strategist(limit: Limit | None = None) -> Strategist:
    return Strategist(limit or Limit(), Settings(workers=1, seed=1))


@pytest.mark.slow
def test_limits_leave_honest_bounds() -> None:
    position = play_at_random(create("taiji", size=5, groups=1), random.Random(5))[1][-4]
    value = Search().value(position)
    whole = strategist()
    assert whole.value(position) == value
    for nodes in (0, 1, whole.nodes // 2, whole.nodes - 1):
        stopped = strategist(Limit(nodes=nodes))
        with pytest.raises(LimitReachedError):
            stopped.value(position)
        score = stopped.bounds(position)
        assert score.lower <= value <= score.upper
    with pytest.raises(LimitReachedError):
        strategist(Limit(seconds=0)).value(position)


@pytest.mark.slow
def test_the_engine_works_in_a_process_of_its_own() -> None:
    position = play_at_random(create("battle-of-lits", size=5), random.Random(3))[1][-3]
    told: list[Progress] = []
    mine = solve(position, engine="cpsat", progress=told.append)
    reference = solve(position, engine="reference")
    assert (mine.score, mine.best, mine.margin) == (reference.score, reference.best, reference.margin)
    assert (mine.info.engine, told[-1]) == ("cpsat", bounds_progress(mine.score, position, told[-1].done))


@pytest.mark.slow
def test_a_limit_in_the_other_process_is_one_here() -> None:
    oracle = CpSatOracle(Limit(nodes=1))
    position = play_at_random(create("taiji", size=5, groups=1), random.Random(5))[1][-4]
    solution = find_optimal_moves(oracle, position)
    assert not solution.is_exact
    assert not solution.best
    assert oracle.nodes > 0
    assert not find_optimal_moves(CpSatOracle(Limit(seconds=0)), position).is_exact


@pytest.mark.slow
def test_ctrl_c_ends_the_other_process_and_keeps_bounds() -> None:
    oracle = CpSatOracle()
    position = play_at_random(create("taiji", size=5, groups=1), random.Random(5))[1][-4]
    value = Search().value(position)
    solution = find_optimal_moves(oracle, position, SolveOptions(progress=interrupted_at(1)))
    limit = position.rules.value_limit()
    assert solution.score != Score(-limit, limit)
    assert solution.score.lower <= value <= solution.score.upper
    with pytest.raises(ChildDiedError):
        oracle.value(position)
