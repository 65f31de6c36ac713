"""Records as text: every record is read back as it was, and a wrong one is refused with its file,
move or field.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import PASS, SWAP, IllegalMoveError, OptionError, RecordError, create
from litslab.games.notation import parse_move
from litslab.games.pattern_file import load_pieces
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.refusal import IllegalRecordError
from litslab.games.sources import load
from litslab.games.text_file import LARGEST_RECORD
from tests.games.cases import CASES, Case
from tests.games.playing import SMALL_CASES, play_at_random, spoilt

thorough = settings(max_examples=60, deadline=None, derandomize=True)
words_for_people = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def records(draw: st.DrawFn, cases: tuple[Case, ...] = SMALL_CASES) -> Record:
    """A record of a random game, from its start or from a position in it, cut anywhere."""
    rules = draw(st.sampled_from(cases)).rules()
    rng = random.Random(draw(st.integers(0, 2**32)))
    moves, positions = play_at_random(rules, rng)
    start = draw(st.none() | st.integers(0, len(moves)))
    end = draw(st.just(len(moves)) | st.integers(start or 0, len(moves)))
    players = draw(st.dictionaries(st.sampled_from(rules.sides), words_for_people))
    return Record(
        rules,
        tuple(moves[start or 0 : end]),
        None if start is None else positions[start],
        draw(words_for_people),
        draw(words_for_people),
        tuple(players.items()),
    )


@pytest.mark.slow
@given(record=records())
@thorough
def test_a_record_reads_back_as_it_was(record: Record) -> None:
    text = dumps(record)
    again = loads(text)
    assert (again, dumps(again), again.positions) == (record, text, record.positions)
    assert [position.swapped for position in again.positions] == [
        position.swapped for position in record.positions
    ]


def test_a_position_that_the_record_has_not_is_refused() -> None:
    record = Record(create("taiji", size=3)).append("a1,a2", "b1,c1")
    assert record.position(2) == record.position() == record.positions[-1]
    for ply in (-1, 3):
        with pytest.raises(OptionError, match=f"ply {ply}: expected 0 to 2"):
            record.position(ply)


def test_options_that_are_not_the_usual_ones_are_kept() -> None:
    for case in CASES:
        record = Record(case.rules())
        assert loads(dumps(record)).rules == record.rules


def test_a_record_on_disk_reads_back(tmp_path: Path) -> None:
    title = "a\r\nb\u2028\0c"
    players = (("dark", "é"), ("light", ""))
    record = Record(create("taiji", size=3), title=title, comment='"""\\', players=players)
    path = tmp_path / "r.toml"
    # With the byte order mark that some editors write.
    path.write_text(dumps(record), encoding="utf-8-sig")
    assert load(path) == record


def test_moves_may_be_one_text_over_several_lines_or_a_list() -> None:
    rules = create("taiji", size=3, groups=1)
    moves = tuple(parse_move(word, rules.start()) for word in ("a1,a2", "c3,c2"))
    for given_moves in (
        '"a1,a2 c3,c2"',
        '"""\na1,a2\n  c3,c2\n"""',
        '["a1,a2", "c3,c2"]',
        "['a1,a2',\n'c3,c2',]",
    ):
        text = f'game = "taiji"\nmoves = {given_moves}\n[options]\nsize = 3\ngroups = 1\n'
        assert loads(text) == Record(rules, moves)


def test_the_phase_mark_stands_between_the_phases_and_nowhere_else() -> None:
    played = 0
    for case in SMALL_CASES:
        moves, positions = play_at_random(case.rules(), random.Random(5))
        words = tomllib.loads(dumps(Record(case.rules(), tuple(moves))))["moves"]
        second = [getattr(position, "second_phase", False) for position in positions]
        if True in second and not positions[second.index(True)].is_over:
            assert words.index("|") == second.index(True)
            played += 1
        assert words.count("|") == (1 if len(words) > len(moves) else 0)
        cut = Record(case.rules(), tuple(moves[: second.index(True)] if True in second else moves))
        assert "|" not in tomllib.loads(dumps(cut))["moves"]
    assert played >= 5


