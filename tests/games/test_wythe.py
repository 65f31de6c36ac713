"""What hand-made positions show of Wythe: scores, passes, and how pieces may lie."""

from __future__ import annotations

import pytest

from litslab.games import PASS, create
from litslab.games.wythe import LAST_PLACER_LOSES
from tests.games.cases import follow
from tests.games.playing import refusal


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (["D a1 b1 black a1", "D a2 b2 black a2"], "black"),  # White placed last
        (["D a1 b1 black a1", "D a2 b2 black b2", "D a1 a2 black a2 level 1"], "white"),
    ],
)
def test_whoever_placed_last_loses_where_both_score_nothing_in_wythe(moves: list[str], winner: str) -> None:
    outcome = follow(create("wythe", size=2), moves).outcome()
    assert outcome.scores == (0, 0)
    assert outcome.tie_rule == LAST_PLACER_LOSES
    assert outcome.winner == winner
    assert outcome.value == {"black": 1, "white": -1}[winner]


def test_passing_in_wythe_only_where_nothing_fits_at_most_twice_and_without_effect() -> None:
    rules = create("wythe", size=2)
    moves = ["D a1 b1 black a1", "D a2 b2 black b2"]
    assert refusal(rules.start(), "pass") == ("passing is allowed only if no piece can be placed",)
    assert refusal(follow(rules, moves), "pass") == ("passing is allowed only if no piece can be placed",)
    moves.append("D a1 a2 black a2 level 1")
    over = follow(rules, moves)
    once = over.play(PASS)
    twice = once.play(PASS)
    assert over == once == twice  # a pass is no placement and makes no position different
    assert once.last is twice.last is PASS
    for position in (over, once, twice):
        assert position.is_over
        assert position.placed == over.placed
        assert position.outcome() == over.outcome()
        assert position.legal_moves() == ()
    assert refusal(twice, "pass") == ("both have passed: the game is over",)
