"""Border moves: every neighbouring region is offered, and no region is left too small or in parts."""

from __future__ import annotations

import random

from litslab.games.geometry import Board
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.repair import BorderMove, moved, moves_of
from tests.puzzles.making import grow_regions

TWO = LitsPuzzle.from_rows([[0, 0, 0, 0, 0], [1, 1, 1, 1, -1]])


def test_a_square_moves_to_each_region_next_to_it() -> None:
    found = {(TWO.board.name(move.square), move.leaves, move.joins) for move in moves_of(TWO.board, TWO.regions)}
    assert found == {(f"{column}2", 0, 1) for column in "abcd"} | {(f"{column}1", 1, 0) for column in "abcd"}


def test_a_move_that_would_break_a_region_is_refused() -> None:
    square = TWO.board.parse
    ended = moved(TWO, [BorderMove(square("a2"), 0, 1)])
    assert ended is not None
    assert ended.rows() == [[0, 1, 1, 1, 1], [0, 0, 0, 0, -1]]  # numbered again, as a reader meets them
    assert moved(TWO, [BorderMove(square("b2"), 0, 1)]) is None  # in two parts
    assert moved(TWO, [BorderMove(square("a1"), 1, 0)]) is None  # three squares left
    exchanged = moved(TWO, [BorderMove(square("a1"), 1, 0), BorderMove(square("d2"), 0, 1)])
    assert exchanged is None  # e2 would be cut off


def test_random_moves_keep_every_region_whole() -> None:
    rng = random.Random(3)
    board = Board(7, 6)
    grown = (LitsPuzzle(board, grow_regions(board, 5, rng), "?" * 41 + "#") for _ in range(100))
    puzzle = next(each for each in grown if all(mask.bit_count() >= 4 for mask in each.masks))
    moves = list(moves_of(board, puzzle.regions))
    results = [moved(puzzle, rng.sample(moves, rng.randint(1, 2))) for _ in range(300)]
    kept = [result for result in results if result is not None]
    assert 0 < len(kept) < 300
    for result in kept:
        assert all(board.is_connected(mask) and mask.bit_count() >= 4 for mask in result.masks)
        assert len(result.masks) == len(puzzle.masks)
        assert result.givens == puzzle.givens