def test_swap_and_pass_stand_in_records() -> None:
    swapped = loads('game = "wythe"\nmoves = "a1,a2 swap"\n[options]\nsize = 2\n')
    assert swapped.moves[1] is SWAP
    assert swapped.position().swapped
    moves, positions = play_at_random(create("wythe", size=3), random.Random(2), passes=False)
    ended = Record(create("wythe", size=3), (*moves, PASS, PASS))
    assert loads(dumps(ended)) == ended
    assert ended.position() == positions[-1].play(PASS).play(PASS)
    with pytest.raises(IllegalMoveError, match="both have passed"):
        Record(create("wythe", size=3), (*moves, PASS, PASS, PASS)).position()


# --- refusals
# -------------------------------------------------------------------------------------------------

DEFAULTS: dict[str, Any] = {
    "title": "",
    "comment": "",
    "moves": [],
    "players": {},
    "options": {},
    "swapped": False,
}


def assert_holds(given_data: dict[str, Any], canonical: dict[str, Any]) -> None:
    """The record that was read is the one that was given: every entry, and all moves and placements
    word for word.
    """
    for key, value in given_data.items():
        if key not in canonical:
            assert value == DEFAULTS[key]
        elif isinstance(value, dict):
            assert_holds(value, canonical[key])
        elif key == "placed":
            assert sorted(value.split()) == sorted(canonical[key].split())
        elif key == "moves" and isinstance(value, str):
            assert value.split() == canonical[key]
        else:
            assert value == canonical[key]


def assert_one_line_about(error: RecordError, name: str) -> None:
    assert len(str(error).splitlines()) == 1
    assert str(error).startswith(name)


def read_or_refuse(text: str) -> None:
    """Check that a text is refused in one line, or read as it is written."""
    try:
        record = loads(text, "game.toml")
    except RecordError as error:
        assert_one_line_about(error, "game.toml")
    else:
        assert_holds(tomllib.loads(text.removeprefix("\ufeff")), tomllib.loads(dumps(record)))


@pytest.mark.slow
@given(data=st.data(), record=records())
@thorough
def test_a_record_with_a_slip_is_refused_or_read_as_it_stands(
    data: st.DataObject,
    record: Record,
) -> None:
    read_or_refuse(data.draw(spoilt(dumps(record))))
    written = tomllib.loads(dumps(record))
    words: list[str] = written["moves"] or ["swap"]
    place, other = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
    words[place : place + 1] = data.draw(
        st.sampled_from([[words[place]] * 2, [words[other]], ["|", words[place]]])
    )
    read_or_refuse(tomli_w.dumps(written | {"moves": words}))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        'game = "taiji"\noptions.size' + ".a" * 5000 + " = 1",
        'game = "battle-of-lits"\n[options]\nsize = 1000000000000',
        'game = "battle-of-lits"\n[options]\nsize = 4\nsupply = [9223372036854775808, 1, 1, 1]',
        'game = "taiji"\n"" = 1',
        'game = "taiji"\n[players]\n"a\\nb" = "x"',
        'game = "' + "x" * 100_000 + '"',
        'game = "taiji"\nmoves = "a1,a2\0"',
        "\ufeff",
        'game = "\ud800"',
    ],
    ids=lambda text: repr(text[-30:]),
)
def test_monstrous_records_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text, "game.toml")
    assert_one_line_about(caught.value, "game.toml")


HEAD = 'game = "taiji"\n'
BATTLE = 'game = "battle-of-lits"\n'
DOUBLE = 'game = "tailits+taiji"\n'
TAILITS = 'game = "tailits"\n'
SETUP = BATTLE + "[options]\nsize = 2\n[setup]\nboard = [\n    "

