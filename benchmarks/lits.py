"""LITS puzzles, uniqueness proved: the kernel against clingo (and puzzlekit) on the same puzzles, in one process.

The published puzzles are measured where they lie beside the repository, else puzzles made at random around a solution.
clingo's time is that from the puzzle to the second model or the proof that there is none: our own encoding
(`benchmarks.lits_asp`), grounding, and solving. puzzlekit looks for one solution only.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks import lits_asp
from benchmarks.measure import print_table
from puzzles.lits import LitsPuzzle
from puzzles.lits_kernel import solve
from tests.puzzles.brute_force import planted_puzzle

PUBLISHED = Path(__file__).parents[2] / "shared" / "data" / "lits_published.jsonl"

SECONDS = 10.0
"""How long puzzlekit is given for a puzzle."""

Result = TypeVar("Result")

RUNS = 3
"""How often kernel and clingo solve a puzzle; the shortest time counts, as other work on the machine disturbs."""

RANKS = (("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("max", 1.0))

MADE = ((8, 8), (10, 10), (12, 12), (15, 15), (20, 20), (30, 30))


def load() -> dict[str, LitsPuzzle]:
    """Return the puzzles by name."""
    if PUBLISHED.exists():
        lines = [json.loads(line) for line in PUBLISHED.read_text().splitlines()]
        return {line["id"]: LitsPuzzle.from_rows(line["regions"]) for line in lines}
    rng = random.Random(1)
    return {
        f"made {columns}×{rows} {number}": planted_puzzle(rng, columns=columns, rows=rows)
        for columns, rows in MADE
        for number in range(10)
    }


def puzzlekit_status(puzzle: LitsPuzzle) -> str:
    """Return what puzzlekit says of a puzzle: whether it found a solution."""
    import puzzlekit  # noqa: PLC0415 - an optional extra

    rows = puzzle.rows()
    solver = puzzlekit.solver(
        "lits",
        {
            "num_rows": len(rows),
            "num_cols": len(rows[0]),
            "grid": [["-"] * len(rows[0]) for _ in rows],
            "region_grid": [["@" if number < 0 else str(number) for number in row] for row in rows],
        },
    )
    result = solver.solve({"time_limit_sec": SECONDS})
    return str(result.solution_data["status"])


def timed(work: Callable[[LitsPuzzle], Result], puzzle: LitsPuzzle, runs: int = RUNS) -> tuple[float, Result]:
    """Return the shortest wall-clock time of several runs, and the last result."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        result = work(puzzle)
        times.append(time.perf_counter() - started)
    return min(times), result


def rank(values: Sequence[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measure(*, with_puzzlekit: bool) -> None:
    puzzles = load()
    for solver in (lits_asp.status, *([puzzlekit_status] if with_puzzlekit else ())):
        solver(next(iter(puzzles.values())))  # loading a library is not measured
    ours, theirs, slower = [], [], []
    kits: list[float] = []
    nodes: list[int] = []
    late = 0
    for name, puzzle in puzzles.items():
        seconds, found = timed(solve, puzzle)
        reference, status = timed(lits_asp.status, puzzle)
        if found.status != status:
            raise AssertionError(f"{name}: the kernel says {found.status}, clingo {status}")
        ours.append(seconds)
        theirs.append(reference)
        nodes.append(found.nodes)
        if seconds >= reference:
            slower.append(name)
        if with_puzzlekit:
            kit, said = timed(puzzlekit_status, puzzle, runs=1)
            kits.append(kit)
            late += said.lower() not in {"optimal", "feasible"}
    columns = ["ms a puzzle", *(name for name, _ in RANKS)]
    table = [
        ("kernel", *(f"{1e3 * rank(ours, part):.3f}" for _, part in RANKS)),
        ("clingo", *(f"{1e3 * rank(theirs, part):.1f}" for _, part in RANKS)),
        ("clingo / kernel", *(f"{rank(theirs, part) / rank(ours, part):.0f}" for _, part in RANKS)),
    ]
    if with_puzzlekit:
        table.append(("puzzlekit (one solution)", *(f"{1e3 * rank(kits, part):.1f}" for _, part in RANKS)))
    table.append(("kernel's nodes", *(str(rank(nodes, part)) for _, part in RANKS)))
    least = min(reference / seconds for reference, seconds in zip(theirs, ours, strict=True))
    print_table(f"{len(puzzles)} LITS puzzles, uniqueness proved", tuple(columns), table)
    print(f"least ratio on one puzzle: {least:.1f}; slower than clingo: {', '.join(slower) or 'none'}")
    if with_puzzlekit:
        print(f"puzzlekit: no solution within {SECONDS:.0f} s in {late} of {len(puzzles)}")


def main() -> None:
    measure(with_puzzlekit=False)


def main_long() -> None:
    measure(with_puzzlekit=True)
