"""Lines of play for an engine that others drive: exact in endgames, legal everywhere, the same for the same seed."""

from __future__ import annotations

import random
from itertools import count

import pytest

from litslab.games import GAMES, SWAP, Position, create
from litslab.games.record import load
from litslab.solver.endgame.solve import solve
from litslab.solver.play.players import find_line
from tests.app.command_line import EXAMPLES
from tests.domineering import Domineering
from tests.games.playing import play_at_random

SMALL = {
    "taiji": {"size": 5},
    "battle-of-lits": {"size": 6},
    "tailits": {"size": 5},
    "wythe": {"size": 5},
    "tailits+taiji": {"size": 5},
    "taiji+battle-of-lits": {"size": 5},
}


def is_legal(position: Position, line: tuple[object, ...]) -> bool:
    for move in line:
        position = position.play(move)  # type: ignore[arg-type]
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_line_is_legal_and_the_same_for_a_seed(name: str) -> None:
    rules = create(name, **SMALL[name])
    position = rules.start()
    for move in play_at_random(rules, random.Random(2), passes=False)[0][:2]:
        position = position.play(move)
    line = find_line(position, playouts=100, seed=5)
    assert line
    assert is_legal(position, line)
    assert find_line(position, playouts=100, seed=5) == line


def test_an_endgame_is_played_exactly() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position(9)
    line = find_line(position, playouts=1)
    solution = solve(position)
    assert line == solution.principal_variation
    assert line[0] in solution.best


def test_an_opening_that_is_worth_swapping_is_swapped() -> None:
    # One side has all symbols, so that the other wants to exchange.
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
    assert line
    assert is_legal(position, line)
    assert next(asked) == 3


def test_a_game_that_the_kernel_does_not_know() -> None:
    position = Domineering(size=4).start()
    assert is_legal(position, find_line(position, playouts=50))


def test_a_limit_is_needed_and_a_game_that_goes_on() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position()
    with pytest.raises(ValueError, match="the game is over"):
        find_line(position, playouts=1)
    with pytest.raises(ValueError, match="expected a time limit or a number of playouts"):
        find_line(create("wythe").start())
