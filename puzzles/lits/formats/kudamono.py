"""Addresses of Kudamono, the editor and player at pedros.works:
``…?W=COLUMNSxROWS&SIE=BORDERS&G=lits``, and ``&V=double`` for Double LITS.

The corners of the squares are numbered from the bottom left, column by column. ``BORDERS`` has for
each line of borders how many corners it begins after the one before it, and its way from there: a
letter L, R, U or D for the side of a square.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import common
from litslab.puzzles.lits.puzzle import DOUBLE_LITS, LITS

_ADDRESS = re.compile(
    r"(?:https?://)?+(?:www\.)?+pedros\.works/(?:paper-puzzle-player|kudamono)[^?]*+\?"
)
_SIZE = re.compile(r"(\d{1,4}+)(?:x(\d{1,4}+))?+")
_LINE = re.compile(r"(\d{1,6}+)([LRUD]++)")
_STEPS = {"L": (-1, 0), "R": (1, 0), "U": (0, 1), "D": (0, -1)}

_VARIANTS = {"": LITS, "double": DOUBLE_LITS}

_Corner = tuple[int, int]


def matches(text: str) -> bool:
    """Return whether a text is meant as an address of Kudamono."""
    return _ADDRESS.match(text) is not None


def read(text: str) -> common.PuzzleEntry:
    """Read an address.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    fields = dict(parse_qsl(urlsplit(text.split(maxsplit=1)[0]).query, max_num_fields=20))
    kind = fields.get("G", "")
    variant = fields.get("V", "")
    if kind.lower() != "lits" or variant not in _VARIANTS:
        of_variant = f" with the variant {variant[:20]!r}" if variant else ""
        raise common.FormatError(
            f"an address of Kudamono of the type {kind[:20]!r}{of_variant}: expected G=lits, with "
            "V=double or without V"
        )
    board = _board(fields)
    sides = _sides(board, fields.get("SIE", ""))
    borders = [_between(board, one, other) in sides for one, other in common.sides(board)]
    puzzle = replace(common.bordered(board, borders), rules=_VARIANTS[variant])
    return common.PuzzleEntry(
        common.checked(puzzle), title=fields.get("T", ""), author=fields.get("A", "")
    )


def _board(fields: dict[str, str]) -> Board:
    found = _SIZE.fullmatch(fields.get("W", ""))
    rows = fields.get("H") or (found[2] if found else None)
    if found is None or rows is None:
        raise common.FormatError("an address of Kudamono without a size: expected W=6x6, say")
    return common.read_size(found[1], rows)


def _sides(board: Board, text: str) -> set[frozenset[_Corner]]:
    """Return the sides of squares that have a border, each as its two corners."""
    sides = set()
    start = 0
    place = 0
    while place < len(text):
        if (line := _LINE.match(text, place)) is None:
            raise common.FormatError(
                f"character {place + 1} of the borders is {text[place]!r}: expected a number and "
                "a way such as 3LLU"
            )
        start += int(line[1])
        corner = divmod(start, board.rows + 1)
        for letter in line[2]:
            right, up = _STEPS[letter]
            following = corner[0] + right, corner[1] + up
            if not (0 <= following[0] <= board.columns and 0 <= following[1] <= board.rows):
                raise common.FormatError(
                    f"the way {line[0][:20]} of the borders leaves the board: expected "
                    f"{board.columns}×{board.rows} squares"
                )
            sides.add(frozenset((corner, following)))
            corner = following
        place = line.end()
    return sides


def _between(board: Board, one: int, other: int) -> frozenset[_Corner]:
    """Return the side between two neighbours, of which the first is to the left or above."""
    column, row = board.column(one), board.row(one)
    if board.row(other) == row:
        return frozenset(((column + 1, row), (column + 1, row + 1)))
    return frozenset(((column, row), (column + 1, row)))
