"""The values of moves, divided among several engines."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from litslab.games import create
from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.jobs.progress import Progress
from litslab.solver.endgame.move_values import value_moves
from litslab.solver.endgame.solution import Solution
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.search_options import SearchOptions
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.games.playing import play_at_random
from tests.solver.endgame.test_even_openings import MEMORY


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
    told = [each for each in told if each.total]
    assert told == [Progress(done, moves, "values of moves") for done in range(moves + 1)]


@pytest.mark.slow
def test_a_task_that_met_its_limit_has_bounds_that_hold() -> None:
    position = endgame(left=9)
    moves = position.choices()[:3]
    free = SearchOptions(engine="reference")
    bounded = SearchOptions(Limit(nodes=0), "reference")
    exact, _ = value_moves(moves, position, free)
    limit = position.rules.value_limit()
    for options, deadline in ((bounded, math.inf), (free, 0.0)):
        stopped, _ = value_moves(moves, position, options, deadline)
        assert Score(-limit, limit) in stopped
        for bounds, value in zip(stopped, exact, strict=True):
            assert value.is_exact
            assert bounds.lower <= value.lower <= bounds.upper


def test_a_limit_is_kept_by_all_workers() -> None:
    position = endgame(left=9)
    found = solve(position, nodes=5, engine="reference", all_moves=True, workers=2)
    assert (found.is_complete, len(found.moves)) == (False, len(position.choices()))


def test_what_cannot_be_divided_is_refused_before_anything_is_solved() -> None:
    start = create("taiji", size=9).start()  # no search of it ends
    for how in ({"workers": 2}, {"scheduler": "tcp://127.0.0.1:8786"}):
        with pytest.raises(OptionError, match="expected only with the values of all moves"):
            solve(start, **how)
    with pytest.raises(OptionError, match="scheduler 'nonsense': expected an address"):
        solve(start, all_moves=True, scheduler="nonsense")
