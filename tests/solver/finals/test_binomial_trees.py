"""Wythe's positions as binomial trees: the bound, the trees, and the most pieces against the model of the rules."""

from __future__ import annotations

import random

import pytest

from litslab.games.geometry import Board
from litslab.games.wythe import Wythe
from litslab.solver.endgame.result import OptimumStatus, Settings
from litslab.solver.finals.domino_extremes import most_bound, most_pieces, placements_of, trees
from litslab.solver.model.games import final_positions
from litslab.solver.model.scores import pieces
from litslab.solver.model.search import optimise
from tests.games.playing import play_at_random

SEEDED = Settings(time_limit=None, workers=1, seed=1)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_tree_is_a_position(size: int) -> None:
    rules = Wythe(size=size)
    for squares, tree in random.Random(size).sample(sorted(trees(rules.board).items()), 5):
        placements = placements_of(rules, tree)
        position = rules.from_placements(placements)
        assert position.placed.bit_count() == len(tree) == squares.bit_count() - 1
        covered = 0
        for placement in placements:
            covered |= placement.mask
        assert covered == squares


@pytest.mark.parametrize("size", [2, 3])
def test_the_most_pieces_are_those_of_the_rules(size: int) -> None:
    rules = Wythe(size=size)
    found = most_pieces(rules, SEEDED)
    variables = final_positions(rules, maximal=False)
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
    assert position.is_over
    assert position.placed.bit_count() == most


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
