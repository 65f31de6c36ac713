"""Endgames by CP-SAT alone: the values, moves and lines of the reference and the kernel, and honest
bounds.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import create
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.progress import Progress
from litslab.solver.endgame.optimal_moves import SolveOptions, find_optimal_moves
from litslab.solver.engines.cpsat import CpSatOracle
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.progress import bounds_progress
from litslab.solver.engines.reference import Search
from litslab.solver.engines.strategy import Strategist
from litslab.solver.model.finishes import MOST_FINISHES
from litslab.solver.model.settings import Settings
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.running import interrupted_at
from tests.solver.model.test_bounds import every_case


def strategist(limit: Limit | None = None, most_finishes: int = MOST_FINISHES) -> Strategist:
    return Strategist(limit or Limit(), Settings(workers=1, seed=1), most_finishes=most_finishes)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("most_finishes", [0, 12, 10_000])
@settings(max_examples=2, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**6))
def test_models_and_tables_of_finishes_find_the_value(
    case: Case,
    most_finishes: int,
    seed: int,
) -> None:
    """With models alone, with tables of the last positions, and with one table."""
    _, positions = play_at_random(case.rules(), random.Random(seed), passes=False)
    small_models = case.name in {"battle-of-lits", "taiji"} and "scoring" not in case.options
    slow = not small_models and most_finishes < 100
    few = slow or case.name == "taiji+battle-of-lits"  # before its swap there are no tables
    position = positions[-min(2 if few else 4, len(positions) - 1)]
    mine = strategist(most_finishes=most_finishes)
    reference = Search()
    assert mine.value(position) == reference.value(position)
    if most_finishes:
        for move in position.choices():
            after = position.play(move)
            assert mine.value(after) == reference.value(after)


@pytest.mark.slow
@pytest.mark.parametrize("most_finishes", [0, 10_000])
def test_limits_leave_honest_bounds(most_finishes: int) -> None:
    position = play_at_random(create("taiji", size=5, groups=1), random.Random(5))[1][-4]
    value = Search().value(position)
    whole = strategist(most_finishes=most_finishes)
    assert whole.value(position) == value
    for nodes in sorted({0, whole.nodes // 2, whole.nodes - 1}):
        stopped = strategist(Limit(nodes=nodes), most_finishes)
        with pytest.raises(LimitReachedError):
            stopped.value(position)
        score = stopped.bounds(position)
        assert score.lower <= value <= score.upper
    with pytest.raises(LimitReachedError):
        strategist(Limit(seconds=0), most_finishes).value(position)


@pytest.mark.slow
def test_the_engine_works_in_a_process_of_its_own() -> None:
    position = play_at_random(create("battle-of-lits", size=5), random.Random(3))[1][-3]
    told: list[Progress] = []
    mine = solve(position, engine="cpsat", progress=told.append)
    reference = solve(position, engine="reference")
    assert (mine.score, mine.best, mine.margin) == (
        reference.score,
        reference.best,
        reference.margin,
    )
    assert (mine.info.engine, told[-1]) == (
        "cpsat",
        bounds_progress(mine.score, position, told[-1].done),
    )


@pytest.mark.slow
def test_a_limit_in_the_other_process_is_one_here() -> None:
    oracle = CpSatOracle(Limit(nodes=0))
    position = play_at_random(create("battle-of-lits", size=5), random.Random(3))[1][-3]
    solution = find_optimal_moves(oracle, position)
    assert not solution.is_exact
    assert not solution.best
    assert oracle.nodes > 0
    assert not find_optimal_moves(CpSatOracle(Limit(seconds=0)), position).is_exact


@pytest.mark.slow
def test_ctrl_c_ends_the_other_process_and_keeps_bounds() -> None:
    oracle = CpSatOracle()
    position = play_at_random(create("wythe", size=4), random.Random(3))[1][-4]
    value = Search().value(position)
    solution = find_optimal_moves(oracle, position, SolveOptions(progress=interrupted_at(1)))
    limit = position.rules.value_limit()
    assert solution.score != Score(-limit, limit)
    assert solution.score.lower <= value <= solution.score.upper
    with pytest.raises(ChildDiedError):
        oracle.value(position)
