"""Values in words: never more than the value tells, and the margin itself wherever it does."""

from __future__ import annotations

import random

import pytest

from litslab.games import create
from litslab.games.notation import outcome_text, possible_margins, range_text, value_text
from litslab.games.view import Outcome
from tests.games.cases import Case
from tests.games.playing import SMALL_CASES, play_at_random

WYTHE = create("wythe", size=4).start()
TAIJI = create("taiji", size=5, groups=1).start()


@pytest.mark.parametrize("case", SMALL_CASES, ids=str)
def test_the_margin_of_a_finished_game_is_among_those_of_its_value(case: Case) -> None:
    rng = random.Random(3)
    for _ in range(5):
        _, positions = play_at_random(case.rules(), rng)
        outcome = positions[-1].outcome()
        for position in positions:
            assert outcome.margin in possible_margins(outcome.value, position)
        assert possible_margins(outcome.value, positions[-1]) == (outcome.margin,)


@pytest.mark.parametrize("value", [*range(-25, 26, 2)])
def test_bounds_that_meet_are_told_as_the_value(value: int) -> None:
    for position in (WYTHE, TAIJI):
        assert range_text(value, value, position) == value_text(value, position)


@pytest.mark.parametrize(
    ("lower", "upper", "said"),
    [
        (-33, 33, "between white by 16 and black by 16"),
        (-1, 3, "between white by 1 and black by 2"),
        (1, 3, "black by 2 at most"),
        (5, 9, "black by 2 to 5"),
        (-9, -5, "white by 2 to 5"),
        (-3, -1, "white by 2 at most"),
    ],
)
def test_bounds_are_told_as_margins(lower: int, upper: int, said: str) -> None:
    assert range_text(lower, upper, WYTHE) == said
    assert range_text(lower, upper, WYTHE, verb="wins") == (
        said if said.startswith("between") else said.replace(" by", " wins by", 1)
    )


def test_where_ties_go_to_one_side_the_value_determines_the_margin() -> None:
    assert [value_text(value, TAIJI) for value in (-3, -1, 1, 3)] == [
        "dark by 1", "dark by the tie rule", "light by 1", "light by 2",
    ]  # fmt: skip
    assert range_text(-51, 51, TAIJI) == "between dark by 12 and light by 12"


def test_players_may_have_other_names() -> None:
    assert value_text(-3, WYTHE, ("you", "I"), verb="win") == "I win by 1 or 2"
    outcome = Outcome(("a", "b"), (3, 5), 1, "…")
    assert outcome_text(outcome) == "b by 2"
    assert outcome_text(outcome, "nobody", verb="wins") == "nobody wins by 2"
