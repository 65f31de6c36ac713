"""The studies that come with litslab: the stored data are right, and days select from them."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

import litslab as ll
from litslab.games.record_toml import dumps
from litslab.puzzles.studies.collection import study, study_collection
from litslab.puzzles.studies.study import check_study


def test_studies_are_of_all_games_and_have_one_winning_move() -> None:
    stored = study_collection()
    assert (len(stored), set(Counter(each.record.rules.name for each in stored))) == (
        50,
        set(ll.GAMES),
    )
    for each in stored:
        assert each.record.study is not None
        assert dumps(each.record) == each.text
        if each.number % 5 == 1:
            checked = check_study(each.record)
            assert (checked.complete, checked.wrong) == (True, ())
    assert study(1) == stored[0]
    with pytest.raises(ll.PuzzleError, match="study 51 of the collection: expected 1 to 50"):
        study(51)


def test_the_study_of_a_day_stays() -> None:
    """It is what people saw: a change would be a change of the past."""
    assert ll.study_of_the_day(date(2026, 11, 23)).number == 12
