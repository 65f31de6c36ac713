"""Solutions as setters draw them, how they are cut, regions around them, and pictures as solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import FormatError, is_drawing
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.given_solution import (
    BorderWalk,
    Solution,
    from_letters,
    letters_of,
    read_solutions,
    solutions_of,
)
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.picture import choose_solution, parse_picture, read_picture, shadings
from litslab.puzzles.lits.generate.search import KernelJudge, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.solve import solve_by_kernel as solve
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
        (("#####", "..#..", "..##."), "cannot be cut into L, I, T and S tetrominoes"), (("IIII", "IIII"), "2×2 block"),
        (("IIIIIIII",), "cannot be cut"), (("##", "###", "#"), "row 2 of the drawing has 3 squares: expected 2"),
    ],
)  # fmt: skip
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


ROWS = ("###.##", "#.###.", "##..##", "#....#", ".#####", "......")
RING = Board(6, 6)
SOLUTION = next(solutions_of(RING, "".join(reversed(ROWS))))
SHADING = sum(piece.mask for piece in SOLUTION)


def walk(limits: RegionLimits | None = None) -> BorderWalk:
    return BorderWalk(Setup(RING, limits or RegionLimits(), KernelJudge(), random.Random(1), trials=True), SOLUTION)


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
    found = BorderWalk(Setup(board, RegionLimits(), KernelJudge(), random.Random(1), trials=True), alone)
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
    with pytest.raises(PuzzleError, match="mirror symmetry around a solution without it: expected the image"):
        walk(RegionLimits(symmetry=RegionSymmetry.MIRROR))


RING_ROWS = ".###.\n#...#\n#...#\n#...#\n.###."


def fewest_misses(rows: str) -> int:
    """Return in how many squares the closest legal shading differs from a picture, by trying all."""
    picture = parse_picture(rows)
    best = picture.board.size
    for shading in range(1, picture.board.all + 1):
        missed = ((picture.shaded & ~shading) | (picture.blank & shading)).bit_count()
        if missed < best and shading.bit_count() % 4 == 0:
            marks = "".join(".#"[shading >> square & 1] for square in range(picture.board.size))
            try:
                next(solutions_of(picture.board, marks))
            except PuzzleError:
                continue
            best = missed
    return best


@pytest.mark.parametrize("rows", ["#.#\n.?.\n#.#\n.#.", "####\n#..#\n####", "##..\n....\n..##", "#...\n.#?.\n..#."])
def test_no_legal_shading_is_closer(rows: str) -> None:
    picture = parse_picture(rows)
    first = next(shadings(picture))
    assert picture.missed(first).bit_count() == fewest_misses(rows)


@pytest.mark.slow
def test_shadings_are_legal_and_different_and_get_no_closer() -> None:
    picture = parse_picture(RING_ROWS)
    found = list(islice(shadings(picture, seed=3), 4))
    missed = [picture.missed(each).bit_count() for each in found]
    assert missed == sorted(missed)
    assert len(set(found)) == len(found)
    for solution in found:
        shading = sum(piece.mask for piece in solution)
        marks = "".join(".#"[shading >> square & 1] for square in range(picture.board.size))
        assert solution in solutions_of(picture.board, marks)
    assert found[0] == next(shadings(picture, seed=3))


def test_the_first_shading_with_regions_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(5, 6)
    alone = next(solutions_of(board, "....I" * 4 + "....." * 2))
    ring = parse_picture(RING_ROWS)
    possible = next(each for each in shadings(ring) if choose_solution(ring.board, [each], RegionLimits()).solution)
    chosen = choose_solution(ring.board, [possible], RegionLimits())
    assert (chosen.solution, chosen.tried, chosen.complete) == (possible, 1, True)
    none = choose_solution(board, [alone, alone], RegionLimits())
    assert (none.solution, none.tried, none.complete) == (None, 2, True)

    def one_within_the_limit() -> Iterator[Solution]:
        yield alone
        raise TimeoutError

    cut_short = choose_solution(board, one_within_the_limit(), RegionLimits())
    assert (cut_short.solution, cut_short.tried, cut_short.complete) == (None, 1, False)
    assert none.blamed
    monkeypatch.setattr("litslab.puzzles.lits.generate.picture.MOST_TRIED", 1)
    few = choose_solution(board, iter([alone, alone]), RegionLimits())
    assert (few.tried, few.complete) == (1, False)
    assert not choose_solution(board, [alone], RegionLimits(), time_limit=-1).complete


def test_an_image_is_read_by_its_dark_squares(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "picture.png"
    picture = image.new("RGBA", (6, 4), (255, 255, 255, 255))
    for place in ((0, 0), (1, 0), (0, 1), (1, 1)):  # the top left quarter, two pixels per square
        picture.putpixel(place, (0, 0, 0, 255))
    for place in ((4, 2), (5, 2), (4, 3), (5, 3)):
        picture.putpixel(place, (0, 0, 0, 0))
    picture.save(path)
    found = read_picture(path, (3, 2))
    assert found == parse_picture("#..\n..?")


def test_what_is_no_picture_is_refused_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("#.\nx.\n")
    with pytest.raises(PuzzleError, match=r"bad.txt: row 2 of the drawing has 'x': expected # \. \?"):
        read_picture(path, (10, 10))
    path.write_text("..\n..\n")
    with pytest.raises(PuzzleError, match=r"bad\.txt: a picture without a square to shade"):
        read_picture(path, (10, 10))
    path = tmp_path / "bad.png"
    path.write_text("no image")
    with pytest.raises(PuzzleError, match=r"bad\.png: not an image that can be read"):
        read_picture(path, (10, 10))
