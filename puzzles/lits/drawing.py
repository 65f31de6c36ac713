"""LITS puzzles as text for a terminal, with borders as lines, and several pictures on one sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from litslab.games.drawing.canvas import element
from litslab.games.geometry import bits, column_name
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleSolution

# A corner by the lines that meet there: to the left, to the right, up, down.
_CORNERS = {
    "....": " ", "L...": "╴", ".R..": "╶", "..U.": "╵", "...D": "╷", "LR..": "─", "..UD": "│", "L.U.": "┘", "L..D": "┐",
    ".RU.": "└", ".R.D": "┌", "LRU.": "┴", "LR.D": "┬", "L.UD": "┤", ".RUD": "├", "LRUD": "┼",
}  # fmt: skip
_NOWHERE = "░"
_GIVEN = {"?": " ", ".": "·"}


def draw_text(puzzle: LitsPuzzle, solution: PuzzleSolution | None = None) -> str:
    """Return a puzzle or its solution as lines of text with coordinates, the top row first.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    solution : PuzzleSolution, optional
        The solution to write into the squares.

    Examples
    --------
    >>> print(draw_text(LitsPuzzle.from_rows([[0, 0, 0, 1], [-1, 0, 1, 1], [-1, -1, -1, 1]])))
      ┌───────────┬───┐
    3 │           │   │
      └───┐   ┌───┘   │
    2  ░░░│   │       │
          └───┴───┐   │
    1  ░░░ ░░░ ░░░│   │
                  └───┘
        a   b   c   d
    """
    board = puzzle.board
    shown = [
        _NOWHERE * 3 if region == OUTSIDE else f" {_GIVEN.get(puzzle.given(s), puzzle.given(s))} "
        for s, region in enumerate(puzzle.regions)
    ]
    if solution is not None:
        for square in bits(solution.shading):
            shown[square] = " # "
        for shape, squares in solution.tetrominoes(puzzle):
            for square in bits(squares):
                shown[square] = f" {shape.value} "

    def region_at(column: int, row: int) -> int:
        return puzzle.regions[board.square(column, row)] if board.contains(column, row) else OUTSIDE

    def across(column: int, row: int) -> bool:
        """Return whether there is a line below a square (of row -1 upwards, above the board's last row)."""
        return 0 <= column < board.columns and region_at(column, row) != region_at(column, row - 1)

    def upright(column: int, row: int) -> bool:
        return 0 <= row < board.rows and region_at(column, row) != region_at(column - 1, row)

    lines = []
    width = len(str(board.rows))
    margin = " " * (width + 1)
    for row in range(board.rows, -1, -1):
        line = margin
        for column in range(board.columns + 1):
            arms = across(column - 1, row), across(column, row), upright(column, row), upright(column, row - 1)
            line += _CORNERS["".join(name if arm else "." for name, arm in zip("LRUD", arms, strict=True))]
            if column < board.columns:
                line += "───" if across(column, row) else "   "
        lines.append(line.rstrip())
        if row:
            content = f"{row:>{width}} "
            for column in range(board.columns + 1):
                content += "│" if upright(column, row - 1) else " "
                content += shown[board.square(column, row - 1)] if column < board.columns else ""
            lines.append(content.rstrip())
    lines.append((margin + " " + "".join(f"{column_name(column):^4}" for column in range(board.columns))).rstrip())
    return "\n".join(lines)


_SIZE = re.compile(r'<svg [^>]*?width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"')


def sheet(pictures: Sequence[str], columns: int) -> str:
    """Return a picture of pictures, in reading order.

    Parameters
    ----------
    pictures : sequence of str
        Whole SVG documents, at least one.
    columns : int
        Number of pictures side by side.
    """
    sizes = [size_of(picture) for picture in pictures]
    rows = [range(start, min(start + columns, len(pictures))) for start in range(0, len(pictures), columns)]
    widths = [max(sizes[number][0] for number in range(place, len(pictures), columns)) for place in range(columns)
              if place < len(pictures)]  # fmt: skip
    # The left and top edges of the pictures, and the right and bottom edge of the last one.
    lefts = list(accumulate(widths, initial=0.0))
    tops = list(accumulate((max(sizes[number][1] for number in row) for row in rows), initial=0.0))
    placed = [
        pictures[number].strip().replace("<svg ", f'<svg x="{lefts[place]:g}" y="{tops[line]:g}" ', 1)
        for line, row in enumerate(rows)
        for place, number in enumerate(row)
    ]
    width, height = lefts[-1], tops[-1]
    paper = element("rect", class_="page", x=0, y=0, width=width, height=height, fill="#ffffff")
    return (
        element(
            "svg", "\n".join(["", paper, *placed, ""]), xmlns="http://www.w3.org/2000/svg", width=width, height=height,
            viewBox=f"0 0 {width:g} {height:g}", role="img",
        )
        + "\n"
    )  # fmt: skip


def size_of(picture: str) -> tuple[float, float]:
    """Return the width and the height of an SVG document, in pixels."""
    found = _SIZE.search(picture)
    if found is None:
        raise ValueError("an SVG document without width and height")
    return float(found["width"]), float(found["height"])
