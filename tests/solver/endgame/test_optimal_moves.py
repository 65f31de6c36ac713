"""Moves, openings and the swap: what `solve` says of them equals full minimax, whoever finds the values."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from unittest.mock import patch

import pytest

from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.wythe import Wythe
from litslab.jobs.child import WorkerError
from litslab.jobs.progress import Progress
from litslab.solver.endgame.optimal_moves import (
    Division,
    SolveOptions,
    find_even_openings,
    value_moves,
    value_with_swap,
)
from litslab.solver.endgame.result import Limit, Score, Solution
from litslab.solver.endgame.solve import solve
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.reference import Search
from tests.games.cases import symbols
from tests.games.playing import play_at_random
from tests.solver.brute_force import BruteForce

GAMES: tuple[Rules, ...] = (
    BattleOfLits(size=4, symbols=symbols(4, 4)),
    BattleOfLits(size=4, supply=(1, 1, 1, 1), symbols=("XXOO", "XOXO", "O.X.", "XXXX")),
    BattleOfLits(size=5, rows=3, symbols=symbols(5, 3)), Wythe(size=2),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize("swap", [True, False])
def test_the_value_under_the_pie_rule(rules: Rules, engine: str, swap: bool) -> None:
    solution = solve(rules.start(), engine=engine, all_moves=True, swap=swap)
    brute = BruteForce(2_000_000)
    assert solution.swap is not None
    assert solution.swap.value == brute.people_value(rules.start())
    assert solution.swap.best == tuple(
        move for move in rules.start().choices() if brute.people_value(rules.start().play(move)) == solution.swap.value
    )


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_whether_to_swap(rules: Rules) -> None:
    for move in rules.start().choices():
        position = rules.start().play(move)
        solution = solve(position)
        assert solution.swap is not None
        stay = BruteForce(2_000_000).value(position)  # what the first side gets, whoever plays it
        assert solution.swap.swap is (stay > 0)
        assert solution.swap.value == -abs(stay)


def test_no_advice_without_a_swap_or_after_it() -> None:
    rules = GAMES[0]
    position = rules.start().play(rules.start().choices()[0])
    assert solve(position.with_swap_made()).swap is None
    second = position.play(position.choices()[0])
    assert second.is_over or solve(second, all_moves=True).swap is None
    assert solve(rules.start(), swap=False).swap is None  # the first placements were not asked for
    assert not solve(BattleOfLits(size=2, symbols=symbols(2, 2)).start()).under_swap  # nothing fits


@pytest.mark.parametrize("rows", [("....", "....", "OOOO", "OOOO"), ("....", "....", "XXXX", "XXXX")], ids="".join)
def test_a_first_placement_that_ends_the_game_cannot_be_swapped(rows: tuple[str, ...]) -> None:
    rules = BattleOfLits(size=4, supply=(1, 0, 0, 0), symbols=rows)
    first = [rules.start().play(move) for move in rules.start().choices()]
    assert all(each.is_over for each in first)
    values = [each.outcome().value for each in first]
    assert [value_with_swap(each, value) for each, value in zip(first, values, strict=True)] == values
    swap = solve(rules.start(), all_moves=True, engine="reference").swap
    assert swap is not None
    assert swap.value == max(values) == BruteForce(100).people_value(rules.start())
    assert value_with_swap(rules.start(), 3) == value_with_swap(rules.start(), -3) == -3


MEMORY = 4
SQUARE = Wythe(size=3)


def players_margin(position: Position, solution: Solution) -> int:
    """Play the line with the swap where the second player gains by it, and return the first player's margin."""
    opening, *rest = solution.principal_variation
    after = position.play(opening)
    end = after
    for move in rest:
        end = end.play(move)
    outcome = end.outcome()
    return -outcome.margin if not after.is_over and outcome.value > 0 else outcome.margin


