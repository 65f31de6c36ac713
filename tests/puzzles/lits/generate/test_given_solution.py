"""Solutions as setters draw them, how they are cut, regions around them or squares to blame, and
pictures.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from litslab.games.geometry import Board
from litslab.games.pieces import plain_pieces
from litslab.games.placements import placement_table
from litslab.puzzles.lits.formats import FormatError, is_drawing
from litslab.puzzles.lits.generate import given_solution
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.given_solution import (
    Solution,
    letters_of,
    solutions_of,
)
from litslab.puzzles.lits.generate.judge import KernelJudge
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.picture import (
    choose_solution,
    parse_picture,
    read_picture,
    shadings,
)
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.generate.synthesis import regions_around
from litslab.puzzles.lits.model.solve import solve as by_model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.solve import solve_by_kernel as by_kernel
from litslab.puzzles.lits.sources import read_sources
from tests.puzzles.brute_force import planted_puzzle

HEART = Path(__file__).parents[4] / "docs" / "examples" / "puzzles" / "heart.grid"


def test_the_heart_is_cut_into_tetrominoes_that_obey_the_rules() -> None:
    board, solutions = given_solution.read_solutions(HEART)
    found = list(solutions)
    assert (board.columns, board.rows) == (10, 10)
    assert len(set(found)) == len(found) > 0
    rows = [line for line in HEART.read_text().splitlines() if not line.startswith("%")]
    for solution in found:
        marks = letters_of(board, solution)
        assert [line.replace("#", "x") for line in rows] == [
            "".join("." if mark == "." else "x" for mark in line)
            for line in board.draw(marks).split("\n")
        ]
        assert given_solution.from_letters(board, marks) == solution


def test_letters_say_how_squares_are_cut() -> None:
    board = Board(6, 2)
    rows = ("LLLTTT", "L...T.")
    marks = "".join(reversed(rows))
    (lettered,) = solutions_of(board, marks)
    assert letters_of(board, lettered) == marks
    every = {
        letters_of(board, each)
        for each in solutions_of(board, marks.replace("L", "#").replace("T", "#"))
    }
    assert marks in every
    with pytest.raises(PuzzleError, match="squares without letters"):
        given_solution.from_letters(board, marks.replace("L", "#"))


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
        (("##", "###", "#"), "row 2 of the drawing has length 3: expected 2"),
    ],
)
def test_what_is_no_solution_is_refused_with_the_reason(
    rows: tuple[str, ...],
    reason: str,
    tmp_path: Path,
) -> None:
    path = tmp_path / "drawn.txt"
    path.write_text("% drawn\n" + "\n".join(rows) + "\n")
    with pytest.raises(PuzzleError, match=reason.replace("(", r"\(")) as error:
        list(given_solution.read_solutions(path)[1])
    assert "drawn.txt" in str(error.value)


def test_a_puzzle_is_read_with_its_solution() -> None:
    board, solutions = given_solution.read_solutions("lits/4/4/9q02jg")
    (solution,) = solutions
    assert (board.size, len(solution)) == (16, 3)
    with pytest.raises(PuzzleError, match="several solutions: expected exactly one"):
        given_solution.read_solutions("AABB/AABB/AABB/AABB")
    with pytest.raises(FormatError, match="12 puzzles: expected one, with its solution"):
        given_solution.read_solutions(HEART.with_name("solved.grid"))


def test_a_drawing_is_no_puzzle(tmp_path: Path) -> None:
    assert [is_drawing(text) for text in ("#.\n##\n#.\n", "LI\nLT\n", "")] == [True, False, False]
    assert is_drawing("LI\nLT\n", lettered=True)
    with pytest.raises(
        FormatError, match=r"heart\.grid: shaded squares without regions: expected a puzzle"
    ):
        read_sources([HEART])
    assert len(read_sources([HEART.parent])) > 12  # the folder's puzzles are read as before
    (tmp_path / "one.grid").write_text("#.\n##\n#.\n")
    with pytest.raises(FormatError, match="only shaded squares without regions there"):
        read_sources([tmp_path])


ROWS = ("###.##", "#.###.", "##..##", "#....#", ".#####", "......")
RING = Board(6, 6)
SOLUTION = next(solutions_of(RING, "".join(reversed(ROWS))))
SHADING = sum(piece.mask for piece in SOLUTION)


class Stepless(BorderWalk):
    """A walk whose annealing has no steps."""

    STEPS = 0


def walk(limits: RegionLimits | None = None, kind: type[BorderWalk] = BorderWalk) -> BorderWalk:
    return kind(
        Setup(RING, limits or RegionLimits(), KernelJudge(), random.Random(1), trials=True),
        SOLUTION,
    )


def is_right(found: BorderWalk) -> bool:
    answer = by_kernel(LitsPuzzle(RING, tuple(found.partition.numbered())))
    return answer.status is SolutionStatus.UNIQUE and answer.solutions[0].shading == SHADING


def test_annealing_alone_finds_regions() -> None:
    found = walk()
    assert any(Annealing.anneal(found) for _ in range(200))
    assert is_right(found)


def test_cp_sat_goes_on_where_annealing_has_no_steps() -> None:
    found = walk(kind=Stepless)
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
    found = BorderWalk(
        Setup(board, RegionLimits(), KernelJudge(), random.Random(1), trials=True), alone
    )
    assert not found.anneal()
    assert found.synthesis is not None
    assert (found.is_impossible, found.synthesis.blamed.bit_count()) == (True, 1)
    spec = PuzzleSpec(5, 6, limits=RegionLimits(), solution=letters_of(board, alone))
    made = generate_puzzle(PuzzleTask(spec, 1, 1))
    assert (made.found, made.exhausted) == (False, True)


def test_the_number_of_regions_and_the_symmetry_have_to_fit_the_solution() -> None:
    with pytest.raises(
        PuzzleError, match=f"9 to 9 regions around a solution of {len(SOLUTION)} tetrominoes"
    ):
        walk(RegionLimits(fewest=9, most=9))
    with pytest.raises(
        PuzzleError, match="mirror symmetry around a solution without it: expected the image"
    ):
        walk(RegionLimits(symmetry=RegionSymmetry.MIRROR))


RING_ROWS = ".###.\n#...#\n#...#\n#...#\n.###."


def fewest_misses(rows: str) -> int:
    """Return in how many squares the closest legal shading differs from a picture, by
    trying all.
    """
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


@pytest.mark.parametrize(
    "rows", ["#.#\n.?.\n#.#\n.#.", "####\n#..#\n####", "##..\n....\n..##", "#...\n.#?.\n..#."]
)
def test_no_legal_shading_is_closer(rows: str) -> None:
    picture = parse_picture(rows)
    first = next(shadings(picture))
    assert picture.missed(first).bit_count() == fewest_misses(rows)


@pytest.mark.slow
def test_shadings_are_legal_and_different_and_get_no_closer() -> None:
    picture = parse_picture(RING_ROWS)
    found = list(islice(shadings(picture, seed=3), 4))
    missed = [picture.missed(each).bit_count() for each in found]
    assert (missed, len(set(found))) == (sorted(missed), len(found))
    for solution in found:
        shading = sum(piece.mask for piece in solution)
        marks = "".join(".#"[shading >> square & 1] for square in range(picture.board.size))
        assert solution in solutions_of(picture.board, marks)
    assert found[0] == next(shadings(picture, seed=3))


def test_the_first_shading_with_regions_is_chosen() -> None:
    board = Board(5, 6)
    alone = next(solutions_of(board, "....I" * 4 + "....." * 2))
    ring = parse_picture(RING_ROWS)
    possible = next(
        each
        for each in shadings(ring)
        if choose_solution(ring.board, [each], RegionLimits()).solution
    )
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
    few = choose_solution(board, [alone, alone], RegionLimits(), most_tried=1)
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
    assert read_picture(path, (3, 2)) == parse_picture("#..\n..?")


def test_what_is_no_picture_is_refused_with_the_file(tmp_path: Path) -> None:
    for name, text, said in (
        ("bad.txt", "#.\nx.\n", r"row 2 of the drawing has 'x': expected # \. \?"),
        ("bad.txt", "..\n..\n", "a picture without a square to shade"),
        ("bad.png", "no image", "not an image that can be read"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(PuzzleError, match=f"{name}: {said}"):
            read_picture(tmp_path / name, (10, 10))


def planted_solution(board: Board, seed: int) -> Solution:
    """Tetrominoes that solve some puzzle."""
    return solution_of(planted_puzzle(random.Random(seed), columns=board.columns, rows=board.rows))


def solution_of(puzzle: LitsPuzzle) -> Solution:
    table = placement_table(puzzle.board, plain_pieces((1, 1, 1, 1)))
    pieces = by_kernel(puzzle).solutions[0].tetrominoes(puzzle)
    return given_solution.in_order(
        puzzle.board, filter(None, (table.find(*piece) for piece in pieces))
    )


def has_regions(board: Board, solution: Solution, outside: int = 0) -> bool:
    """Return whether some choice of connected regions leaves one solution; `outside` belongs to no
    region.
    """
    owner = {square: number for number, piece in enumerate(solution) for square in piece.squares}
    free = [
        square for square in range(board.size) if square not in owner and not outside >> square & 1
    ]
    for choice in product(range(len(solution)), repeat=len(free)):
        regions = [owner.get(square, -1) for square in range(board.size)]
        for square, region in zip(free, choice, strict=True):
            regions[square] = region
        puzzle = LitsPuzzle(board, tuple(regions))
        if (
            all(board.is_connected(mask) for mask in puzzle.masks)
            and by_kernel(puzzle).status is SolutionStatus.UNIQUE
        ):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seeds"), [(6, range(12)), (8, range(6)), (10, range(6))])
def test_the_given_solution_becomes_the_only_one(size: int, seeds: range) -> None:
    board = Board(size, size)
    made = 0
    for seed in seeds:
        solution = planted_solution(board, seed)
        found = regions_around(
            board, solution, RegionLimits(), random.Random(seed), [0] * board.size
        )
        assert found.complete
        if found.puzzle is None:
            continue
        made += 1
        puzzle = found.puzzle
        assert len(puzzle.masks) == len(solution)
        assert all(board.is_connected(mask) for mask in puzzle.masks)
        assert sum(puzzle.masks) == board.all
        for find in (by_kernel, by_model):
            (only,) = find(puzzle).solutions
            assert only.shading == sum(piece.mask for piece in solution)
    assert made


@pytest.mark.slow
def test_every_choice_of_regions_on_small_boards_agrees() -> None:
    results = set()
    for seed in range(30):
        board = Board(4, 4) if seed % 2 else Board(5, 3)
        solution = planted_solution(board, seed)
        found = regions_around(
            board, solution, RegionLimits(), random.Random(seed), [0] * board.size
        )
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
        blamed = regions_around(
            board, solution, RegionLimits(), random.Random(0), [0] * board.size
        ).blamed
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
                # Without it, the others can all have regions: with all else outside perhaps.
                if blamed >> square & 1:
                    part = blamed & ~(1 << square)
                    assert any(
                        has_regions(board, solution, outside)
                        for outside in range(board.size and board.all + 1)
                        if not outside & (owned | part) and outside >> square & 1
                    )


@pytest.mark.slow
def test_sizes_are_kept_or_shown_to_be_impossible() -> None:
    made = generate_puzzle(PuzzleTask(PuzzleSpec(7, 7), 1, 1))
    board = made.puzzle.board
    solution = solution_of(made.puzzle)
    tight = regions_around(
        board, solution, RegionLimits(smallest=25), random.Random(0), [0] * board.size
    )
    assert (tight.puzzle, tight.complete, tight.blamed) == (None, True, 0)
    largest = max(mask.bit_count() for mask in made.puzzle.masks)
    for size in range(largest - 2, largest + 2):
        found = regions_around(
            board,
            solution,
            RegionLimits(largest=size, peak=size),
            random.Random(0),
            [0] * board.size,
        )
        assert found.complete
        if size == largest:
            assert found.puzzle is not None
        if found.puzzle is not None:
            assert max(mask.bit_count() for mask in found.puzzle.masks) == size


def test_symmetric_regions_around_a_symmetric_solution() -> None:
    limits = RegionLimits(symmetry=RegionSymmetry.HALF_TURN)
    board = Board(6, 6)
    made = generate_puzzle(PuzzleTask(PuzzleSpec(6, 6, limits=limits), 1, 1))
    found = regions_around(
        board, solution_of(made.puzzle), limits, random.Random(5), [0] * board.size
    ).puzzle
    assert found is not None
    assert LitsPuzzle(board, tuple(reversed(found.regions))) == found


def test_a_limit_is_no_proof() -> None:
    board = Board(6, 6)
    solution = planted_solution(board, 2)
    found = regions_around(
        board, solution, RegionLimits(), random.Random(0), [0] * board.size, time_limit=0.0
    )
    assert (found.puzzle, found.complete) == (None, False)
