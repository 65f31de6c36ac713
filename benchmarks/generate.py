"""The cost of a generated LITS puzzle, by size, level and symmetry.

Times are CPU seconds of this one process, grading included, from the spec to the puzzle.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import median

from benchmarks.measure import print_table, show
from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.batch import canonical, generate_puzzles
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionStyle, RegionSymmetry
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec

SEED = 1
"""The seed of all puzzles here."""

LATE = 240.0
"""The time limit per puzzle, in seconds of wall-clock time."""

FREE, PUBLISHED = RegionStyle.FREE, RegionStyle.PUBLISHED

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
"""Size, levels, symmetry, and how many puzzles of the free style are made."""

USUAL_ROWS: tuple[tuple[int, tuple[int, int], RegionSymmetry, int], ...] = (
    (6, LEVELS, RegionSymmetry.NONE, 40),
    (10, LEVELS, RegionSymmetry.NONE, 60),
    (10, LEVELS, RegionSymmetry.HALF_TURN, 20),
    (10, LEVELS, RegionSymmetry.MIRROR, 20),
    (15, LEVELS, RegionSymmetry.NONE, 8),
    (20, LEVELS, RegionSymmetry.NONE, 5),
)
"""The same of the published style, at any level: what the command makes if nothing else is asked for."""

LARGE_ROW = (30, LEVELS, RegionSymmetry.NONE, 3)
"""The same of a large board."""

DISTINCT = 500


def spec_of(size: int, levels: tuple[int, int], symmetry: RegionSymmetry, style: RegionStyle) -> PuzzleSpec:
    return PuzzleSpec(size, size, levels, RegionLimits.usual(Board(size, size), symmetry=symmetry, style=style))


def row_of(
    size: int, levels: tuple[int, int], symmetry: RegionSymmetry, number: int, *, style: RegionStyle = FREE
) -> tuple[str, ...]:
    """Measure puzzles of one kind."""
    spec = spec_of(size, levels, symmetry, style)
    seconds, judged = [], []
    for each in range(1, number + 1):
        started = time.process_time()
        found = generate_puzzle(PuzzleTask(spec, SEED, each, time_limit=LATE))
        seconds.append(time.process_time() - started)
        judged.append(found.judged)
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
    )


COLUMNS = ("size", "levels", "symmetry", "puzzles", "median s", "mean s", "most s", "judged")
TITLE = "generated puzzles, CPU seconds each"


def main(arguments: list[str]) -> None:
    """Measure both styles and print the tables, or put that of the published style into a page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks generate", description=__doc__)
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page whose table is replaced")
    page = parser.parse_args(arguments).page
    show(
        [(f"{PUBLISHED} style: {TITLE}", COLUMNS, [row_of(*row, style=PUBLISHED) for row in USUAL_ROWS])],
        page,
        "generate",
    )
    if page is None:
        print_table(f"{FREE} style: {TITLE}", COLUMNS, [row_of(*row) for row in ROWS])


def main_long() -> None:
    print_table(TITLE, COLUMNS, [row_of(*LARGE_ROW, style=PUBLISHED)])
    started = time.monotonic()
    spec = spec_of(10, (1, 4), RegionSymmetry.NONE, FREE)
    made = [found.puzzle for found in generate_puzzles(spec, DISTINCT, seed=SEED, workers=2)]
    distinct = {canonical(puzzle) for puzzle in made if puzzle is not None}
    if len(distinct) != DISTINCT:
        raise AssertionError(f"{len(distinct)} different puzzles of {DISTINCT}")
    print(f"{DISTINCT} different 10×10 by two processes in {time.monotonic() - started:.0f} s")
