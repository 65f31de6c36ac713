"""Texts of many puzzles with bad ones: the others are answered, and each bad one is named with its
line.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.app.web import books, documents
from litslab.app.web.grids import answer_convert
from litslab.app.web.pasted import PastedError
from litslab.app.web.settings import Settings, TooLargeError
from litslab.games.errors import GameError
from litslab.puzzles.lits.collection import collection
from litslab.puzzles.lits.formats import FormatError, PuzzleEntry, read_text, write
from tests.app.web.test_studies import ignore

GOOD = [write(PuzzleEntry(each.puzzle), "url") for each in collection()[:97]]
BAD = {10: "lits/4/4/9q", 50: "hello", 100: "nurikabe/4/4/9q02jg"}
"""Lines of a hundred that are no puzzles."""
SEVERAL = "lits/4/4/000000"
"""A puzzle with more than one solution."""


def hundred() -> str:
    good = iter(GOOD)
    return "\n".join(BAD.get(line) or next(good) for line in range(1, 101))


def converted(text: str, to: str = "grid", most_squares: int = 400) -> documents.Converted:
    settings = Settings(most_squares=most_squares)
    return answer_convert(documents.ConvertRequest(puzzle=text, to=to), settings)


def test_a_hundred_puzzles_with_three_bad_ones_are_converted() -> None:
    found = converted(hundred())
    assert found.puzzles == 97
    assert [each.puzzle for each in read_text(found.text, "the answer")] == [
        each.puzzle for each in read_text("\n".join(GOOD), "the good ones")
    ]
    assert [error.partition(": ")[0] for error in found.errors] == [
        f"the text, line {line}" for line in BAD
    ]


def test_puzzles_that_are_too_large_or_do_not_fit_the_format_are_named() -> None:
    found = converted(f"lits/4/4/9q02jg\n{GOOD[0]}", most_squares=16)
    assert (found.puzzles, len(found.errors)) == (1, 1)
    assert found.errors[0].startswith("the text, line 2: a puzzle of ")
    with pytest.raises(TooLargeError):
        converted(GOOD[0], most_squares=16)
    other_rules = "rules: litso\nAABB\nAABB\n\nAABB\nAABB\n"
    found = converted(other_rules, "url")
    assert (found.puzzles, len(found.errors)) == (1, 1)
    assert found.errors[0].startswith("the text, line 1: format url has no puzzles")
    with pytest.raises(FormatError, match="format url"):
        converted("rules: litso\nAABB\nAABB\n", "url")


def test_a_text_without_any_puzzle_is_refused() -> None:
    with pytest.raises(PastedError, match=r"The grid cannot be read: the text, line 1.*such as"):
        converted("hello\nhello")


@pytest.mark.slow
def test_a_booklet_has_the_puzzles_that_can_be_printed(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    text = "\n".join(["lits/4/4/9q02jg", "lits/4/4/9q", SEVERAL, "lits/5/4/h98g3ao"])
    asked = documents.PuzzleBookRequest(puzzles=text, rules=False)
    made = books.answer_puzzlebook(asked, Settings(scratch=tmp_path), ignore)
    assert made.entries == 2
    assert ["line 2" in made.errors[0], "line 3" in made.errors[1]] == [True, True]
    with pytest.raises(GameError, match="expected exactly one"):
        books.answer_puzzlebook(documents.PuzzleBookRequest(puzzles=SEVERAL), Settings(), ignore)
