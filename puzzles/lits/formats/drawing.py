"""Drawings of shaded squares without regions: what a setter begins with. They are no puzzles, and told from them here.

A drawing has a line per row, the top row first: ``#`` shaded, ``.`` unshaded, or the letter L, I, T or S of the
tetromino that shades the square. Lines that begin with ``%`` are comments.
"""

from __future__ import annotations

from collections.abc import Sequence

from litslab.games.geometry import Board
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, PuzzleError

MARKS = "#.LITS"
"""What a drawing says of a square."""

_COMMENT = "%"


def is_drawing(text: str, *, lettered: bool = False) -> bool:
    """Return whether a text is a drawing and not a puzzle: at least one ``#``, and nothing but what a drawing has.

    Parameters
    ----------
    text : str
        The text.
    lettered : bool
        Whether one of letters alone is a drawing too; it could be a grid of regions that have these names.
    """
    lines = drawn_lines(text)
    has_mark = bool(lines) if lettered else any("#" in line for line in lines)
    return has_mark and all(set(line) <= set(MARKS) for line in lines)


def drawn_lines(text: str) -> list[str]:
    """Return the rows of a drawing, without comments and empty lines."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(_COMMENT)]


def read_rows(lines: Sequence[str], marks: str) -> tuple[Board, str]:
    """Return the board of a drawing and a mark for each square, in the order of the board.

    Raises
    ------
    PuzzleError
        Naming the row that is wrong.
    """
    if not lines or not lines[0]:
        raise PuzzleError(f"a drawing without squares: expected rows of {' '.join(marks)}")
    if max(len(lines), len(lines[0])) > LARGEST_SIDE:
        raise PuzzleError(f"a drawing of {len(lines[0])}×{len(lines)}: expected at most {LARGEST_SIDE} per side")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise PuzzleError(f"row {number} of the drawing has {len(line)} squares: expected {len(lines[0])}")
        if wrong := set(line) - set(marks):
            raise PuzzleError(f"row {number} of the drawing has {min(wrong)!r}: expected {' '.join(marks)}")
    return Board(len(lines[0]), len(lines)), "".join(reversed(lines))
