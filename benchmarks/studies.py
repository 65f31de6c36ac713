"""What an endgame study costs: CPU seconds and nodes per study, for each game at several plies.

The time of a row is limited; a row that says "over" found nothing within it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import print_table
from litslab.games.registry import create
from litslab.puzzles.studies.search import StudyTask, generate_study
from litslab.puzzles.studies.spec import StudySpec

LIMIT = 60.0
STUDIES = 3

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("battle-of-lits", {}),
    ("taiji", {"size": 7}),
    ("taiji", {}),
    ("tailits", {}),
    ("wythe", {"size": 6}),
    ("wythe", {}),
    ("tailits+taiji", {}),
    ("taiji+battle-of-lits", {}),
)


@dataclass(frozen=True)
class Cost:
    """What one search cost.

    Attributes
    ----------
    seconds : float
        CPU time of this process.
    nodes : int
        Of the exact engine.
    candidates : int
        Positions that were rejected.
    found : bool
        Whether a study was found before the limit.
    """

    seconds: float
    nodes: int
    candidates: int
    found: bool


def search(name: str, options: dict[str, Any], plies: int, number: int) -> Cost:
    """Search for one study."""
    task = StudyTask(StudySpec(create(name, **options), plies), 1, number, deadline=time.time() + LIMIT)
    started = time.process_time()
    found = generate_study(task)
    return Cost(time.process_time() - started, found.nodes, sum(found.rejected.values()), found.record is not None)


def main() -> None:
    """Print the table, a row as soon as it is known."""
    rows = []
    for name, options in GAMES:
        for plies in (6, 8, 10):
            costs = [search(name, options, plies, number) for number in range(1, STUDIES + 1)]
            board = create(name, **options).board
            rows.append((
                f"{name} {board.columns}×{board.rows}",
                str(plies),
                " ".join(f"{cost.seconds:.1f}" if cost.found else f"over {cost.seconds:.0f}" for cost in costs),
                " ".join(f"{cost.nodes:,}" for cost in costs),
                " ".join(f"{cost.candidates:,}" for cost in costs),
                "20 s" if plies == 10 else "",
            ))  # fmt: skip
            print(" | ".join(rows[-1]), flush=True)
    columns = ("game", "plies", "CPU s a study", "kernel nodes", "candidates rejected", "aim")
    print_table(f"Endgame studies, one process, at most {LIMIT:.0f} s each", columns, rows)
