"""A likely line of play."""

from __future__ import annotations

import random
from itertools import count

import pytest

from litslab.games import GAMES, SWAP, create
from litslab.games.record import Record
from litslab.games.sources import load
from litslab.solver.play.line import find_line
from litslab.solver.solve import solve
from tests.app.command_line import EXAMPLES
from tests.games.playing import play_at_random
from tests.solver.play.test_players import is_legal


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_line_is_legal_and_the_same_for_a_seed(name: str) -> None:
    rules = create(name, size={"battle-of-lits": 6, "taiji+battle-of-lits": 4}.get(name, 5))
    position = Record(
        rules, tuple(play_at_random(rules, random.Random(2), passes=False)[0][:2])
    ).position()
    line = find_line(position, playouts=30, seed=5)
    assert is_legal(position, line)
    assert find_line(position, playouts=30, seed=5) == line


def test_an_endgame_is_played_exactly() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position(9)
    line = find_line(position, playouts=1)
    solution = solve(position)
    assert line == solution.principal_variation
    assert line[0] in solution.best


def test_an_opening_that_is_worth_swapping_is_swapped() -> None:
    # One side has all symbols; the other wants to swap.
    rules = create("battle-of-lits", size=5, symbols=("XXXXX",) * 5)
    position = rules.start()
    opening = find_line(position, playouts=200)
    assert len(opening) == 1
    after = position.play(opening[0])
    assert find_line(after, playouts=200)[0] is SWAP


@pytest.mark.slow
def test_a_cancelled_search_answers_with_what_it_has() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position(0)
    position = position.play(position.choices()[0])
    asked = count(1)
    line = find_line(position, lambda: next(asked) == 2, playouts=1 << 40)
    assert is_legal(position, line)
    assert next(asked) == 3
