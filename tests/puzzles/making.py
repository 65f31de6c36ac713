"""Puzzles for tests."""

from __future__ import annotations

import random

from litslab.games.geometry import Board
from litslab.puzzles.lits.puzzle import LITS, OUTSIDE, LitsPuzzle, PuzzleRules


def grow(board: Board, regions: list[int], rng: random.Random, *, leave: int = 0) -> None:
    """Give squares without a region one that is beside them, in any order, until a number of them
    is left.
    """
    bare = [square for square in range(board.size) if regions[square] == OUTSIDE]
    while len(bare) > leave:
        square = rng.choice(bare)
        if beside := [
            regions[each] for each in board.neighbours(square) if regions[each] != OUTSIDE
        ]:
            regions[square] = rng.choice(beside)
            bare.remove(square)


def grow_regions(board: Board, count: int, rng: random.Random) -> tuple[int, ...]:
    """Grow so many regions from random squares until they fill the board."""
    regions = [-1] * board.size
    for number, square in enumerate(rng.sample(range(board.size), count)):
        regions[square] = number
    grow(board, regions, rng)
    return tuple(regions)


def lettered(regions: str, givens: str = "", rules: PuzzleRules = LITS) -> LitsPuzzle:
    """A puzzle of rows of region letters split by ``/``, a dot outside every region, with marks in
    the same order.
    """
    rows = [
        [OUTSIDE if letter == "." else ord(letter) for letter in row] for row in regions.split("/")
    ]
    return LitsPuzzle.from_rows(rows, givens.split("/") if givens else (), rules)
