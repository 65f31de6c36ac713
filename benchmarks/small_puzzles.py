"""How many divisions of a small board into regions are LITS puzzles: ``docs/results/small-puzzles.md``.

Every division of the board into connected regions of four squares or more is solved by the kernel. Turned and mirrored
ones count separately, as pictures of a fixed board.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.measure import print_table
from litslab.games.geometry import Board, bits
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.result import SolutionStatus
from litslab.puzzles.lits.solve import solve

SIZES = (
    (4, 1), (5, 1), (8, 1), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2), (10, 2),
    (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (4, 4), (5, 4), (6, 4), (5, 5),
)  # fmt: skip
LEAST = 4
"""The squares of a tetromino."""


def main() -> None:
    rows = []
    for columns, rows_ in SIZES:
        started = time.monotonic()
        divisions, unique = count(Board(columns, rows_))
        rows.append((f"{columns}×{rows_}", f"{divisions:,}", f"{unique:,}", f"{time.monotonic() - started:.1f} s"))
    print_table("Divisions into regions, and those with one solution", ("size", "divisions", "unique", "time"), rows)


def count(board: Board) -> tuple[int, int]:
    """Return how many divisions into regions a board has, and how many of them have one solution."""
    total = unique = 0
    for regions in divisions(board, board.all):
        total += 1
        unique += solve(puzzle_of(board, regions), conflict=False).status is SolutionStatus.UNIQUE
    return total, unique


def puzzle_of(board: Board, regions: list[int]) -> LitsPuzzle:
    """Return the puzzle with given regions, each a set of squares."""
    numbers = [0] * board.size
    for number, region in enumerate(regions):
        for square in bits(region):
            numbers[square] = number
    return LitsPuzzle(board, tuple(numbers))


def divisions(board: Board, free: int) -> Iterator[list[int]]:
    """Yield every division of a set of squares into connected regions of `LEAST` squares or more."""
    if not free:
        yield []
        return
    for region in _connected(board, free, free & -free, free & -free):
        rest = free & ~region
        if all(part.bit_count() >= LEAST for part in board.groups(rest)):
            for others in divisions(board, rest):
                yield [region, *others]


def _connected(board: Board, free: int, region: int, decided: int) -> Iterator[int]:
    """Yield once each connected set that contains a region, and beside it none of the squares decided before."""
    if region.bit_count() >= LEAST:
        yield region
    for square in bits(board.adjacent(region) & free & ~decided):
        decided |= 1 << square
        yield from _connected(board, free, region | 1 << square, decided)
