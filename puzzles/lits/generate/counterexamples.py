"""Other solutions of a puzzle that was made around a solution: minimal, and far apart.

Every other solution leaves a square unshaded that the given solution shades. So each such square is given as unshaded
once; where the kernel still finds a solution, that one is reduced: regions are given their tetromino back as long as
another solution remains. What is left is a set of regions that can change together although nothing else does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from litslab.games.geometry import Board, bits
from litslab.games.pieces import plain_pieces
from litslab.games.placements import Placement, tetromino_table
from litslab.puzzles.lits.candidates import window_corners
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.solve import solve

Change = Mapping[int, int]
"""The regions in which another solution differs, by the number of their tetromino, with what each shades instead."""


class Counterexamples:
    """The given solution, and the search for others.

    Parameters
    ----------
    board : Board
        The board.
    pieces : sequence of int
        The tetrominoes of the given solution; a region has the number of its tetromino.
    rng : random.Random
        Where the order of the questions comes from.
    """

    def __init__(self, board: Board, pieces: Sequence[int], rng: random.Random) -> None:
        self._board = board
        self._pieces = pieces
        self._rng = rng
        self._shading = sum(pieces)
        self._owner = {square: number for number, piece in enumerate(pieces) for square in bits(piece)}

    def of(self, regions: Sequence[int]) -> list[Change]:
        """Return changes that lead to other solutions: none exactly where the given solution is the only one.

        Parameters
        ----------
        regions : sequence of int
            For each square the number of its region: that of the tetromino that it holds, or -1.
        """
        puzzle = LitsPuzzle(self._board, tuple(regions))
        masks = [0] * len(self._pieces)
        for square, region in enumerate(regions):
            if region >= 0:
                masks[region] |= 1 << square
        found: list[Change] = []
        seen = 0
        for square in self._rng.sample(sorted(self._owner), len(self._owner)):
            if seen >> square & 1:
                continue
            change = self._without(puzzle, masks, square)
            if change:
                found.append(change)
                for region, squares in change.items():
                    seen |= self._pieces[region] & ~squares
        return found

    def _without(self, puzzle: LitsPuzzle, masks: Sequence[int], square: int) -> Change:
        """Return a minimal change that leaves a square unshaded; an empty one if there is none."""
        home = self._owner[square]
        change = self._ask(puzzle, masks, square, ())
        kept = set(range(len(masks))) - change.keys()
        for region in self._rng.sample(sorted(change), len(change)):
            if region == home or region in kept:
                continue
            smaller = self._ask(puzzle, masks, square, (*kept, region))
            if smaller:
                change = smaller
                kept = set(range(len(masks))) - change.keys()
        return change

    def _ask(self, puzzle: LitsPuzzle, masks: Sequence[int], square: int, kept: Sequence[int]) -> Change:
        """Return a change that leaves a square unshaded, and these regions as they are; an empty one if none does."""
        givens = ["?"] * self._board.size
        givens[square] = "."
        for region in kept:
            for each in bits(self._pieces[region]):
                givens[each] = "#"
        answer = solve(replace(puzzle, givens="".join(givens)), conflict=False)
        if not answer.solutions:
            return {}
        shading = answer.solutions[0].shading
        return {
            number: mask & shading
            for number, (mask, piece) in enumerate(zip(masks, self._pieces, strict=True))
            if mask & shading != piece
        }


def single_changes(board: Board, solution: Sequence[Placement]) -> list[Change]:
    """Return every change of one region of a solution that leads to another one, whatever the regions are.

    These are the tetrominoes that obey the rules together with all but one of the solution's: the region of that one
    must not contain them.
    """
    table = tetromino_table(board, plain_pieces((1, 1, 1, 1)))
    shading = sum(piece.mask for piece in solution)
    found: list[Change] = []
    for region, piece in enumerate(solution):
        rest = shading & ~piece.mask
        parts = [board.adjacent(part) for part in board.groups(rest)]
        beside: dict[object, int] = {}
        for other in solution:
            if other is not piece:
                beside[other.shape] = beside.get(other.shape, 0) | board.adjacent(other.mask)
        for placement in table:
            mask = placement.mask
            is_free = mask != piece.mask and not mask & (rest | beside.get(placement.shape, 0))
            if is_free and all(mask & part for part in parts) and not has_block(board, rest | mask):
                found.append({region: mask})
    return found


def has_block(board: Board, shading: int) -> bool:
    """Return whether a 2×2 block is fully shaded."""
    columns = board.columns
    pairs = shading & shading >> 1
    return bool(pairs & pairs >> columns & window_corners(board))
