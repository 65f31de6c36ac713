"""URLs of puzz.link, pzv.jp, pzprxs and their relatives: ``…?lits/COLUMNS/ROWS/BORDERS``, or
``invlitso`` for ``lits``.

First a bit for each border to the right of a square, row by row from the top, then one for each
border below a square. Either part is written on its own, five bits a digit (0 to 9, then a to v),
the most significant first, filled up with zeros. The old form writes one letter per square instead:
there is a border where letters differ.

A URL holds the regions alone. In a file of URLs, words after a URL are read as its title, or
``TITLE by AUTHOR``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from litslab.games.geometry import Board
from litslab.games.language import tr
from litslab.puzzles.lits.formats import common
from litslab.puzzles.lits.puzzle import LitsPuzzle

SITE = "https://puzz.link/p?"
"""The site of the URLs that are written."""

DIGITS = "0123456789abcdefghijklmnopqrstuv"
_BITS = 5
_URL = re.compile(
    r"""(?:https?://)? (?P<address>[^\s?]*\?)?  # puzz.link/p?  pzv.jp/p.html?  …/lits/sa/q.html?
        (?:type=editor&|pzpr=)? /?
        (?:(?P<kind>[A-Za-z][A-Za-z0-9]+)(?:_edit|_play|_editor|_player)?/)?
        (?:(?P<flags>[a-z]+(?::[^/\s]*)?)/){0,3}
        (?P<columns>-?\w+)/(?P<rows>-?\w+)/(?P<body>[^/?&\#\s]*)  # then anything
    """,
    re.VERBOSE,
)
_OLD_ADDRESS = re.compile(r"/([a-z0-9]+)/(sa|pzprv3)/")
_KANPEN = re.compile(r"kanpen\.net/([a-z0-9]+)\.html")
_SITES = re.compile(
    r"https?://|(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs|puzzle-lits\.com)|(?i:lits|invlitso)(?:_edit|_play)?/|lits/sa/|\d+/\d+/[0-9a-v]+$"
)

_PUZZLE_LITS = re.compile(r"(?:https?://)?+(?:www\.)?+puzzle-lits\.com", re.IGNORECASE)


def matches(text: str) -> bool:
    """Return whether a text is meant as such a URL."""
    return _SITES.match(text) is not None


def read(text: str) -> common.PuzzleEntry:
    """Read a URL.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    if _PUZZLE_LITS.match(text):
        raise common.FormatError(
            "an address of puzzle-lits.com, which does not hold the puzzle: expected its task, the "
            "text after 'var task =' in the page's source (Ctrl-U in most browsers)"
        )
    if (found := _URL.match(text)) is None:
        raise common.FormatError(f"the URL {text[:60]!r}: expected …?lits/COLUMNS/ROWS/BORDERS")
    old, kanpen = (each.search("/" + (found["address"] or "")) for each in (_OLD_ADDRESS, _KANPEN))
    kind = (found["kind"] or (old or kanpen or ["", "lits"])[1]).lower()
    if kind not in common.KINDS:
        raise common.FormatError(
            tr(
                "a URL of a puzzle of the type {kind!r}: expected {kinds}",
                kind=kind,
                kinds=" or ".join(common.KINDS),
            )
        )
    board = common.read_size(found["columns"], found["rows"])
    letters = found["flags"] == "d" or (old is not None and found["flags"] != "c")
    body = found["body"]
    puzzle = (
        _read_letters(board, body)
        if letters
        else common.bordered(board, _read_borders(board, body))
    )
    return common.PuzzleEntry(replace(puzzle, rules=common.KINDS[kind]), **_words(text))


def _words(text: str) -> dict[str, Any]:
    """Return the title and the author that stand after a URL, where there is anything."""
    _, *words = text.split()
    if "by" in words:
        place = len(words) - 1 - words[::-1].index("by")
        return {"title": " ".join(words[:place]), "author": " ".join(words[place + 1 :])}
    return {"title": " ".join(words)}


def _read_letters(board: Board, body: str) -> LitsPuzzle:
    if len(body) != board.size or not (body.isascii() and body.isalpha()):
        raise common.FormatError(
            f"regions of length {len(body)}: expected {board.size} letters, one per square"
        )
    rows = [body[start : start + board.columns] for start in range(0, board.size, board.columns)]
    return common.labelled(rows, outside=(), by_borders=True)


def _read_borders(board: Board, body: str) -> list[bool]:
    parts = (board.columns - 1) * board.rows, board.columns * (board.rows - 1)
    lengths = [-(-count // _BITS) for count in parts]
    if len(body) != sum(lengths):
        raise common.FormatError(
            tr(
                "borders of length {length}: expected {expected} for {columns}×{rows} squares",
                length=len(body),
                expected=sum(lengths),
                columns=board.columns,
                rows=board.rows,
            )
        )
    for place, character in enumerate(body, start=1):
        if character not in DIGITS:
            wrong = f"character {place} of the borders is {character!r}"
            raise common.FormatError(f"{wrong}: expected a digit from 0 to 9 or a to v")
    return _bits(body[: lengths[0]], parts[0], 0) + _bits(body[lengths[0] :], parts[1], lengths[0])


def _bits(text: str, count: int, before: int) -> list[bool]:
    found = [
        bool(DIGITS.index(digit) >> place & 1) for digit in text for place in reversed(range(_BITS))
    ]
    if any(found[count:]):
        place = before + len(text)
        raise common.FormatError(
            f"character {place} of the borders has bits beyond the last border: expected zeros"
        )
    return found[:count]


def write(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a URL of puzz.link.

    Raises
    ------
    FormatError
        If borders alone cannot say it.
    """
    board = entry.puzzle.board
    borders = common.borders_of(entry.puzzle, what="a puzz.link URL")
    kind = next(kind for kind, rules in common.KINDS.items() if rules is entry.puzzle.rules)
    right = (board.columns - 1) * board.rows
    digits = _digits(borders[:right]) + _digits(borders[right:])
    return f"{SITE}{kind}/{board.columns}/{board.rows}/{digits}"


def _digits(walls: Sequence[bool]) -> str:
    padded = [*walls, *[False] * (-len(walls) % _BITS)]
    groups = (padded[start : start + _BITS] for start in range(0, len(padded), _BITS))
    return "".join(DIGITS[int("".join("01"[wall] for wall in group), 2)] for group in groups)


FORMAT = common.Format(
    "url", "puzz.link", matches, read, write, suffixes=(".url",), rules=tuple(common.KINDS.values())
)
