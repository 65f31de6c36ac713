"""The pages of ``docs/results`` say what is stored or counted."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from litslab import kernel
from litslab.solver.finals.known_extremes import facts
from tests.scripts import load_script


@pytest.fixture(scope="module")
def results() -> ModuleType:
    return load_script("make_results")


def test_the_page_is_made_from_what_is_stored(results: ModuleType) -> None:
    assert results.PAGE.read_text(encoding="utf-8") == results.page(facts())


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["fewest", "most"])
@pytest.mark.parametrize("game", ["battle-of-lits", "taiji", "wythe"])
def test_a_fact_is_proved_again(results: ModuleType, game: str, aim: str) -> None:
    stored = facts()[game, 4, aim]
    proved = results.prove(game, 4, aim, 60.0, None)
    assert (proved.lower, proved.upper) == (stored.lower, stored.upper)
    assert proved.check().is_over


def test_what_is_stored_is_only_replaced_by_what_says_no_less(results: ModuleType) -> None:
    fact = replace(facts()["battle-of-lits", 7, "fewest"], lower=4, upper=6)
    better, worse = replace(fact, upper=5), replace(fact, lower=1)
    assert results.stronger(None, fact) == fact
    assert results.stronger(fact, worse) == fact
    assert results.stronger(worse, fact) == fact
    assert results.stronger(fact, better) == better
    assert results.stronger(worse, better) == replace(better, lower=4)


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_what_is_quick_to_count_again_stands_on_the_page() -> None:
    counts = load_script("make_counts")
    page = counts.PAGE.read_text(encoding="utf-8").splitlines()
    quick = [question for question in counts.QUESTIONS if question.exact and not question.long]
    assert len(quick) > 10
    assert [question.title for question in quick if question.count() not in page] == []
    assert counts.battle(4, 100_000).estimate() in page
