"""The LITS Text Protocol: boards, moves and games of 10×10 are read back as they were, and anything else is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import PASS, SWAP, IllegalMoveError, NotationError, RecordError, create, ltp
from games.battle_of_lits import BattleOfLits, make_symbols
from games.placements import Placement
from games.record import IllegalRecordError, Record, dumps_ltp, load, loads_ltp
from tests.games.playing import play_at_random, spoilt

thorough = settings(max_examples=300, deadline=None, derandomize=True)
RULES = BattleOfLits()


def board(seed: int) -> BattleOfLits:
    rng = random.Random(seed)
    number = rng.choice([0, 1, 30, 50])
    return BattleOfLits(symbols=make_symbols(10, 10, rng, x=number))


def game(seed: int) -> Record:
    rules, rng = board(seed), random.Random(seed)
    moves, _ = play_at_random(rules, rng)
    return Record(rules, tuple(moves[: rng.randint(0, len(moves))]))


def test_every_move_reads_back_as_itself() -> None:
    texts = {ltp.format_move(placement) for placement in RULES.table}
    assert len(texts) == 1292
    for placement in RULES.table:
        assert ltp.parse_move(ltp.format_move(placement), RULES) is placement
        assert ltp.parse_move(ltp.format_move(placement).lower(), RULES) is placement
    assert ltp.parse_move(ltp.format_move(SWAP), RULES) is SWAP
    assert ltp.format_move(PASS) == "pass"


def test_rows_and_columns_count_from_the_top_left() -> None:
    placement = ltp.parse_move("L[00,01,02,10]", RULES)
    assert isinstance(placement, Placement)
    assert sorted(RULES.board.name(square) for square in placement.squares) == ["a10", "a9", "b10", "c10"]
    assert ltp.format_move(placement) == "L[00,01,02,10]"
    assert ltp.parse_move("L[10,02,01,00]", RULES) is placement


def test_the_first_digit_is_the_left_half_of_the_top_row_its_first_square_most_significant() -> None:
    for text, x, o in (
        ("G" + "0" * 19, "a10", "j1"),
        ("1" + "0" * 19, "e10", "f1"),
        ("0G" + "0" * 18, "f10", "e1"),
        ("0" * 19 + "1", "j1", "a10"),
        ("00G" + "0" * 17, "a9", "j2"),
    ):
        rules = ltp.parse_board(text)
        assert rules.marks == (1 << rules.board.parse(x), 1 << rules.board.parse(o))
        assert ltp.format_board(rules) == text
        assert ltp.parse_board(text.lower()) == rules


@given(seed=st.integers(0, 2**32))
@thorough
def test_boards_read_back_as_they_were(seed: int) -> None:
    rules = board(seed)
    assert ltp.parse_board(ltp.format_board(rules)) == rules


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_games_read_back_as_they_were(seed: int) -> None:
    record = game(seed)
    text = dumps_ltp(record)
    assert loads_ltp(text) == record
    assert dumps_ltp(loads_ltp(text)) == text
    assert loads_ltp(text.replace("\n", "\r\n\r\n ")) == record


def test_a_game_on_disk_is_known_by_the_end_of_its_name(tmp_path: Path) -> None:
    record = game(3)
    path = tmp_path / "game.ltp"
    path.write_text(dumps_ltp(record), encoding="utf-8")
    assert load(path) == record


@given(data=st.data(), index=st.integers(0, len(RULES.table) - 1))
@thorough
def test_a_spoilt_move_is_refused_or_names_the_same_squares(data: st.DataObject, index: int) -> None:
    text = data.draw(spoilt(ltp.format_move(RULES.table[index])))
    try:
        move = ltp.parse_move(text, RULES)
    except NotationError as error:
        assert_names(error, text)
    else:
        assert sorted(ltp.format_move(move)) == sorted(text.upper())
        assert set(ltp.format_move(move)[2:-1].split(",")) == set(text[2:-1].split(","))


@given(data=st.data(), seed=st.integers(0, 2**32))
@thorough
def test_a_spoilt_board_is_refused_or_is_exactly_another_board(data: st.DataObject, seed: int) -> None:
    text = data.draw(spoilt(ltp.format_board(board(seed)), alphabet="0123VWGv ıſß٣"))
    try:
        rules = ltp.parse_board(text)
    except NotationError as error:
        assert_names(error, text)
    else:
        assert ltp.format_board(rules) == text.upper()


@given(data=st.data(), seed=st.integers(0, 100))
@thorough
def test_a_spoilt_game_is_refused_or_read_as_it_stands(data: st.DataObject, seed: int) -> None:
    text = data.draw(spoilt(dumps_ltp(game(seed))))
    try:
        record = loads_ltp(text, "game.ltp")
    except RecordError as error:
        assert_one_line_of_the_file(error)
    else:
        assert sorted(dumps_ltp(record).split()[0]) == sorted(text.upper().split()[0])
        assert [sorted(word) for word in dumps_ltp(record).upper().split()] == [
            sorted(word) for word in text.upper().split()
        ]


@given(text=st.text(max_size=60))
@thorough
def test_arbitrary_text_raises_nothing_but_errors_of_the_game(text: str) -> None:
    for refuse in (lambda: ltp.parse_move(text, RULES), lambda: ltp.parse_board(text)):
        with pytest.raises(NotationError) as caught:
            refuse()
        assert_names(caught.value, text)
    with pytest.raises(RecordError) as refused:
        loads_ltp(text, "game.ltp")
    assert_one_line_of_the_file(refused.value)


def assert_names(error: NotationError, text: str) -> None:
    assert error.token == text
    assert repr(text) in str(error)
    assert len(str(error).splitlines()) == 1


def assert_one_line_of_the_file(error: RecordError) -> None:
    assert str(error).startswith("game.ltp")
    assert len(str(error).splitlines()) == 1


def test_digits_of_other_scripts_are_no_digits() -> None:
    for text in (
        "ı" + "0" * 19,
        "ſ" + "0" * 19,
        "ß" + "0" * 19,
        "ß" * 20,
        "٣" * 20,
        "W" + "0" * 19,
        "0" * 21,
        "0" * 19,
    ):
        with pytest.raises(NotationError, match="twenty digits"):
            ltp.parse_board(text)
    with pytest.raises(NotationError, match="no X where a half turn puts another"):
        ltp.parse_board("G" + "0" * 18 + "1")


def test_what_the_protocol_cannot_say_is_refused() -> None:
    small = create("battle-of-lits", size=6)
    with pytest.raises(NotationError, match="10×10 board"):
        ltp.parse_move("L[00,01,02,10]", small)
    with pytest.raises(NotationError, match="10×10"):
        dumps_ltp(Record(small))
    lopsided = BattleOfLits(symbols=("X" + "." * 9, *["." * 10] * 9))
    with pytest.raises(NotationError, match="half turn"):
        dumps_ltp(Record(lopsided))
    with pytest.raises(NotationError, match="five of each shape"):
        dumps_ltp(Record(BattleOfLits(supply=(5, 5, 5, 4))))
    with pytest.raises(NotationError, match="from its start"):
        dumps_ltp(Record(RULES, (), RULES.start()))
    with pytest.raises(NotationError, match="'TAIJI'"):
        dumps_ltp(Record(create("taiji")))


@pytest.mark.parametrize(
    ("text", "line", "said", "illegal"),
    [
        ("", 0, "empty", False),
        ("\n  \n", 0, "empty", False),
        ("xyz\n", 1, "cannot read 'xyz': expected twenty digits", False),
        (
            "\n" + "0" * 20 + "\n\nL[00,01]\n",
            4,
            "cannot read 'L[00,01]': expected a move such as L[00,01,02,10]",
            False,
        ),
        ("0" * 20 + "\nI[00,01,02,10]\n", 2, "four squares that form the shape I", False),
        ("0" * 20 + "\nL[00,00,01,02]\n", 2, "four squares that form the shape L", False),
        ("0" * 20 + "\npass\n", 2, "cannot read 'pass'", False),
        ("0" * 20 + "\nswap\n", 2, "illegal move swap", True),
        ("0" * 20 + "\nL[00,01,02,10]\nL[03,04,05,13]\n", 3, "it shares an edge with the L on ", True),
    ],
    ids=lambda value: repr(value)[-24:],
)
def test_a_wrong_game_is_refused_with_file_line_and_what_was_expected(
    text: str, line: int, said: str, illegal: bool
) -> None:
    with pytest.raises(RecordError) as caught:
        loads_ltp(text, "game.ltp")
    assert isinstance(caught.value, IllegalRecordError) == illegal
    assert_one_line_of_the_file(caught.value)
    assert said in str(caught.value)
    if line:
        assert caught.value.place == f"game.ltp, line {line}"
    if illegal:
        assert isinstance(caught.value.__context__, IllegalMoveError)
