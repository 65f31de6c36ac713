"""Write the figures of the README and of the documentation: ``python docs/make_figures.py``, or ``make figures``.

A page names its figures in a comment, ``<!-- figures: endgames -->``; what follows up to ``<!-- end of figures -->`` is
written by this script from ``docs/figures.json``. ``--measure`` works the figures out again first, in minutes; names
after it choose some of them. Nodes are those of one thread, which every machine counts alike; seconds are CPU time.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.endgame import LONG_WORKS, WORKS, Work
from litslab.games.files import write_new
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.registry import make_oracle

DOCS = Path(__file__).parent
STORE = DOCS / "figures.json"
PAGES = (DOCS.parent / "README.md", DOCS / "results" / "speed.md")
BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

MEMORY = 512 << 20
"""Bytes of the table: as much as `litslab solve` takes without an option."""

WORK = {work.name: work for work in (*WORKS, *LONG_WORKS)}

ENDGAMES = (
    "Battle of LITS, whole 7×7",
    "Battle of LITS, whole 8×8",
    "Battle of LITS 10×10 after 5",
    "TAIJI, whole 5×5, 1 group",
    "TAIJI 7×7, 1 group, 29 free",
    "TAILITS, whole 7×7",
    "TAILITS 11×11 after 10",
    "Wythe, whole 4×4",
    "TAIJI+Battle of LITS 11×11, second phase after 8",
    "TAILITS+TAIJI 11×11, second phase after 31",
)
"""The endgames that are shown, by their names in the benchmarks."""

Measured = dict[str, dict[str, list[float]]]
"""Nodes and CPU seconds for the positions of each endgame."""


def measure(work: Work) -> dict[str, list[float]]:
    """Return the nodes and the CPU seconds that the exact value of each position takes."""
    nodes, seconds = [], []
    for position in work.positions():
        oracle = make_oracle(position.rules, Limit(), threads=1, memory=MEMORY)
        began = time.process_time()
        oracle.value(position)
        seconds.append(round(time.process_time() - began, 2))
        nodes.append(oracle.nodes)
    return {"nodes": nodes, "seconds": seconds}


def stored() -> Measured:
    """Return what was measured."""
    found: Measured = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    return found


def endgames(measured: Measured) -> str:
    """Return the table of endgames: of several positions, the smallest and the largest figure."""
    rows = [
        f"| {name} | {_range(measured[name]['nodes'], _nodes)} | {_range(measured[name]['seconds'], _seconds)} |"
        for name in ENDGAMES
    ]
    return "\n".join(["| work | nodes | seconds |", "|---|---|---|", *rows])


def endgames_compared(measured: Measured) -> str:
    """Return the table of endgames with the figures of a plain prototype."""
    rows = []
    for name in ENDGAMES:
        nodes, seconds = measured[name]["nodes"], measured[name]["seconds"]
        rows.append(f"| {name} | {WORK[name].prototype} | {_range(nodes, _nodes)} / {_range(seconds, _seconds)} |")
    head = "| work | a plain alpha-beta prototype, nodes / s | litslab, nodes / s |"
    return "\n".join([head, "|---|---|---|", *rows])


FIGURES = {"endgames": endgames, "endgames-compared": endgames_compared}


def _range(numbers: Sequence[float], written: object) -> str:
    assert callable(written)
    return "–".join(dict.fromkeys(written(number) for number in (min(numbers), max(numbers))))


def _nodes(count: float) -> str:
    """Write a number of nodes with two or three digits."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.{0 if count >= 10 * size else 1}f} {letter}"
    return f"{count:.0f}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.{0 if seconds >= 10 else 1}f}" if seconds >= 0.1 else "under 0.1"


def rewritten(page: str, measured: Measured) -> str:
    """Return a page with its figures as they were measured."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{FIGURES[block[2]](measured)}\n\n{block[3]}", page)


def main() -> None:
    """Measure on demand, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="*", metavar="NAME", help="measure these again, or all")
    given = parser.parse_args()
    measured = stored()
    if given.measure is not None:
        for name in given.measure or ENDGAMES:
            measured[name] = measure(WORK[name])
            print(name, measured[name], flush=True)
            ordered = {name: measured[name] for name in ENDGAMES if name in measured}
            write_new(STORE, json.dumps(ordered, ensure_ascii=False, indent=1) + "\n", force=True)
    for path in PAGES:
        write_new(path, rewritten(path.read_text(encoding="utf-8"), measured), force=True)


if __name__ == "__main__":
    main()
