"""Each technique on a small grid to which it applies, and on a similar one to which it must not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litslab.games.geometry import Board, bits
from litslab.games.language import using
from litslab.puzzles.lits.partial_state import read_state
from litslab.puzzles.lits.puzzle import LITS, LITS_PLUS, LITSO, PuzzleRules, reading_order
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.connection import cut_squares, is_passed_by
from litslab.puzzles.lits.techniques.order import PLAIN
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.trial import TRIALS
from litslab.puzzles.lits.techniques.wording import placement_text
from tests.puzzles.lits.test_japanese import check as check_japanese
from tests.puzzles.making import lettered


@dataclass(frozen=True)
class Example:
    """The findings of a technique in a grid: squares shaded and unshaded, and some of the
    placements ruled out.
    """

    technique: str
    regions: str
    known: str = ""
    shaded: str = ""
    unshaded: str = ""
    excluded: str = ""

    @property
    def state(self) -> State:
        return state_of(self.regions, self.known)


def state_of(regions: str, known: str = "", rules: PuzzleRules = LITS) -> State:
    """The state of a grid of region letters, rows split by ``/``; a dot is outside every region."""
    puzzle = lettered(regions, rules=rules)
    return read_state(
        puzzle, known.split("/") if known else ["?" * puzzle.board.columns] * puzzle.board.rows
    )


def steps_of(technique: str, state: State) -> list[Step]:
    rule = BY_NAME[technique]
    if rule.anywhere is not None:
        found = list(rule.anywhere(state))
    else:
        assert rule.at is not None
        found = [
            step for region in range(len(state.table.regions)) if (step := rule.at(state, region))
        ]
    steps = [step for step in found if isinstance(step, Step)]
    assert len(steps) == len(found)
    return steps


def names(state: State, squares: int) -> str:
    return " ".join(sorted(state.table.board.name(square) for square in bits(squares)))


APPLIES = [
    Example("four-square region", "AAAB/ABBB/BBBB", shaded="a2 a3 b3 c3"),
    Example("region complete", "AAAAA/BBBBB", "####?/?????", unshaded="e2"),
    Example("four squares left", "AAAAA/BBBBB", "????./?????", shaded="a2 b2 c2 d2"),
    Example("pool of three", "AAB/ABB/BBB", "##?/#??/???", unshaded="b2"),
    Example("pool of three", "BAA/BBA/BBB", "???/?#?/##?", unshaded="a2"),
    Example("fragment", "AAAAAAA", "??.????", unshaded="a1 b1"),
    Example("out of reach", "AAAAAAA", "#??????", unshaded="e1 f1 g1"),
    Example("corridor centre", "AAAAAA", shaded="c1 d1"),
    Example("corridor centre", "AAA/ABB/ABB/ABB", shaded="a3 a4"),
    Example("overlap", "AAA/BAB/BAB", shaded="b2 b3"),
    Example("pool", "AAAA/AAAA/BBBB", "????/????/.##?", excluded="I[a2,b2,c2,d2]"),
    Example("equal shape", "AAAA/BBBB/BBBB", "####/????/????", excluded="I[a2,b2,c2,d2]"),
    Example("single exit", "AAAA/BBBB", "##../.???", shaded="b1"),
    Example("cut off", "AAAAAAAAA/BBBBBBBBB", "????.????/?????....", unshaded="f2 g2 h2 i2"),
    Example("isolation", "AAAAA/..A../BBBBB", shaded="c2 c1"),
    Example("no link", "AAAAAA/A...../BBBBBB/BBBBBB", excluded="I[a4,b4,c4,d4] I[c4,d4,e4,f4]"),
    Example("clash", "AAAA/BBBB/BBBB", excluded="I[a2,b2,c2,d2] L[a1,a2,b2,c2]"),
    Example("bridge", "AAAMMMMBBB/AAAMMMMBBB", excluded="L[d1,d2,e2,f2] T[e1,f1,f2,g1]"),
]

NEAR_MISSES = [
    Example("four-square region", "AAAB/AABB/BBBB"),
    Example("region complete", "AAAAA/BBBBB", "###??/?????"),
    Example("four squares left", "AAAAAA/BBBBBB", "?????./??????"),
    Example("pool of three", "AAB/ABB/BBB", "##?/???/???"),
    Example("pool of three", "AAAB/BBAB/BBBB", "?##?/#???/????"),
    Example("fragment", "AAAAAAAAA", "????.????"),
    Example("out of reach", "AAAAAAA", "???#???"),
    Example("corridor centre", "AAAAAAAA"),
    Example("corridor centre", "AAAAA/BBABB"),
    Example("overlap", "AAA/AAA"),
    Example("pool", "AAAA/AAAA/BBBB", "????/????/#.#?"),
    Example("equal shape", "AAAA/BBBB/BBBB"),
    Example("equal shape", "AAA./AAA./BBBB/BBBB", "?#??/?#??/????/????"),
    Example("single exit", "AAAA/BBBB", "##../????"),
    Example("single exit", "AAAAA", "####."),
    Example("cut off", "AAAAAAAAA/BBBBBBBBB", "????.????/?????????"),
    Example("isolation", "AAAAA/A...A/BBBBB"),
    Example("no link", "ABBB/A..B/A.../A..."),
    Example("clash", "AAAA/AAAA/BBBB/BBBB"),
    Example("bridge", "AAAMMMBBB/AAAMMMBBB"),
]


@pytest.mark.parametrize("example", APPLIES, ids=lambda each: f"{each.technique} {each.regions}")
def test_applies(example: Example) -> None:
    state = example.state
    steps = steps_of(example.technique, state)
    shaded = unshaded = excluded = 0
    for step in steps:
        assert step.technique == example.technique
        assert step.decides or step.excluded
        shaded |= step.shaded
        unshaded |= step.unshaded
        excluded |= step.excluded
        text = sentence(state.table, step)
        assert text.endswith(".")
        with using("ja"):
            japanese = sentence(state.table, step)
        check_japanese(japanese)
        for square in bits(step.decides):
            assert state.table.board.name(square) in text
            assert state.table.board.name(square) in japanese
    if not example.excluded:
        assert names(state, shaded) == " ".join(sorted(example.shaded.split()))
        assert names(state, unshaded) == " ".join(sorted(example.unshaded.split()))
    told = {placement_text(state.table, placement) for placement in bits(excluded)}
    assert set(example.excluded.split()) <= told
    assert bool(told) == bool(example.excluded)


@pytest.mark.parametrize(
    "example", NEAR_MISSES, ids=lambda each: f"{each.technique} {each.regions}"
)
def test_near_miss(example: Example) -> None:
    assert steps_of(example.technique, example.state) == []


def test_uncovered_after_ruling_out() -> None:
    state = state_of("BAB/AAA/BAB")
    assert steps_of("uncovered", state) == []
    table = state.table
    top = table.board.parse("b3")
    ruled_out = table.covering[top]
    state.learn(0, 0, ruled_out)
    (step,) = steps_of("uncovered", state)
    assert step.unshaded == 1 << top
    assert step.rests == ruled_out, "it rests on what was ruled out before"
    ((overlap,)) = steps_of("overlap", state)
    assert names(state, overlap.shaded) == "a2 b1 b2 c2"


def test_a_step_rests_on_no_placement_that_it_can_do_without() -> None:
    state = state_of("AAAAAAA")
    table = state.table
    numbers = {placement_text(table, number): number for number in bits(state.left_in(0))}
    needed = 1 << numbers["I[a1,b1,c1,d1]"]
    other = 1 << numbers["I[c1,d1,e1,f1]"]
    state.learn(0, 0, needed | other)
    (overlap,) = steps_of("overlap", state)
    assert names(state, overlap.shaded) == "d1 e1"
    assert overlap.rests == needed, "the other one covers both squares, too"
    (uncovered,) = steps_of("uncovered", state)
    assert names(state, uncovered.unshaded) == "a1"
    assert uncovered.rests == needed, "the other one does not cover the square"


def test_a_square_tetromino_may_fill_a_block_of_its_own_region_only() -> None:
    plain = state_of("AAA/AAA", "##?/#??")
    (step,) = steps_of("pool of three", plain)
    assert names(plain, step.unshaded) == "b1"
    assert steps_of("pool of three", state_of("AAA/AAA", "##?/#??", LITSO)) == []
    across = state_of("AAB/ABB", "##?/#??", LITSO)
    (step,) = steps_of("pool of three", across)
    assert names(across, step.unshaded) == "b1"


def test_a_block_that_only_one_region_can_shade_keeps_a_tetromino_there() -> None:
    state = state_of("AAB/AAB/ABB/BBB", "..?/???/???/???", LITS_PLUS)
    (step,) = (each for each in steps_of("needed block", state) if each.key == 0)
    told = {
        placement_text(state.table, placement)
        for placement in bits(state.left_in(0) & step.excluded)
    }
    assert (names(state, step.looks), "no tetromino" in told) == ("a3 a4 b3 b4", True)
    assert "the region at a4 can shade" in sentence(state.table, step)


def test_every_technique_has_examples() -> None:
    plain = {technique.name for technique in PLAIN} - {"uncovered"}
    assert {example.technique for example in APPLIES} == plain
    assert {example.technique for example in NEAR_MISSES} == plain


def test_names_and_levels() -> None:
    assert [each.name for each in (*PLAIN, *TRIALS)] == [
        name for name in BY_NAME if not name.endswith(" block")
    ]
    levels = [technique.level for technique in BY_NAME.values()]
    assert levels == sorted(levels), "the easiest first"


def test_bridge_is_told_by_what_it_rules_out() -> None:
    state = state_of("AAAMMMMBBB/AAAMMMMBBB")
    (step,) = (step for step in steps_of("bridge", state) if step.key == 1)
    left = state.left_in(1) & ~step.excluded
    assert [placement_text(state.table, placement) for placement in bits(left)] == [
        "I[d1,e1,f1,g1]",
        "I[d2,e2,f2,g2]",
    ]


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_cut_squares_are_those_without_which_a_set_falls_apart(
    columns: int,
    rows: int,
    data: st.DataObject,
) -> None:
    board = Board(columns, rows)
    squares = data.draw(st.integers(0, board.all))
    expected = {}
    if len(board.groups(squares)) == 1:
        for square in bits(squares):
            parts = board.groups(squares & ~(1 << square))
            if len(parts) > 1:
                expected[square] = set(parts)
    found = cut_squares(board, squares)
    assert {square: set(parts) for square, parts in found} == expected
    order = list(reading_order(board))
    assert [square for square, _ in found] == sorted(expected, key=order.index)


@given(st.integers(2, 7), st.integers(2, 7), st.data())
def test_an_area_that_is_passed_by_does_not_cut(
    columns: int,
    rows: int,
    data: st.DataObject,
) -> None:
    board = Board(columns, rows)
    region = data.draw(st.integers(1, board.all))
    connected = board.groups(data.draw(st.integers(1, board.all)))[0]
    if is_passed_by(board, connected, region):
        assert len(board.groups(connected & ~region)) <= 1
