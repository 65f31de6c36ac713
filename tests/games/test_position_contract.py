"""Every game with many options and sizes against the slow checker of the rule texts; positions set
up by hand.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import (
    GAMES,
    PASS,
    SWAP,
    IllegalMoveError,
    OptionError,
    Outcome,
    Position,
    Rules,
    UnreachableError,
)
from litslab.games.caption import caption
from litslab.games.double_games import TaijiBattlePosition, TailitsTaijiPosition
from litslab.games.geometry import bits, nth_bit
from litslab.games.placements import Placement
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.refusal import IllegalRecordError
from tests.games.cases import CASES, Case, every_case, plain, plain_set, plain_table, read, symbols
from tests.games.playing import play_at_random
from tests.rules_text import Checker, Put
from tests.solver.brute_force import reachable

small_cases = [case for case in CASES if 2 < int(case.options.get("size", 11)) <= 5]

MESSAGES = {
    "overlap": "it overlaps a t",
    "centre": "the first tetromino has to cover the centre",
    "apart": "it shares no edge with another tetromino",
    "alike": "it shares an edge with the ",
    "block": "it completes the 2×2 block ",
    "supply": " is left in the supply",
    "flat": " would not lie flat",
    "heights": " differ in height",
    "level": " high, not ",
    "colour": " bit would lie on a ",
    "hidden": " would have no uncovered bit",
    "phase": " has not begun",
}
"""The message about each broken rule, by the keyword of the checker."""


def keywords(broken: tuple[str, ...]) -> set[str]:
    found = set()
    for message in broken:
        (keyword,) = [keyword for keyword, text in MESSAGES.items() if text in message]
        found.add(keyword)
    return found


def random_game(case: Case, seed: int) -> Iterator[tuple[Position, Checker, random.Random]]:
    """Play at random, the swap included, the same moves on both sides; yield each position and the
    checker's.
    """
    rng = random.Random(seed)
    position = case.rules().start()
    checker = case.checker()
    while True:
        yield position, checker, rng
        if position.is_over:
            return
        if position.can_swap and rng.random() < 0.5:
            position = position.play(SWAP)
            checker.play("swap")
        else:
            placement = position.rules.table[
                nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
            ]
            position = position.play(placement)
            checker.moves.append(plain(placement, position.rules.board))


def in_tetromino_phase(position: Position) -> bool:
    if isinstance(position, TailitsTaijiPosition):
        return not position.second_phase
    if isinstance(position, TaijiBattlePosition):
        return position.second_phase
    return hasattr(position, "layout")


def rebuilt(position: Position) -> Position:
    """The same position from its set of placements alone."""
    return position.rules.from_placements(position.placements, swapped=position.swapped)


def test_the_cases_cover_every_registered_game_and_option() -> None:
    assert {case.name for case in CASES} == set(GAMES)
    for name, rules in GAMES.items():
        given_options = {option for case in CASES if case.name == name for option in case.options}
        # The rule text has no variants: `test_taiji_variants` tests those of TAIJI.
        variants = {option.name for option in rules.options() if option.metadata["variant"]}
        known = {option.name for option in rules.options()} - variants
        if name == "tailits+taiji":  # what it shares with TAILITS is spread over both
            given_options |= {
                option for case in CASES if case.name == "tailits" for option in case.options
            }
        assert given_options - variants == known


@pytest.mark.slow
@every_case
def test_the_table_holds_exactly_the_conceivable_placements(case: Case) -> None:
    rules = case.rules()
    if case.name == "wythe":
        flat = {put._replace(level=0) for put in plain_table(rules.table)}
        assert len(flat) == 4 * rules.board.columns * (rules.board.rows - 1)
        return
    checker: Any = case.checker()
    expected: set[Put] = set()
    for part in (checker, getattr(checker, "tailits", None), getattr(checker, "taiji", None)):
        if part is not None:
            expected |= getattr(part, "conceivable", set()) | getattr(part, "dominoes", set())
            expected |= part.tetrominoes.conceivable if hasattr(part, "tetrominoes") else set()
    puts = plain_table(rules.table)
    assert len(puts) == len(set(puts))
    assert set(puts) == expected
    assert [placement.index for placement in rules.table] == list(range(len(rules.table)))


@pytest.mark.slow
@every_case
def test_legal_placements_and_turns_are_those_of_the_rule_text_all_along_random_games(
    case: Case,
) -> None:
    for position, checker, _ in random_game(case, 0):
        table = position.rules.table
        expected = checker.legal()
        assert plain_set(table, bits(position.legal)) == expected
        assert [move for move in position.legal_moves() if move is not SWAP] == list(
            table.of(position.legal)
        )
        assert (position.is_over, position.to_move) == (not expected, checker.to_move())
        assert position.side == checker.sides[checker.to_move()]
        assert (SWAP in position.legal_moves()) == (checker.can_swap() and bool(expected))
        assert position.scores() == checker.scores()
        if expected:
            with pytest.raises(ValueError, match="not over"):
                position.outcome()
            with pytest.raises(IllegalMoveError):
                position.play(PASS)
        if not (checker.can_swap() and expected):
            with pytest.raises(IllegalMoveError):
                position.play(SWAP)


@pytest.mark.slow
@every_case
def test_the_broken_rules_are_exactly_those_of_the_rule_text(case: Case) -> None:
    for position, checker, rng in random_game(case, 7):
        table = position.rules.table
        puts = plain_table(table)
        legal = position.legal
        for index in rng.sample(range(len(table)), min(len(table), 30)):
            broken = position.broken_rules(table[index])
            assert (bool(broken), keywords(broken)) == (
                not legal >> index & 1,
                checker.broken(puts[index]),
            )
        illegal = [
            index
            for index in rng.sample(range(len(table)), min(len(table), 10))
            if not legal >> index & 1
        ]
        for index in illegal[:5]:
            with pytest.raises(IllegalMoveError) as caught:
                position.play(table[index])
            assert caught.value.broken == position.broken_rules(table[index])
            assert all(rule in str(caught.value) for rule in caught.value.broken)


@pytest.mark.slow
@every_case
def test_protected_squares_are_never_covered_and_a_game_ends_with_the_value_of_the_rule_text(
    case: Case,
) -> None:
    limit = case.rules().value_limit()
    for seed in range(3):
        known = 0
        phase: bool | None = None
        for position, checker, _ in random_game(case, 100 + seed):  # noqa: B007 - the last of them
            # A new level: everything can be covered again.
            if in_tetromino_phase(position) is not phase:
                phase = in_tetromino_phase(position)
                known = 0
            elif isinstance(position.last, Placement):
                assert position.last.mask & known == 0
            assert position.rules.table.covering_any(position.protected) & position.legal == 0
            known |= position.protected
        covered = position.layout.covered if in_tetromino_phase(position) else 0  # type: ignore[attr-defined]
        # At the end nothing can be covered any more.
        assert known | covered == position.rules.board.all
        outcome = position.outcome()
        assert isinstance(outcome, Outcome)
        assert (outcome.value % 2, outcome.value, outcome.winner) == (
            1,
            checker.value(),
            checker.winner(),
        )
        assert outcome.scores == checker.scores() == position.scores()
        assert (outcome.sides, outcome.margin) == (
            checker.sides,
            outcome.scores[0] - outcome.scores[1],
        )
        assert outcome.by_tie_rule == (outcome.margin == 0)
        assert -limit <= outcome.value <= limit
        assert limit % 2 == 1
        if outcome.phases:
            totals = zip(*(phase.scores for phase in outcome.phases), strict=True)
            assert tuple(map(sum, totals)) == outcome.scores


@pytest.mark.slow
@every_case
def test_a_position_equals_the_one_made_from_its_set_of_placements(case: Case) -> None:
    for position, _, rng in random_game(case, 4):
        again = rebuilt(position)
        assert (again, hash(again), again.key) == (position, hash(position), position.key)
        assert (again.legal, again.scores(), str(again)) == (
            position.legal,
            position.scores(),
            str(position),
        )
        shuffled = list(position.placements)
        rng.shuffle(shuffled)
        assert (
            position.rules.from_placements(shuffled, position.side, swapped=position.swapped)
            == position
        )
        if position.is_over:
            assert again.outcome() == position.outcome()
        for side in (0, 1):
            turned = position.with_to_move(side)
            assert (turned == position) == (side == position.to_move)
            assert turned.legal == position.legal


@pytest.mark.slow
@given(case=st.sampled_from(small_cases), seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_a_symmetry_of_the_table_takes_games_to_games(case: Case, seed: int) -> None:
    *_, (position, _, rng) = random_game(case, seed)
    rules = position.rules
    image = rng.choice(rules.table.symmetries)
    mirrored = rules.from_placements(
        [rules.table[image[placement.index]] for placement in position.placements],
        swapped=position.swapped,
    )
    assert (mirrored.is_over, mirrored.to_move) == (True, position.to_move)
    if case.name != "battle-of-lits":  # there the symbols stay where they are
        assert mirrored.outcome() == position.outcome()


HAND_MADE = (
    (
        Case("battle-of-lits", {"size": 5, "supply": (1, 1, 0, 0)}),
        ("L a1 a2 a3 b1",),
        "L b2 b3 b4 c2",
        {"alike", "block", "supply"},
        (
            "it shares an edge with the L on a1, a2, a3, b1",
            "2×2 block a1, b1, a2, b2",
            "2×2 block a2, b2, a3, b3",
        ),
    ),
    (
        Case("battle-of-lits", {"size": 6, "supply": (5, 1, 5, 5)}),
        ("I a1 a2 a3 a4",),
        "I f3 f4 f5 f6",
        {"apart", "supply"},
        ("it shares no edge with another tetromino", "no such I is left in the supply"),
    ),
    (
        Case("battle-of-lits", {"size": 5}),
        ("L a1 a2 a3 b1", "S c1 d1 d2 e2"),
        "L b1 b2 c2 d2",
        {"overlap", "block"},
        ("it overlaps a tetromino on b1, d2", "a1, b1, a2, b2", "b1, c1, b2, c2", "c1, d1, c2, d2"),
    ),
    (
        Case("tailits", {"size": 5, "supply": (0, 6, 6, 6)}),
        (),
        "L a1 a2 a3 b1 black a3 a1",
        {"centre", "supply"},
        ("the first tetromino has to cover the centre c3", "no such L is left in the supply"),
    ),
    (
        Case("tailits", {"size": 5, "supply": (6, 6, 1, 6)}),
        ("T b3 c3 d3 c4 black b3 c4",),
        "T c2 d1 d2 e2 black c2 d1",
        {"alike", "block", "supply"},
        ("it shares an edge with the T on b3, c3, c4, d3", "2×2 block c2, d2, c3, d3"),
    ),
    (
        Case("wythe", {"size": 3}),
        ("D a1 b1 black b1", "D a2 b2 black a2", "D a1 a2 black a1 level 1"),
        "D a1 b1 black a1 level 1",
        {"heights", "colour", "hidden"},
        (
            "the stacks on a1 and b1 differ in height (2 and 1)",
            "a black bit would lie on a black bit on a1",
        ),
    ),
    (
        Case("wythe", {"size": 3}),
        ("D a1 b1 black b1",),
        "D a1 b1 black b1",
        {"level", "colour", "hidden"},
        (
            "a white bit would lie on a white bit on a1",
            "a black bit would lie on a black bit on b1",
            "the piece on a1 and b1 would have no uncovered bit",
        ),
    ),
    (
        Case("tailits+taiji", {"size": 5, "groups": 1}),
        ("T b3 c3 d3 c4 black b3 c4",),
        "D a1 b1 black a1",
        {"phase"},
        ("a tetromino can still be placed",),
    ),
    (
        Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (0, 0, 1, 0)}),
        ("T a2 b2 c2 b3 black a2 b3", "D a2 b2 black a2"),
        "D a1 a2 black a1",
        {"overlap", "flat"},
        ("it overlaps a taijitu on a2", "the taijitu on a1, a2 would not lie flat"),
    ),
    (
        Case("taiji+battle-of-lits", {"size": 2, "groups": 1}),
        ("D a1 b1 black a1",),
        "D a1 a2 black a1",
        {"overlap"},
        ("it overlaps a taijitu on a1",),
    ),
)


@pytest.mark.parametrize(("case", "before", "tried", "broken", "texts"), HAND_MADE)
def test_an_illegal_placement_names_every_rule_it_breaks(
    case: Case,
    before: tuple[str, ...],
    tried: str,
    broken: set[str],
    texts: tuple[str, ...],
) -> None:
    rules = case.rules()
    position = rules.start()
    checker = case.checker()
    for text in before:
        placement = read(rules, text)
        position = position.play(placement)
        checker.play(plain(placement, rules.board))
    with pytest.raises(IllegalMoveError) as caught:
        position.play(read(rules, tried))
    assert (
        keywords(caught.value.broken)
        == broken
        == checker.broken(plain(read(rules, tried), rules.board))
    )
    for text in texts:
        assert any(text in rule for rule in caught.value.broken), (text, caught.value.broken)
        assert text in str(caught.value)


def test_a_set_of_placements_that_no_game_leads_to_is_refused() -> None:
    rules = Case("battle-of-lits", {"size": 6}).rules()
    apart = [read(rules, "I a1 a2 a3 a4"), read(rules, "I f3 f4 f5 f6")]
    with pytest.raises(IllegalMoveError, match="shares no edge"):
        rules.from_placements(apart)
    twice = [read(rules, "I a1 a2 a3 a4")] * 2
    with pytest.raises(IllegalMoveError, match="overlaps"):
        rules.from_placements(twice)
    with pytest.raises(OptionError, match=r"'white'.*X or O"):
        rules.from_placements([], "white")


Content = tuple[int, int, bool, str | None]
"""The placements, the side to move, whether the swap was made, and who has the half point."""

TINY = (
    Case("taiji", {"size": 2, "groups": 1}),
    Case("taiji", {"size": 3, "groups": 1}),
    Case("battle-of-lits", {"size": 2, "symbols": ("XO", "OX")}),
    Case("battle-of-lits", {"size": 4, "supply": (1, 0, 0, 0), "symbols": symbols(4, 4)}),
    Case("battle-of-lits", {"size": 4, "supply": (1, 1, 1, 1), "symbols": symbols(4, 4)}),
    Case("tailits", {"size": 3}),
    Case("tailits", {"size": 5, "supply": (0, 2, 2, 0)}),
    Case("wythe", {"size": 2}),
    Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (1, 0, 1, 0)}),
    Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (0, 0, 0, 0)}),
    Case("taiji+battle-of-lits", {"size": 2, "groups": 1}),
    Case("taiji+battle-of-lits", {"size": 3, "groups": 1, "supply": (0, 0, 1, 0)}),
)


def content(position: Position) -> Content:
    return position.placed, position.to_move, position.swapped, position.half_point


def set_up(rules: Rules, wanted: Content, **options: Any) -> Position:
    placed, to_move, swapped, half_point = wanted
    return rules.from_placements(
        rules.table.of(placed),
        rules.sides[to_move],
        swapped=swapped,
        half_point=half_point,
        **options,
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
def test_positions_of_play_are_accepted_and_contradictions_refused_or_marked(
    position: Position,
) -> None:
    rules = position.rules
    assert not position.constructed
    assert set_up(rules, content(position)) == position
    assert set_up(rules, content(position)).last is None  # a set of placements has no order
    assert loads(dumps(Record(rules, setup=position))).position() == position
    contradictions = [position.with_to_move(1 - position.to_move)]
    if position.half_point is not None:
        other = 1 - rules.sides.index(position.half_point)
        contradictions += [
            position.with_half_point(other),
            contradictions[0].with_half_point(other),
        ]
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
            position = position.play(
                rng.choice([move for move in position.legal_moves() if move is not SWAP])
            )
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


def test_positions_of_wythe_differ_by_their_passes() -> None:
    rules = Case("wythe", {"size": 3}).rules()
    _, positions = play_at_random(rules, random.Random(2), passes=False)
    ends = [positions[-1]]
    for _ in range(2):
        ends.append(ends[-1].play(PASS))
    assert len(set(ends)) == 3
    assert not any(one == other for one, other in itertools.combinations(ends, 2))
    assert not any(end.constructed for end in ends)
    with pytest.raises(IllegalMoveError, match="both have passed"):
        ends[-1].play(PASS)
