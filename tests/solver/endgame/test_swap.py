"""The effect of a swap on values."""

from __future__ import annotations

import pytest

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.rules import Rules
from litslab.games.wythe import Wythe
from litslab.solver.endgame.swap import value_with_swap
from litslab.solver.engines.registry import EngineName
from litslab.solver.solve import solve
from tests.games.cases import symbols
from tests.solver.brute_force import BruteForce

GAMES: tuple[Rules, ...] = (
    BattleOfLits(size=4, symbols=symbols(4, 4)),
    BattleOfLits(size=4, supply=(1, 1, 1, 1), symbols=("XXOO", "XOXO", "O.X.", "XXXX")),
    BattleOfLits(size=5, rows=3, symbols=symbols(5, 3)),
    Wythe(size=2),
)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize("swap", [True, False])
def test_the_value_under_the_pie_rule(rules: Rules, engine: EngineName, swap: bool) -> None:
    solution = solve(rules.start(), engine=engine, all_moves=True, swap=swap)
    brute = BruteForce(2_000_000)
    assert solution.swap is not None
    assert solution.swap.value == brute.people_value(rules.start())
    assert solution.swap.best == tuple(
        move
        for move in rules.start().choices()
        if brute.people_value(rules.start().play(move)) == solution.swap.value
    )


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_whether_to_swap(rules: Rules) -> None:
    for move in rules.start().choices():
        position = rules.start().play(move)
        solution = solve(position)
        assert solution.swap is not None
        stay = BruteForce(2_000_000).value(position)  # what the first side gets, whoever plays it
        assert solution.swap.should_swap is (stay > 0)
        assert solution.swap.value == -abs(stay)


def test_no_advice_without_a_swap_or_after_it() -> None:
    rules = GAMES[0]
    position = rules.start().play(rules.start().choices()[0])
    assert solve(position.with_swap_made()).swap is None
    second = position.play(position.choices()[0])
    assert second.is_over or solve(second, all_moves=True).swap is None
    assert solve(rules.start(), swap=False).swap is None  # the first placements were not asked for
    assert not solve(BattleOfLits(size=2, symbols=symbols(2, 2)).start()).under_swap  # nothing fits


@pytest.mark.parametrize(
    "rows", [("....", "....", "OOOO", "OOOO"), ("....", "....", "XXXX", "XXXX")], ids="".join
)
def test_a_first_placement_that_ends_the_game_cannot_be_swapped(rows: tuple[str, ...]) -> None:
    rules = BattleOfLits(size=4, supply=(1, 0, 0, 0), symbols=rows)
    first = [rules.start().play(move) for move in rules.start().choices()]
    assert all(each.is_over for each in first)
    values = [each.outcome().value for each in first]
    assert [
        value_with_swap(each, value) for each, value in zip(first, values, strict=True)
    ] == values
    swap = solve(rules.start(), all_moves=True, engine="reference").swap
    assert swap is not None
    assert swap.value == max(values) == BruteForce(100).people_value(rules.start())
    assert value_with_swap(rules.start(), 3) == value_with_swap(rules.start(), -3) == -3
