"""LITS puzzles, uniqueness proved: the kernel against CP-SAT, in one process.

The published puzzles are measured if they are found next to the repository, else random puzzles around a solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from timeit import repeat

from benchmarks.measure import print_table
from litslab.puzzles.lits import model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer
from litslab.puzzles.lits.solve import solve_by_kernel
from tests.puzzles.brute_force import planted_puzzle
from tests.puzzles.published import FILE, published

RUNS = 3
"""The number of times a solved puzzle is solved again; the shortest time counts, because other work disturbs."""

RANKS = (("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("max", 1.0))

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


def rank(values: Sequence[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    """Solve all puzzles with both solvers, and print the table."""
    puzzles = load()
    solvers: dict[str, Callable[[LitsPuzzle], PuzzleAnswer]] = {
        "kernel": solve_by_kernel,
        "CP-SAT": lambda puzzle: model.solve(puzzle, conflict=False),
    }
    times: dict[str, list[float]] = {name: [] for name in solvers}
    nodes = []
    for name, puzzle in puzzles.items():
        found = {solver_name: solver(puzzle) for solver_name, solver in solvers.items()}
        for solver_name, solver in solvers.items():
            times[solver_name].append(min(repeat(partial(solver, puzzle), number=1, repeat=RUNS)))
        if len({each.status for each in found.values()}) > 1:
            raise AssertionError(f"{name}: {[each.status for each in found.values()]}")
        nodes.append(found["kernel"].nodes)
    rows = [(name, *(f"{1e3 * rank(times[name], part):.3g}" for _, part in RANKS)) for name in solvers]
    rows.append(("kernel's nodes", *(str(rank(nodes, part)) for _, part in RANKS)))
    title = f"{len(puzzles)} LITS puzzles, uniqueness proved"
    print_table(title, ("ms per puzzle", *(name for name, _ in RANKS)), rows)
