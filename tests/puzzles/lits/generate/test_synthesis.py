"""Regions around a given solution: it stays a solution, and the only one; or there are none, with squares to blame."""

from __future__ import annotations

import random
from itertools import product

import pytest

from litslab.games.geometry import Board
from litslab.games.pieces import plain_pieces
from litslab.games.placements import tetromino_table
from litslab.puzzles.lits.generate.given_solution import Solution, in_order
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.generate.synthesis import regions_around
from litslab.puzzles.lits.model import solve as by_model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.solve import solve_by_kernel as by_kernel
from tests.puzzles.brute_force import planted_puzzle


def planted_solution(board: Board, seed: int) -> Solution:
    """Tetrominoes that solve some puzzle."""
    return solution_of(planted_puzzle(random.Random(seed), columns=board.columns, rows=board.rows))


def solution_of(puzzle: LitsPuzzle) -> Solution:
    solution = by_kernel(puzzle).solutions[0]
    pieces = list(solution.tetrominoes(puzzle))
    return in_order(tetromino_table(puzzle.board, plain_pieces((1, 1, 1, 1))), pieces)


def has_regions(board: Board, solution: Solution, outside: int = 0) -> bool:
    """Whether any choice of connected regions leaves one solution; the squares of `outside` belong to no region."""
    owner = {square: number for number, piece in enumerate(solution) for square in piece.squares}
    free = [square for square in range(board.size) if square not in owner and not outside >> square & 1]
    for choice in product(range(len(solution)), repeat=len(free)):
        regions = [owner.get(square, -1) for square in range(board.size)]
        for square, region in zip(free, choice, strict=True):
            regions[square] = region
        puzzle = LitsPuzzle(board, tuple(regions))
        if all(board.is_connected(mask) for mask in puzzle.masks) and by_kernel(puzzle).status is SolutionStatus.UNIQUE:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seeds"), [(6, range(12)), (8, range(6)), (10, range(6))])
def test_the_given_solution_becomes_the_only_one(size: int, seeds: range) -> None:
    board = Board(size, size)
    made = 0
    for seed in seeds:
        solution = planted_solution(board, seed)
        found = regions_around(board, solution, RegionLimits(), random.Random(seed))
        assert found.complete
        if found.puzzle is None:
            continue
        made += 1
        puzzle = found.puzzle
        assert len(puzzle.masks) == len(solution)
        assert all(board.is_connected(mask) for mask in puzzle.masks)
        assert sum(puzzle.masks) == board.all
        for solve in (by_kernel, by_model):
            answer = solve(puzzle)
            assert answer.status is SolutionStatus.UNIQUE
            assert answer.solutions[0].shading == sum(piece.mask for piece in solution)
    assert made


@pytest.mark.slow
def test_every_choice_of_regions_on_small_boards_agrees() -> None:
    results = set()
    for seed in range(30):
        board = Board(4, 4) if seed % 2 else Board(5, 3)
        solution = planted_solution(board, seed)
        found = regions_around(board, solution, RegionLimits(), random.Random(seed))
        assert found.complete
        assert (found.puzzle is not None) == has_regions(board, solution)
        results.add(found.puzzle is not None)
        if found.puzzle is None and len(solution) > 1:
            assert found.blamed
    assert results == {True, False}


@pytest.mark.slow
def test_blamed_squares_fail_whatever_is_left_outside_and_none_of_them_can_be_left_out() -> None:
    for seed in (1, 2, 4, 5, 6):
        board = Board(4, 4)
        solution = planted_solution(board, seed)
        blamed = regions_around(board, solution, RegionLimits(), random.Random(0)).blamed
        owned = sum(piece.mask for piece in solution)
        rest = board.all & ~owned & ~blamed
        subset = rest
        while blamed:
            assert not has_regions(board, solution, subset)
            if not subset:
                break
            subset = (subset - 1) & rest
        if blamed.bit_count() > 1:
            for square in range(board.size):
                if blamed >> square & 1:  # without it, the others can all have regions: with all else outside perhaps
                    part = blamed & ~(1 << square)
                    assert any(
                        has_regions(board, solution, outside)
                        for outside in range(board.size and board.all + 1)
                        if not outside & (owned | part) and outside >> square & 1
                    )


@pytest.mark.slow
def test_sizes_are_kept_or_shown_to_be_impossible() -> None:
    made = generate_puzzle(PuzzleTask(PuzzleSpec(7, 7), 1, 1))
    assert made.puzzle is not None
    board, solution = made.puzzle.board, solution_of(made.puzzle)
    tight = regions_around(board, solution, RegionLimits(smallest=25), random.Random(0))
    assert (tight.puzzle, tight.complete, tight.blamed) == (None, True, 0)
    largest = max(mask.bit_count() for mask in made.puzzle.masks)
    for size in range(largest - 2, largest + 2):
        found = regions_around(board, solution, RegionLimits(largest=size, peak=size), random.Random(0))
        assert found.complete
        if size == largest:
            assert found.puzzle is not None
        if found.puzzle is not None:
            assert max(mask.bit_count() for mask in found.puzzle.masks) == size


def test_symmetric_regions_around_a_symmetric_solution() -> None:
    limits = RegionLimits(symmetry=RegionSymmetry.HALF_TURN)
    board = Board(6, 6)
    made = generate_puzzle(PuzzleTask(PuzzleSpec(6, 6, limits=limits), 1, 1))
    assert made.puzzle is not None
    found = regions_around(board, solution_of(made.puzzle), limits, random.Random(5)).puzzle
    assert found is not None
    assert LitsPuzzle(board, tuple(reversed(found.regions))) == found


def test_a_limit_is_no_proof() -> None:
    board = Board(6, 6)
    solution = planted_solution(board, 2)
    found = regions_around(board, solution, RegionLimits(), random.Random(0), time_limit=0.0)
    assert (found.puzzle, found.complete) == (None, False)


def test_a_solution_without_tetrominoes_is_refused() -> None:
    with pytest.raises(PuzzleError, match="without tetrominoes"):
        regions_around(Board(5, 5), [], RegionLimits(), random.Random(0), time_limit=1.0)
