"""The stored extremes of finished positions are proved again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docs import maximal
from litslab.solver.finals.extreme import facts


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["fewest", "most"])
@pytest.mark.parametrize("game", ["battle-of-lits", "taiji", "wythe"])
def test_an_extreme_is_proved_again(game: str, aim: str) -> None:
    stored = facts()[game, 4, aim]
    proved = maximal.prove(game, 4, aim, 60.0)
    assert (proved.lower, proved.upper) == (stored.lower, stored.upper)
    assert proved.check().is_over


def test_an_extreme_is_only_replaced_by_what_says_no_less() -> None:
    fact = replace(facts()["battle-of-lits", 7, "fewest"], lower=4, upper=6)
    better = replace(fact, upper=5)
    worse = replace(fact, lower=1)
    assert maximal.stronger(None, fact) == fact
    assert maximal.stronger(fact, worse) == fact
    assert maximal.stronger(worse, fact) == fact
    assert maximal.stronger(fact, better) == better
    assert maximal.stronger(worse, better) == replace(better, lower=4)