# The text, what the error has to name after the file, and what it has to say.
BAD: tuple[tuple[str, str, str], ...] = (
    ('game = "chess"\n', "", "game 'chess': expected taiji, battle-of-lits, "),
    ('title = "x"\n', ", game", "missing"),
    (HEAD + '[position]\nplaced = ""\nmoved = 1\n', ", position.moved", "no such entry"),
    (
        HEAD + "[options]\nsize = 3\nfoo = 1\n",
        ", options.foo",
        "option 'foo' of taiji: expected one of size, groups",
    ),
    (
        BATTLE + '[options]\nsymbols = ["XO"]\n',
        ", options.symbols",
        "option 'symbols' of battle-of-lits: expected it as 'board' under [",
    ),
    (
        HEAD + '[options]\n\nsize = "3"\n',
        ", options.size",
        "option size = '3': input should be a valid integer",
    ),
    (
        HEAD + "[options]\nsize = 1979-05-27\n",
        ", options.size",
        "option size = 1979-05-27: expected no date or time",
    ),
    (HEAD + "[options]\ngroups = 1\nsize = 1\n", "", "size 1: expected 2 or more"),
    (TAILITS + "[options]\nsize = 10\n", "", "size 10: expected an odd number"),
    (BATTLE + "[options]\nsupply = [1, 2, 3]\n", "", "supply (1, 2, 3): expected four numbers"),
    (BATTLE + "[options]\nsupply = [1, 2, 3, -1]\n", "", "supply -1: expected 0 or more"),
    (TAILITS + '[options]\nscoring = "third"\n', "", "scoring 'third': expected largest or second"),
    (
        HEAD + '[players]\nlight = "A"\nblack = "B"\n',
        ", players",
        "player 'black': expected light or dark",
    ),
    (HEAD + '[setup]\nboard = ["XO", "OX"]\n', "", "TAIJI has no [setup]"),
    (
        SETUP + '"XO",\n    "OQ",\n]\n',
        "",
        "board: cannot read 'Q': expected in row 2 from the top, only the",
    ),
    (
        SETUP + '"XO",\n    "OXX",\n]\n',
        "",
        "board: cannot read 'OXX': expected row 2 from the top to have 2 squares",
    ),
    (
        BATTLE + 'options = { size = 10 }\n[setup]\nboard = ["XO", "OX"]\n',
        "",
        "board of 2×2 squares: expected 10×2",
    ),
    (HEAD + "moves = [\n", "", "not TOML: "),
    (HEAD + 'title = "x"\nmoves = = 3\n', "", "not TOML: Invalid value (at line 3, column 9)"),
    (
        HEAD + 'moves = [\n  "a1,a2",\n  "a3,b9x",\n]\n',
        ", move 2",
        "cannot read 'b9x': expected a square",
    ),
    (HEAD + 'moves = "a1,a2 | b1,b2"\n', ", move 2", "'|': expected it only between the two ph"),
    (DOUBLE + 'moves = ["|"]\n', ", move 1", "'|': expected it only between the two phases"),
    (
        HEAD + '[position]\nplaced = ""\nto_move = "black"\n',
        ", position",
        "side to move 'black': expected l",
    ),
    (
        DOUBLE + '[position]\nhalf_point = "white"\n',
        ", position",
        "half point 'white': expected none in this position",
    ),
    (DOUBLE + '[position]\nhalf_point = "light"\n', ", position", "half point 'light': expected "),
    (
        HEAD + '[position]\nplaced = "a1,a2"\nto_move = "dark"\nconstructed = true\n',
        ", position",
        "constructed = true: expected",
    ),
    (
        HEAD + '[position]\nplaced = "a1,a2 x"\n',
        ", position",
        "cannot read 'x': expected two squares",
    ),
    (
        HEAD + '[position]\nplaced = "a1,a2 a1,a2"\n',
        ", position",
        "cannot read 'a1,a2': expected each placement",
    ),
)

ALL_RULES = """illegal move L[b2,b3,b4,c2]: it shares an edge with the L on a1, a2, a3, b1; \
it completes the 2×2 block a1, b1, a2, b2; it completes the 2×2 block a2, b2, a3, b3; \
no such L is left in the supply"""
ILLEGAL: tuple[tuple[str, str, str], ...] = (
    (
        BATTLE + 'moves = "L[a1,a2,a3,b1] L[b2,b3,b4,c2]"\noptions.supply = [1, 5, 5, 5]',
        ", move 2",
        ALL_RULES,
    ),
    (
        BATTLE + 'moves = "swap"\n',
        ", move 1",
        "illegal move swap: the swap is only for the second player's first turn",
    ),
    (BATTLE + 'moves = "pass"\n', ", move 1", "illegal move pass: Battle of LITS has no pass"),
    (HEAD + 'moves = "a1,a2 swap"\n', ", move 2", "illegal move swap: TAIJI has no swap"),
    (
        'game = "wythe"\nmoves = "pass"\n',
        ", move 1",
        "illegal move pass: passing is allowed only if no piece can be ",
    ),
    (
        HEAD + '\n[position]\nplaced = "a1,a2 a2,a3"\n',
        ", position",
        "illegal move a2,a3: it overlaps a taijitu",
    ),
    (
        'game = "taiji+battle-of-lits"\n[position]\nswapped = true\nplaced = "a1,a2"\n',
        ", position",
        "illegal move swap: the swap comes after the first",
    ),
    (
        HEAD + '[options]\nsize = 3\n[position]\nplaced = "a1,a2"\nto_move = "light"\n',
        ", position",
        "side to move 'light': no game leads to it: expected dark after these placements (or "
        "'constructed = true'",
    ),
    (
        DOUBLE + '[options]\nsize = 3\nsupply = [1, 0, 0, 0]\n[position]\nhalf_point = "white"\n'
        'placed = "L[a1w,a2b,b2w,c2b]"\n',
        ", position",
        "half point 'white': no game leads to it: expected black",
    ),
    (
        BATTLE
        + "[options]\nsize = 4\nsupply = [1, 0, 0, 0]\n"
        + '[position]\nplaced = "L[a1,a2,a3,b1]"\nswapped = true\n',
        ", position",
        "illegal move swap: the first placement ended the game",
    ),
)


