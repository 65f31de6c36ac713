"""Positions as the page shows them, for each game at every ply of a random game,
against the rules.
"""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from typing import Any

import pytest

from litslab.app.web import documents, positions
from litslab.app.web.settings import Settings, TooLargeError
from litslab.games.errors import GameError, IllegalMoveError, NotationError, OptionError
from litslab.games.geometry import bits
from litslab.games.notation import format_move, format_placements, parse_move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_ltp import dumps_ltp
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import GAMES, create, new_game
from litslab.games.result_json import plain
from tests.games.playing import play_at_random

SETTINGS = Settings()
SMALL: dict[str, dict[str, Any]] = {
    "taiji": {"size": 4},
    "battle-of-lits": {"size": 6},
    "tailits": {"size": 5, "colouring": "free", "flips": False},
    "wythe": {"size": 4},
    "tailits+taiji": {"size": 5},
    "taiji+battle-of-lits": {"size": 5},
}
LARGE: dict[str, dict[str, Any]] = {name: {} for name in SMALL}


BOARDS = [*SMALL.items(), *LARGE.items()]
SINGLE = [(name, options) for name, options in BOARDS if "+" not in name]
"""Those of games that are no double games."""


def board_name(board: tuple[str, dict[str, Any]]) -> str:
    """Return the name of a board in the names of tests."""
    name, options = board
    return f"{name}{options or ''}"


@pytest.fixture(scope="module", params=BOARDS, ids=board_name)
def record(request: pytest.FixtureRequest) -> Record:
    """A random game."""
    name, options = request.param
    rules = new_game(name, seed=3, **options).rules
    moves, _ = play_at_random(rules, random.Random(7))
    return Record(rules, tuple(moves))


