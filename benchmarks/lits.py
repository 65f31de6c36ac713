"""LITS puzzles, uniqueness proved: the kernel and CP-SAT against clingo (and puzzlekit), in one process.

The published puzzles are measured if they are found next to the repository, else random puzzles around a solution.
clingo's time is that from the puzzle to the second model or the proof that there is none: our own encoding
(`benchmarks.lits_asp`), grounding, and solving. puzzlekit looks for one solution only.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TypeVar

from benchmarks import lits_asp
from benchmarks.measure import PUBLISHED, print_table
from litslab.puzzles.lits import kernel, model
from litslab.puzzles.lits.puzzle import LitsPuzzle
from tests.puzzles.brute_force import planted_puzzle

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


def is_installed(package: str) -> bool:
    """Return whether a package of the extra `benchmarks` is there; one line says that it is not measured otherwise."""
    found = find_spec(package) is not None
    if not found:
        print(f"skipped: {package} is not installed: pip install 'litslab[benchmarks]'", file=sys.stderr)
    return found


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
    """Solve all puzzles with all solvers, and print the tables."""
    puzzles = load()
    solvers: dict[str, Callable[[LitsPuzzle], str]] = {
        "kernel": lambda puzzle: kernel.solve(puzzle).status,
        "CP-SAT": lambda puzzle: model.solve(puzzle, conflict=False).status,
    }
    if has_clingo := is_installed("clingo"):
        solvers["clingo"] = lits_asp.status
    with_puzzlekit = with_puzzlekit and is_installed("puzzlekit")
    times: dict[str, list[float]] = {name: [] for name in solvers}
    kits: list[float] = []
    late = 0
    for solver in (*solvers.values(), *([puzzlekit_status] if with_puzzlekit else ())):
        solver(next(iter(puzzles.values())))  # loading a library is not measured
    for name, puzzle in puzzles.items():
        said = {}
        for solver_name, solver in solvers.items():
            seconds, said[solver_name] = timed(solver, puzzle)
            times[solver_name].append(seconds)
        if len(set(said.values())) > 1:
            raise AssertionError(f"{name}: {said}")
        if with_puzzlekit:
            kit, status = timed(puzzlekit_status, puzzle, runs=1)
            kits.append(kit)
            late += status.lower() not in {"optimal", "feasible"}
    rows = [(name, *(f"{1e3 * rank(times[name], part):.3g}" for _, part in RANKS)) for name in solvers]
    for name in ("kernel", "CP-SAT") if has_clingo else ():
        ratios = (rank(times["clingo"], part) / rank(times[name], part) for _, part in RANKS)
        rows.append((f"clingo / {name}", *(f"{ratio:.3g}" for ratio in ratios)))
    if with_puzzlekit:
        rows.append(("puzzlekit (one solution)", *(f"{1e3 * rank(kits, part):.3g}" for _, part in RANKS)))
    nodes = [kernel.solve(puzzle).nodes for puzzle in puzzles.values()]
    rows.append(("kernel's nodes", *(str(rank(nodes, part)) for _, part in RANKS)))
    title = f"{len(puzzles)} LITS puzzles, uniqueness proved"
    print_table(title, ("ms per puzzle", *(name for name, _ in RANKS)), rows)
    for name in ("kernel", "CP-SAT") if has_clingo else ():
        gains = [reference / seconds for reference, seconds in zip(times["clingo"], times[name], strict=True)]
        slower = sum(gain <= 1 for gain in gains)
        print(f"{name}: lowest ratio on one puzzle {min(gains):.2g}, slower than clingo on {slower} of {len(puzzles)}")
    if with_puzzlekit:
        print(f"puzzlekit: no solution within {SECONDS:.0f} s in {late} of {len(puzzles)}")


def main() -> None:
    """Measure the kernel and CP-SAT against clingo."""
    measure(with_puzzlekit=False)


def main_long() -> None:
    """Measure puzzlekit, too."""
    measure(with_puzzlekit=True)
