"""Layouts by a beam search."""

from __future__ import annotations

import itertools

import pytest

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.tailits import Tailits
from litslab.solver.finals.beam_search import beam_search


@pytest.mark.parametrize(
    ("size", "long", "pieces"), [(4, True, 3), (6, True, 6), (8, True, 12), (7, False, 6)]
)
def test_long_games_are_the_longest_and_short_ones_shorter_than_random_ones(
    size: int,
    long: bool,
    pieces: int,
) -> None:
    rules = BattleOfLits(size=size)
    found = rules.from_placements(
        rules.table.of(beam_search(rules.start().layout, long=long).placed)
    )
    assert found.is_over
    assert found.placed.bit_count() == pieces if long else found.placed.bit_count() <= pieces


def test_tailits_covers_its_centre() -> None:
    rules = Tailits(size=5)
    for long in (False, True):
        found = beam_search(rules.start().layout, long=long, width=5)
        assert rules.from_placements(rules.table.of(found.placed)).is_over


@pytest.mark.parametrize("looks", [0, 1, 40])
def test_a_search_whose_time_is_over_ends_with_what_fits(looks: int) -> None:
    rules = BattleOfLits(size=8)
    asked = itertools.count()
    found = beam_search(rules.start().layout, long=True, is_late=lambda: next(asked) >= looks)
    assert next(asked) == looks + 1
    assert rules.from_placements(rules.table.of(found.placed)).is_over
