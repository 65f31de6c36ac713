"""LITS puzzles as text for a terminal, with borders as lines, and several pictures on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, zip_longest

from litslab.games.drawing.markup import element, size_of, svg
from litslab.games.geometry import bits, column_name
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleSolution

_CORNERS = (
    " ╴╶─╵┘└┴╷┐┌┬│┤├┼"  # by the lines that meet there: 1 to the left, 2 to the right, 4 up, 8 down
)
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
    shown = []
    for square, region in enumerate(puzzle.regions):
        given = puzzle.given(square)
        mark = f" {_GIVEN.get(given, given)} "
        shown.append(_NOWHERE * 3 if region == OUTSIDE else mark)
    if solution is not None:
        for square in bits(solution.shading):
            shown[square] = " # "
        for shape, squares in solution.tetrominoes(puzzle):
            for square in bits(squares):
                shown[square] = f" {shape.value} "

    def region_at(column: int, row: int) -> int:
        return puzzle.regions[board.square(column, row)] if board.contains(column, row) else OUTSIDE

    def across(column: int, row: int) -> bool:
        """Return whether there is a line below a square (of row -1 upwards, above the board's last
        row).
        """
        return 0 <= column < board.columns and region_at(column, row) != region_at(column, row - 1)

    def upright(column: int, row: int) -> bool:
        return 0 <= row < board.rows and region_at(column, row) != region_at(column - 1, row)

    lines = []
    width = len(str(board.rows))
    for row in range(board.rows, -1, -1):
        line = " " * (width + 1)
        for column in range(board.columns + 1):
            arms = (
                across(column - 1, row),
                across(column, row),
                upright(column, row),
                upright(column, row - 1),
            )
            line += _CORNERS[sum(arm << place for place, arm in enumerate(arms))]
            line += "───" if across(column, row) else "   "
        lines.append(line.rstrip())
        if row:
            content = f"{row:>{width}} "
            for column in range(board.columns + 1):
                content += "│" if upright(column, row - 1) else " "
                content += shown[board.square(column, row - 1)] if column < board.columns else ""
            lines.append(content.rstrip())
    names = "".join(f"{column_name(column):^4}" for column in range(board.columns))
    lines.append(" " * (width + 2) + names.rstrip())
    return "\n".join(lines)


def sheet(pictures: Sequence[str], columns: int) -> str:
    """Return a picture of pictures, in reading order.

    Parameters
    ----------
    pictures : sequence of str
        Whole SVG documents, at least one.
    columns : int
        Number of pictures side by side.
    """
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    sizes = [[size_of(picture) for picture in row] for row in rows]
    widths = [
        max(width for width, _ in column) for column in zip_longest(*sizes, fillvalue=(0.0, 0.0))
    ]
    # The left and top edges of the pictures, and the right and bottom edge of the last one.
    *lefts, width = accumulate(widths, initial=0.0)
    *tops, height = accumulate((max(height for _, height in row) for row in sizes), initial=0.0)
    placed = [
        picture.strip().replace("<svg ", f'<svg x="{left:g}" y="{top:g}" ', 1)
        for top, row in zip(tops, rows, strict=True)
        for left, picture in zip(lefts, row, strict=False)
    ]
    paper = element("rect", class_="page", x=0, y=0, width=width, height=height, fill="#ffffff")
    return svg([paper, *placed], width, height)
