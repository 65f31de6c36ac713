"""Regions around a given solution: it stays a solution, and the only one."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from litslab.games.geometry import Board
from litslab.games.pieces import plain_pieces
from litslab.games.placements import Placement, tetromino_table
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.synthesis import regions_around
from litslab.puzzles.lits.kernel import solve as by_kernel
from litslab.puzzles.lits.model import solve as by_model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.puzzles.lits.result import Status
from tests.puzzles.brute_force import planted_puzzle
from tests.running import PATIENCE


def others(puzzle: LitsPuzzle) -> list[int]:
    return [solution.shading for solution in by_kernel(puzzle, limit=30).solutions]


def planted_solution(board: Board, seed: int) -> list[Placement]:
    """Tetrominoes that solve some puzzle."""
    puzzle = planted_puzzle(random.Random(seed), columns=board.columns, rows=board.rows)
    (solution,) = by_kernel(puzzle).solutions[:1]
    table = tetromino_table(board, plain_pieces((1, 1, 1, 1)))
    pieces = [
        table.find(shape, mask & solution.shading) for shape, mask in zip(solution.shapes, puzzle.masks, strict=True)
    ]
    return [piece for piece in pieces if piece is not None]


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows", "seed"), [(5, 5, 1), (6, 6, 2), (6, 5, 3), (6, 6, 4)])
def test_the_given_solution_becomes_the_only_one(columns: int, rows: int, seed: int) -> None:
    board = Board(columns, rows)
    solution = planted_solution(board, seed)
    found = regions_around(board, solution, RegionLimits(), others, random.Random(seed), time_limit=PATIENCE)
    assert found.complete
    if found.puzzle is None:
        assert found.refuted > 0
        return
    puzzle = found.puzzle
    assert len(puzzle.masks) == len(solution)
    assert all(board.is_connected(mask) for mask in puzzle.masks)
    assert sum(puzzle.masks) == board.all
    for solve in (by_kernel, by_model):
        answer = solve(puzzle)
        assert answer.status is Status.UNIQUE
        assert answer.solutions[0].shading == sum(piece.mask for piece in solution)
    assert found.rounds > 0


def test_some_solutions_get_regions() -> None:
    board = Board(5, 5)
    found = [
        regions_around(
            board, planted_solution(board, seed), RegionLimits(), others, random.Random(1), time_limit=PATIENCE
        )
        for seed in range(6)
    ]
    assert any(each.puzzle is not None for each in found)


def test_sizes_are_kept_or_shown_to_be_impossible() -> None:
    board = Board(6, 6)
    solution = planted_solution(board, 2)
    size = board.size // len(solution) + 2
    limits = RegionLimits(smallest=4, largest=size)
    found = regions_around(board, solution, limits, others, random.Random(0), time_limit=PATIENCE)
    assert found.puzzle is None or max(mask.bit_count() for mask in found.puzzle.masks) <= size
    tight = regions_around(board, solution, RegionLimits(smallest=13), others, random.Random(0), time_limit=PATIENCE)
    assert len(solution) * 13 > board.size
    assert (tight.puzzle, tight.complete, tight.rounds) == (None, True, 0)


def test_a_limit_is_no_proof() -> None:
    board = Board(6, 6)
    solution = planted_solution(board, 2)
    found = regions_around(board, solution, RegionLimits(), others, random.Random(0), time_limit=0.0)
    assert (found.puzzle, found.complete) == (None, False)


def test_a_solution_without_tetrominoes_is_refused() -> None:
    def nobody(_: LitsPuzzle) -> Sequence[int]:
        raise AssertionError("there is nothing to ask")

    with pytest.raises(PuzzleError, match="without tetrominoes"):
        regions_around(Board(5, 5), [], RegionLimits(), nobody, random.Random(0), time_limit=1.0)
