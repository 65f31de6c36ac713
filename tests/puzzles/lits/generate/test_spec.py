"""Specs: those that no puzzle can meet are refused with the reason, and misses are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.spec import PuzzleSpec, parse_shapes
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, rules_of
from litslab.puzzles.lits.solve import solve_by_kernel as solve

MODERATE = Grade(3, 600.0, {"overlap": 4, "cut off": 2}, 0, 0.2, solved=True)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (
            {"columns": 4, "rows": 4, "limits": RegionLimits(fewest=9, most=9)},
            "9 regions of at least 4 squares need 36 squares: a board of 4×4 has 16",
        ),
        (
            {"columns": 4, "rows": 4, "limits": RegionLimits(largest=5, most=3)},
            "cover 15 squares",
        ),
        ({"limits": RegionLimits(smallest=3)}, "at least 4"),
        ({"limits": RegionLimits(fewest=3, most=2)}, "3 to 2 regions"),
        ({"columns": 1}, "1 columns: expected 2 to 99"),
        ({"rows": 100}, "100 rows: expected 2 to 99"),
        ({"columns": 2, "rows": 2}, "2×2 squares: too few"),
        ({"levels": (0, 3)}, "levels 0 to 3: expected 1 to 5"),
        ({"levels": (4, 2)}, "the lower one first"),
        ({"required": frozenset({"guess"})}, "technique 'guess': expected one of four-square region, "),
        ({"required": frozenset({"pool"}), "excluded": frozenset({"pool"})}, "'pool': both required and excluded"),
        ({"shapes": ((Shape.L, 20), (Shape.I, 6))}, "26 regions of given shapes: expected 0 to 25"),
        ({"limits": RegionLimits(most=3), "given": 4}, "4 given letters: expected 0 to 3"),
        ({"given": -1}, "-1 given letters"),
        ({"most_trivial": 1.5}, "a share of 1.5 of trivial regions: expected 0 to 1"),
        ({"most_concentrated": -0.5}, "a share of -0.5 of difficulty"),
        ({"limits": RegionLimits(peak=101)}, "a largest region of at least 101 squares: expected at most 100"),
        ({"required": frozenset({"nested trial"})}, "a puzzle that takes one is beyond all levels"),
        ({"limits": RegionLimits(largest=8, peak=9)}, "at least 9 squares: expected at most 8"),
        (
            {"columns": 7, "rows": 7, "limits": RegionLimits(symmetry=RegionSymmetry.HALF_TURN)},
            "regions that a half turn keeps on 7×7: a region in the middle",
        ),
    ],
)
def test_impossible_specs_are_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        PuzzleSpec(**given)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "graded", "missed"),
    [
        ({}, {}, []),
        ({"levels": (4, 5)}, {}, ["too easy"]),
        ({"levels": (1, 2)}, {}, ["too hard"]),
        ({}, {"solved": False, "level": 5}, ["too hard for the techniques"]),
        ({"trials": False}, {"trials": 3}, ["a trial needed"]),
        ({"required": frozenset({"pool"})}, {}, ["required technique not needed"]),
        ({"required": frozenset({"overlap"}), "excluded": frozenset({"pool"})}, {}, []),
        ({"excluded": frozenset({"cut off"})}, {}, ["excluded technique needed"]),
        ({}, {"concentration": 0.7}, ["all difficulty in one step"]),
        ({"levels": (4, 4), "trials": False}, {"trials": 1}, ["too easy", "a trial needed"]),
    ],
)
def test_what_a_grade_misses_is_named(given: dict[str, Any], graded: dict[str, Any], missed: list[str]) -> None:
    assert list(PuzzleSpec(**given).missed_by_grade(replace(MODERATE, **graded))) == missed


def test_what_a_solution_misses_is_named() -> None:
    # Two regions of four squares and one of eight.
    puzzle = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 2, 2, 2], [1, 2, 2, 2], [1, 1, 2, 2]])
    (solution,) = solve(puzzle).solutions[:1]
    count = solution.shapes.count(Shape.L)
    spec = PuzzleSpec(4, 4, shapes=((Shape.L, count),), most_trivial=0.7)
    assert list(spec.missed_by_solution(puzzle, solution)) == []
    spec = PuzzleSpec(4, 4, shapes=((Shape.L, count + 1),), most_trivial=0.6)
    assert list(spec.missed_by_solution(puzzle, solution)) == ["too many trivial regions", "too few L"]


def test_usual_numbers_of_regions_stand_where_none_is_given() -> None:
    board = Board(10, 10)
    usual = RegionLimits.usual(board, symmetry=RegionSymmetry.MIRROR)
    assert (usual.fewest, usual.most, usual.symmetry) == (11, 18, RegionSymmetry.MIRROR)
    assert RegionLimits.usual(board, peak=30) == RegionLimits(peak=30)


def test_shapes_are_read() -> None:
    assert parse_shapes("L3,i2") == ((Shape.L, 3), (Shape.I, 2))
    for text in ("", "L", "X3", "L3;I2", "L-1", "L٣", "L99999"):
        with pytest.raises(PuzzleError, match="expected letters of L I T S with numbers, such as L3,I2"):
            parse_shapes(text)


def test_the_fifth_shape_is_read_with_rules_that_have_it() -> None:
    assert parse_shapes("O2,L1", rules_of("litso")) == ((Shape.O, 2), (Shape.L, 1))
    with pytest.raises(PuzzleError, match="expected letters of L I T S with"):
        parse_shapes("O2")


@pytest.mark.parametrize("size", [(3, 2), (4, 2), (5, 2), (3, 3), (6, 2), (7, 2), (4, 3), (5, 3), (4, 4)])
def test_sizes_without_a_puzzle_are_refused(size: tuple[int, int]) -> None:
    """All divisions of these boards were counted (docs/results/small-puzzles.md)."""
    for columns, rows in (size, size[::-1]):
        if size in {(3, 2), (4, 2), (5, 2), (3, 3)}:
            with pytest.raises(PuzzleError, match="every division into regions has several solutions, or none"):
                PuzzleSpec(columns, rows)
        else:
            assert PuzzleSpec(columns, rows).board == Board(columns, rows)
