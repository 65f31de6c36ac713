"""Solutions as setters draw them: rows of shaded squares, letters, or a puzzle; and how they are cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import FormatError, is_drawing
from litslab.puzzles.lits.generate.solution_text import from_letters, letters_of, read_solutions, solutions_of
from litslab.puzzles.lits.puzzle import PuzzleError
from litslab.puzzles.lits.sources import read_sources

HEART = Path(__file__).parents[4] / "docs" / "examples" / "puzzles" / "heart.grid"


def test_the_heart_is_cut_into_tetrominoes_that_obey_the_rules() -> None:
    board, solutions = read_solutions(HEART)
    found = list(solutions)
    assert (board.columns, board.rows) == (10, 10)
    assert len(set(found)) == len(found) > 0
    rows = [line for line in HEART.read_text().splitlines() if not line.startswith("%")]
    for solution in found:
        marks = letters_of(board, solution)
        assert [line.replace("#", "x") for line in rows] == [
            "".join("." if mark == "." else "x" for mark in line) for line in board.draw(marks).split("\n")
        ]
        assert from_letters(board, marks) == solution


def test_letters_say_how_squares_are_cut() -> None:
    board = Board(6, 2)
    rows = ("LLLTTT", "L...T.")
    marks = "".join(reversed(rows))
    (lettered,) = solutions_of(board, marks)
    assert letters_of(board, lettered) == marks
    every = {letters_of(board, each) for each in solutions_of(board, marks.replace("L", "#").replace("T", "#"))}
    assert marks in every
    with pytest.raises(PuzzleError, match="squares without letters"):
        from_letters(board, marks.replace("L", "#"))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("#.", "##", "#.", "#."), "5 shaded squares: expected a multiple of 4"),
        (("....", "...."), "0 shaded squares"),
        (("####", "....", "####"), "the shaded squares at a1 and a3 are not connected"),
        (("##..", "####", "#.#.", "...."), "the 2×2 block a3 b3 a4 b4 is shaded"),
        (("#####", "..#..", "..##."), "cannot be cut into L, I, T and S tetrominoes"),
        (("IIII", "IIII"), "2×2 block"),
        (("IIIIIIII",), "cannot be cut"),
        (("##", "###", "#"), "row 2 of the drawing has 3 squares: expected 2"),
    ],
)
def test_what_is_no_solution_is_refused_with_the_reason(rows: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "drawn.txt"
    path.write_text("% drawn\n" + "\n".join(rows) + "\n")
    with pytest.raises(PuzzleError, match=reason.replace("(", r"\(")) as error:
        list(read_solutions(path)[1])
    assert "drawn.txt" in str(error.value)


def test_a_puzzle_is_read_with_its_solution() -> None:
    board, solutions = read_solutions("lits/4/4/9q02jg")
    (solution,) = solutions
    assert board.size == 16
    assert len(solution) == 3
    with pytest.raises(PuzzleError, match="expected one"):
        read_solutions("AABB/AABB/AABB/AABB")
    with pytest.raises(FormatError, match="12 puzzles: expected one, with its solution"):
        read_solutions(HEART.with_name("solved.grid"))


def test_a_drawing_is_no_puzzle(tmp_path: Path) -> None:
    assert is_drawing("#.\n##\n#.\n")
    assert not is_drawing("LI\nLT\n")
    assert is_drawing("LI\nLT\n", lettered=True)
    assert not is_drawing("")
    with pytest.raises(FormatError, match=r"heart\.grid: shaded squares without regions: expected a puzzle"):
        read_sources([HEART])
    assert len(read_sources([HEART.parent])) > 12  # the folder's puzzles are read as before
    (tmp_path / "one.grid").write_text("#.\n##\n#.\n")
    with pytest.raises(FormatError, match="only shaded squares without regions there"):
        read_sources([tmp_path])
