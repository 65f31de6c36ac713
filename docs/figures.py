"""Measured endgames and grades, on the pages on speed and on grades.

The measurements are stored in ``docs/figures.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import litslab as ll
from benchmarks.endgame import WORKS, measure
from benchmarks.measure import markdown_table
from benchmarks.published import published
from docs.pages import DOCS, Files, with_blocks
from litslab.puzzles.lits.grade import MOST_LEVEL

SPEED = DOCS / "results" / "speed.md"
GRADING = DOCS / "results" / "grades.md"
STORE = DOCS / "figures.json"

GRADES = "grades"
"""The name of the grades of published puzzles."""


def figures(*names: str) -> Files:
    """Return the pages with figures; with names of endgames, or grades, or all, measure these
    first, in minutes.
    """
    measured = json.loads(STORE.read_text(encoding="utf-8"))
    for name in (*WORKS, GRADES) if names == ("all",) else names:
        measured[name] = measure_grades() if name == GRADES else measure_endgame(name)
        print(name, measured[name], flush=True)
    compared = []
    for name, work in WORKS.items():
        nodes = _range(measured[name]["nodes"], _nodes)
        seconds = _range(measured[name]["seconds"], _seconds)
        compared.append((name, work.prototype, f"{nodes} / {seconds}"))
    graded = []
    for board, counts in measured[GRADES].items():
        levels = counts["levels"]
        numbers = (sum(levels), *levels, counts["with trials"], counts["trials"])
        graded.append((board, *map(str, numbers)))

    three = ("work", "a plain alpha-beta prototype, nodes / s", "litslab, nodes / s")
    grades = ("board", "puzzles", "level 1", *"2345", "with trials", "trials")
    tables = {
        SPEED: ("endgames", three, compared),
        GRADING: ("grades", grades, graded),
    }
    ordered = {name: measured[name] for name in (*WORKS, GRADES)}
    files = {STORE: json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"}
    for page, (name, columns, rows) in tables.items():
        files |= with_blocks(page, {name: markdown_table(columns, rows)})
    return files


def measure_endgame(name: str) -> dict[str, list[float]]:
    """Return the nodes of one thread and the CPU seconds that the exact value of each position
    takes.
    """
    costs = measure(WORKS[name])
    return {
        "nodes": [each.nodes for each in costs],
        "seconds": [round(each.seconds, 2) for each in costs],
    }


def measure_grades() -> dict[str, dict[str, Any]]:
    """Return what `grades_by_board` says of the published puzzles."""
    return grades_by_board(
        [(entry.puzzle.board.size, ll.grade(entry.puzzle)) for entry, _ in published()]
    )


def grades_by_board(grades: Sequence[tuple[int, ll.Grade]]) -> dict[str, dict[str, Any]]:
    """Return the number of puzzles of each level, and their trials, by the size of the board.

    Parameters
    ----------
    grades : sequence of tuple
        The size of the board and the grade of each puzzle.
    """
    boards = {
        "below 10×10": range(100),
        "10×10": range(100, 101),
        "above 10×10": range(101, 10_000),
        "all": range(10_000),
    }
    found = {}
    for board, sizes in boards.items():
        members = [grade for size, grade in grades if size in sizes]
        levels = [
            sum(each.level == level for each in members) for level in range(1, MOST_LEVEL + 1)
        ]
        trials = [each.trials for each in members if each.trials]
        found[board] = {"levels": levels, "with trials": len(trials), "trials": sum(trials)}
    return found


def _range(numbers: list[float], written: Callable[[float], str]) -> str:
    return "–".join(dict.fromkeys(written(number) for number in (min(numbers), max(numbers))))


def _nodes(count: float) -> str:
    """Return a number of nodes with two or three digits."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.{0 if count >= 10 * size else 1}f} {letter}"
    return f"{count:.0f}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.{0 if seconds >= 10 else 1 if seconds >= 0.1 else 2}f}"
