"""What a generated LITS puzzle costs, by size, level and symmetry; and counterexample-guided synthesis for comparison.

Times are CPU seconds of this one process, grading included, from the spec to the puzzle. The comparison asks both
ways for regions with one solution, of whatever difficulty.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.measure import print_table
from litslab.games.geometry import Board
from litslab.games.pieces import plain_pieces
from litslab.games.placements import Placement, tetromino_table
from litslab.puzzles.lits.generate.annealing import Annealing
from litslab.puzzles.lits.generate.batch import canonical, generate_puzzles
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import KernelJudge, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.generate.synthesis import Synthesis, regions_around
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle
from tests.puzzles.brute_force import planted_puzzle

SEED = 1
"""The seed of all puzzles here."""

LATE = 60.0
"""When a puzzle is given up, in seconds of wall-clock time."""

ROWS: tuple[tuple[int, tuple[int, int], RegionSymmetry, int], ...] = (
    (6, (1, 4), RegionSymmetry.NONE, 40),
    (6, (1, 4), RegionSymmetry.HALF_TURN, 40),
    (8, (1, 4), RegionSymmetry.NONE, 40),
    *((10, (level, level), RegionSymmetry.NONE, 20) for level in range(1, 6)),
    (10, (2, 4), RegionSymmetry.NONE, 40),
    (10, (2, 4), RegionSymmetry.HALF_TURN, 20),
    (10, (2, 4), RegionSymmetry.MIRROR, 10),
    (10, (2, 4), RegionSymmetry.QUARTER_TURN, 20),
    (15, (1, 4), RegionSymmetry.NONE, 8),
    (20, (1, 4), RegionSymmetry.NONE, 4),
    (20, (1, 4), RegionSymmetry.HALF_TURN, 3),
)
"""Size, levels, symmetry, and how many puzzles are made."""

COMPARED = ((5, 12), (6, 12), (7, 8), (8, 6), (10, 4))
"""Size, and how many puzzles are wanted of each way."""

SECONDS_FOR_SYNTHESIS = 20.0
"""How long one solution may take to get its regions."""

COUNTEREXAMPLES = 20
"""How many other solutions are forbidden at once at most."""

DISTINCT = 500


def spec_of(size: int, levels: tuple[int, int], symmetry: RegionSymmetry) -> PuzzleSpec:
    return PuzzleSpec(size, size, levels, RegionLimits.usual(Board(size, size), symmetry=symmetry))


def row_of(size: int, levels: tuple[int, int], symmetry: RegionSymmetry, number: int) -> tuple[str, ...]:
    """Measure puzzles of one kind."""
    spec = spec_of(size, levels, symmetry)
    seconds, judged, late = [], [], 0
    for each in range(1, number + 1):
        started = time.process_time()
        found = generate_puzzle(PuzzleTask(spec, SEED, each, time_limit=LATE))
        seconds.append(time.process_time() - started)
        judged.append(found.judged)
        late += found.puzzle is None
    low, high = levels
    return (
        f"{size}×{size}",
        str(low) if low == high else f"{low} to {high}",
        str(symmetry),
        str(number),
        f"{median(seconds):.3f}",
        f"{sum(seconds) / number:.3f}",
        f"{max(seconds):.2f}",
        f"{median(judged):.0f}",
        str(late),
    )


def planted_solutions(size: int, rng: random.Random) -> Iterator[tuple[Board, list[Placement]]]:
    """Yield solutions of random puzzles: tetrominoes that obey the rules."""
    board = Board(size, size)
    table = tetromino_table(board, plain_pieces((1, 1, 1, 1)))
    while True:
        puzzle = planted_puzzle(rng, columns=size, rows=size)
        solution = solve(puzzle).solutions[0]
        pieces = (
            table.find(shape, mask & solution.shading)
            for shape, mask in zip(solution.shapes, puzzle.masks, strict=True)
        )
        yield board, [piece for piece in pieces if piece is not None]


def others(puzzle: LitsPuzzle) -> list[int]:
    """Return a few solutions, for synthesis to forbid."""
    return [solution.shading for solution in solve(puzzle, limit=COUNTEREXAMPLES).solutions]


def compare(size: int, number: int) -> tuple[str, ...]:
    """Let both methods make puzzles of one size, of any difficulty."""
    annealing_seconds = []
    board = Board(size, size)
    annealing = Annealing(board, RegionLimits.usual(board), KernelJudge(), random.Random(SEED))
    for _ in range(number):
        started = time.process_time()
        while not annealing.anneal():
            pass
        annealing_seconds.append(time.process_time() - started)
    rng = random.Random(SEED)
    synthesised: list[Synthesis] = []
    for (_, solution), _ in zip(planted_solutions(size, rng), range(number), strict=False):
        synthesised.append(
            regions_around(board, solution, RegionLimits(), others, rng, time_limit=SECONDS_FOR_SYNTHESIS)
        )
    made = sum(each.puzzle is not None for each in synthesised)
    impossible = sum(each.puzzle is None and each.complete for each in synthesised)
    spent = sum(each.seconds for each in synthesised)
    return (
        f"{size}×{size}",
        f"{sum(annealing_seconds) / number:.3f}",
        f"{spent / made:.2f}" if made else "-",
        f"{made} of {number}",
        str(impossible),
        f"{median(each.rounds for each in synthesised):.0f}",
        f"{spent / made / (sum(annealing_seconds) / number):.0f}" if made else "-",
    )


def main() -> None:
    columns = ("size", "levels", "symmetry", "puzzles", "median s", "mean s", "most s", "judged", "late")
    print_table("generated puzzles, CPU seconds each", columns, [row_of(*row) for row in ROWS])


def main_long() -> None:
    print_table(
        "a puzzle with one solution: annealing, and synthesis around a given solution",
        ("size", "annealing s", "synthesis s", "made", "no regions", "rounds", "ratio"),
        [compare(size, number) for size, number in COMPARED],
    )
    started = time.monotonic()
    spec = spec_of(10, (1, 4), RegionSymmetry.NONE)
    made = [found.puzzle for found in generate_puzzles(spec, DISTINCT, seed=SEED, workers=2)]
    distinct = {canonical(puzzle) for puzzle in made if puzzle is not None}
    if len(distinct) != DISTINCT:
        raise AssertionError(f"{len(distinct)} different puzzles of {DISTINCT}")
    print(f"{DISTINCT} different 10×10 by two processes in {time.monotonic() - started:.0f} s")