@pytest.mark.parametrize(
    ("text", "place", "said"), [*BAD, *ILLEGAL], ids=lambda value: str(value)[-40:]
)
def test_a_wrong_record_is_refused_with_its_place_and_what_was_expected(
    text: str,
    place: str,
    said: str,
) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text, "game.toml")
    assert isinstance(caught.value, IllegalRecordError) == ((text, place, said) in ILLEGAL)
    assert_one_line_about(caught.value, "game.toml")
    assert str(caught.value).startswith(f"game.toml{place}: {said}")


def test_the_phase_mark_may_be_neither_missing_nor_misplaced_nor_doubled_nor_last() -> None:
    rules = create("taiji+battle-of-lits", size=4, groups=1)
    words: list[str] = tomllib.loads(
        dumps(Record(rules, tuple(play_at_random(rules, random.Random(1))[0])))
    )["moves"]
    mark = words.index("|")
    between = "'|': expected it only between the two phases of a double game"
    for changed, place, said in (
        (
            words[:mark] + words[mark + 1 :],
            f", move {mark + 1}",
            f"{words[mark + 1]!r}: expected '|' first, as the ",
        ),
        ([*words[: mark - 1], "|"], f", move {mark}", between),
        (words[: mark + 1] + words[mark:], f", move {mark + 1}", between),
        ([*words, "|"], f", move {len(words)}", between),
        (words[: mark + 1], "", "'|': expected a move of the second phase after it"),
    ):
        with pytest.raises(RecordError) as caught:
            loads(
                'game = "taiji+battle-of-lits"\noptions = {size = 4, groups = 1}\nmoves = '
                f"{changed}\n",
                "g",
            )
        assert str(caught.value).startswith(f"g{place}: {said}")


def test_a_file_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    for path, said in (
        (missing, "No such file"),
        (tmp_path, "directory"),
        (tmp_path / ("x" * 300), "too long"),
        (tmp_path / "a\0b", "null"),
    ):
        for reader in (load, load_pieces):
            with pytest.raises((RecordError, OptionError)) as caught:
                reader(path)
            assert said in str(caught.value)
            assert len(str(caught.value).splitlines()) == 1
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"binary\.toml: not a text in UTF-8"):
        load(binary)


def test_pieces_that_stand_in_a_record_are_read_as_strictly() -> None:
    head = 'game = "tailits"\n[options]\nsize = 5\ncolouring = "pieces"\n[[options.pieces]]\n'
    assert (
        loads(head + 'drawing = ["bbww"]\n').rules
        == loads(head + 'drawing = ["bbww"]\ncount = 1\n').rules
    )
    for extra in ('colour = "x"\n', "count = true\n", "count = 1.0\n"):
        with pytest.raises(RecordError, match=r"record, options.pieces: option pieces = "):
            loads(head + 'drawing = ["bbww"]\n' + extra)
    with pytest.raises(
        RecordError, match=r"record: pieces: the drawing 'bbbw' has 3 black squares"
    ):
        loads(head + 'drawing = ["bbbw"]\n')


def test_what_is_larger_than_any_record_is_refused_by_its_size(tmp_path: Path) -> None:
    text = f"{dumps(Record(create('taiji')))}# {'x' * LARGEST_RECORD}"
    with pytest.raises(RecordError, match="characters: expected at most 1,000,000"):
        loads(text)
    path = tmp_path / "large.toml"
    path.write_text(text)
    with pytest.raises(RecordError, match=r"large\.toml: too large: expected at most 1,000,000"):
        load(path)
