"""Puzzles for tests."""

from __future__ import annotations

import random

from litslab.games.geometry import Board
from litslab.puzzles.lits.puzzle import LITS, OUTSIDE, LitsPuzzle, PuzzleRules


def grow_regions(board: Board, count: int, rng: random.Random) -> tuple[int, ...]:
    """Grow so many regions from random squares until they fill the board."""
    regions = [-1] * board.size
    for number, square in enumerate(rng.sample(range(board.size), count)):
        regions[square] = number
    bare = [square for square in range(board.size) if regions[square] < 0]
    while bare:
        square = rng.choice(bare)
        around = [regions[each] for each in board.neighbours(square) if regions[each] >= 0]
        if around:
            regions[square] = rng.choice(around)
            bare.remove(square)
    return tuple(regions)


def lettered(regions: str, givens: str = "", rules: PuzzleRules = LITS) -> LitsPuzzle:
    """A puzzle of rows of region letters split by ``/``, a dot outside every region, with marks in the same order."""
    rows = [[OUTSIDE if letter == "." else ord(letter) for letter in row] for row in regions.split("/")]
    return LitsPuzzle.from_rows(rows, givens.split("/") if givens else (), rules)