@pytest.mark.parametrize("rules", [*GAMES, SQUARE], ids=str)
@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_queries_and_exact_values_name_the_same_openings(rules: Rules, engine: str) -> None:
    start = rules.start()
    if engine == "reference" and start.legal.bit_count() > 60:
        pytest.skip("takes long")
    oracle = Search if engine == "reference" else lambda: KernelOracle(rules=rules, memory=MEMORY)
    quick = find_even_openings(oracle(), start)
    whole = find_even_openings(oracle(), start, SolveOptions(all_moves=True))
    assert quick.is_complete
    assert (quick.score, quick.best, quick.swap) == (whole.score, whole.best, whole.swap)
    assert not quick.moves
    values = ((each.move, each.score.lower) for each in whole.moves)
    worth = {move: value if start.play(move).is_over else -abs(value) for move, value in values}
    assert whole.best == tuple(move for move in start.choices() if worth[move] == max(worth.values()))
    for found in (quick, whole):
        assert (found.under_swap, found.margin) == (True, players_margin(start, found))
        assert found.margin is not None
        assert 2 * found.margin - 1 <= (found.score.value or 0) <= 2 * found.margin + 1


@pytest.mark.parametrize("rules", [*GAMES, SQUARE], ids=str)
def test_one_even_opening_settles_the_value(rules: Rules) -> None:
    start = rules.start()
    oracles = [KernelOracle(rules=rules, memory=MEMORY) for _ in range(2)]
    told: list[Progress] = []
    one = find_even_openings(oracles[0], start, SolveOptions(all_best=False))
    whole = find_even_openings(oracles[1], start, SolveOptions(progress=told.append))
    assert (one.is_complete, one.score, one.under_swap, len(one.best)) == (True, whole.score, True, 1)
    assert set(one.best) <= set(whole.best)
    assert (one.best_complete, whole.best_complete, one.margin) == (False, True, players_margin(start, one))
    assert one.info.nodes <= whole.info.nodes
    assert any(each.text.endswith("; other openings as even") for each in told) or start.play(whole.best[0]).is_over


def test_symmetry_saves_queries() -> None:
    start = SQUARE.start()
    with patch.object(KernelOracle, "reaches", autospec=True, side_effect=KernelOracle.reaches) as reaches:
        find_even_openings(KernelOracle(rules=SQUARE, memory=MEMORY), start)
    asked = [call.args[1].placed for call in reaches.call_args_list]
    assert 0 < len({placed for placed in asked if placed.bit_count() == 1}) <= start.legal.bit_count() // 4


@pytest.mark.parametrize("nodes", [1, 200, 2_000])
def test_a_limit_leaves_bounds_that_hold(nodes: int) -> None:
    rules = GAMES[0]
    start = rules.start()
    exact = find_even_openings(KernelOracle(rules=rules, memory=MEMORY), start).score.value
    assert exact is not None
    stopped = find_even_openings(KernelOracle(rules=rules, limit=Limit(nodes=nodes), memory=MEMORY), start)
    assert stopped.score.lower <= exact <= stopped.score.upper
    assert set(stopped.best) <= set(start.choices())
    assert stopped.is_complete is stopped.best_complete
    assert bool(stopped.best) or not stopped.is_complete
    if nodes == 1:
        assert not stopped.is_complete
        assert stopped.verdict.startswith("with the swap, limit reached; ")


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
    free, bounded = Division(Limit(), "reference"), Division(Limit(nodes=0), "reference")
    exact, _ = value_moves(moves, position, free)
    limit = position.rules.value_limit()
    for how, deadline in ((bounded, math.inf), (free, 0.0)):
        stopped, _ = value_moves(moves, position, how, deadline)
        assert Score(-limit, limit) in stopped
        for bounds, value in zip(stopped, exact, strict=True):
            assert value.is_exact
            assert bounds.lower <= value.lower <= bounds.upper


def test_a_limit_is_kept_by_all_workers() -> None:
    position = endgame(left=9)
    found = solve(position, Limit(nodes=5), engine="reference", all_moves=True, workers=2)
    assert (found.is_complete, len(found.moves)) == (False, len(position.choices()))


def test_what_cannot_be_divided_is_refused_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("litslab.solver.endgame.solve.make_oracle")
    for how in ({"workers": 2}, {"scheduler": "tcp://127.0.0.1:8786"}):
        with pytest.raises(OptionError, match="expected only with the values of all moves"):
            solve(endgame(), **how)
    with pytest.raises(WorkerError, match="scheduler nonsense: expected an address"):
        solve(endgame(), all_moves=True, scheduler="nonsense")
