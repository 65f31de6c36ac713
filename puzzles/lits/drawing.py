"""LITS puzzles as text for a terminal: borders as lines, shaded squares as the letters of their tetrominoes."""

from __future__ import annotations

from litslab.games.geometry import bits
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle
from litslab.puzzles.lits.result import PuzzleSolution

# A corner by the lines that meet there: to the left, to the right, up, down.
_CORNERS = {
    "....": " ", "L...": "╴", ".R..": "╶", "..U.": "╵", "...D": "╷", "LR..": "─", "..UD": "│", "L.U.": "┘", "L..D": "┐",
    ".RU.": "└", ".R.D": "┌", "LRU.": "┴", "LR.D": "┬", "L.UD": "┤", ".RUD": "├", "LRUD": "┼",
}  # fmt: skip
_NOWHERE = "░"


def draw_text(puzzle: LitsPuzzle, solution: PuzzleSolution | None = None) -> str:
    """Return a puzzle or its solution as lines of text, the top row first.

    Examples
    --------
    >>> print(draw_text(LitsPuzzle.from_rows([[0, 0, 0, 1], [-1, 0, 1, 1], [-1, -1, -1, 1]])))
    ┌───────────┬───┐
    │           │   │
    └───┐   ┌───┘   │
     ░░░│   │       │
        └───┴───┐   │
     ░░░ ░░░ ░░░│   │
                └───┘
    """
    board = puzzle.board
    shown = [
        _NOWHERE * 3 if region == OUTSIDE else f" {_given(puzzle.given(s))} " for s, region in enumerate(puzzle.regions)
    ]
    if solution is not None:
        for region, shape in zip(puzzle.masks, solution.shapes, strict=True):
            for square in bits(region & solution.shading):
                shown[square] = f" {shape.value} "

    def region_at(column: int, row: int) -> int:
        return puzzle.regions[board.square(column, row)] if board.contains(column, row) else OUTSIDE

    def across(column: int, row: int) -> bool:
        """Tell whether there is a line below a square (of row -1 upwards, above the board's last row)."""
        return 0 <= column < board.columns and region_at(column, row) != region_at(column, row - 1)

    def upright(column: int, row: int) -> bool:
        return 0 <= row < board.rows and region_at(column, row) != region_at(column - 1, row)

    lines = []
    for row in range(board.rows, -1, -1):
        line = ""
        for column in range(board.columns + 1):
            arms = across(column - 1, row), across(column, row), upright(column, row), upright(column, row - 1)
            line += _CORNERS["".join(name if arm else "." for name, arm in zip("LRUD", arms, strict=True))]
            if column < board.columns:
                line += "───" if across(column, row) else "   "
        lines.append(line.rstrip())
        if row:
            content = ""
            for column in range(board.columns + 1):
                content += "│" if upright(column, row - 1) else " "
                content += shown[board.square(column, row - 1)] if column < board.columns else ""
            lines.append(content.rstrip())
    return "\n".join(lines)


def _given(given: str) -> str:
    return {"?": " ", ".": "·"}.get(given, given)
