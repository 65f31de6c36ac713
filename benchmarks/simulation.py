"""Many games: how many each player plays a second, and what it costs to play, store and plot a
million. There each row is a process of its own, whose memory is shown too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measure import children_seconds, print_table, show
from benchmarks.players import COLUMNS, rows_of_players

GAMES = 1_000_000
WORKERS = 2

Cost = tuple[float, float, int]
"""The cost of a command: wall-clock seconds, processor seconds of all its processes, and the MiB of
the largest one.
"""


def main(
    *,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The page whose table of players is replaced, and nothing else is done; if not "
            "given, all tables are printed.",
        ),
    ] = None,
) -> None:
    """Measure the games of every player a second, then play, store and plot a million games."""
    title = "Games per second of processor time, one thread"
    show([(title, COLUMNS, rows_of_players())], page, "players")
    if page is None:
        _store_and_plot()


def _store_and_plot() -> None:
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run.parquet"
        simulated = _run(
            "simulate",
            "battle-of-lits",
            "-n",
            str(GAMES),
            "--seed",
            "1",
            "--workers",
            str(WORKERS),
            "-o",
            str(run),
        )
        costs[f"simulate and store ({run.stat().st_size / 2**20:.0f} MiB)"] = simulated
        for kind in ("scores", "margins", "lengths", "branching", "heatmap", "openings"):
            costs[f"plot {kind}"] = _run(
                "plot", kind, str(run), "-o", str(Path(folder) / f"{kind}.png")
            )
    seconds, cpu, memory = zip(*costs.values(), strict=True)
    costs["all of it"] = sum(seconds), sum(cpu), max(memory)
    rows = [
        (name, f"{wall:.1f}", f"{used:.1f}", str(most))
        for name, (wall, used, most) in costs.items()
    ]
    title = f"{GAMES:,} random games of Battle of LITS 10×10, {WORKERS} processes"
    print_table(title, ("command", "seconds", "CPU seconds", "largest process, MiB"), rows)


_WATCHED = (
    "import resource, sys; from litslab.app.cli import main; status = main(sys.argv[1:]); "
    "own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, "
    "resource.RUSAGE_CHILDREN)); "
    "print(max(own, children), file=sys.stderr); sys.exit(status)"
)


def _run(*arguments: str) -> Cost:
    """Run a command of litslab in a process of its own."""
    before = children_seconds()
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"POLARS_MAX_THREADS": str(WORKERS)},
    )
    return (
        time.perf_counter() - started,
        children_seconds() - before,
        int(done.stderr.split()[-1]) >> 10,
    )
