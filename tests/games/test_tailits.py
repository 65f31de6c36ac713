"""What hand-made positions show of TAILITS: both scorings, the centre, and supplies of patterns."""

from __future__ import annotations

from typing import Any

import pytest

from litslab.games import create
from litslab.games.battle_of_lits import LAST_PLACER_WINS
from litslab.games.tailits import LARGEST_DECIDES
from tests.games.cases import follow

ONE_T = {"size": 3, "colouring": "free"}
T_AND_I = {"size": 5, "colouring": "free", "supply": (0, 1, 1, 0)}


@pytest.mark.parametrize(
    ("options", "moves", "scores", "value", "rule"),
    [
        (ONE_T, ["T a2 b2 c2 b3 black a2 b3"], (0, 0), 1, LAST_PLACER_WINS),
        (ONE_T, ["T a2 b2 c2 b3 black a2 c2"], (1, 0), 2 - 1, LARGEST_DECIDES),
        # second-largest 1 and 1, largest 3 and 2: Black wins although White placed last
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e2 e4"], (1, 1), 1, LARGEST_DECIDES),
        # second-largest 1 and 1, largest 2 and 2: the last placer
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e3"], (1, 1), -1, LAST_PLACER_WINS),
        # second-largest 1 and 2
        (T_AND_I, ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e4"], (1, 2), -2 - 1, LAST_PLACER_WINS),
    ],
)
def test_tailits_second_compares_the_second_largest_then_the_largest_then_the_last_placer(
    options: dict[str, Any], moves: list[str], scores: tuple[int, int], value: int, rule: str
) -> None:
    outcome = follow(create("tailits", scoring="second", **options), moves).outcome()
    assert outcome.scores == scores
    assert outcome.value == value
    assert outcome.tie_rule == rule
