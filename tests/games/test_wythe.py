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


def test_wythe_scores_the_biggest_size_of_which_one_has_more_groups() -> None:
    rules = create("wythe", size=3)
    board = follow(rules, ["D a3 a2 black a3", "D b3 c3 black b3", "D b2 c2 black b2", "D a1 b1 black b1"])
    # rows from the top: b b w / w b w / w b .
    assert str(board) == "bbw\nwbw\nwb."
    assert board.scores() == (4, 2)
    mixed = follow(rules, ["D a1 b1 black a1", "D a2 a3 black a3"])
    # rows from the top: b . . / w . . / b w .: each colour has two groups of one
    assert str(mixed) == "b..\nw..\nbw."
    assert mixed.scores() == (0, 0)


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


def test_no_bit_on_its_own_colour() -> None:
    position = follow(create("wythe", size=2), ["D a1 b1 black a1", "D a2 b2 black a2"])
    assert refusal(position, "D a1 a2 black a1 level 1") == ("a black bit would lie on a black bit on a1",)
    assert refusal(position, "D b1 b2 black b1 level 1") == ("a white bit would lie on a white bit on b2",)


@pytest.mark.parametrize("level", [0, 1])
def test_no_piece_on_stacks_of_unequal_heights(level: int) -> None:
    position = follow(create("wythe", size=3), ["D a1 b1 black b1"])
    broken = refusal(position, f"D b1 c1 black c1 level {level}")
    assert broken == ("the stacks on b1 and c1 differ in height (1 and 0)",)


def test_every_piece_keeps_an_uncovered_bit() -> None:
    rules = create("wythe", size=2)
    position = follow(rules, ["D a1 b1 black a1", "D a2 b2 black b2", "D a1 a2 black a2 level 1"])
    assert refusal(position, "D b1 b2 black b1 level 1") == (
        "the piece on a1 and b1 would have no uncovered bit",
        "the piece on a2 and b2 would have no uncovered bit",
    )
    flat = follow(rules, ["D a1 b1 black a1"])
    assert refusal(flat, "D a1 b1 black b1 level 1") == ("the piece on a1 and b1 would have no uncovered bit",)
