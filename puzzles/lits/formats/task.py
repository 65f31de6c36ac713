"""Task strings of puzzle-lits.com: the region numbers of a square board, row by row, with commas between them."""

from __future__ import annotations

import math
import re

from litslab.puzzles.lits.formats.common import FormatError, PuzzleEntry, labelled, read_size
from litslab.puzzles.lits.puzzle import OUTSIDE

_TASK = re.compile(r"""\s*(?:(?:var\s+)?task\s*=\s*)?['"]?\s*(\w+(?:\s*,\s*[^,'";]*)+)['"]?\s*;?\s*""")


def matches(text: str) -> bool:
    """Return whether a text is meant as a task string."""
    return _TASK.fullmatch(text) is not None and text.count(",") > 2


def read(text: str) -> PuzzleEntry:
    """Read a task string.

    Raises
    ------
    FormatError
        If these are no numbers, or not as many as a square board has squares.
    """
    found = _TASK.fullmatch(text)
    words = [word.strip() for word in (found[1] if found else text).split(",")]
    side = math.isqrt(len(words))
    if side * side != len(words):
        raise FormatError(
            f"{len(words)} region numbers: expected a square number of them, as the site's boards are square"
        )
    read_size(str(side), str(side))
    for place, word in enumerate(words, start=1):
        if not (word.isascii() and word.isdigit()):
            raise FormatError(f"entry {place} of the task is {word[:12]!r}: expected the number of a region")
    return PuzzleEntry(labelled([words[start : start + side] for start in range(0, len(words), side)], outside=()))


def write(entry: PuzzleEntry) -> str:
    """Write a puzzle as a task string.

    Raises
    ------
    FormatError
        If the board is not square, squares are outside every region, or there are givens.
    """
    puzzle = entry.puzzle
    if puzzle.board.columns != puzzle.board.rows:
        raise FormatError(
            f"a board of {puzzle.board.columns}×{puzzle.board.rows}: expected a square one for a task string"
        )
    if puzzle.givens or OUTSIDE in puzzle.regions:
        raise FormatError("a task string has neither givens nor squares outside every region: expected neither")
    return ",".join(str(region + 1) for row in puzzle.rows() for region in row)