@cache
def pages(record: Record) -> list[tuple[Position, documents.PositionPage]]:
    """Every position of a game on small boards, a few on large ones; with the page of each."""
    plies = range(len(record.moves) + 1)
    chosen = (
        plies if record.rules.board.size <= 36 else sorted({0, 1, len(plies) // 2, len(plies) - 1})
    )
    asked = [documents.RecordRequest(record=dumps(record), at=ply) for ply in chosen]
    return [(record.position(each.at), positions.answer_position(each, SETTINGS)) for each in asked]


def test_all_games_are_tested() -> None:
    assert set(SMALL) == set(GAMES)


@pytest.mark.slow
def test_the_legal_placements_are_those_of_the_rules(record: Record) -> None:
    for position, page in pages(record):
        board = position.rules.board
        expected = {
            format_move(each, position.rules): {
                board.name(square): "" if each.black is None else "bw"[not each.black >> square & 1]
                for square in each.squares
            }
            for each in position.rules.table.of(position.legal)
        }
        assert {each.move: dict(each.squares) for each in page.legal} == expected
        assert page.can_swap == position.can_swap
        for each in page.legal:
            parsed = parse_move(each.move, position)
            assert isinstance(parsed, Placement)
            assert parsed.mask == sum(1 << board.parse(name) for name, _ in each.squares)


@pytest.mark.slow
def test_the_notation_of_each_orientation_is_that_of_moves(record: Record) -> None:
    for position, page in pages(record):
        board = position.rules.board
        notation_of = {
            (kind.piece, tuple(map(tuple, cells))): notation
            for kind in page.pieces
            for cells, notation in zip(kind.orientations, kind.notation, strict=True)
        }
        for each in page.legal:
            squares = sorted(
                (
                    (board.column(square), board.row(square), colour, name)
                    for name, colour in each.squares
                    for square in [board.parse(name)]
                )
            )
            left = min(column for column, *_ in squares)
            bottom = min(row for _, row, *_ in squares)
            cells = tuple((x - left, y - bottom, colour) for x, y, colour, _ in squares)
            names = [name for *_, name in squares]
            assert notation_of[each.piece, cells].format(*names) == each.move


def test_an_orientation_without_room_has_no_notation() -> None:
    rows = ["XO.", "...", ".OX"]
    asked = documents.NewRequest(game="battle-of-lits", board=rows)
    page = positions.answer_new(asked, SETTINGS).page
    line = next(kind for kind in page.pieces if kind.piece == "I")
    assert line.notation == ["", ""]


@pytest.mark.slow
def test_every_legal_placement_is_a_piece_in_one_of_its_orientations(record: Record) -> None:
    for position, page in pages(record):
        board = position.rules.board
        lying = {
            (kind.piece, tuple(sorted(map(tuple, cells))))
            for kind in page.pieces
            for cells in kind.orientations
        }
        for each in page.legal:
            squares = [(board.parse(name), colour) for name, colour in each.squares]
            placed = [
                (board.column(square), board.row(square), colour) for square, colour in squares
            ]
            across = min(column for column, _, _ in placed)
            up = min(row for _, row, _ in placed)
            assert (
                each.piece,
                tuple(sorted((c - across, r - up, colour) for c, r, colour in placed)),
            ) in lying
        for kind in page.pieces:
            assert kind.left is None or kind.left >= 0


@pytest.mark.slow
def test_each_square_can_be_pointed_at_and_the_moves_are_those_of_the_record(
    record: Record,
) -> None:
    moves = [
        (format_move(move, record.rules), record.positions[ply].side)
        for ply, move in enumerate(record.moves)
    ]
    for position, page in pages(record):
        board = position.rules.board
        squares = re.findall(r'class="hit" data-square="(\w+)"', page.svg)
        assert sorted(squares) == sorted(map(board.name, range(board.size)))
        assert (page.columns, page.rows) == (board.columns, board.rows)
        assert [(each.move, each.side) for each in page.moves] == moves
        assert loads(page.record) == loads(dumps(record))
        assert record.position(page.ply) == position


@pytest.mark.slow
def test_groups_are_those_of_the_board_and_count_as_the_score_does(record: Record) -> None:
    for position, page in pages(record):
        board = position.rules.board
        for colour in position.group_colours():
            if colour.scoring == "all":  # each square scores by itself
                assert all(each.colour != colour.colour for each in page.groups)
                continue
            shown = {
                frozenset(each.squares) for each in page.groups if each.colour == colour.colour
            }
            groups = board.groups(colour.squares, diagonal=colour.diagonal)
            assert shown == {
                frozenset(board.name(square) for square in bits(group)) for group in groups
            }


@pytest.mark.slow
def test_squares_that_cannot_be_covered_are_those_of_no_legal_placement_of_the_future(
    record: Record,
) -> None:
    for position, page in pages(record):
        board = position.rules.board
        named = sum(1 << board.parse(name) for name in page.uncoverable)
        assert not named & position.covered
        assert not any(named & each.mask for each in position.rules.table.of(position.legal))


@pytest.mark.slow
def test_what_a_move_does_is_what_playing_it_does(record: Record) -> None:
    rng = random.Random(1)
    for position, page in pages(record):
        for each in rng.sample(page.legal, min(3, len(page.legal))):
            asked = documents.MoveRequest(record=page.record, at=page.ply, move=each.move)
            found = positions.answer_move(asked, SETTINGS)
            after = position.play(parse_move(each.move, position))
            assert (found.legal, found.broken) == (True, [])
            assert list(found.scores.values()) == list(after.scores())
            assert found.half_point == after.half_point
            assert found.takes_away == (position.legal & ~after.legal).bit_count()
            assert sum(found.covers.values()) == len(each.squares)


def test_the_move_that_ends_the_first_phase_brings_the_half_point() -> None:
    game = Record(create("tailits+taiji", size=3))
    halves: list[str | None] = []
    while not (position := game.position()).is_over:
        move = format_move(position.legal_moves()[0], position.rules)
        asked = documents.MoveRequest(record=dumps(game), move=move)
        game = game.append(move)
        halves.append(positions.answer_move(asked, SETTINGS).half_point)
        assert halves[-1] == game.position().half_point
    assert halves[0] == "black"  # on this board the first tetromino ends the phase


@pytest.mark.slow
def test_an_illegal_move_breaks_exactly_the_rules_that_the_position_names(record: Record) -> None:
    rng = random.Random(2)
    for position, page in pages(record):
        table = position.rules.table
        chosen = rng.sample(range(len(table)), min(40, len(table)))
        for index in [index for index in chosen if not position.legal >> index & 1][:5]:
            text = format_move(table[index], position.rules)
            try:
                position.check(parse_move(text, position))
            except NotationError:  # a placement of the other phase
                continue
            except IllegalMoveError as error:
                broken = list(error.broken)
            else:
                continue  # in Wythe it lies on the stacks that are there
            found = positions.answer_move(
                documents.MoveRequest(record=page.record, at=page.ply, move=text), SETTINGS
            )
            assert (found.legal, found.broken, found.takes_away) == (False, broken, None)


@pytest.mark.slow
def test_what_remains_for_a_square_is_every_legal_placement_on_it(record: Record) -> None:
    for position, page in pages(record):
        board = position.rules.board
        for square in (0, board.size // 2):
            name = board.name(square)
            asked = documents.SquareRequest(record=page.record, at=page.ply, square=name)
            found = positions.answer_remaining(asked, SETTINGS)
            assert found.placements == position.legal.bit_count()
            assert found.covering == [
                each.move for each in page.legal if name in dict(each.squares)
            ]


def test_playing_leads_to_the_next_position_and_forgets_what_followed(record: Record) -> None:
    text = dumps(record)
    for ply in (0, len(record.moves) // 2):
        move = format_move(record.moves[ply], record.rules)
        page = positions.answer_play(
            documents.MoveRequest(record=text, at=ply, move=move), SETTINGS
        )
        assert page.ply == len(page.moves) == ply + 1
        assert loads(page.record).position() == record.position(ply + 1)
    over = documents.MoveRequest(record=text, move=format_move(record.moves[0], record.rules))
    with pytest.raises(GameError):
        positions.answer_play(over, SETTINGS)


# The placements of a double game are set up by their records.
@pytest.mark.parametrize("record", SINGLE, ids=board_name, indirect=True, scope="module")
def test_a_position_that_is_set_up_has_its_placements(record: Record) -> None:
    position = record.position(1)
    document = tomllib.loads(dumps(record))
    asked = documents.SetupRequest(
        game=record.rules.name,
        options=document["options"],
        board=document.get("setup", {}).get("board"),
        placed=format_placements(position.placements, position.rules),
        to_move=position.side,
    )
    found = loads(positions.answer_setup(asked, SETTINGS).page.record).position()
    assert (set(found.placements), found.side) == (set(position.placements), position.side)


def test_a_position_is_set_up_and_one_that_no_game_leads_to_is_constructed() -> None:
    board = ["X..O", "....", "....", "O..X"]
    asked: dict[str, Any] = {"game": "battle-of-lits", "options": {"size": 4}}
    for side, constructed in (("O", False), ("X", True)):
        request = documents.SetupRequest(
            **asked, board=board, placed="I[a1,b1,c1,d1]", to_move=side
        )
        started = positions.answer_setup(request, SETTINGS)
        position = loads(started.record).position()
        shown = started.page.position
        assert (position.side, len(position.placements)) == (side, 1)
        assert (shown.symbols, shown.constructed) == (board, constructed)
    with pytest.raises(TooLargeError, match="expected"):
        positions.read_record('game = "wythe"\noptions = { size = 21 }\nmoves = ""', SETTINGS)
    with pytest.raises(OptionError):
        positions.answer_setup(
            documents.SetupRequest(**asked, placed="", to_move="black"), SETTINGS
        )


def test_a_new_game_has_the_board_that_is_given_or_one_of_the_seed() -> None:
    asked = documents.NewRequest(game="battle-of-lits", options={"size": 5}, seed=4)
    once, again = (plain(positions.answer_new(asked, SETTINGS)) for _ in range(2))
    assert once == again
    other = asked.model_copy(update={"seed": 5})
    assert (
        positions.answer_new(asked, SETTINGS).record != positions.answer_new(other, SETTINGS).record
    )
    for x, o, counts in ((4, 4, (4, 4)), (7, 2, (7, 2)), (3, None, (3, 3))):
        numbered = asked.model_copy(update={"x": x, "o": o})
        board = loads(positions.answer_new(numbered, SETTINGS).record).position().view()
        assert (board.crosses.bit_count(), board.rings.bit_count()) == counts
    with pytest.raises(OptionError):
        positions.answer_new(asked.model_copy(update={"x": 20, "o": 20}), SETTINGS)
    rows = ["X.O..", ".....", "..X..", "O....", "....O"]
    given = documents.NewRequest(game="battle-of-lits", options={"size": 5}, board=rows)
    assert loads(positions.answer_new(given, SETTINGS).record).rules == create(
        "battle-of-lits", size=5, symbols=tuple(rows)
    )


@pytest.mark.parametrize(
    ("game", "options", "board", "expected"),
    [
        ("wythe", {"size": "x"}, None, "option size = 'x': input should be a valid integer"),
        ("wythe", {"size": True}, None, "option size = True"),
        ("wythe", {"size": 8.0}, None, "option size = 8.0"),
        ("wythe", {"size": [[8]]}, None, "option size"),
        ("wythe", {}, ["X"], "option 'board' of wythe"),
        ("battle-of-lits", {"symbols": ["X."]}, None, "option 'symbols'"),
        ("battle-of-lits", {"size": 3}, ["X.", "O."], "board"),
        ("tailits", {"supply": [1, 2, 3, "x"]}, None, "option supply"),
    ],
)
def test_a_wrong_option_is_named(
    game: str,
    options: dict[str, Any],
    board: list[str] | None,
    expected: str,
) -> None:
    with pytest.raises(OptionError, match=r"^[^\n]+$") as raised:
        positions.answer_new(
            documents.NewRequest(game=game, options=options, board=board), SETTINGS
        )
    assert str(raised.value).startswith(expected)
    with pytest.raises(OptionError) as again:
        positions.answer_setup(
            documents.SetupRequest(game=game, options=options, board=board), SETTINGS
        )
    assert str(again.value) == str(raised.value)


def test_a_game_in_the_lits_text_protocol_is_read() -> None:
    rules = new_game("battle-of-lits", seed=1).rules
    moves, _ = play_at_random(rules, random.Random(1))
    record = Record(rules, tuple(moves))
    assert positions.read_record(dumps_ltp(record), SETTINGS).position() == record.position()


def test_a_taijitu_across_a_corner_is_a_piece_of_its_own() -> None:
    asked = documents.NewRequest(game="taiji", options={"size": 3, "tonga": True})
    started = positions.answer_new(asked, SETTINGS)
    assert [len(piece.orientations) for piece in started.page.pieces] == [4, 4]
    (first, _) = started.page.pieces[1].orientations[0]
    assert len(started.page.legal) == 40
    assert first[:2] in {(0, 0), (0, 1)}
    usual = documents.NewRequest(game="taiji", options={"size": 3})
    assert len(positions.answer_new(usual, SETTINGS).page.pieces) == 1


def test_all_kinds_of_one_shape_are_listed() -> None:
    asked = documents.NewRequest(game="tailits", options={"size": 5, "colouring": "each-once"})
    page = positions.answer_new(asked, SETTINGS).page
    assert len({(kind.piece, str(kind.orientations)) for kind in page.pieces}) == len(page.pieces)
    assert sum(kind.left or 0 for kind in page.pieces) == 24


def test_a_position_of_taiji_is_given_by_its_colours() -> None:
    asked = documents.NewRequest(
        game="taiji", options={"groups": 2}, board=["W B .", "", "x o .", ". . ."]
    )
    started = positions.answer_new(asked, SETTINGS)
    position = loads(started.record).position()
    assert position.text_rows() == ["wb.", "bw.", "..."]
    assert getattr(position.rules, "groups", None) == 2
    assert started.page.position.to_move == "light"
    empty = positions.answer_new(documents.NewRequest(game="taiji", board=["..."] * 3), SETTINGS)
    assert empty.record == dumps(Record(create("taiji", size=3)))


@pytest.mark.parametrize(
    ("options", "board", "expected"),
    [
        ({}, ["wb.", ".w.", "..."], "no partner is left for"),
        ({"size": 5}, ["wb.", "...", "..."], "expected 5×5"),
    ],
)
def test_colours_that_are_no_position_are_refused(
    options: dict[str, Any], board: list[str], expected: str
) -> None:
    with pytest.raises(OptionError, match=expected):
        positions.answer_new(
            documents.NewRequest(game="taiji", options=options, board=board), SETTINGS
        )


def test_colours_of_a_board_that_is_too_large_are_refused() -> None:
    large = documents.NewRequest(game="taiji", board=["." * 30] * 30)
    with pytest.raises(TooLargeError):
        positions.answer_new(large, SETTINGS)
