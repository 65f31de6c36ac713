"""The LITS puzzle: a rectangle cut into regions, in each of which one tetromino is shaded.

The rules (design.md section 2): shade exactly one L, I, T or S tetromino in each region; equal shapes of different
regions never share an edge, turned or mirrored alike; all shaded squares are orthogonally connected; no 2×2 block is
fully shaded. Squares outside every region stay unshaded. Puzzles next to LITS differ from it in their
`puzzles.lits.rules`.

Squares are numbered as everywhere in litslab, ``a1`` at the bottom left first (`games.geometry`); texts give the top
row first. A set of squares, a *shading* among them, is an integer with a bit a square.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from litslab.games.errors import GameError
from litslab.games.geometry import Board, bits
from litslab.games.notebook import Drawable
from litslab.puzzles.lits.rules import LITS, PuzzleRules

LARGEST_SIDE = 99
"""The longest side of a puzzle, in squares."""

TETROMINO_SIZE = 4
"""The squares that are shaded in each region, and so the fewest that a region has."""

OUTSIDE = -1
"""The region number of a square that belongs to no region."""

GIVENS = LITS.givens
"""What may be known of a square: nothing, shaded, unshaded, or shaded by a tetromino of that shape."""


class PuzzleError(GameError):
    """What cannot be a LITS puzzle; the text says where and what was expected."""


@dataclass(frozen=True)
class LitsPuzzle(Drawable):
    """A LITS puzzle.

    Attributes
    ----------
    board : Board
        The rectangle of squares.
    regions : tuple of int
        For each square, in the order of the board, the number of its region, or `OUTSIDE`. Regions are numbered
        from 0 in the order in which a reader meets them, from the top left, row by row; other numbers that are given
        are replaced by these, so that equal puzzles compare equal.
    givens : str
        For each square a character of `GIVENS`, or of those that other rules have; the empty string where nothing is
        given.
    rules : PuzzleRules
        The rules: those of LITS, if nothing else is specified.
    """

    board: Board
    regions: tuple[int, ...]
    givens: str = ""
    rules: PuzzleRules = LITS

    def __repr__(self) -> str:
        count = len(self.masks)
        text = "1 region" if count == 1 else f"{count} regions"
        return f"<{self.rules.title} {self.board.columns}×{self.board.rows}, {text}>"

    def __post_init__(self) -> None:
        board = self.board
        if max(board.columns, board.rows) > LARGEST_SIDE:
            raise PuzzleError(f"a puzzle of {board.columns}×{board.rows}: expected at most {LARGEST_SIDE} per side")
        if len(self.regions) != board.size:
            raise PuzzleError(f"{len(self.regions)} region numbers for {board.columns}×{board.rows} squares")
        if self.givens and len(self.givens) != board.size:
            raise PuzzleError(f"{len(self.givens)} givens for {board.columns}×{board.rows} squares")
        if wrong := set(self.givens) - set(self.rules.givens):
            raise PuzzleError(f"the given {min(wrong)!r}: expected one of {' '.join(self.rules.givens)}")
        numbers: dict[int, int] = {}
        for square in reading_order(board):
            if (region := self.regions[square]) != OUTSIDE:
                numbers.setdefault(region, len(numbers))
        numbers[OUTSIDE] = OUTSIDE
        object.__setattr__(self, "regions", tuple(numbers[region] for region in self.regions))
        if not self.givens.strip("?"):
            object.__setattr__(self, "givens", "")

    @classmethod
    def from_rows(
        cls, rows: Sequence[Sequence[int]], givens: Sequence[str] = (), rules: PuzzleRules = LITS
    ) -> LitsPuzzle:
        """Return the puzzle with these region numbers (and givens), the top row first.

        Raises
        ------
        PuzzleError
            If there is no row, or the rows differ in length.
        """
        if not rows or not rows[0]:
            raise PuzzleError("a puzzle without squares: expected at least one row")
        for name, lines in (("region numbers", rows), ("givens", givens)):
            for number, line in enumerate(lines, start=1):
                if len(line) != len(rows[0]):
                    raise PuzzleError(f"row {number} has {len(line)} {name}: expected {len(rows[0])}, as in the first")
        if givens and len(givens) != len(rows):
            raise PuzzleError(f"{len(givens)} rows of givens: expected {len(rows)}")
        return cls(
            Board(len(rows[0]), len(rows)),
            tuple(region for row in reversed(rows) for region in row),
            "".join("".join(row) for row in reversed(givens)),
            rules,
        )

    def rows(self) -> list[list[int]]:
        """Return the region numbers row by row, the top row first: the inverse of `from_rows`."""
        columns = self.board.columns
        return [list(self.regions[start : start + columns]) for start in range(self.board.size - columns, -1, -columns)]

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each region the set of its squares."""
        found = [0] * (max(self.regions, default=OUTSIDE) + 1)
        for square, region in enumerate(self.regions):
            if region != OUTSIDE:
                found[region] |= 1 << square
        return tuple(found)

    def tetromino(self, region: int, shading: int) -> int:
        """Return the squares of a region's tetromino in a shading: those shaded there, or those that are not."""
        return self.masks[region] & (~shading if self.rules.inverse else shading)

    def region_name(self, region: int) -> str:
        """Return what a region is called: the name of its first square in reading order."""
        return next(self.board.name(square) for square in reading_order(self.board) if self.regions[square] == region)

    def given(self, square: int) -> str:
        """Return what is given of a square: a character of `GIVENS`."""
        return self.givens[square] if self.givens else "?"


def reading_order(board: Board) -> Iterable[int]:
    """Yield the squares as a reader meets them: from the top left, row by row."""
    for row in reversed(range(board.rows)):
        yield from range(row * board.columns, (row + 1) * board.columns)


def draw_shading(board: Board, shading: int) -> list[str]:
    """Return a shading as text rows of ``#`` and ``.``, the top row first."""
    cells = ["."] * board.size
    for square in bits(shading):
        cells[square] = "#"
    return board.draw(cells).split("\n")


def parse_shading(board: Board, rows: Sequence[str]) -> int:
    """Return the shading that text rows of ``#`` and ``.`` draw, the top row first: the inverse of `draw_shading`.

    Raises
    ------
    PuzzleError
        If the rows are not of the board's size, or have another character.
    """
    if len(rows) != board.rows:
        raise PuzzleError(f"a shading of {len(rows)} rows: expected {board.rows}")
    shading = 0
    for row, line in zip(reversed(range(board.rows)), rows, strict=True):
        if len(line) != board.columns or set(line) - set("#."):
            number = board.rows - row
            raise PuzzleError(f"row {number} of a shading is {line!r}: expected {board.columns} squares of # and .")
        for column, character in enumerate(line):
            shading |= (character == "#") << board.square(column, row)
    return shading
