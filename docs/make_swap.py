"""Write ``docs/results/battle-of-lits-swap.md``: what whole boards of Battle of LITS are worth with the swap.

``python docs/make_swap.py`` writes the page from what is stored beside it, in no time. ``--size 10 --seeds 1 20``
solves the boards of these seeds that are not stored yet, and stores each as soon as it is solved.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import litslab as ll
from litslab.games.files import write_new
from litslab.games.notation import format_move, parse_move
from litslab.games.position import Position
from litslab.games.registry import create

PAGE = Path(__file__).parent / "results" / "battle-of-lits-swap.md"
STORE = PAGE.with_suffix(".json")
MEMORY = 1 << 31
TEXT = """# Whole boards of Battle of LITS, with the swap

After the first placement the second player may swap, and nobody can draw. So the second player always wins, and the
first player's best is to lose by as little as possible: by half a point, which is a value of −1. One opening whose
value is 1 or −1 settles a board: `litslab solve` looks for it, and proves both bounds of its value by exact search.
These are the boards of `litslab new battle-of-lits --size SIZE --seed SEED`, with the standard symbols and supply.

{summary}

"Moves" is the length of a game of best play with that opening. Nodes are exact and the same on every machine; seconds
are processor time of one thread, on a machine with other work. `python docs/make_swap.py --size 10 --seeds 1 10` solves
boards that are not in the table yet, with {memory} GB of memory.

{table}
"""


@dataclass(frozen=True)
class Solved:
    """A board that has been solved.

    Attributes
    ----------
    size, seed : int
        The board, as `litslab new battle-of-lits` makes it.
    value : int
        What it is worth to the first player.
    line : str
        A most even opening, and best play after it.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    version : str
        Of litslab.
    """

    size: int
    seed: int
    value: int
    line: str
    nodes: int
    seconds: float
    version: str

    @property
    def opening(self) -> str:
        """The most even opening."""
        return self.line.split()[0]

    def check(self) -> None:
        """Play the line by the rules.

        Raises
        ------
        ValueError
            If it does not end with the value.
        """
        position = board(self.size, self.seed)
        for move in self.line.split():
            position = position.play(parse_move(move, position))
        if not position.is_over or -abs(position.outcome().value) != self.value:
            raise ValueError(f"{self.size}×{self.size}, seed {self.seed}: the line does not end with {self.value}")


def board(size: int, seed: int) -> Position:
    """Return the start of a game on a board of a seed."""
    return create("battle-of-lits", size=size).with_fresh_board(random.Random(seed)).start()


def solve(size: int, seed: int) -> Solved:
    """Find a most even opening of a board."""
    position = board(size, seed)
    started = time.process_time()
    found = ll.solve(position, memory=MEMORY)
    seconds = round(time.process_time() - started, 1)
    line = " ".join(format_move(move, position.rules) for move in found.principal_variation)
    return Solved(size, seed, found.score.value, line, found.info.nodes, seconds, ll.__version__)


def load() -> list[Solved]:
    """Return the boards that are stored."""
    return [Solved(**each) for each in json.loads(STORE.read_text(encoding="utf-8"))] if STORE.exists() else []


def save(found: list[Solved]) -> None:
    """Store boards."""
    ordered = sorted(found, key=lambda each: (each.size, each.seed))
    write_new(STORE, json.dumps([asdict(each) for each in ordered], indent=1) + "\n", force=True)


def page(found: list[Solved]) -> str:
    """Return the page."""
    lines = [
        "| Board | Seed | Value | Opening | Moves | Nodes | CPU s |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {each.size}×{each.size} | {each.seed} | {each.value:+d} | `{each.opening}` | {len(each.line.split())} "
        f"| {each.nodes:,} | {each.seconds:,.1f} |".replace("-1 |", "−1 |")
        for each in found
    ]
    sizes = sorted({each.size for each in found})
    summary = "; ".join(
        f"{len(boards)} of {size}×{size}, {sum(each.value == -1 for each in boards)} of them worth −1"
        for size in sizes
        if (boards := [each for each in found if each.size == size])
    )
    return TEXT.format(summary=f"Solved: {summary}.", table="\n".join(lines), memory=MEMORY >> 30)


def main(arguments: list[str]) -> None:
    """Solve boards, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10, metavar="N", help="squares per side")
    parser.add_argument("--seeds", type=int, nargs=2, metavar=("FIRST", "LAST"), help="boards to solve")
    chosen = parser.parse_args(arguments)
    found = load()
    if chosen.seeds:
        first, last = chosen.seeds
        stored = {(each.size, each.seed) for each in found}
        for seed in range(first, last + 1):
            if (chosen.size, seed) not in stored:
                solved = solve(chosen.size, seed)
                solved.check()
                found = [*load(), solved]
                save(found)
                print(solved, flush=True)
    write_new(PAGE, page(load()), force=True)


if __name__ == "__main__":
    main(sys.argv[1:])
