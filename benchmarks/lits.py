"""LITS puzzles, uniqueness proved: the kernel against CP-SAT, in one process.

The published puzzles are measured if they are found next to the repository, else random puzzles
around a solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from timeit import repeat

import numpy as np

from benchmarks.measure import print_table
from benchmarks.published import FILE, published
from litslab.puzzles.lits.model import solve as model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer
from litslab.puzzles.lits.solve import solve_by_kernel
from tests.puzzles.brute_force import planted_puzzle

RUNS = 3
"""The number of times a solved puzzle is solved again; the shortest time counts, because other work
disturbs.
"""

RANKS = {"median": 0.5, "p90": 0.9, "p95": 0.95, "max": 1.0}

MADE = ((8, 8), (10, 10), (12, 12), (15, 15), (20, 20), (30, 30))


def load() -> dict[str, LitsPuzzle]:
    """Return the puzzles by name."""
    if FILE.is_file():
        return {str(entry.id): entry.puzzle for entry, _ in published()}
    rng = random.Random(1)
    return {
        f"made {columns}×{rows} {number}": planted_puzzle(rng, columns=columns, rows=rows)
        for columns, rows in MADE
        for number in range(10)
    }


def main() -> None:
    """Solve all puzzles with both solvers, and print the table."""
    puzzles = load()
    solvers: dict[str, Callable[[LitsPuzzle], PuzzleAnswer]] = {
        "kernel": solve_by_kernel,
        "CP-SAT": lambda puzzle: model.solve(puzzle, conflict=False),
    }
    costs: dict[str, list[float]] = {name: [] for name in (*solvers, "kernel's nodes")}
    for name, puzzle in puzzles.items():
        found = {solver_name: solver(puzzle) for solver_name, solver in solvers.items()}
        for solver_name, solver in solvers.items():
            costs[solver_name].append(
                1e3 * min(repeat(partial(solver, puzzle), number=1, repeat=RUNS))
            )
        if len({each.status for each in found.values()}) > 1:
            raise AssertionError(f"{name}: {[each.status for each in found.values()]}")
        costs["kernel's nodes"].append(found["kernel"].nodes)
    parts = list(RANKS.values())
    rows = [
        (name, *(f"{each:.3g}" for each in np.quantile(values, parts, method="higher")))
        for name, values in costs.items()
    ]
    print_table(f"{len(puzzles)} LITS puzzles, uniqueness proved", ("ms per puzzle", *RANKS), rows)
