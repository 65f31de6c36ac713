"""Moves, placements and values as text: texts read back unchanged, and never claim more than a
value implies.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import (
    PASS,
    SWAP,
    GameError,
    IllegalMoveError,
    Move,
    NotationError,
    Position,
    Rules,
    create,
)
from litslab.games.caption import caption
from litslab.games.language import using
from litslab.games.notation import format_move, format_placements, parse_move, parse_placements
from litslab.games.outcome import Outcome
from litslab.games.placements import Placement
from litslab.games.record_toml import loads
from litslab.games.result_text import outcome_text, possible_margins, range_text, value_text
from tests.games.cases import CASES, Case, every_case
from tests.games.playing import SMALL_CASES, play_at_random, spoilt

thorough = settings(max_examples=80, deadline=None, derandomize=True)


RULES = {str(case): case.rules() for case in CASES}


def rules_of(case: Case) -> Rules:
    return RULES[str(case)]


WITH_PLACEMENTS = [case for case in CASES if len(rules_of(case).table)]


def heights_for(move: Move, rules: Rules) -> list[int]:
    return [move.level if isinstance(move, Placement) else 0] * rules.board.size


def assert_one_line_that_names(error: GameError, text: str) -> None:
    assert len(str(error).splitlines()) == 1
    if isinstance(error, NotationError):
        assert error.token.lower() in text.lower()  # squares are read in either case
        assert repr(error.token) in str(error)
        assert error.expected in str(error)
    else:
        assert isinstance(error, IllegalMoveError)
        assert error.move == text
        assert error.broken


@pytest.mark.slow
@every_case
def test_every_placement_of_every_table_reads_back_as_itself(case: Case) -> None:
    rules = rules_of(case)
    texts = set()
    for placement in rules.table:
        text = format_move(placement, rules)
        again = rules.parse_placement(text, heights_for(placement, rules))
        assert again == placement
        assert again.index == placement.index
        texts.add((text, placement.level))
    assert len(texts) == len(rules.table)  # no two placements are written alike


def test_swap_and_pass_are_words_of_every_game() -> None:
    for case in CASES:
        start = rules_of(case).start()
        assert format_move(SWAP, start.rules) == "swap"
        assert parse_move("swap", start) is SWAP
        assert format_move(PASS, start.rules) == "pass"
        assert parse_move("pass", start) is PASS


def test_the_texts_of_the_design_are_written_as_printed() -> None:
    lits = create("battle-of-lits")
    assert format_move(lits.parse_placement("L[a1,a2,a3,b3]"), lits) == "L[a1,a2,a3,b3]"
    tailits = create("tailits", colouring="free")
    placement = tailits.parse_placement("T[e6b,f6w,f7b,g6w]")
    assert [
        tailits.board.name(s) for s in placement.squares if (placement.black or 0) >> s & 1
    ] == ["e6", "f7"]
    taiji = create("taiji")
    domino = taiji.parse_placement("e5,e6")  # light, dark
    assert domino.black == 1 << taiji.board.parse("e6")
    assert create("wythe").parse_placement("e5,e6").white == 1 << create("wythe").board.parse("e5")


def test_a_wythe_move_lies_on_what_is_there() -> None:
    rules = create("wythe", size=3)
    position: Position = rules.start()
    for level, text in enumerate(("a1,a2", "b2,b1", "a2,b2")):
        move = parse_move(text, position)
        assert isinstance(move, Placement)
        assert move.level == (1 if level == 2 else 0)
        position = position.play(move)
    assert format_placements(position.placements, rules).split()[-1] == "a2,b2"
    assert parse_placements("b2,b1 a1,a2 a2,b2", rules) == (
        rules.parse_placement("b2,b1"),
        rules.parse_placement("a1,a2"),
        rules.parse_placement("a2,b2", [1] * 9),
    )


REFUSED: tuple[tuple[str, str, str], ...] = (
    ("battle-of-lits", "L[a1,a2,a3,a3]", "four different squares that form an L"),
    ("battle-of-lits", "I[a1,a2,a3,b3]", "these form the shape L"),
    ("battle-of-lits", "L[a1,a2,b1,b2]", "these form no tetromino of this game"),
    ("battle-of-lits", "L[a1,a2,a3,k3]", "a square of the 10×10 board (a1 to j10)"),
    ("battle-of-lits", "L[a1,a2,a3,b03]", "cannot read 'b03': expected a square such as e5"),
    ("battle-of-lits", "L[a1b,a2w,a3b,b3w]", "cannot read 'a1b'"),
    ("battle-of-lits", "L[a1,a2,a1 0,b3]", "cannot read '0': expected a square such as e5"),
    ("battle-of-lits", "", "cannot read ''"),
    ("taiji", "e5,e5", "two squares that share an edge"),
    ("taiji", "e5", "two squares, the light one and the dark one"),
    ("taiji", "e10,e9", "a square of the 9×9 board (a1 to i9)"),
    ("taiji", "e٥,e6", "cannot read 'e٥'"),
    ("taiji", "L[a1,a2,a3,b3]", "a move of TAIJI such as e5,e6"),
    ("tailits", "T[e6,f6,f7,g6]", "a colour, b or w, after the square 'e6'"),
    ("tailits", "T[e6b,f6w,f7b,g6b]", "two black squares and two white ones (these are 3 black)"),
    ("tailits+taiji", "nonsense", "two squares, the light one and the dark one"),
)


@pytest.mark.parametrize(("game", "text", "expected"), REFUSED, ids=lambda value: value[:24])
def test_a_text_that_is_no_move_is_refused_with_what_was_expected(
    game: str,
    text: str,
    expected: str,
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, create(game).start())
    assert expected in str(caught.value)
    assert_one_line_that_names(caught.value, text)


def test_colours_that_no_piece_has_are_no_piece_of_the_game() -> None:
    fixed = create("tailits").start()
    with pytest.raises(IllegalMoveError, match="its colours are other ones"):
        parse_move("I[f5b,f6b,f7w,f8w]", fixed)
    assert isinstance(
        parse_move("I[f5b,f6b,f7w,f8w]", create("tailits", colouring="free").start()), Placement
    )


def test_a_set_names_each_placement_once_and_nothing_else() -> None:
    rules = create("taiji")
    with pytest.raises(NotationError, match=r"'a1,a2'.*each placement once"):
        parse_placements("a1,a2 c3,c4 a1,a2", rules)
    with pytest.raises(NotationError, match="'swap'"):
        parse_placements("a1,a2 swap", rules)
    assert (parse_placements("", rules), parse_placements(" \n\t", rules)) == ((), ())


KIND = {
    " l [ A3 , b3,\ta1,A2 ] \n": ("battle-of-lits", "L[a1,a2,a3,b3]"),
    "t[g6W,F7b,f6w,E6B]": ("tailits", "T[e6b,f6w,f7b,g6w]"),
    "E5, e6": ("taiji", "e5,e6"),
    "a2 ,A1": ("wythe", "a2,a1"),
}


@pytest.mark.parametrize("text", KIND)
def test_moves_are_read_in_any_order_and_case_and_with_spaces(text: str) -> None:
    game, canonical = KIND[text]
    position = create(game, **({"colouring": "free"} if game == "tailits" else {})).start()
    move = parse_move(text, position)
    assert format_move(move, position.rules) == canonical
    assert parse_placements(f"{text} ", position.rules) == (move,)
    if game == "wythe":
        record = loads(f"game = 'wythe'\nmoves = \"{text}  SWAP c1, c2\"")
        assert [format_move(each, record.rules) for each in record.moves] == [
            canonical,
            "swap",
            "c1,c2",
        ]


@pytest.mark.slow
@given(data=st.data(), case=st.sampled_from(WITH_PLACEMENTS), seed=st.integers(0, 2**32))
@thorough
def test_a_spoilt_move_is_refused_or_is_exactly_another_move(
    data: st.DataObject,
    case: Case,
    seed: int,
) -> None:
    rules = rules_of(case)
    rng = random.Random(seed)
    position = rules.start()
    if len(rules.table) < 400:
        position = rng.choice(play_at_random(rules, rng)[1])
    move = rules.table[rng.randrange(len(rules.table))]
    text = data.draw(spoilt(format_move(move, rules)))
    try:
        read = parse_move(text, position)
    except GameError as error:
        assert_one_line_that_names(error, text)
    else:
        typed = sorted(filter(str.isalnum, text.lower()))
        written = list(filter(str.isalnum, format_move(read, rules).lower()))
        without_letter = written[1:] if isinstance(read, Placement) else written
        assert typed in (sorted(written), sorted(without_letter))


MONSTERS = (
    "a" * 100_000 + "1,a1",
    "a1," * 100_000,
    "[" * 100_000,
    "L[" + "a1," * 50_000 + "]",
    "L[" * 50_000,
    "\0",
    "a1,\ud800",
    "a1,a2\0",
    "\N{RIGHT-TO-LEFT OVERRIDE}a1,a2",
)


@pytest.mark.parametrize("text", MONSTERS, ids=lambda text: repr(text[:8]))
@pytest.mark.parametrize("game", ["taiji", "battle-of-lits", "tailits", "wythe", "tailits+taiji"])
def test_monstrous_texts_are_refused_quickly(text: str, game: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, create(game).start())
    assert len(str(caught.value).splitlines()) == 1


WYTHE = create("wythe", size=4).start()
TAIJI = create("taiji", size=5, groups=1).start()


@pytest.mark.parametrize("case", SMALL_CASES, ids=str)
def test_the_margin_of_a_finished_game_is_among_those_of_its_value(case: Case) -> None:
    rng = random.Random(3)
    for _ in range(5):
        _, positions = play_at_random(case.rules(), rng)
        outcome = positions[-1].outcome()
        for position in positions:
            assert outcome.margin in possible_margins(outcome.value, position)
        assert possible_margins(outcome.value, positions[-1]) == (outcome.margin,)


@pytest.mark.parametrize(
    ("lower", "upper", "said"),
    [
        (-33, 33, "between white by 16 and black by 16"),
        (-1, 3, "between white by 1 and black by 2"),
        (1, 3, "black by 2 at most"),
        (5, 9, "black by 2 to 5"),
        (-9, -5, "white by 2 to 5"),
        (-3, -1, "white by 2 at most"),
        (5, 5, "black by 2 or 3"),
    ],
)
def test_bounds_are_told_as_margins(lower: int, upper: int, said: str) -> None:
    assert range_text(lower, upper, WYTHE) == said
    wins = said if said.startswith("between") else said.replace(" by", " wins by", 1)
    assert range_text(lower, upper, WYTHE, verb="wins") == wins


def test_where_ties_go_to_one_side_the_value_determines_the_margin() -> None:
    assert [value_text(value, TAIJI) for value in (-3, -1, 1, 3)] == [
        "dark by 1",
        "dark by the tie rule",
        "light by 1",
        "light by 2",
    ]
    assert range_text(-51, 51, TAIJI) == "between dark by 12 and light by 12"


def test_results_and_broken_rules_are_told_in_japanese() -> None:
    with using("ja"):
        assert (
            value_text(5, create("battle-of-lits").start(), verb="wins") == "X の 2 または 3 点勝ち"
        )
        assert range_text(-9, 5, WYTHE, verb="wins") == "白の 5 点勝ちから、黒の 3 点勝ちまで"
        position = create("taiji", size=3).start().play("b2,b3")
        assert caption(position) == ("太極", "黒の手番", "白 1、黒 1")
        with pytest.raises(IllegalMoveError) as caught:
            position.play("b1,b2")
        assert caught.value.broken == ("b2 の太極図と重なります",)


def test_players_may_have_other_names() -> None:
    assert value_text(-3, WYTHE, ("Ann", "Bo"), verb="wins") == "Bo wins by 1 or 2"
    outcome = Outcome(("a", "b"), (3, 5), 1, "…")
    assert outcome_text(outcome) == "b by 2"
    assert outcome_text(outcome, "nobody", verb="wins") == "nobody wins by 2"
