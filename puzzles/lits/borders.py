"""Moving the borders of a LITS puzzle: a square leaves its region for one next to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litslab.games.geometry import Board, mask_of
from litslab.puzzles.lits.puzzle import OUTSIDE, TETROMINO_SIZE, LitsPuzzle


@dataclass(frozen=True)
class BorderMove:
    """A square that changes its region.

    Attributes
    ----------
    square : int
        The square.
    leaves, joins : int
        The regions, by their numbers in the puzzle before any move.
    """

    square: int
    leaves: int
    joins: int


def moves_of(board: Board, regions: Sequence[int]) -> Iterator[BorderMove]:
    """Yield every way to move one square to a region next to it, whatever becomes of the region that it leaves."""
    for square, region in enumerate(regions):
        if region == OUTSIDE:
            continue
        near = {regions[neighbour] for neighbour in board.neighbours(square)} - {OUTSIDE, region}
        for other in sorted(near):
            yield BorderMove(square, region, other)


def moved(puzzle: LitsPuzzle, moves: Sequence[BorderMove]) -> LitsPuzzle | None:
    """Return a puzzle after moves, or None where a region would be in two parts or too small for a tetromino."""
    board = puzzle.board
    regions = list(puzzle.regions)
    for move in moves:
        regions[move.square] = move.joins
    for region in {move.leaves for move in moves} | {move.joins for move in moves}:
        squares = mask_of(square for square, number in enumerate(regions) if number == region)
        if squares.bit_count() < TETROMINO_SIZE or not board.is_connected(squares):
            return None
    return LitsPuzzle(board, tuple(regions), puzzle.givens, puzzle.rules)
