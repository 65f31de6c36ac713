"""The LITS Text Protocol: boards, moves and games of 10×10 are read back as they were, and anything
else is refused.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import PASS, SWAP, NotationError, RecordError, create, ltp
from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.ltp import BoardForm, Start
from litslab.games.placements import Placement
from litslab.games.record import Record
from litslab.games.record_ltp import dumps_ltp, loads_ltp
from litslab.games.refusal import IllegalRecordError
from litslab.games.sources import load
from tests.games.playing import play_at_random, spoilt

thorough = settings(max_examples=60, deadline=None, derandomize=True)
RULES = BattleOfLits()


def board(seed: int) -> BattleOfLits:
    rng = random.Random(seed)
    number = rng.choice([0, 1, 30, 50])
    return BattleOfLits(symbols=make_symbols(10, 10, rng, x=number))


def game(seed: int) -> Record:
    rules = board(seed)
    rng = random.Random(seed)
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
    assert sorted(RULES.board.name(square) for square in placement.squares) == [
        "a10",
        "a9",
        "b10",
        "c10",
    ]
    assert ltp.format_move(placement) == "L[00,01,02,10]"
    assert ltp.parse_move("L[10,02,01,00]", RULES) is placement


@given(seed=st.integers(0, 2**32), form=st.sampled_from(BoardForm))
@thorough
def test_boards_read_back_as_they_were(seed: int, form: BoardForm) -> None:
    rules = board(seed)
    text = ltp.format_board(rules, form)
    assert ltp.parse_start(text) == Start(rules, None, "5555" if form is BoardForm.DIGITS else "")
    assert ltp.parse_start(text.lower()) == ltp.parse_start(text)


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), form=st.sampled_from(BoardForm))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_games_read_back_as_they_were(seed: int, form: BoardForm) -> None:
    record = game(seed)
    text = dumps_ltp(record, form)
    assert (loads_ltp(text), dumps_ltp(loads_ltp(text), form)) == (record, text)
    assert loads_ltp(text.replace("\n", "\r\n\r\n ")) == record
    assert loads_ltp(text.strip().replace("\n", ";").replace("; ", "\n")) == record


def test_the_form_board_is_a_hundred_symbols_with_semicolons_between_the_moves() -> None:
    # The board of docs/board.txt of blits-rs, with the moves that its picture shows and a swap.
    text = (
        "XXX........XO.........O.O.............X.X.......OXOX.......O.O.............X.X.........XO........OOO"
        "; L[27,28,29,39]; swap; T[49,58,59,69]"
    )
    record = loads_ltp(text)
    rules = record.rules
    assert isinstance(rules, BattleOfLits)
    assert rules.symbols == (
        "XXX.......",
        ".XO.......",
        "..O.O.....",
        "........X.",
        "X.......OX",
        "OX.......O",
        ".O........",
        ".....X.X..",
        ".......XO.",
        ".......OOO",
    )
    assert [ltp.format_move(move) for move in record.moves] == [
        "L[27,28,29,39]",
        "swap",
        "T[49,58,59,69]",
    ]
    assert dumps_ltp(record) == dumps_ltp(record, BoardForm.BOARD) == text + "\n"
    assert loads_ltp(text.replace("; ", ";")) == loads_ltp(text.replace("; ", "\n")) == record
    assert ltp.parse_start(text[:100].replace(".", "-").lower()) == ltp.parse_start(
        text[:100].replace(".", "_")
    )


def test_the_form_digits_is_five_times_the_symbol_plus_the_shape() -> None:
    # Both examples of the protocol's earlier text: a position, and a game whose supply is counted
    # after its move.
    rules = BattleOfLits(symbols=(".X..O.....", *["." * 10] * 9))
    position = loads_ltp("1610a00000" + "1" + "0" * 89 + ",4555")
    assert position == Record(rules, (), position.setup)
    assert [ltp.format_move(each) for each in position.position().placements] == ["L[00,01,02,10]"]
    assert position.position().side == "O"
    game_text = "050a" + "0" * 96 + ",4555\nL[00,01,02,10]\n"
    assert loads_ltp(game_text).rules.symbols == (".X.O......", *["." * 10] * 9)  # type: ignore[attr-defined]
    assert loads_ltp(game_text).setup is None
    assert dumps_ltp(loads_ltp(game_text), BoardForm.DIGITS) == game_text.replace("4555", "5555")
    for digit, symbol, shape in (("7", "X", "I"), ("c", "O", "I"), ("2", ".", "I")):
        start = loads_ltp(digit * 4 + "0" * 96 + ",5455")
        assert start.rules.symbols[0] == symbol * 4 + "." * 6  # type: ignore[attr-defined]
        assert [each.shape.value for each in start.position().placements] == [shape]


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_positions_in_the_form_digits_read_back_as_they_were(seed: int) -> None:
    played = game(seed)
    ply = random.Random(seed).randint(0, len(played.moves))
    position = played.positions[ply]
    for side in (None, "X", "O"):
        setup = played.rules.from_placements(position.placements, side, constructed=True)
        record = Record(played.rules, (), setup)
        text = dumps_ltp(record, BoardForm.DIGITS)
        usual = setup.side == "XO"[len(setup.placements) % 2]
        assert len(text) == (106 if usual else 108)
        if setup.constructed:
            with pytest.raises(
                IllegalRecordError, match=r"game, line 1: side to move .*: no game leads to it"
            ):
                loads_ltp(text)
        again = loads_ltp(text, constructed=True)
        assert again == record or (again.setup is None and setup == played.rules.start())
        assert (
            loads_ltp(text.strip()[:105] + f",{setup.side.lower()}", constructed=True).position()
            == setup
        )


def test_a_game_on_disk_is_known_by_the_end_of_its_name(tmp_path: Path) -> None:
    record = game(3)
    path = tmp_path / "game.ltp"
    path.write_text(dumps_ltp(record), encoding="utf-8")
    assert load(path) == record


@pytest.mark.slow
@given(data=st.data(), seed=st.integers(0, 2**32))
@thorough
def test_a_spoilt_board_is_refused_or_is_exactly_another_board(
    data: st.DataObject,
    seed: int,
) -> None:
    form = data.draw(st.sampled_from(BoardForm))
    text = data.draw(spoilt(ltp.format_board(board(seed), form), alphabet="0123VWGv ıſß٣Xo.-,a"))
    try:
        start = ltp.parse_start(text)
    except NotationError as error:
        assert_names(error, text)
    else:
        plain = text.lower() if form is BoardForm.DIGITS else text.upper().replace("-", ".")
        assert ltp.format_board(start.rules, form, start.setup)[:100] == plain[:100]


def assert_names(error: NotationError, text: str) -> None:
    assert error.token == text
    assert repr(text) in str(error)
    assert len(str(error).splitlines()) == 1


def test_what_the_protocol_cannot_say_is_refused() -> None:
    small = create("battle-of-lits", size=6)
    with pytest.raises(NotationError, match="10×10 board"):
        ltp.parse_move("L[00,01,02,10]", small)
    with pytest.raises(NotationError, match="10×10"):
        dumps_ltp(Record(small))
    lopsided = BattleOfLits(symbols=("X" + "." * 9, *["." * 10] * 9))
    for form in (BoardForm.BOARD, BoardForm.DIGITS):
        assert loads_ltp(dumps_ltp(Record(lopsided), form)) == Record(lopsided)
    with pytest.raises(NotationError, match="five of each shape"):
        dumps_ltp(Record(BattleOfLits(supply=(5, 5, 5, 4))))
    with pytest.raises(NotationError, match="a game with the swap"):
        dumps_ltp(Record(BattleOfLits(swap=False)))
    with pytest.raises(NotationError, match="from its start"):
        dumps_ltp(Record(RULES, (), RULES.start()), BoardForm.BOARD)
    swapped = RULES.from_placements([RULES.table[0]], "O", swapped=True)
    with pytest.raises(NotationError, match="before the swap"):
        dumps_ltp(Record(RULES, (), swapped), BoardForm.DIGITS)
    with pytest.raises(NotationError, match="'TAIJI'"):
        dumps_ltp(Record(create("taiji")))


ZEROS = "0" * 100
WRONG: tuple[tuple[str, int, str], ...] = (
    ("." * 99, 1, "100 symbols X, O and '.', one per square, not 99"),
    ("X" + "." * 100, 1, "not 101"),
    (ZEROS, 1, "100 digits 0-9a-e, one per square, and what is left of the supply"),
    (ZEROS[1:] + ",5555", 1, "100 digits 0-9a-e"),
    (ZEROS + ",6555", 1, "100 digits 0-9a-e"),
    (ZEROS + ",5555,Y", 1, "100 digits 0-9a-e"),
    (ZEROS[1:] + "f,5555", 1, "100 symbols X, O and '.', or 100 digits and a supply"),
    (ZEROS + ",4555", 1, "cannot read '4555': expected 5555: what is left of five of each shape"),
    (
        ZEROS + ",5545;L[00,01,02,10]",
        1,
        "cannot read '5545': expected 5555 or, counted after the moves, 4555",
    ),
    ("1111" + ZEROS[4:] + ",4555", 1, "tetrominoes of the shape L, which 00,01,02,03 is not"),
    ("2222000000" + "0" * 80 + "0000002222" + ",5355", 1, "illegal move I["),
    ("", 0, "empty"),
    ("0" * 20, 1, "100 symbols X, O and '.', or 100 digits and a supply"),  # base 32
    ("xyz\n", 1, "cannot read 'xyz': expected 100 symbols"),
    (
        "\n" + "." * 100 + "\n\nL[00,01]\n",
        4,
        "cannot read 'L[00,01]': expected a move such as L[00,01,02,10]",
    ),
    ("." * 100 + "\nI[00,01,02,10]\n", 2, "four squares that form the shape I"),
    ("." * 100 + "\npass\n", 2, "cannot read 'pass'"),
    ("." * 100 + "\nswap\n", 2, "illegal move swap"),
    (
        "." * 100 + "\nL[00,01,02,10]\nL[03,04,05,13]\n",
        3,
        "illegal move L[d9,d10,e10,f10]: it shares an edge",
    ),
)


@pytest.mark.parametrize(("text", "line", "said"), WRONG, ids=[said[-24:] for _, _, said in WRONG])
def test_a_wrong_game_is_refused_with_file_line_and_what_was_expected(
    text: str,
    line: int,
    said: str,
) -> None:
    with pytest.raises(RecordError) as caught:
        loads_ltp(text, "game.ltp")
    assert isinstance(caught.value, IllegalRecordError) == said.startswith("illegal")
    assert len(str(caught.value).splitlines()) == 1
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"game.ltp, line {line}: " if line else "game.ltp: ")
