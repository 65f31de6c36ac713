"""Errors about pasted texts: what was pasted, what is expected and an example."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import litslab as ll
from litslab.app.web import documents, grids, pasted, pasted_puzzle, positions
from litslab.app.web.settings import Settings, refusal_of
from litslab.games.language import using
from litslab.games.record_toml import loads
from litslab.games.symbol_rows import symbol_rows

SETTINGS = Settings()
LINK = "https://puzz.link/p?lits/4/4/9q02jg"
GAME = 'game = "taiji"\nmoves = "e5,e6"\n'


def puzzle(text: str) -> object:
    return grids.answer_puzzle(documents.PuzzleRequest(puzzle=text), SETTINGS)


def converted(text: str) -> object:
    return grids.answer_convert(documents.ConvertRequest(puzzle=text, to="grid"), SETTINGS)


def record(text: str) -> object:
    return positions.answer_position(documents.RecordRequest(record=text), SETTINGS)


def symbols(text: str) -> object:
    asked = documents.NewRequest(game="battle-of-lits", board=text.split("\n"))
    return positions.answer_new(asked, SETTINGS)


def colours(text: str) -> object:
    asked = documents.NewRequest(game="taiji", board=text.split("\n"))
    return positions.answer_new(asked, SETTINGS)


def placements(text: str) -> object:
    return positions.answer_setup(documents.SetupRequest(game="taiji", placed=text), SETTINGS)


CASES = [
    (puzzle, "hello", "“hello” is no puzzle."),
    (puzzle, "h" * 100, f"“{'h' * 40}…” is no puzzle."),
    (puzzle, "", "Nothing was pasted."),
    (puzzle, " \n ", "Nothing was pasted."),
    (puzzle, "https://puzz.link/p?nurikabe/5/5/g3", "a puzzle of another kind, nurikabe"),
    (puzzle, "https://pzv.jp/p.html?norinori/5/5/ab", "a puzzle of another kind, norinori"),
    (puzzle, "https://pedros.works/p?W=4&H=4&L=x&G=tents", "a puzzle of another kind, tents"),
    (puzzle, "https://puzz.link/p?lits/4/4", "incomplete or damaged"),
    (puzzle, "lits/4/4/9q", "incomplete or damaged"),
    (puzzle, LINK + "zz", "incomplete or damaged"),
    (puzzle, "https://puzzle-lits.com/?e=MDo3", "the text after “var task =”"),
    (puzzle, "https://example.com", "This web address holds nothing"),
    (puzzle, GAME, "This is the record of a game. Open it under Analyse"),
    (puzzle, "e5,e6 d5,d4", "These are moves of a game."),
    (puzzle, "AABB\nAAB", "The grid cannot be read: line 2: a row of length 3: expected 4"),
    (puzzle, "AAAB\nCDEF", "The grid cannot be read: the region at a2 has size 3"),
    (puzzle, '{"a": 1}', "in the format JSON is incomplete or damaged"),
    (puzzle, "m=edit&p=7VT", "in the format Penpa+ is incomplete or damaged"),
    (converted, "hello", "“hello” is no puzzle."),
    (converted, "lits/4/4/9q", "incomplete or damaged"),
    (record, "hello", "“hello” is no record of a game."),
    (record, "", "Nothing was pasted."),
    (record, LINK, "This is a puzzle. Open it under Create"),
    (record, "https://puzz.link/p?nurikabe/5/5/g3", "a puzzle of another kind, nurikabe"),
    (record, "X O .\n. . .", "These are rows of a board. Paste them in New"),
    (record, "L[e5,e6,e7,f7]", "These are moves of a game."),
    (record, "moves = 'a1,a2'", "The record, game: missing."),
    (record, 'game = "taiji"\nmoves = "a1"', "The record, move 1: cannot read 'a1'"),
    (symbols, "hello", "“hello” is no board."),
    (symbols, LINK, "This is a puzzle. Open it under Create"),
    (symbols, GAME, "This is the record of a game."),
    (symbols, "X O\nX", "Row 2 of the board has length 1, and the first row has length 2."),
    (symbols, "X O Q\n. . .", "has the character Q; only X O . have a meaning"),
    (symbols, "X O", "“X O” is only one row."),
    (colours, "hello", "“hello” is no board."),
    (colours, "lits/4/4/9q02jg", "This is a puzzle. Open it under Create"),
    (colours, "w b .\nw b .", "The board has to be square: row 1 has length 3"),
    (placements, "hello", "“hello” is no placement of this game."),
    (placements, "L[a1,a2]", "“L[a1,a2]” is no placement of this game."),
]


def error_of(ask: Callable[[str], object], text: str) -> str:
    with pytest.raises(pasted.PastedError) as caught:
        ask(text)
    refused = refusal_of(caught.value)
    assert refused.status == 400
    return refused.error


@pytest.mark.parametrize(("ask", "text", "expected"), CASES)
def test_an_error_says_what_was_pasted_and_gives_an_example(
    ask: Callable[[str], object], text: str, expected: str
) -> None:
    error = error_of(ask, text)
    assert expected in error
    assert re.search(r"such as|example", error)
    assert re.fullmatch(r"[“A-Z].*", error)


@pytest.mark.parametrize(("ask", "text", "expected"), CASES)
def test_errors_are_translated(ask: Callable[[str], object], text: str, expected: str) -> None:
    with using("ja"):
        error = error_of(ask, text)
    assert re.search("例", error)
    assert expected not in error


def test_examples_can_be_pasted() -> None:
    assert ll.puzzle(pasted_puzzle.EXAMPLE).board.size == 16
    assert len(loads(f"{pasted.GAME}\n{pasted.MOVES}").moves) == 2
    assert ll.new_game("battle-of-lits", board=[positions.SYMBOLS] * 4).rules.board.size == 16
    rows = symbol_rows([positions.COLOURS] * 4)
    assert ll.new_game("taiji", board=list(rows)).placements != ()
