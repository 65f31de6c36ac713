"""Regions that have the form of letters, and where they can be placed at random.

Each letter is a connected set of squares of five rows. What a letter encloses, such as the inside of an O, is too small
for a region and stays outside every region.
"""

from __future__ import annotations

import random
from functools import lru_cache

from litslab.games.geometry import Board, bits, mask_of
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits
from litslab.puzzles.lits.puzzle import OUTSIDE, PuzzleError

FORMS = {
    "A": "### #.# ### #.# #.#", "B": "### #.# ##. #.# ###", "C": "### #.. #.. #.. ###",
    "D": "###. #.## #.## #.## ###.", "E": "### #.. ### #.. ###", "F": "### #.. ### #.. #..",
    "G": "### #.. #.# #.# ###", "H": "#.# #.# ### #.# #.#", "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# ###", "K": "#..# #.## ###. #.## #..#", "L": "#.. #.. #.. #.. ###",
    "M": "##.## ##### #.#.# #...# #...#", "N": "#..# ##.# #### #.## #..#", "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..", "Q": "### #.# #.# ### ..#", "R": "###. #.#. ###. #.#. #.##",
    "S": "### #.. ### ..# ###", "T": "### .#. .#. .#. .#.", "U": "#.# #.# #.# #.# ###",
    "V": "#...# ##.## .#.#. .###. ..#..", "W": "#...# #...# #.#.# ##### ##.##", "X": "#.# ### .#. ### #.#",
    "Y": "#.# #.# ### .#. .#.", "Z": "### ..# .## ##. ###",
}  # fmt: skip
"""The letters, the top row first."""

_LETTER_TRIES = 8000
"""How often all letters are placed at random before there is taken to be no room."""

Cells = frozenset[tuple[int, int]]
"""Squares as (column, row), rows from the bottom."""


def parse_word(text: str) -> str:
    """Read letters, such as ``HI``.

    Raises
    ------
    PuzzleError
        If there is none, or something else.
    """
    word = text.upper().replace(" ", "")
    if not word or (set(word) - FORMS.keys()):
        raise PuzzleError(f"letters {text[:30]!r}: expected letters from A to Z, such as HI")
    return word


@lru_cache
def cells_of(letter: str) -> Cells:
    """Return the squares of a letter whose lowest row and leftmost column are 0."""
    rows = FORMS[letter].split()
    return frozenset(
        (column, row) for row, line in enumerate(reversed(rows)) for column, mark in enumerate(line) if mark == "#"
    )


@lru_cache
def holes_of(letter: str) -> Cells:
    """Return the squares that a letter encloses: fewer than four, too few for a region."""
    cells = cells_of(letter)
    # With a margin all that is not enclosed is one group.
    board = Board(max(column for column, _ in cells) + 3, max(row for _, row in cells) + 3)
    others = board.all & ~mask_of(board.square(column + 1, row + 1) for column, row in cells)
    inner = board.groups(others)[1:]
    return frozenset(
        (board.column(square) - 1, board.row(square) - 1)
        for square in range(board.size)
        if any(group >> square & 1 for group in inner)
    )


def letter_of(board: Board, region: int) -> str | None:
    """Return the letter whose form a region has, upright and not mirrored; None where it has none."""
    squares = [(board.column(square), board.row(square)) for square in range(board.size) if region >> square & 1]
    left, low = min(column for column, _ in squares), min(row for _, row in squares)
    cells = frozenset((column - left, row - low) for column, row in squares)
    return next((letter for letter in FORMS if cells_of(letter) == cells), None)


def place_letters(board: Board, word: str, smallest: int, rng: random.Random) -> tuple[list[int], int] | None:
    """Return the letters of a word at random places in reading order.

    Parameters
    ----------
    board : Board
        The board.
    word : str
        The letters.
    smallest : int
        The squares of a region at least: what is left around the letters has room for regions.
    rng : random.Random
        Random generator.

    Returns
    -------
    (list of int, int) or None
        The squares of each letter, and those that stay outside; None where no room was found.
    """
    for _ in range(_LETTER_TRIES):
        placed: list[int] = []
        used = outside = 0
        right, bottom = -1, board.rows
        for letter in word:
            cells, holes = cells_of(letter), holes_of(letter)
            width, height = max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1
            if width > board.columns or height > board.rows:
                return None
            left, low = rng.randrange(board.columns - width + 1), rng.randrange(board.rows - height + 1)
            form, hole = (
                mask_of(board.square(left + column, low + row) for column, row in squares) for squares in (cells, holes)
            )
            # A letter follows to the right of the one before it, or below.
            if (form | hole) & used or not (left > right or low + height <= bottom):
                break
            placed.append(form)
            used |= form | hole
            outside |= hole
            right, bottom = left + width - 1, low
        else:
            if all(group.bit_count() >= smallest for group in board.groups(board.all & ~used)):
                return placed, outside
    return None


def start_with_letters(board: Board, smallest: int, letters: str, rng: random.Random) -> Partition | None:
    """Return a coarse partition with regions in the form of letters, which every change leaves there.

    Parameters
    ----------
    board : Board
        The board.
    smallest : int
        The squares of a region at least.
    letters : str
        The letters.
    rng : random.Random
        Random generator.

    Returns
    -------
    Partition or None
        None where no room was found.
    """
    placed = place_letters(board, letters, smallest, rng)
    if placed is None:
        return None
    forms, outside = placed
    regions = [OUTSIDE] * board.size
    for number, part in enumerate([*forms, *board.groups(board.all & ~outside & ~sum(forms))]):
        for square in bits(part):
            regions[square] = number
    return Partition(board, RegionLimits(smallest=smallest), regions, fixed=frozenset(range(len(forms))))
