"""Start-up: the processor time of a command as a multiple of ``python -c pass``, and what it
imports.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measure import children_seconds, show
from benchmarks.size import ROOT

COMMANDS = (
    "-c pass",
    *(
        f"-c __import__('litslab'){name}"
        for name in ("", ".solve", ".simulate", ".plot", ".report")
    ),
    *(
        f"-m litslab.app.cli {words}"
        for words in (
            "--help",
            "report --help",
            "rules",
            "puzzle solve lits/4/4/9q02jg",
            "solve docs/examples/battle-of-lits-10.toml --at 9",
        )
    ),
)
HEAVY = (
    "typer",
    "pydantic",
    "rich",
    "numpy",
    "polars",
    "matplotlib",
    "networkx",
    "pandas",
    "ortools",
)
ROUNDS = 5


def main(
    page: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The page whose table is replaced instead."),
    ] = None,
) -> None:
    """Run commands in turn, and print the table."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # with it every command would compile litslab
    seconds: dict[str, list[float]] = {command: [] for command in COMMANDS}
    imported: dict[str, list[str]] = {}
    for command in COMMANDS * ROUNDS:
        before = children_seconds()
        words = [sys.executable, "-X", "importtime", *command.split()]
        ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        seconds[command].append(children_seconds() - before)
        imported[command] = [
            line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()[1:]
        ]
    rows = []
    for command, modules in imported.items():
        name = f"`python {command}`".replace("python -m litslab.app.cli", "litslab")
        ratio = min(seconds[command]) / min(seconds[COMMANDS[0]])
        rows.append(
            (
                name,
                f"{ratio:.1f}",
                str(len(modules)),
                ", ".join(each for each in HEAVY if each in modules),
            )
        )
    columns = ("command", "processor time", "modules", "large libraries among them")
    show([("start-up", columns, rows)], page, "startup")
