"""Positions set up by hand: reachable ones are accepted, all others are refused or marked as constructed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import SWAP, IllegalMoveError, Position, Rules, UnreachableError
from litslab.games.notation import caption
from litslab.games.record import IllegalRecordError, Record, dumps, loads
from tests.games.cases import CASES, Case, symbols
from tests.games.playing import play_at_random
from tests.solver.brute_force import reachable

Content = tuple[int, int, bool, str | None]
"""The placements, the side to move, whether the swap was made, and who has the half point."""

TINY = (
    Case("taiji", {"size": 2, "groups": 1}), Case("taiji", {"size": 3, "groups": 1}),
    Case("battle-of-lits", {"size": 2, "symbols": ("XO", "OX")}),
    Case("battle-of-lits", {"size": 4, "supply": (1, 0, 0, 0), "symbols": symbols(4, 4)}),
    Case("battle-of-lits", {"size": 4, "supply": (1, 1, 1, 1), "symbols": symbols(4, 4)}),
    Case("tailits", {"size": 3}), Case("tailits", {"size": 5, "supply": (0, 2, 2, 0)}), Case("wythe", {"size": 2}),
    Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (1, 0, 1, 0)}),
    Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (0, 0, 0, 0)}),
    Case("taiji+battle-of-lits", {"size": 2, "groups": 1}),
    Case("taiji+battle-of-lits", {"size": 3, "groups": 1, "supply": (0, 0, 1, 0)}),
)  # fmt: skip


def content(position: Position) -> Content:
    return position.placed, position.to_move, position.swapped, position.half_point


def set_up(rules: Rules, wanted: Content, **options: Any) -> Position:
    placed, to_move, swapped, half_point = wanted
    return rules.from_placements(
        rules.table.of(placed), rules.sides[to_move], swapped=swapped, half_point=half_point, **options
    )


@pytest.mark.slow
@pytest.mark.parametrize("case", TINY, ids=str)
def test_exactly_what_play_leads_to_is_accepted(case: Case) -> None:
    rules = case.rules()
    known = set(map(content, reachable(rules.start())))
    for placed in {found[0] for found in known}:
        half_points = {found[3] for found in known if found[0] == placed}
        for swapped in (False, True):
            for to_move in (0, 1):
                for half_point in rules.sides if half_points != {None} else (None,):
                    wanted = placed, to_move, swapped, half_point
                    if wanted in known:
                        assert content(set_up(rules, wanted)) == wanted
                        assert not set_up(rules, wanted, constructed=True).constructed
                    else:
                        with pytest.raises((UnreachableError, IllegalMoveError)):
                            set_up(rules, wanted)


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A position of a random game of any of the games and options, the swap included."""
    rules = draw(st.sampled_from(CASES)).rules()
    _, positions = play_at_random(rules, random.Random(draw(st.integers(0, 2**32))), passes=False)
    return draw(st.sampled_from(positions))


@pytest.mark.slow
@given(position=played())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_positions_of_play_are_accepted_and_contradictions_refused_or_marked(position: Position) -> None:
    rules = position.rules
    assert not position.constructed
    assert set_up(rules, content(position)) == position
    assert set_up(rules, content(position)).last is None  # a set of placements has no order
    assert loads(dumps(Record(rules, setup=position))).position() == position
    contradictions = [position.with_to_move(1 - position.to_move)]
    if position.half_point is not None:
        other = 1 - rules.sides.index(position.half_point)
        contradictions += [position.with_half_point(other), contradictions[0].with_half_point(other)]
    for wrong in contradictions:
        assert wrong.constructed
        with pytest.raises(UnreachableError, match="no game leads to it"):
            set_up(rules, content(wrong))
        assert set_up(rules, content(wrong), constructed=True) == wrong
        assert "constructed" in caption(wrong)[-1]
        text = dumps(Record(rules, setup=wrong))
        assert loads(text).position() == wrong
        unmarked = text.replace("constructed = true\n", "")
        assert unmarked != text
        with pytest.raises(IllegalRecordError, match="no game leads to it"):
            loads(unmarked)
        assert loads(unmarked, constructed=True).position() == wrong


def test_a_constructed_first_phase_of_taiji_and_battle_ends_in_a_position_of_play() -> None:
    """White begins the second phase whoever ended the first; the half point depends on who did."""
    for name, forgotten in (("taiji+battle-of-lits", True), ("tailits+taiji", False)):
        position: Position = Case(name, {"size": 3, "groups": 1}).rules().start().with_to_move(1)
        assert position.constructed
        rng = random.Random(1)
        while not getattr(position, "second_phase"):  # noqa: B009 - of double games alone
            assert position.constructed
            position = position.play(rng.choice([move for move in position.legal_moves() if move is not SWAP]))
        assert position.constructed is not forgotten


def test_the_moves_of_a_constructed_record_are_played_from_it() -> None:
    text = (
        'game = "taiji"\nmoves = "b1,b2"\n[options]\nsize = 3\n'
        '[position]\nplaced = "a1,a2"\nto_move = "light"\nconstructed = true\n'
    )
    record = loads(text)
    assert [position.side for position in record.positions] == ["light", "dark"]
    assert all(position.constructed for position in record.positions)
    assert loads(dumps(record)) == record
