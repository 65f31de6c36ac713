"""The puzzle type and its checker."""

from __future__ import annotations

import itertools
import random

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.candidates import Narrowing, candidates
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, draw_shading, parse_shading
from tests.puzzles.making import grow_regions

FOUR = LitsPuzzle.from_rows([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]])
SOLVED = ["#.##", "###.", "#.#.", "####"]


def test_numbers_and_rows_of_a_puzzle() -> None:
    renumbered = LitsPuzzle.from_rows([[7, 7, 5, 5], [7, 7, 5, 9], [7, 5, 5, 9], [9, 9, 9, 9]])
    assert renumbered == FOUR
    assert LitsPuzzle.from_rows(FOUR.rows()) == FOUR
    assert [mask.bit_count() for mask in FOUR.masks] == [5, 5, 6]
    shading = parse_shading(FOUR.board, SOLVED)
    assert draw_shading(FOUR.board, shading) == SOLVED
    assert "<svg" in FOUR._repr_svg_()


@pytest.mark.parametrize(
    ("rows", "givens", "told"),
    [
        ([], [], "without squares"),
        ([[0, 0], [0]], [], "row 2 has 1 region numbers: expected 2"),
        ([[0, 0]], ["###"], "row 1 has 3 givens"),
        ([[0, 0]], ["#?", "??"], "2 rows of givens: expected 1"),
        ([[0, 0]], ["#x"], "the given 'x'"),
        ([[0] * 100], [], "100×1: expected at most 99"),
    ],
)
def test_what_is_no_puzzle(rows: list[list[int]], givens: list[str], told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        LitsPuzzle.from_rows(rows, givens)


@pytest.mark.parametrize("rows", [["#.##"], ["#.##", "###.", "#.#.", "###"], ["#.##", "###.", "#.#.", "###x"]])
def test_a_shading_of_another_size_is_refused(rows: list[str]) -> None:
    with pytest.raises(PuzzleError, match=r"of a shading|a shading of"):
        parse_shading(FOUR.board, rows)


@pytest.mark.slow
def test_narrowing_keeps_every_solution() -> None:
    rng = random.Random(4)
    kept = 0
    for _ in range(250):
        board = Board(rng.randint(3, 5), rng.randint(3, 5))
        puzzle = LitsPuzzle(board, grow_regions(board, rng.randint(1, 3), rng))
        solutions = []
        for choice in itertools.product(*candidates(puzzle)):
            shading = sum(each.mask for each in choice)
            if not violations(puzzle, shading):
                solutions.append((shading, choice))
        narrowing = Narrowing(puzzle, candidates(puzzle))
        if not narrowing.run():
            assert not solutions
            continue
        for shading, choice in solutions:
            kept += 1
            assert all(each in left for each, left in zip(choice, narrowing.members, strict=True))
            assert narrowing.certain & ~shading == 0
            assert shading & ~narrowing.possible == 0
    assert kept > 500
