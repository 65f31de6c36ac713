"""The kernel's LITS puzzle solver against a brute force, and on published puzzles."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from litslab import kernel
from litslab.games.geometry import Board, mask_of
from litslab.games.pieces import Shape
from litslab.puzzles.lits.generate.judge import KernelJudge
from litslab.puzzles.lits.generate.partition import (
    RegionLimits,
    RegionSymmetry,
    random_partition,
    region_maps,
)
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleAnswer, SolutionStatus
from litslab.puzzles.lits.solve import kernel_puzzle, kernel_solver
from litslab.puzzles.lits.solve import solve_by_kernel as solve
from tests.kernel.test_kernel import interrupt
from tests.puzzles.brute_force import planted_puzzle, random_puzzle, solutions
from tests.running import PATIENCE

NO_LIMIT = 1 << 40

KNOWN = {
    # from the puzzle format's documentation: 4×4 with one solution, 6×6 with several
    "0011 0012 0112 2222": SolutionStatus.UNIQUE,
    "011223 011223 001223 043333 443355 444555": SolutionStatus.MULTIPLE,
    # two adjacent regions, each a row of four: I next to I
    "0000 1111": SolutionStatus.IMPOSSIBLE,
    # two regions that nothing can connect
    "0000..1111": SolutionStatus.IMPOSSIBLE,
    # a region too small
    "00001 00001": SolutionStatus.IMPOSSIBLE,
    # only a 2×2 block fits
    "00 00": SolutionStatus.IMPOSSIBLE,
    "0000": SolutionStatus.UNIQUE,
    "000 000": SolutionStatus.MULTIPLE,
    # no region at all: nothing is shaded
    ".. ..": SolutionStatus.UNIQUE,
}

EIGHT = "00122222 00111123 04113333 44455533 64788539 66785539 67785839 67788899"


def puzzle_of(text: str, givens: str = "") -> LitsPuzzle:
    rows = [[OUTSIDE if number == "." else int(number) for number in row] for row in text.split()]
    return LitsPuzzle.from_rows(rows, givens.split())


def found(answer: PuzzleAnswer) -> set[tuple[int, str]]:
    return {
        (each.shading, "".join(letter or "" for letter in each.letters()))
        for each in answer.solutions
    }


@pytest.mark.slow
@pytest.mark.parametrize("text", KNOWN)
def test_known_puzzles(text: str) -> None:
    answer = solve(puzzle_of(text))
    assert answer.status is KNOWN[text]
    assert found(answer) <= set(solutions(answer.puzzle))
    assert (answer.differing != 0) == (answer.status is SolutionStatus.MULTIPLE)


# Columns, rows, regions, the chance that a square is given. Random grids of more regions seldom
# have a solution.
GRIDS = [
    (4, 4, 2, 0.1),
    (5, 3, 2, 0.0),
    (6, 2, 2, 0.1),
    (4, 4, 3, 0.0),
    (5, 4, 3, 0.05),
    (7, 3, 3, 0.05),
    (5, 5, 4, 0.0),
    (5, 5, 3, 0.1),
    (6, 4, 4, 0.0),
    (6, 5, 5, 0.0),
]


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows", "regions", "givens"), GRIDS)
def test_all_solutions_are_those_of_a_brute_force(
    columns: int,
    rows: int,
    regions: int,
    givens: float,
) -> None:
    rng = random.Random(f"{columns} {rows} {regions} {givens}")
    met: Counter[str] = Counter()
    for _ in range(60):
        puzzle = random_puzzle(rng, columns=columns, rows=rows, regions=regions, givens=givens)
        expected = list(solutions(puzzle))
        answer = solve(puzzle, limit=NO_LIMIT)
        assert answer.complete
        assert (len(answer.solutions), found(answer)) == (len(expected), set(expected))
        two = solve(puzzle)
        assert found(two) <= set(expected)
        assert (len(two.solutions), two.status) == (min(2, len(expected)), answer.status)
        met[answer.status] += 1
        agree_with_conclusions(puzzle, [shading for shading, _ in expected])
    assert len(met) > 1


def decided(puzzle: LitsPuzzle, *, trials: bool = False) -> tuple[int, int] | None:
    """Return the squares that propagation shows to be shaded and unshaded; None for a
    contradiction.
    """
    given = kernel_puzzle(puzzle.board, puzzle.regions, puzzle.givens, puzzle.rules)
    found = kernel_solver().conclude(given, trials=trials)
    return (mask_of(found.shaded), mask_of(found.unshaded)) if found.possible else None


def agree_with_conclusions(puzzle: LitsPuzzle, shadings: list[int]) -> None:
    """Conclusions hold in every solution, and trials find at least as much as propagation alone."""
    inside = sum(puzzle.masks)
    plain = decided(puzzle)
    tried = decided(puzzle, trials=True)
    if plain is None:
        assert not shadings
        return
    for shading in shadings:
        assert tried is not None
        assert (tried[0] & ~shading, tried[1] & (shading | ~inside)) == (0, 0)
    if tried is not None:
        assert (plain[0] & ~tried[0], plain[1] & ~tried[1]) == (0, 0)


@pytest.mark.slow
def test_larger_grids_keep_the_rules_and_count_alike_however_they_lie() -> None:
    rng = random.Random(20)
    several = 0
    for _ in range(12):
        puzzle = planted_puzzle(rng, columns=rng.randint(5, 8), rows=rng.randint(5, 8))
        answer = solve(puzzle, limit=600)
        assert len(found(answer)) == len(answer.solutions) > 0
        several += 1 < len(answer.solutions) < 600
        turned = LitsPuzzle.from_rows([list(row) for row in zip(*puzzle.rows(), strict=True)])
        assert len(solve(turned, limit=600).solutions) == len(answer.solutions)
        for solution in rng.sample(answer.solutions, min(5, len(answer.solutions))):
            # With every square of the solution given, the brute force has one choice a region.
            givens = "".join(
                "#" if solution.shading >> square & 1 else "."
                for square in range(puzzle.board.size)
            )
            given = LitsPuzzle(puzzle.board, puzzle.regions, givens)
            assert [shading for shading, _ in solutions(given)] == [solution.shading]
            assert solve(given).status is SolutionStatus.UNIQUE
    assert several > 1


@pytest.mark.slow
def test_regions_of_hundreds_of_placements() -> None:
    # 4,212 tetromino placements other than the 2×2 block lie on 17×17 squares: 66 words of 64.
    board = Board(17, 17)
    answer = solve(LitsPuzzle(board, (0,) * board.size), limit=NO_LIMIT)
    assert answer.complete
    assert len(answer.solutions) == 8 * 15 * 16 + 2 * 14 * 17 + 4 * 15 * 16 + 4 * 15 * 16
    assert Counter(solution.shapes[0] for solution in answer.solutions)[Shape.I] == 2 * 14 * 17


def test_the_largest_size() -> None:
    board = Board(99, 99)
    regions = [OUTSIDE] * board.size
    for column in range(96):  # a ladder of rows of four, each next to the following one
        regions[board.square(column, 0)] = column // 4
    assert solve(LitsPuzzle(board, tuple(regions))).status is SolutionStatus.IMPOSSIBLE
    top = board.size - 4
    answer = solve(LitsPuzzle(board, (OUTSIDE,) * top + (0,) * 4))
    assert found(answer) == {(0b1111 << top, "I")}
    assert answer.status is SolutionStatus.UNIQUE


def test_limits_are_no_proof() -> None:
    puzzle = planted_puzzle(random.Random(3), columns=10, rows=10)
    stopped = solve(puzzle, limit=NO_LIMIT, nodes=40)
    assert (stopped.complete, stopped.nodes, solve(puzzle).status) == (
        False,
        40,
        SolutionStatus.MULTIPLE,
    )
    assert (
        solve(puzzle, nodes=1).status
        is solve(puzzle, time_limit=0.0).status
        is SolutionStatus.UNDECIDED
    )


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_stops_a_search() -> None:
    puzzle = planted_puzzle(random.Random(3), columns=12, rows=12)
    with pytest.raises(KeyboardInterrupt):
        interrupt(lambda: solve(puzzle, limit=NO_LIMIT, time_limit=PATIENCE))


def test_propagation_alone() -> None:
    expected = {"0000 1111": None, "00..": None, "0000": (0b1111, 0), "00000": (0b01110, 0)}
    assert {text: decided(puzzle_of(text)) for text in expected} == expected


def test_solvers_are_shared_by_threads() -> None:
    solver = kernel.LitsSolver()
    puzzle = puzzle_of(EIGHT)
    given = kernel.LitsPuzzle(8, 8, puzzle.regions)
    expected = solve(puzzle).solutions[0].shading
    with ThreadPoolExecutor(4) as threads:
        answers = list(
            threads.map(lambda _: solver.solve(given, seconds=1e9, nodes=NO_LIMIT), range(400))
        )
    assert {(mask_of(answer.solutions[0].squares), answer.complete) for answer in answers} == {
        (expected, True)
    }


NO_PUZZLES = [
    (0, 4, [], "", "1 to 99"),
    (100, 1, [0] * 100, "", "1 to 99"),
    (2, 2, [0] * 5, "", "length 5; expected 4, one for each square"),
    (2, 2, [0, 0, 0, -2], "", "is -2; expected -1 to 3"),
    (2, 2, [0, 0, 2, 2], "", "has no 1"),
    (2, 2, [0, 0, 0, 9], "", "is 9; expected -1 to 3"),
    (2, 2, [0] * 4, "???", "length 3; expected 4, one for each square"),
    (2, 2, [0] * 4, "???x", "expected one of"),
]


@pytest.mark.parametrize(("columns", "rows", "regions", "givens", "words"), NO_PUZZLES)
def test_what_is_no_puzzle_is_refused(
    columns: int,
    rows: int,
    regions: list[int],
    givens: str,
    words: str,
) -> None:
    solver = kernel.LitsSolver()
    puzzle = kernel.LitsPuzzle(columns, rows, regions, givens)
    with pytest.raises(ValueError, match=words):
        solver.solve(puzzle, seconds=1.0, nodes=1)
    with pytest.raises(ValueError, match=words):
        solver.conclude(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(
    "symmetry", [each for each in RegionSymmetry if each is not RegionSymmetry.NONE]
)
def test_symmetric_solutions_are_ruled_out_only_where_there_are_none(
    symmetry: RegionSymmetry,
) -> None:
    board = Board(6, 6)
    rng = random.Random(str(symmetry))
    images = region_maps(board, symmetry)
    said = set()
    pairs_alone = 0
    for _ in range(20):
        partition = random_partition(board, RegionLimits(symmetry=symmetry), rng, rng.randint(3, 6))
        regions = partition.numbered()
        may_be = KernelJudge().may_be_symmetric(board, regions, [each.squares for each in images])
        answer = solve(LitsPuzzle(board, tuple(regions)), limit=NO_LIMIT)
        symmetric = [
            each
            for each in answer.solutions
            if all(m.apply(each.shading) == each.shading for m in images)
        ]
        assert may_be or not symmetric
        assert len(answer.solutions) != 1 or symmetric
        said.add(may_be)
        pairs_alone += not may_be and bool(answer.solutions)
    assert said == {True, False}
    assert pairs_alone


def test_images_that_are_none_are_refused() -> None:
    solver = kernel.LitsSolver()
    puzzle = kernel.LitsPuzzle(2, 2, [0, 0, 0, 0])
    with pytest.raises(ValueError, match="length 2; expected 4"):
        solver.may_be_symmetric(puzzle, [[0, 1]])
    with pytest.raises(ValueError, match="not a permutation; expected each of 0 to 3"):
        solver.may_be_symmetric(puzzle, [[0, 1, 2, 4]])
