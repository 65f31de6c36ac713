"""``litslab solve`` of this checkout compared with that of an older one.

``python -m benchmarks compare OLD_CHECKOUT [RUNS]`` solves fresh boards with both in alternating
processes, so that a busy machine slows both alike, and prints nodes, processor seconds and their
ratios. The old checkout needs a built kernel; its own ``.venv`` is used if it has one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from benchmarks.measure import children_seconds, print_table
from benchmarks.size import ROOT

BOARDS = {
    "Battle of LITS 8×8": ("battle-of-lits", "--size", "8", "--seed", "1"),
    "TAIJI 5×5, 1 group": ("taiji", "--size", "5", "--groups", "1"),
}
"""The boards, and the arguments of ``litslab new`` that make them."""


Run = tuple[int, int, float]
"""One run of ``litslab solve``: the value that it found, the nodes, and processor seconds of the
whole process.
"""


def run_python(checkout: Path, *words: str) -> str:
    """Run Python in a checkout, its own interpreter if it has one, and return what it prints."""
    own = checkout / ".venv" / "bin" / "python"
    command = [str(own) if own.exists() else sys.executable, *words]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    run = subprocess.run(
        command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return run.stdout


def litslab(checkout: Path, *arguments: str) -> str:
    """Return what ``litslab`` of a checkout prints."""
    return run_python(checkout, "-m", "litslab.app.cli", *arguments)


def is_imported(checkout: Path) -> bool:
    """Return whether a checkout imports its own modules, not those of an installed litslab."""
    found = run_python(checkout, "-c", "import litslab; print(litslab.__file__)").strip()
    return Path(found).resolve().is_relative_to(checkout)


def solve(checkout: Path, record: Path) -> Run:
    """Solve a record with a checkout, in a process of its own."""
    before = children_seconds()
    document = json.loads(litslab(checkout, "solve", str(record), "--json"))
    # older checkouts print value and nodes without these groups
    score = document.get("score", document)
    info = document.get("info", document)
    return score["value"], info["nodes"], children_seconds() - before


def compare(title: str, old: Path, new: Path, record: Path, runs: int) -> tuple[str, ...]:
    """Return a row: a board solved by both, alternately; the medians of the seconds, and the
    ratios.
    """
    pairs = [(solve(old, record), solve(new, record)) for _ in range(runs)]
    if len({value for pair in pairs for value, _, _ in pair}) != 1:
        raise SystemExit(f"{title}: the values differ: {pairs}")
    (_, before, _), (_, after, _) = pairs[0]
    first, second = (median(pair[side][2] for pair in pairs) for side in range(2))
    ratios = f"{after / before:.2f} / {second / first:.2f}"
    return title, f"{before:,} / {first:.2f}", f"{after:,} / {second:.2f}", ratios


def main(
    checkout: Annotated[Path, typer.Argument(metavar="OLD_CHECKOUT", help="Its folder.")],
    runs: Annotated[
        int, typer.Argument(metavar="[RUNS]", help="How often each board is solved.")
    ] = 3,
) -> None:
    """Print the comparison with an older checkout."""
    old = checkout.resolve()
    if not (old / "litslab").is_dir():
        sys.exit(f"{old}: expected a checkout of litslab")
    if not is_imported(old):
        sys.exit(
            f"{old}: another litslab is installed here: expected a checkout with a .venv of its own"
        )
    print(f"old: {litslab(old, '--version').strip()}; new: {litslab(ROOT, '--version').strip()}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (title, new) in enumerate(BOARDS.items()):
            record = Path(folder) / f"{number}.toml"
            litslab(ROOT, "new", *new, "-o", str(record))
            rows.append(compare(title, old, ROOT, record, max(1, runs)))
            print(" | ".join(rows[-1]), flush=True)
    print_table(
        "litslab solve, one thread: nodes / processor seconds",
        ("board", "old", "new", "new : old"),
        rows,
    )
