"""Values of moves are the same whoever finds them: this process, others, or the workers of a cluster."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from litslab.games import create
from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.jobs.child import WorkerError
from litslab.jobs.progress import Progress
from litslab.solver.endgame.optimal_moves import Division, MovesTask, value_moves
from litslab.solver.endgame.result import Limit, Score, Solution
from litslab.solver.endgame.solve import solve
from tests.games.playing import play_at_random

MEMORY = 1 << 22


def endgame(game: str = "taiji", left: int = 6) -> Position:
    return play_at_random(create(game, size=6), random.Random(4))[1][-left]


def without_cost(solution: Solution) -> Solution:
    return replace(solution, info=replace(solution.info, nodes=0, seconds=0.0))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["taiji", "wythe", "battle-of-lits"])
def test_two_workers_find_what_one_process_finds(game: str) -> None:
    position = endgame(game)
    told: list[Progress] = []
    alone = solve(position, all_moves=True, memory=MEMORY)
    together = solve(position, all_moves=True, memory=MEMORY, workers=2, progress=told.append)
    assert alone.is_complete
    assert len(alone.moves) > 4
    assert without_cost(together) == without_cost(alone)
    assert together.info.nodes > solve(position, memory=MEMORY).info.nodes
    moves = len(alone.moves)
    assert [each for each in told if each.total] == [
        Progress(done, moves, "values of moves") for done in range(moves + 1)
    ]


@pytest.mark.slow
def test_a_task_that_met_its_limit_has_bounds_that_hold() -> None:
    position = endgame(left=9)
    moves = position.choices()[:3]
    free, bounded = Division(Limit(), "reference"), Division(Limit(nodes=0), "reference")
    exact, _ = value_moves(MovesTask(position, moves, free))
    limit = position.rules.value_limit()
    for task in (MovesTask(position, moves, bounded), MovesTask(position, moves, free, deadline=0.0)):
        stopped, _ = value_moves(task)
        assert Score(-limit, limit) in stopped
        for bounds, value in zip(stopped, exact, strict=True):
            assert value.is_exact
            assert bounds.lower <= value.lower <= bounds.upper


def test_a_limit_is_kept_by_all_workers() -> None:
    position = endgame(left=9)
    found = solve(position, Limit(nodes=5), engine="reference", all_moves=True, workers=2)
    assert not found.is_complete
    assert len(found.moves) == len(position.choices())


def test_what_cannot_be_divided_is_refused_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("litslab.solver.endgame.solve.make_oracle")
    for how in ({"workers": 2}, {"scheduler": "tcp://127.0.0.1:8786"}):
        with pytest.raises(OptionError, match="expected only with the values of all moves"):
            solve(endgame(), **how)
    with pytest.raises(WorkerError, match="scheduler nonsense: expected an address"):
        solve(endgame(), all_moves=True, scheduler="nonsense")
