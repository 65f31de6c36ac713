"""The half point of TAILITS+TAIJI: a part of the score wherever a score is told."""

from __future__ import annotations

import random

import pytest

from litslab.app.text.positions import moves_text
from litslab.games import create
from litslab.games.caption import caption
from litslab.games.outcome import Outcome
from litslab.games.result_text import outcome_text, range_text, value_text
from tests.games.playing import play_at_random

SIDES = ("black", "white")


def outcome(first: int, second: int, tie: int) -> Outcome:
    return Outcome(SIDES, (first, second), tie, "the half point decides", tie_is_half_point=True)


def test_the_half_point_is_a_part_of_the_result() -> None:
    assert str(outcome(47, 19, -1)) == "black wins 47–19½"
    assert outcome_text(outcome(47, 19, -1), verb="wins") == "black wins by 27½"
    assert outcome_text(outcome(20, 20, -1)) == "white by ½"
    assert outcome(20, 20, -1).score_texts == ("20", "20½")


def test_a_value_determines_the_margin() -> None:
    start = create("tailits+taiji", size=5).start()
    assert value_text(55, start) == "black by 27½"
    assert value_text(-1, start) == "white by ½"
    assert range_text(-9, 5, start) == "between white by 4½ and black by 2½"
    assert range_text(3, 9, start) == "black by 1½ to 4½"
    assert range_text(1, 5, start) == "black by ½ to 2½"
    taiji = create("taiji", size=5).start()
    assert range_text(3, 9, taiji) == "light by 2 to 5"


@pytest.mark.parametrize("seed", range(4))
def test_scores_add_up_to_the_margin_in_all_texts(seed: int) -> None:
    _, positions = play_at_random(create("tailits+taiji", size=5), random.Random(seed))
    assert not any("½" in part for part in caption(positions[0]))
    second_phase = [each for each in positions if each.half_point is not None]
    assert all(sum("½" in text for text in each.score_texts()) == 1 for each in second_phase)
    end = positions[-1]
    points = [float(text.replace("½", ".5")) for text in end.outcome().score_texts]
    assert 2 * (points[0] - points[1]) == end.outcome().value
    *_, before_last = (each for each in second_phase if not each.is_over)
    lines = list(moves_text(before_last))
    assert all("½" in str(line) for line in lines[: len(before_last.legal_moves())])
