"""CP-SAT on endgames: what its bounds are worth to the kernel, and how far the strategy models reach."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from benchmarks.endgame import after, half_board
from benchmarks.measure import print_table
from litslab.games.position import Position
from litslab.games.record import load
from litslab.games.registry import create
from litslab.kernel import TranspositionTable
from litslab.solver.endgame.result import Limit, Score
from litslab.solver.engines.kernel import KernelOracle, engine_for, question
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.model.bounds import End, FinishBounds, bound_here
from litslab.solver.model.search import Settings
from litslab.solver.model.strategy import Strategist

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
MEMORY = 1 << 28
SECONDS = 12.0
SEEDS = range(1, 11)
TAIJI = create("taiji", size=7, groups=1)

ENDGAMES = (
    ("battle-of-lits-10", (11, 10, 9, 8)),
    ("taiji-7", (18, 17)),
    ("tailits-11", (15, 14)),
    ("wythe-8", (38,)),
    ("tailits+taiji-11", (58,)),
    ("taiji+battle-of-lits-11", (72,)),
)


def finish_bounds(position: Position, seconds: float | None = None) -> FinishBounds:
    """Return the bounds of a position, found in this process with one worker."""
    ends = {False: End(), True: End()}
    started = time.perf_counter()
    bound_here(position, Settings(seconds, workers=1, seed=1), lambda news: ends.__setitem__(*news))
    return FinishBounds(position, ends[False], ends[True], time.perf_counter() - started)


def kernel_nodes(position: Position, window: Score) -> tuple[int, float]:
    """Return nodes and seconds of the kernel's search in a window that holds the value."""
    engine = engine_for(position.rules)
    if engine is None:
        raise SystemExit("the kernel is missing")
    first, second = position.scores()
    answer = engine.solve(
        question(position), lower=window.lower, upper=window.upper, guess=2 * (first - second) + 1,
        table=TranspositionTable(MEMORY), seconds=600, nodes=1 << 62,
    )  # fmt: skip
    return answer.nodes, answer.seconds


def main_bounds() -> None:
    """Solve endgames with and without the window that CP-SAT's bounds give; say how often they decide."""
    works = [
        *((f"Battle of LITS 10×10 after {n}", [after(half_board(10, s), n, s) for s in SEEDS]) for n in (5, 6, 7, 8)),
        *((f"TAIJI 7×7, 1 group, {n} free", [after(TAIJI, (49 - n) // 2, s) for s in SEEDS]) for n in (17, 21, 25)),
    ]
    rows = []
    for name, positions in works:
        found = [finish_bounds(position, 10) for position in positions]
        limit = positions[0].rules.value_limit()
        plain = [kernel_nodes(position, Score(-limit, limit)) for position in positions]
        fed = [kernel_nodes(each.position, each.score) for each in found]
        rows.append(
            (
                name,
                f"{sum(each.tight for each in found)} of {len(found)}",
                f"{sum(each.decided is not None for each in found)}",
                f"{statistics.median(each.seconds for each in found):.2f}",
                f"{sum(nodes for nodes, _ in plain):,}",
                f"{sum(nodes for nodes, _ in fed):,}",
                f"{sum(seconds for _, seconds in plain) / len(plain):.3f}",
            )
        )
        print(" | ".join(rows[-1]), flush=True)
    columns = ("positions", "tight", "decided", "bounds, median s", "nodes without", "nodes with", "kernel, mean s")
    print_table("The kernel with and without CP-SAT's bounds as its window", columns, rows)


def main_strategy() -> None:
    """Solve late positions of the shipped records by models alone, with and without copies."""
    rows = []
    for name, plies in ENDGAMES:
        record = load(EXAMPLES / f"{name}.toml")
        for ply in plies:
            position = record.position(ply)
            row = [
                name,
                f"{ply}",
                f"{position.legal.bit_count()}",
                str(KernelOracle(position.rules, memory=MEMORY).value(position)),
            ]
            for depth in (0, 1, 2):
                strategist = Strategist(Limit(seconds=SECONDS), Settings(seed=1), depth=depth)
                try:
                    value = str(strategist.value(position))
                except LimitReachedError:
                    score = strategist.bounds(position)
                    value = f"{score.lower} to {score.upper}"
                row.append(f"{value}: {strategist.nodes} / {strategist.solved} / {strategist.seconds:.1f}")
            rows.append(tuple(row))
            print(" | ".join(row), flush=True)
    columns = ("record", "ply", "legal", "kernel", "no copies", "reply copied", "two replies copied")
    print_table("Strategy models, one worker: value: positions / models solved / seconds", columns, rows)
