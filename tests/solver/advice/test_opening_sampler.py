"""Playouts of openings that may be answered by a swap."""

from __future__ import annotations

from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.solver.advice.estimate import estimate, sampler_for
from litslab.solver.advice.opening_sampler import OpeningSampler
from litslab.solver.score import Score
from tests.solver.advice.test_estimate import LITS, check


def test_at_the_start_of_a_game_with_a_swap_the_most_even_openings_are_estimated() -> None:
    sampler = sampler_for(LITS, 3)
    assert isinstance(sampler, OpeningSampler)
    for _ in range(4):
        sampler.run(1e9, 600)
    found = check(sampler.estimate(), LITS)
    assert (found.under_swap, found.should_swap, found.playouts) == (True, None, 2400)
    assert all(each.share <= 0.5 for each in found.moves)
    assert [each.interval[0] for each in found.moves] == sorted(
        (e.interval[0] for e in found.moves), reverse=True
    )
    assert sampler.bounds().upper == -1


def test_few_playouts_give_an_estimate_of_openings_that_symmetries_exchange() -> None:
    assert all(
        estimate(create("wythe").start(), playouts=count, seed=seed)
        for count in (1, 2, 9)
        for seed in range(5)
    )


def test_an_opening_that_ends_the_game_is_not_swapped() -> None:
    position = BattleOfLits(size=2, rows=3, symbols=("XX", "XO", "OO")).start()
    found = check(estimate(position, playouts=50), position)
    for each in found.moves:
        after = position.play(each.move)
        if after.is_over:
            assert each.share == float(after.outcome().winning_side == 0)
            assert each.score == Score(after.outcome().value, after.outcome().value)
