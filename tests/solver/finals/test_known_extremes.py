"""The stored extremes: the rules check each position, and none is kept that is not what its fact says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litslab.solver.finals.extreme import METHODS, facts


@pytest.mark.slow
def test_every_stored_position_is_what_its_fact_says() -> None:
    stored = facts()
    assert stored
    for key, fact in stored.items():
        assert fact.key == key
        assert fact.lower <= fact.upper
        assert {fact.lower_by, fact.upper_by} <= set(METHODS)
        fact.check()


def test_a_position_that_is_not_what_its_fact_says_is_refused() -> None:
    fact = facts()["battle-of-lits", 5, "most"]
    with pytest.raises(ValueError, match="no finished one of 5"):
        replace(fact, lower=5).check()
    with pytest.raises(ValueError, match="no finished one"):
        replace(fact, position=fact.position.split()[0], lower=1).check()
