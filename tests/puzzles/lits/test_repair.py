"""Repairs, each proved by another solver and none missed; and variants of puzzles, which keep the
solution.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.puzzles.lits.check import solution_of, violations
from litslab.puzzles.lits.check_picture import draw_check
from litslab.puzzles.lits.formats import read_one, read_text
from litslab.puzzles.lits.puzzle import LITSO, LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.repair import (
    BorderMove,
    check_puzzle,
    moved,
    moves_of,
    repair_text,
)
from litslab.puzzles.lits.solve import only_solution, solve
from litslab.puzzles.lits.variants import draw_variants, puzzle_variants
from tests.puzzles.lits.test_svg import EXAMPLES, classes

TWO = LitsPuzzle.from_rows([[0, 0, 0, 0, 0], [1, 1, 1, 1, -1]], ["?????", "#????"], LITSO)


def test_a_square_moves_to_each_region_next_to_it() -> None:
    found = {
        (TWO.board.name(move.square), move.leaves, move.joins)
        for move in moves_of(TWO.board, TWO.regions)
    }
    assert found == {(f"{column}2", 0, 1) for column in "abcd"} | {
        (f"{column}1", 1, 0) for column in "abcd"
    }


def test_a_move_that_would_break_a_region_is_refused() -> None:
    square = TWO.board.parse
    ended = moved(TWO, [BorderMove(square("a2"), 0, 1)])
    assert ended is not None
    assert (ended.givens, ended.rules) == (TWO.givens, LITSO)
    # Numbered again, as a reader meets them.
    assert ended.rows() == [
        [0, 1, 1, 1, 1],
        [0, 0, 0, 0, -1],
    ]
    assert moved(TWO, [BorderMove(square("b2"), 0, 1)]) is None  # in two parts
    assert moved(TWO, [BorderMove(square("a1"), 1, 0)]) is None  # three squares left
    exchanged = moved(TWO, [BorderMove(square("a1"), 1, 0), BorderMove(square("d2"), 0, 1)])
    assert exchanged is None  # e2 would be cut off


SEVERAL = read_one("lits/6/6/lldoa4043q6c").puzzle
UNIQUE = [entry.puzzle for entry in read_text((EXAMPLES / "made.jsonl").read_text(), "made")]
NONE = LitsPuzzle.from_rows([[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]])

THREE = LitsPuzzle.from_rows([[0, 0, 0, 0, 0], [0, 0, 1, 1, 1], [2, 2, 1, 1, 1], [2, 2, 2, 2, 2]])

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


def broken(rng: random.Random) -> LitsPuzzle:
    """A puzzle with one solution after a border move that leaves several, or none."""
    while True:
        puzzle = rng.choice(UNIQUE[2:7])
        other = moved(puzzle, [rng.choice(list(moves_of(puzzle.board, puzzle.regions)))])
        if other is not None and solve(other, conflict=False).status is not SolutionStatus.UNIQUE:
            return other


@pytest.mark.slow
@needs_kernel
def test_repairs_are_proved_by_the_other_solver_and_keep_what_they_say() -> None:
    rng = random.Random(5)
    for _ in range(4):
        puzzle = broken(rng)
        found = check_puzzle(puzzle)
        assert found.answer.status is not SolutionStatus.UNIQUE
        assert 1 <= len(found.repairs) <= 5  # the move that broke it can be taken back
        assert len(found.repairs[0].moves) == 1
        before = {solution.shading for solution in found.answer.solutions}
        for repair in found.repairs:
            assert moved(puzzle, repair.moves) == repair.puzzle
            answer = solve(repair.puzzle, "cpsat", conflict=False)
            assert (answer.status, answer.solutions[0].shading) == (
                SolutionStatus.UNIQUE,
                repair.solution.shading,
            )
            assert repair.keeps_solution == (repair.solution.shading in before)
        assert [len(repair.moves) for repair in found.repairs] == sorted(
            len(repair.moves) for repair in found.repairs
        )


@needs_kernel
@pytest.mark.parametrize("puzzle", [SEVERAL, NONE, THREE])
def test_no_repair_is_missed(puzzle: LitsPuzzle) -> None:
    """All puzzles that one or two moves make, without the shortcuts of the search."""
    assert solve(puzzle, conflict=False).status is not SolutionStatus.UNIQUE
    moves = list(moves_of(puzzle.board, puzzle.regions))

    def repairs(*made: BorderMove) -> bool:
        other = moved(puzzle, made)
        return other is not None and solve(other, conflict=False).status is SolutionStatus.UNIQUE

    single = {(move,) for move in moves if repairs(move)}
    others = [move for move in moves if (move,) not in single]
    double = {
        frozenset((a, b))
        for a, b in combinations(others, 2)
        if a.square != b.square and repairs(a, b)
    }
    found = check_puzzle(puzzle, most_repairs=100_000)
    assert found.searched
    assert {repair.moves for repair in found.repairs if len(repair.moves) == 1} == single
    # The search also finds pairs whose second move is possible only after the first.
    assert {frozenset(repair.moves) for repair in found.repairs if len(repair.moves) == 2} >= double
    for repair in found.repairs:
        assert solve(repair.puzzle, conflict=False).status is SolutionStatus.UNIQUE


def test_a_unique_puzzle_needs_no_repair() -> None:
    found = check_puzzle(UNIQUE[0])
    assert (found.answer.status, found.repairs, found.searched, found.differing) == (
        SolutionStatus.UNIQUE,
        (),
        True,
        0,
    )
    assert "the only solution" in draw_check(found)


def test_the_squares_that_differ_are_those_of_all_solutions() -> None:
    found = check_puzzle(SEVERAL, most_repairs=0)
    assert len(found.answer.solutions) == 20
    for square in range(SEVERAL.board.size):
        shaded = {solution.shading >> square & 1 for solution in found.answer.solutions}
        assert (found.differing >> square & 1) == (len(shaded) == 2)
    assert (found.repairs, found.tried) == ((), 0)


def test_out_of_time_nothing_is_claimed() -> None:
    found = check_puzzle(SEVERAL, time_limit=0.0)
    assert (found.repairs, found.searched) == ((), False)
    with pytest.raises(OptionError, match="-1 repairs: expected 0 or more"):
        check_puzzle(SEVERAL, most_repairs=-1)


@needs_kernel
def test_repairs_are_drawn_and_told() -> None:
    found = check_puzzle(SEVERAL)
    assert len(found.repairs) == 5
    picture = found._repr_svg_()
    assert (picture, picture.count("<svg")) == (draw_check(found), 1 + 1 + 5)
    marked = [part.get("data-squares", "").split() for part in classes(picture)["focus"]]
    assert marked == [
        sorted(
            (SEVERAL.board.name(move.square) for move in repair.moves),
            key=lambda name: (name[1:], name),
        )
        for repair in found.repairs
    ]
    for repair in found.repairs:
        words = repair_text(SEVERAL, repair)
        assert all(
            f"move {SEVERAL.board.name(move.square)} from the region at " in words
            for move in repair.moves
        )
        assert ("keeps a solution" in words) == repair.keeps_solution


PUZZLE = read_one("lits/6/5/4gq64cb2g6").puzzle
GIVEN = read_text("AAAAB\nCBBBB\nCCCBB\n\ngivens:\n#????\n????.\n??L??", "here")[0].puzzle


def test_every_image_has_the_image_of_the_solution() -> None:
    found = puzzle_variants(PUZZLE)
    assert [variant.name for variant in found] == [
        "quarter turn left",
        "half turn",
        "quarter turn right",
        "mirror left-right",
        "mirror top-bottom",
        "mirror in the rising diagonal",
        "mirror in the falling diagonal",
    ]
    for variant in found:
        assert (variant.status, variant.solution) == (
            SolutionStatus.UNIQUE,
            only_solution(variant.puzzle),
        )
        assert (variant.puzzle.board.columns == 5) == (
            "quarter" in variant.name or "diagonal" in variant.name
        )


def test_an_image_is_the_picture_turned() -> None:
    rows = PUZZLE.rows()
    turned = {
        "half turn": [row[::-1] for row in rows[::-1]],
        "mirror left-right": [row[::-1] for row in rows],
        "mirror top-bottom": rows[::-1],
        "quarter turn right": [list(row) for row in zip(*rows[::-1], strict=True)],
        "quarter turn left": [list(row) for row in zip(*rows, strict=True)][::-1],
    }
    for variant in puzzle_variants(PUZZLE):
        if variant.name in turned:
            assert variant.puzzle == type(PUZZLE).from_rows(turned[variant.name])


def test_givens_turn_along() -> None:
    (half,) = (variant for variant in puzzle_variants(GIVEN) if variant.name == "half turn")
    assert half.puzzle.board.draw(half.puzzle.givens).split("\n") == ["??L??", ".????", "????#"]


def test_a_symmetric_puzzle_has_fewer_images() -> None:
    assert [each.name for each in puzzle_variants(read_one("AAAA").puzzle, borders=3)] == [
        "quarter turn left"
    ]
    whole = read_text("AA\nAA", "here")[0].puzzle
    assert puzzle_variants(whole) == []
    with pytest.raises(PuzzleError, match="no variants"):
        draw_variants([])


def test_other_borders_keep_the_solution_alone() -> None:
    solution = only_solution(PUZZLE)
    found = [
        variant
        for variant in puzzle_variants(PUZZLE, borders=4, seed=2)
        if "borders" in variant.name
    ]
    assert [variant.name for variant in found] == [
        f"other borders {number}" for number in range(1, 5)
    ]
    assert len({variant.puzzle for variant in found} | {PUZZLE}) == 5
    for variant in found:
        assert violations(variant.puzzle, solution.shading) == []
        answer = solve(variant.puzzle, "cpsat", conflict=False)
        assert [each.shading for each in answer.solutions] == [solution.shading]
        assert variant.solution == solution_of(variant.puzzle, solution.shading)
    again = puzzle_variants(PUZZLE, borders=4, seed=2)
    assert again[-4:] == found
    assert puzzle_variants(PUZZLE, borders=4, seed=3)[-4:] != found


def test_a_puzzle_without_one_solution_has_images_but_no_other_borders() -> None:
    found = {(variant.status, variant.solution) for variant in puzzle_variants(SEVERAL)}
    assert found == {(SolutionStatus.MULTIPLE, None)}
    with pytest.raises(PuzzleError, match="solutions: multiple: expected exactly one"):
        puzzle_variants(SEVERAL, borders=1)
    with pytest.raises(OptionError, match="-1 variants"):
        puzzle_variants(SEVERAL, borders=-1)


def test_variants_draw_themselves() -> None:
    found = puzzle_variants(PUZZLE)
    assert "half turn" in found[1]._repr_svg_()
    assert draw_variants(found).count("<svg") == 1 + len(found)
