"""The kernel's search for finished positions of few tetrominoes, against all games."""

from __future__ import annotations

import itertools

import pytest

from litslab import kernel
from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.jobs.progress import Progress
from litslab.solver.finals import few_pieces

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")

CASES = (
    {"size": 4},
    {"size": 4, "supply": (0, 1, 1, 1)},
    {"size": 4, "supply": (1, 0, 0, 1)},
    {"size": 4, "supply": (3, 0, 0, 0)},
    {"size": 5, "rows": 4, "supply": (1, 1, 1, 1)},
    {"size": 3, "rows": 5},
    {"size": 8, "rows": 2},
    {"size": 2},
)


def fewest_by_play(start: Position) -> int:
    """The fewest pieces of all games, those of equally many pieces after each other."""
    layer = {start.placed: start}
    number = 0
    while not any(position.is_over for position in layer.values()):
        number += 1
        children = [move for position in layer.values() for move in map(position.place, indices(position.legal))]
        layer = {child.placed: child for child in children}
    return number


def indices(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


@pytest.mark.parametrize("options", CASES, ids=str)
def test_the_fewest_are_those_of_all_games(options: dict[str, object]) -> None:
    rules = create("battle-of-lits", **options)
    assert isinstance(rules, BattleOfLits)
    fewest = fewest_by_play(rules.start())
    for most in range(5):
        answer = few_pieces.find(rules, most)
        assert answer.decided
        if most < fewest or not fewest:  # an empty board is no answer
            assert answer.position is None
        else:
            assert answer.position is not None
            assert answer.position.is_over
            assert fewest <= answer.position.placed.bit_count() <= most


@pytest.mark.parametrize(("size", "fewest"), [(5, 2), (6, 3), (7, 5)])
def test_the_fewest_are_proved(size: int, fewest: int) -> None:
    rules = BattleOfLits(size=size)
    refuted = few_pieces.find(rules, fewest - 1)
    assert refuted.decided
    assert refuted.position is None
    assert refuted.nodes > 0
    found = few_pieces.find(rules, fewest).position
    assert found is not None
    assert found.is_over
    assert found.placed.bit_count() == fewest


def test_a_limit_is_no_proof() -> None:
    told: list[Progress] = []
    answer = few_pieces.find(BattleOfLits(size=10), 7, time_limit=0.0, progress=told.append)
    assert not answer.decided
    assert answer.position is None
    assert told == [Progress(0, 164)]


def test_larger_boards_are_refused() -> None:
    with pytest.raises(OptionError, match="11 squares"):
        few_pieces.find(BattleOfLits(size=12, rows=2), 1)


def test_the_kernel_refuses_placements_that_are_none() -> None:
    with pytest.raises(ValueError, match="placement"):
        kernel.find_few_pieces(4, 4, [], [1, 1, 1, 1], first=0, without=[], most=1, seconds=1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "expected"), [(2, 0), (4, 2), (5, 2), (6, 3), (7, 5)])
def test_the_bracket_closes(size: int, expected: int) -> None:
    told: list[few_pieces.Bracket] = []
    bracket = few_pieces.fewest(BattleOfLits(size=size), report=told.append)
    assert bracket.lower == bracket.position.placed.bit_count() == expected
    assert bracket.position.is_over
    assert told[-1] == bracket
    for wider, narrower in itertools.pairwise(told):
        assert wider.lower <= narrower.lower
        assert wider.position.placed.bit_count() >= narrower.position.placed.bit_count()


@pytest.mark.slow
def test_a_bracket_that_met_its_limit_is_open() -> None:
    bracket = few_pieces.fewest(BattleOfLits(size=9), time_limit=0.0)
    assert 1 <= bracket.lower < bracket.position.placed.bit_count()
    assert bracket.position.is_over
