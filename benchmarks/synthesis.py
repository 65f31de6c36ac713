"""Regions around a given solution: what CP-SAT's synthesis and the walk of the borders make of it, and in what time.

The solutions are random legal layouts, of which most have no regions that leave them the only solution, and those of
generated puzzles, which all have some. Times are CPU seconds of this one process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from statistics import median

from benchmarks.measure import print_table
from litslab.games.geometry import Board
from litslab.games.pieces import plain_pieces
from litslab.games.placements import tetromino_table
from litslab.puzzles.lits.generate.annealing import Annealing
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.search import KernelJudge
from litslab.puzzles.lits.generate.solution_text import Solution, in_order
from litslab.puzzles.lits.generate.synthesis import regions_around
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle
from tests.puzzles.brute_force import planted_puzzle

SEED = 1
"""The seed of everything here."""

ROWS = (("random", 6, 20), ("random", 8, 20), ("random", 10, 20), ("puzzles", 10, 10), ("puzzles", 15, 2))
"""Where the solutions come from, their size, and how many there are."""

LONG_ROWS = (("random", 10, 100), ("puzzles", 10, 50), ("puzzles", 15, 20), ("puzzles", 20, 5))

SECONDS = 30.0
"""How long CP-SAT may take for a solution."""

RUNS = 5
"""How many annealing runs the walk gets for a solution."""

STEPS = 15
"""How many changes each of them tries for each square."""


def random_solutions(size: int) -> Iterator[tuple[Board, Solution]]:
    """Yield solutions of random puzzles: tetrominoes that obey the rules."""
    rng = random.Random(SEED)
    while True:
        yield solution_of(planted_puzzle(rng, columns=size, rows=size))


def solutions_of_puzzles(size: int) -> Iterator[tuple[Board, Solution]]:
    """Yield the solutions of generated puzzles."""
    board = Board(size, size)
    annealing = Annealing(board, RegionLimits.usual(board), KernelJudge(), random.Random(SEED), trials=True)
    while True:
        if annealing.anneal():
            yield solution_of(LitsPuzzle(board, tuple(annealing.partition.numbered())))


def solution_of(puzzle: LitsPuzzle) -> tuple[Board, Solution]:
    solution = solve(puzzle).solutions[0]
    pieces = list(solution.tetrominoes(puzzle))
    return puzzle.board, in_order(tetromino_table(puzzle.board, plain_pieces((1, 1, 1, 1))), pieces)


def row_of(source: str, size: int, number: int) -> tuple[str, ...]:
    """Measure both ways on solutions of one kind."""
    solutions = list(islice((random_solutions if source == "random" else solutions_of_puzzles)(size), number))
    seconds, walked = [], []
    made = none = by_walk = 0
    for board, solution in solutions:
        started = time.process_time()
        found = regions_around(board, solution, RegionLimits(), random.Random(SEED), time_limit=SECONDS)
        seconds.append(time.process_time() - started)
        made += found.puzzle is not None
        none += found.puzzle is None and found.complete
        started = time.process_time()
        walk = BorderWalk(
            board, solution, RegionLimits(), KernelJudge(), random.Random(SEED), steps=STEPS, synthesis=False
        )
        by_walk += any(walk.anneal() for _ in range(RUNS))
        walked.append(time.process_time() - started)
    return (
        source,
        f"{size}×{size}",
        str(number),
        str(made),
        str(none),
        f"{median(seconds):.2f}",
        f"{max(seconds):.2f}",
        str(by_walk),
        f"{median(walked):.2f}",
        f"{max(walked):.2f}",
    )


def _print(rows: tuple[tuple[str, int, int], ...]) -> None:
    print_table(
        "regions around a given solution, CPU seconds each",
        (
            "solutions", "size", "number", "CP-SAT made", "proved none", "median s", "most s",
            "walk made", "median s", "most s",
        ),
        [row_of(*row) for row in rows],
    )  # fmt: skip


def main() -> None:
    _print(ROWS)


def main_long() -> None:
    _print(LONG_ROWS)
