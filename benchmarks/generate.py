"""The cost of a generated LITS puzzle, by size and symmetry.

Times are CPU seconds of this one process, grading included, from the spec to the puzzle.
"""

from __future__ import annotations

import time
from statistics import mean, median

from benchmarks.measure import PageOption, show
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec

LATE = 240.0
"""The time limit per puzzle, in seconds of wall-clock time."""

ROWS = (
    (6, RegionSymmetry.NONE, 40),
    (10, RegionSymmetry.NONE, 60),
    (10, RegionSymmetry.HALF_TURN, 20),
    (10, RegionSymmetry.MIRROR, 20),
    (15, RegionSymmetry.NONE, 8),
    (20, RegionSymmetry.NONE, 5),
)
"""Size, symmetry, and how many puzzles are made, otherwise as the command makes them without an
option.
"""

COLUMNS = ("size", "levels", "symmetry", "puzzles", "median s", "mean s", "most s", "judged")


def row_of(size: int, symmetry: RegionSymmetry, number: int) -> tuple[str, ...]:
    """Measure puzzles of one kind."""
    spec = PuzzleSpec(size, size, limits=RegionLimits(symmetry=symmetry))
    seconds = []
    judged = []
    for each in range(1, number + 1):
        started = time.process_time()
        judged.append(
            generate_puzzle(PuzzleTask(spec, seed=1, number=each, time_limit=LATE)).judged
        )
        seconds.append(time.process_time() - started)
    costs = (
        f"{median(seconds):.3f}",
        f"{mean(seconds):.3f}",
        f"{max(seconds):.2f}",
        f"{median(judged):.0f}",
    )
    return (f"{size}×{size}", "{} to {}".format(*LEVELS), str(symmetry), str(number), *costs)


def main(*, page: PageOption = None) -> None:
    """Measure generated puzzles of several sizes."""
    show(
        [("generated puzzles, CPU seconds each", COLUMNS, [row_of(*row) for row in ROWS])],
        page,
        "generate",
    )
