"""The reach of exact search: whole boards and endgames, compared with a plain alpha-beta prototype.

The prototype (a few hundred lines, one core) was measured once, on boards and positions of the same
kind whose seeds are not known: its figures show orders of magnitude.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.measure import print_table
from litslab.games import GAMES
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.position import Position
from litslab.games.random_play import random_end, random_placement
from litslab.games.registry import create
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import make_oracle

MEMORY = 512
"""The MiB of the table: as much as `litslab solve` takes without an option."""


@dataclass(frozen=True)
class Work:
    """Some positions of one kind.

    Attributes
    ----------
    positions : callable
        Makes the positions.
    prototype : str
        The prototype's nodes and seconds for such a position.
    """

    positions: Callable[[], list[Position]]
    prototype: str = ""


def half_board(size: int, seed: int) -> Rules:
    """Return Battle of LITS on a board whose squares are half X, half O, shuffled."""
    cells = list("X" * (size * size // 2) + "O" * (size * size - size * size // 2))
    random.Random(seed).shuffle(cells)
    return BattleOfLits(
        size=size, symbols=tuple("".join(cells[i * size : (i + 1) * size]) for i in range(size))
    )


def after(rules: Rules, placements: int, seed: int, phase: int = 0) -> Position:
    """Return the position after a number of uniformly random placements, counted from a phase of
    the game.
    """
    rng = random.Random(seed)
    position = rules.start()
    while placements > 0 and position.legal:
        placements -= position.phase >= phase
        position = position.place(random_placement(position, rng))
    return position


def begun(
    placements: int,
    name: str,
    phase: int = 0,
    **options: object,
) -> Callable[[], list[Position]]:
    """Return three positions of a game after a number of random placements."""
    return lambda: [after(create(name, **options), placements, seed, phase) for seed in (1, 2, 3)]


def whole(name: str, **options: object) -> Callable[[], list[Position]]:
    """Return the bare board of a game."""
    return lambda: [create(name, **options).start()]


WORKS = {
    "Battle of LITS, whole 7×7": Work(lambda: [half_board(7, 1).start()], "1.6 M / 0.34"),
    "Battle of LITS, whole 8×8": Work(lambda: [half_board(8, 1).start()], "135 M / 29"),
    "Battle of LITS 10×10 after 5": Work(
        lambda: [after(half_board(10, seed), 5, seed) for seed in (1, 2, 3)], "16–40 M / 4–10"
    ),
    "TAIJI, whole 5×5, 1 group": Work(whole("taiji", size=5, groups=1), "274 M / 61"),
    "TAIJI 7×7, 1 group, 29 free": Work(begun(10, "taiji", size=7, groups=1), "77–190 M / 30"),
    "TAILITS, whole 7×7": Work(whole("tailits", size=7)),
    "TAILITS 11×11 after 10": Work(begun(10, "tailits")),
    "Wythe, whole 4×4": Work(whole("wythe", size=4)),
    "TAIJI+Battle of LITS 11×11, second phase after 8": Work(
        begun(8, "taiji+battle-of-lits", phase=1, groups=1)
    ),
    "TAILITS+TAIJI 11×11, second phase after 31": Work(
        begun(31, "tailits+taiji", phase=1, groups=1)
    ),
}
"""The endgames by their names; the documentation shows what `measure`
says of them.
"""


class Cost(NamedTuple):
    """The value of a position, and what it cost: nodes, processor seconds, and seconds by the
    clock.
    """

    value: int
    nodes: int
    seconds: float
    clock: float


def measure(work: Work, threads: int = 1) -> list[Cost]:
    """Return the exact value of each position and its cost."""
    costs = []
    for position in work.positions():
        oracle = make_oracle(position.rules, Limit(), threads=threads, memory=MEMORY)
        seconds = time.process_time()
        clock = time.perf_counter()
        value = oracle.value(position)
        costs.append(
            Cost(value, oracle.nodes, time.process_time() - seconds, time.perf_counter() - clock)
        )
    return costs


def main() -> None:
    """Solve every endgame with one thread and with two, and play random games."""
    rows: list[tuple[str, ...]] = []
    for name, work in WORKS.items():
        alone = measure(work)
        for threads, costs in ((1, alone), (2, measure(work, threads=2))):
            values, nodes, seconds, clock = zip(*costs, strict=True)
            faster = f"{sum(cost.clock for cost in alone) / sum(clock):.2f}"
            cells = (
                (f"{value:+d}" for value in values),
                (f"{count:,}" for count in nodes),
                map("{:.2f}".format, seconds),
            )
            rows.append(
                (
                    name,
                    str(threads),
                    work.prototype,
                    *map(" ".join, cells),
                    f"{sum(clock):.2f}",
                    faster,
                )
            )
            print(" | ".join(rows[-1]), flush=True)
    columns = (
        "work",
        "threads",
        "prototype nodes / s",
        "values",
        "nodes",
        "CPU s",
        "s by the clock",
        "times as fast",
    )
    print_table("Exact search", columns, rows)
    print_random_games()


def print_random_games() -> None:
    """Print how many uniformly random games per second the kernel and the rules play,
    on one core.
    """
    rows = []
    for name in GAMES:
        rules = create(name)
        engine = engine_for(rules)
        assert engine is not None
        start = rules.start()
        started = time.perf_counter()
        engine.simulate(question(start), range(30_000))
        kernel_rate = 30_000 / (time.perf_counter() - started)
        started = time.perf_counter()
        for seed in range(200):
            random_end(start, random.Random(seed))
        rules_rate = 200 / (time.perf_counter() - started)
        size = f"{rules.board.columns}×{rules.board.rows}"
        rows.append(
            (
                f"{name} {size}",
                f"{kernel_rate:,.0f}",
                f"{rules_rate:,.0f}",
                f"×{kernel_rate / rules_rate:.0f}",
            )
        )
    print_table("Random games per second, one core", ("game", "kernel", "rules", "ratio"), rows)
