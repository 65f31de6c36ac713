"""Variants of puzzles: images of the puzzle and its solution, and other borders that keep the solution."""

from __future__ import annotations

import pytest

from litslab.games.errors import OptionError
from litslab.puzzles.lits.check import solution_of, violations
from litslab.puzzles.lits.formats import read_one, read_text
from litslab.puzzles.lits.puzzle import PuzzleError, SolutionStatus, draw_shading
from litslab.puzzles.lits.solve import only_solution, solve
from litslab.puzzles.lits.variants import draw_variants, puzzle_variants

PUZZLE = read_one("lits/6/5/4gq64cb2g6").puzzle
GIVEN = read_text("AAAAB\nCBBBB\nCCCBB\n\ngivens:\n#????\n????.\n??L??", "here")[0].puzzle


def test_every_image_has_the_image_of_the_solution() -> None:
    found = puzzle_variants(PUZZLE)
    assert [variant.name for variant in found] == [
        "quarter turn left", "half turn", "quarter turn right", "mirror left-right", "mirror top-bottom",
        "mirror in the rising diagonal", "mirror in the falling diagonal",
    ]  # fmt: skip
    for variant in found:
        assert variant.status is SolutionStatus.UNIQUE
        assert variant.solution is not None
        assert variant.solution == only_solution(variant.puzzle)
        assert (variant.puzzle.board.columns == 5) == ("quarter" in variant.name or "diagonal" in variant.name)


def test_an_image_is_the_picture_turned() -> None:
    rows = PUZZLE.rows()
    turned = {
        "half turn": [row[::-1] for row in rows[::-1]], "mirror left-right": [row[::-1] for row in rows],
        "mirror top-bottom": rows[::-1], "quarter turn right": [list(row) for row in zip(*rows[::-1], strict=True)],
        "quarter turn left": [list(row) for row in zip(*rows, strict=True)][::-1],
    }  # fmt: skip
    for variant in puzzle_variants(PUZZLE):
        if variant.name in turned:
            assert variant.puzzle == type(PUZZLE).from_rows(turned[variant.name])


def test_givens_turn_along() -> None:
    (half,) = (variant for variant in puzzle_variants(GIVEN) if variant.name == "half turn")
    assert half.puzzle.board.draw(half.puzzle.givens).split("\n") == ["??L??", ".????", "????#"]


def test_a_symmetric_puzzle_has_fewer_images() -> None:
    assert puzzle_variants(read_one("AAAA").puzzle)[0].name == "quarter turn left"
    assert len(puzzle_variants(read_one("AAAA").puzzle)) == 1
    whole = read_text("AA\nAA", "here")[0].puzzle
    assert puzzle_variants(whole) == []
    with pytest.raises(PuzzleError, match="no variants"):
        draw_variants([])


def test_other_borders_keep_the_solution_alone() -> None:
    solution = only_solution(PUZZLE)
    found = [variant for variant in puzzle_variants(PUZZLE, borders=4, seed=2) if "borders" in variant.name]
    assert [variant.name for variant in found] == [f"other borders {number}" for number in range(1, 5)]
    assert len({variant.puzzle for variant in found} | {PUZZLE}) == 5
    for variant in found:
        assert violations(variant.puzzle, solution.shading) == []
        answer = solve(variant.puzzle, "cpsat", conflict=False)
        assert answer.status is SolutionStatus.UNIQUE
        assert draw_shading(PUZZLE.board, answer.solutions[0].shading) == draw_shading(PUZZLE.board, solution.shading)
        assert variant.solution == solution_of(variant.puzzle, solution.shading)
    again = puzzle_variants(PUZZLE, borders=4, seed=2)
    assert again[-4:] == found
    assert puzzle_variants(PUZZLE, borders=4, seed=3)[-4:] != found


def test_a_puzzle_without_one_solution_has_images_but_no_other_borders() -> None:
    several = read_one("lits/6/6/lldoa4043q6c").puzzle
    assert {variant.status for variant in puzzle_variants(several)} == {SolutionStatus.MULTIPLE}
    assert {variant.solution for variant in puzzle_variants(several)} == {None}
    with pytest.raises(PuzzleError, match="solutions: multiple: expected exactly one"):
        puzzle_variants(several, borders=1)
    with pytest.raises(OptionError, match="-1 variants"):
        puzzle_variants(several, borders=-1)


def test_where_nothing_can_move_there_are_fewer() -> None:
    assert len(puzzle_variants(read_one("AAAA").puzzle, borders=3)) == 1


def test_variants_draw_themselves() -> None:
    found = puzzle_variants(PUZZLE)
    assert "half turn" in found[1]._repr_svg_()
    assert draw_variants(found).count("<svg") == 1 + len(found)
