"""Write ``docs/results/battle-of-lits-openings.md``: the exact value of every opening of whole boards.

``python docs/make_openings.py`` writes the page and its plots from what is stored beside it. ``--solve`` solves the
boards of `SAMPLES` that are not stored yet, and ``--size 9 --seeds 2 3`` those with these seeds; each is stored as soon
as it is solved.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from make_boards import MEMORY, Board

import litslab as ll
from litslab.games.files import write_new
from litslab.games.position import Position

GAME = "battle-of-lits"
PAGE = Path(__file__).parent / "results" / "battle-of-lits-openings.md"
STORE = PAGE.with_suffix(".jsonl")

SAMPLES = {5: 100, 6: 100, 7: 100, 8: 10, 9: 1}
"""How many boards of each size ``--solve`` solves: those with the seeds from 1 on."""

LARGEST_QUICK = 8
"""The largest boards whose openings are solved with a small table, which takes less time to make."""

QUICK_MEMORY = 1 << 28


@dataclass(frozen=True)
class Openings:
    """The values of all openings of a board.

    Attributes
    ----------
    size, seed : int
        The board is that of ``litslab new battle-of-lits`` with these.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    version : str
        Of litslab.
    values : tuple of int
        The value after each opening as if nobody could swap, seen from X; in the order of ``litslab moves``.
    """

    size: int
    seed: int
    nodes: int
    seconds: float
    version: str
    values: tuple[int, ...]

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return Board(GAME, {"size": self.size}, self.seed).start()

    @property
    def value(self) -> int:
        """The value of the board without the swap: X chooses the best opening."""
        return max(self.values)


def solve(size: int, seed: int) -> Openings:
    """Find the value of every opening of a board."""
    started = time.process_time()
    position = Board(GAME, {"size": size}, seed).start()
    found = ll.solve(position, memory=QUICK_MEMORY if size <= LARGEST_QUICK else MEMORY, all_moves=True)
    values = tuple(each.score.lower for each in found.moves if each.score.is_exact)
    assert len(values) == len(position.choices())
    return Openings(size, seed, found.info.nodes, round(time.process_time() - started, 1), ll.__version__, values)


def load() -> list[Openings]:
    """Return the boards that are stored."""
    lines = STORE.read_text(encoding="utf-8").splitlines() if STORE.exists() else []
    return [Openings(**{**each, "values": tuple(each["values"])}) for each in map(json.loads, lines)]


def save(found: Iterable[Openings]) -> None:
    """Store boards, one per line, in the order of sizes and seeds."""
    ordered = sorted(found, key=lambda each: (each.size, each.seed))
    lines = [json.dumps(asdict(each), separators=(",", ":")) + "\n" for each in ordered]
    write_new(STORE, "".join(lines), force=True)


def main(arguments: list[str]) -> None:
    """Solve boards, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solve", action="store_true", help="solve the boards of the samples that are not stored yet")
    parser.add_argument("--size", type=int, default=8, metavar="N", help="squares per side")
    parser.add_argument("--seeds", type=int, nargs=2, metavar=("FIRST", "LAST"), help="boards of this size")
    chosen = parser.parse_args(arguments)
    wanted = [(size, seed) for size, count in SAMPLES.items() for seed in range(1, count + 1)] if chosen.solve else []
    if chosen.seeds:
        first, last = chosen.seeds
        wanted += [(chosen.size, seed) for seed in range(first, last + 1)]
    for size, seed in wanted:
        if (size, seed) not in {(each.size, each.seed) for each in load()}:
            solved = solve(size, seed)
            save([*load(), solved])
            print(f"{size}×{size}, seed {seed}: {solved.value:+d}, {solved.nodes:,} nodes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
