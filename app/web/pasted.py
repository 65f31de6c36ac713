"""Errors about texts that people paste: sentences that say what was pasted, what is expected, and
give an example.

The errors of the library name the detail for those who know a format. A player has pasted the link
of another puzzle, half a link, or a board where a game is expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto

from litslab.games.errors import GameError, NotationError, RecordError
from litslab.games.language import mark, sentence_case, together, tr
from litslab.games.line_breaks import one_line
from litslab.games.record_abstract_play import is_json
from litslab.games.refusal import IllegalRecordError

GAME, MOVES = 'game = "taiji"', 'moves = "e5,e6 d5,d4"'
"""The lines of an example of a record."""

_LONGEST_QUOTE = 40


class PastedError(GameError):
    """A pasted text that is not what its field is for, in sentences."""


class Kind(Enum):
    """What a text looks like, whatever field it is in."""

    NOTHING = auto()
    LITS = auto()
    OTHER_PUZZLE = auto()
    PUZZLE_SITE = auto()
    ADDRESS = auto()
    RECORD = auto()
    MOVES = auto()
    ROWS = auto()
    WORDS = auto()


_LITS = re.compile(r"(?:^|[?/])(?:lits|invlitso)(?:/|$)|[?&]G=lits(?:&|$)", re.IGNORECASE)
_OTHER_PUZZLE = re.compile(
    r"(?:^|https?://\S*\?)([a-z][\w-]*)/(?:[a-z]+/)?\d+/\d+|https?://\S*[?&]G=([\w-]+)", re.I
)
_PUZZLE_SITE = re.compile(r"https?://(?:www\.)?puzzle-lits\.com\b", re.IGNORECASE)
_RECORD = re.compile(r"^\s*(?:game|moves|title|comment)\s*=", re.MULTILINE)
_MOVE = re.compile(r"(?:[LITS][\[(: ]*)?[a-z]{1,2}\d{1,2}[,\- ]*[a-z]{1,2}\d{1,2}", re.I)
_ROW = re.compile(r"(?:\w|[.@·|;, \t_-]){2,}")


_TESTS: tuple[tuple[Kind, Callable[[str], object]], ...] = (
    (Kind.NOTHING, lambda text: not text),
    (Kind.PUZZLE_SITE, _PUZZLE_SITE.search),
    (Kind.LITS, _LITS.search),
    (Kind.OTHER_PUZZLE, _OTHER_PUZZLE.match),
    (Kind.RECORD, _RECORD.search),
    (Kind.MOVES, _MOVE.match),
    (Kind.ADDRESS, re.compile(r"https?://", re.IGNORECASE).match),
    (Kind.ROWS, lambda text: "\n" in text and all(map(_ROW.fullmatch, text.split("\n")))),
)
"""The kinds, in the order in which they are tried."""


def kind_of(text: str) -> Kind:
    """Return what a text looks like."""
    content = text.strip()
    return next((kind for kind, test in _TESTS if test(content)), Kind.WORDS)


def quoted(text: str) -> str:
    """Return how a text begins."""
    line = one_line(text)
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE]}…"


def _other_puzzle(text: str) -> str:
    found = _OTHER_PUZZLE.match(text.strip())
    return "" if found is None else (found[1] or found[2]).lower()


_PUZZLE_ELSEWHERE = mark("This is a puzzle. Open it under Create, Open, convert, share.")

_ELSEWHERE = {
    Kind.NOTHING: mark("Nothing was pasted."),
    Kind.OTHER_PUZZLE: mark(
        "This is a link to a puzzle of another kind, {kind}; litslab reads LITS puzzles only."
    ),
    Kind.PUZZLE_SITE: _PUZZLE_ELSEWHERE,
    Kind.LITS: _PUZZLE_ELSEWHERE,
    Kind.RECORD: mark("This is the record of a game. Open it under Analyse, More…, Open and save."),
    Kind.MOVES: mark("These are moves of a game."),
    Kind.ROWS: mark("These are rows of a board. Paste them in New, Size and rules."),
    Kind.ADDRESS: mark("This web address holds nothing that litslab can read."),
}
"""What is said about a text that belongs into another field."""


def elsewhere(text: str, kind: Kind) -> str:
    """Return what a text is that belongs into another field, and where."""
    return tr(_ELSEWHERE[kind], kind=_other_puzzle(text))


@contextmanager
def pasted_record(text: str) -> Iterator[None]:
    """Turn the error of a text that is no record into sentences. A record with a move that breaks
    the rules is one: its error names the move.
    """
    try:
        yield
    except IllegalRecordError:
        raise
    except RecordError as error:
        raise PastedError(_no_record(text, error)) from None


def _no_record(text: str, error: RecordError) -> str:
    kind = kind_of(text)
    expected = tr(
        "Paste a record, with a line such as {game} and a line such as {moves}, a game in the LITS "
        "Text Protocol, or a game of Taiji from Abstract Play.",
        game=GAME,
        moves=MOVES,
    )
    if is_json(text):
        return together([sentence_case(tr("{error}.", error=error)), expected])
    match kind:
        case Kind.RECORD:
            told = sentence_case(tr("{error}.", error=error))
        case Kind.WORDS:
            told = tr("“{text}” is no record of a game.", text=quoted(text))
        case _:
            told = elsewhere(text, kind)
    return together([told, expected])


@contextmanager
def pasted_placements(example: str) -> Iterator[None]:
    """Turn the error of a text that is no list of placements into sentences; `example` is one of
    the game.
    """
    try:
        yield
    except NotationError as error:
        told = tr("“{text}” is no placement of this game.", text=quoted(error.token))
        expected = tr("Write one placement per line, such as {example}.", example=example)
        raise PastedError(together([told, expected])) from None


def check_board(
    given: Sequence[str],
    rows: Sequence[str],
    letters: str,
    example: str,
    *,
    square: bool,
) -> None:
    """Refuse a pasted board in sentences.

    Parameters
    ----------
    given : sequence of str
        The lines as they were pasted.
    rows : sequence of str
        Its rows, in capital letters.
    letters : str
        The letters that it may have, and ``.``.
    example : str
        A row.
    square : bool
        Whether it has as many rows as columns.

    Raises
    ------
    PastedError
        If it has other letters, or its rows are not of one length.
    """
    if told := _wrong_board("\n".join(given), rows, letters, square=square):
        expected = tr(
            "Paste one line per row, the top row first. An example of a row: {example}",
            example=example,
        )
        raise PastedError(together([told, expected]))


def _wrong_board(text: str, rows: Sequence[str], letters: str, *, square: bool) -> str:
    """Return what is wrong with a board; empty if nothing is."""
    kind = kind_of(text)
    if kind in {Kind.LITS, Kind.OTHER_PUZZLE, Kind.PUZZLE_SITE, Kind.ADDRESS, Kind.RECORD}:
        return elsewhere(text, kind)
    wrong = {row: [each for each in row if each not in letters] for row in rows}
    if len(rows) == 1:
        is_row = not any(wrong.values())
        told = mark("“{text}” is only one row.") if is_row else mark("“{text}” is no board.")
        return tr(told, text=quoted(text))
    for number, row in enumerate(rows, start=1):
        if wrong[row]:
            return tr(
                "Row {row} of the board has the character {letter}; only {letters} have a meaning.",
                row=number,
                letter=wrong[row][0],
                letters=" ".join(letters),
            )
    return _wrong_lengths(rows, square=square)


def _wrong_lengths(rows: Sequence[str], *, square: bool) -> str:
    """Return which row has another length than the others; empty if none has."""
    width = len(rows) if square else len(rows[0])
    found = next(((at, row) for at, row in enumerate(rows, start=1) if len(row) != width), None)
    if found is None:
        return ""
    number, row = found
    if square:
        return tr(
            "The board has to be square: row {row} has length {length}, and there are {rows} rows.",
            row=number,
            length=len(row),
            rows=width,
        )
    return tr(
        "Row {row} of the board has length {length}, and the first row has length {first}.",
        row=number,
        length=len(row),
        first=width,
    )
