"""Annealing on the borders with the solution held fixed, and CP-SAT after it."""

from __future__ import annotations

import random

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.annealing import Annealing
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import KernelJudge, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.solution_text import letters_of, solutions_of
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus

ROWS = ("###.##", "#.###.", "##..##", "#....#", ".#####", "......")
RING = Board(6, 6)
SOLUTION = next(solutions_of(RING, "".join(reversed(ROWS))))
SHADING = sum(piece.mask for piece in SOLUTION)


def walk(limits: RegionLimits | None = None) -> BorderWalk:
    return BorderWalk(RING, SOLUTION, limits or RegionLimits(), KernelJudge(), random.Random(1))


def is_right(found: BorderWalk) -> bool:
    answer = solve(LitsPuzzle(RING, tuple(found.partition.numbered())))
    return answer.status is SolutionStatus.UNIQUE and answer.solutions[0].shading == SHADING


def test_annealing_alone_finds_regions() -> None:
    found = walk()
    assert any(Annealing.anneal(found) for _ in range(200))
    assert is_right(found)


def test_cp_sat_goes_on_where_annealing_has_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BorderWalk, "STEPS", 0)
    found = walk()
    assert found.anneal()
    assert found.synthesis is not None
    assert is_right(found)
    back = found.neighbour(40)  # small changes keep the one solution
    assert back is not None
    assert is_right(found)


def test_every_region_keeps_its_tetromino_at_every_step() -> None:
    found = walk()
    for _ in range(3):
        Annealing.anneal(found)
        masks = found.partition.masks
        assert all(piece.mask & ~masks[number] == 0 for number, piece in enumerate(SOLUTION))


def test_a_solution_without_regions_is_proved_to_have_none() -> None:
    board = Board(5, 6)
    (alone,) = solutions_of(board, "....I" * 4 + "....." * 2)
    found = BorderWalk(board, alone, RegionLimits(), KernelJudge(), random.Random(1))
    assert not found.anneal()
    assert found.is_impossible
    assert found.synthesis is not None
    assert found.synthesis.blamed.bit_count() == 1
    spec = PuzzleSpec(5, 6, limits=RegionLimits(), solution=letters_of(board, alone))
    made = generate_puzzle(PuzzleTask(spec, 1, 1))
    assert made.puzzle is None
    assert made.exhausted


def test_the_number_of_regions_and_the_symmetry_have_to_fit_the_solution() -> None:
    with pytest.raises(PuzzleError, match=f"9 to 9 regions around a solution of {len(SOLUTION)} tetrominoes"):
        walk(RegionLimits(fewest=9, most=9))
    with pytest.raises(PuzzleError, match="mirror symmetry around a solution without it"):
        walk(RegionLimits(symmetry=RegionSymmetry.MIRROR))
