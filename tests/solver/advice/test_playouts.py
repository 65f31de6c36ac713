"""Playouts of a position."""

from __future__ import annotations

import random

import pytest

from litslab.games import create
from litslab.solver.advice.playouts import FlatPlayouts, play_out
from litslab.solver.engines.reference import Search
from tests.domineering import Domineering
from tests.solver.engines.test_reference import CASES, endgames


@pytest.mark.slow
def test_plain_playouts_see_a_win_in_one() -> None:
    seen = 0
    for case in CASES[3:6]:
        for position in endgames(case, 2):
            if position.legal.bit_count() < 2 or any(
                not position.play(m).is_over for m in position.choices()
            ):
                continue
            games = FlatPlayouts(position, 1)
            games.run(1e9, 50)
            assert position.play(games.line()[0]).outcome().value == Search().value(position)
            seen += 1
    assert seen


def test_playouts_tell_the_share_of_wins_and_what_the_search_maximises() -> None:
    position = create("battle-of-lits", size=6).with_fresh_board(random.Random(2)).start().place(0)
    found = play_out(position, random.Random(1), playouts=300)
    assert sum(each.playouts for each in found) == 300
    for each in found:
        assert each.share == each.wins / each.playouts
        assert 0 < each.outlook < 1
        assert 0.7 * each.share < each.outlook < 0.7 * each.share + 0.3


@pytest.mark.parametrize("asked", [1, 400, 2000])
def test_without_the_kernel_each_move_has_equally_many_games_a_fiftieth_in_all(asked: int) -> None:
    position = Domineering(size=3).start()
    found = play_out(position, random.Random(1), playouts=asked)
    each = max(1, asked // 50 // len(position.choices()))
    assert [(sample.playouts, 0 <= sample.wins <= sample.playouts) for sample in found] == [
        (each, True)
    ] * len(found)
    assert {sample.move for sample in found} == set(position.choices())
