"""The fewest dominoes, against all sets and the known sequence; the most of Wythe, against the
model of the rules.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from litslab.games.geometry import Board
from litslab.games.taiji import Taiji
from litslab.games.wythe import Wythe
from litslab.solver.finals.domino_extremes import (
    few_pieces,
    fewest_dominoes,
    most_bound,
    most_pieces,
)
from litslab.solver.model.games import final_positions
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.scores import pieces
from litslab.solver.model.search import optimise
from litslab.solver.model.settings import Settings
from tests.games.playing import play_at_random


def fewest_by_trying(board: Board, *, one_colour_meets: bool) -> int:
    """All sets of coloured dominoes, the small ones first."""
    pairs = [(a, b) for a in range(board.size) for b in board.neighbours(a)]
    for number in range(board.size // 2 + 1):
        for dominoes in combinations(pairs, number):
            colour = {
                square: black
                for pair in dominoes
                for square, black in zip(pair, (True, False), strict=True)
            }
            if len(colour) == 2 * number and all(
                (a in colour or b in colour)
                and (
                    not one_colour_meets
                    or a not in colour
                    or b not in colour
                    or (a, b) in dominoes
                    or (b, a) in dominoes
                    or colour[a] == colour[b]
                )
                for a, b in pairs
            ):
                return number
    raise AssertionError


@pytest.mark.parametrize("one_colour_meets", [False, True])
@pytest.mark.parametrize(
    ("columns", "rows"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (5, 2)]
)
def test_no_fewer_dominoes_do(columns: int, rows: int, one_colour_meets: bool) -> None:
    board = Board(columns, rows)
    found = fewest_dominoes(board, one_colour_meets=one_colour_meets)
    assert found is not None
    assert len(found) == fewest_by_trying(board, one_colour_meets=one_colour_meets)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "fewest"), [(2, 2), (3, 3), (4, 6), (5, 9), (6, 12), (7, 17)])
def test_the_smallest_maximal_matchings_are_finished_games(size: int, fewest: int) -> None:
    """The numbers are OEIS A280984."""
    games: list[Taiji | Wythe] = [Taiji(size=size)]
    if size < 7:
        games.append(Wythe(size=size))
    for rules in games:
        position = few_pieces(rules)
        assert position is not None
        assert (position.is_over, position.placed.bit_count()) == (True, fewest)


def test_where_the_time_is_over_nothing_is_said() -> None:
    assert few_pieces(Taiji(size=9), time_limit=0.0) is None


SEEDED = Settings(time_limit=None, workers=1, seed=1)


@pytest.mark.parametrize("size", [2, 3])
def test_the_most_pieces_are_those_of_the_rules(size: int) -> None:
    rules = Wythe(size=size)
    found = most_pieces(rules, SEEDED)
    variables = final_positions(rules, maximal=False).variables
    by_rules = optimise(variables, pieces(variables), maximise=True, settings=SEEDED)
    assert found.status is by_rules.status is OptimumStatus.OPTIMAL
    assert found.bound == by_rules.bound


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most"), [(4, 15), (5, 22)])
def test_the_most_pieces_are_proved(size: int, most: int) -> None:
    rules = Wythe(size=size)
    found = most_pieces(rules, SEEDED)
    assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, most)
    assert found.best is not None
    position = rules.from_placements(found.best.placements)
    assert (position.is_over, position.placed.bit_count()) == (True, most)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_no_game_is_longer_than_the_bound(size: int) -> None:
    rng = random.Random(size)
    for _ in range(20):
        _, positions = play_at_random(Wythe(size=size), rng)
        assert positions[-1].placed.bit_count() <= most_bound(Board(size, size))


@pytest.mark.slow
def test_no_time_leaves_no_more_than_the_bound() -> None:
    found = most_pieces(Wythe(size=6), Settings(time_limit=0.0, workers=1, seed=1))
    assert found.status is not OptimumStatus.OPTIMAL
    assert found.bound is not None
    assert found.bound >= 32, "the most pieces on 6×6"
