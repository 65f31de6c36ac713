"""The reach of exact search: the kernel on whole boards and endgames, compared with a plain alpha-beta prototype.

The prototype (a few hundred lines, one core) was measured once, on boards and positions of the same kind whose seeds
are not known: its rows show orders of magnitude. The reference search runs here, on the same positions.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.measure import print_table
from litslab.games import GAMES
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.position import Position, Rules
from litslab.games.random_play import random_end, random_placement
from litslab.games.registry import create
from litslab.solver.endgame.optimal_moves import optimal_move, optimal_moves
from litslab.solver.endgame.result import Limit, LimitReachedError, Oracle
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.engines.registry import make_oracle

MEMORY = 2048
LIMIT = 120.0
STAGES = ("value", "one best", "all best")


@dataclass(frozen=True)
class Work:
    """A row of the table: some positions of one kind.

    Attributes
    ----------
    name : str
        The name of the row.
    prototype : str
        The prototype's nodes and seconds for such a position.
    positions : callable
        Makes the positions.
    aim : str
        The aim for the time.
    """

    name: str
    prototype: str
    positions: Callable[[], list[Position]]
    aim: str = ""


def half_board(size: int, seed: int) -> Rules:
    """Return Battle of LITS on a board whose squares are half X, half O, shuffled."""
    cells = list("X" * (size * size // 2) + "O" * (size * size - size * size // 2))
    random.Random(seed).shuffle(cells)
    return BattleOfLits(size=size, symbols=tuple("".join(cells[i * size : (i + 1) * size]) for i in range(size)))


def after(rules: Rules, placements: int, seed: int, phase: int = 0) -> Position:
    """Return the position after a number of uniformly random placements, counted from a phase of the game."""
    rng = random.Random(seed)
    position = rules.start()
    while placements > 0 and position.legal:
        placements -= position.phase >= phase
        position = position.place(random_placement(position, rng))
    return position


def battle(placements: int) -> Callable[[], list[Position]]:
    """Return three 10×10 positions after a number of random placements, each on its own board."""
    return lambda: [after(half_board(10, seed), placements, seed) for seed in (1, 2, 3)]


def begun(placements: int, name: str, phase: int = 0, **options: object) -> Callable[[], list[Position]]:
    """Return three positions of a game after a number of random placements."""
    return lambda: [after(create(name, **options), placements, seed, phase) for seed in (1, 2, 3)]


def whole(name: str, **options: object) -> Callable[[], list[Position]]:
    """Return the bare board of a game."""
    return lambda: [create(name, **options).start()]


WORKS = (
    *(
        Work(f"Battle of LITS, whole {n}×{n}", figures, lambda n=n: [half_board(n, 1).start()], aim)  # type: ignore[misc]
        for n, figures, aim in ((6, "86 k / 0.02", ""), (7, "1.6 M / 0.34", ""), (8, "135 M / 29", "3 s"))
    ),
    Work("Battle of LITS 10×10 after 8", "100 k / 0.03", battle(8)),
    Work("Battle of LITS 10×10 after 7", "40–400 k / 0.05", battle(7)),
    Work("Battle of LITS 10×10 after 6", "1.3–2.4 M / 0.45", battle(6)),
    Work("Battle of LITS 10×10 after 5", "16–40 M / 4–10", battle(5), "1 s"),
    Work("TAIJI, whole 4×4, 1 group", "128 k / 0.03", whole("taiji", size=4, groups=1)),
    Work("TAIJI, whole 5×5, 1 group", "274 M / 61", whole("taiji", size=5, groups=1), "5 s"),
    Work("TAIJI 7×7, 1 group, 21 free", "100 k / 0.03", begun(14, "taiji", size=7, groups=1)),
    Work("TAIJI 7×7, 1 group, 25 free", "2–7 M / 1", begun(12, "taiji", size=7, groups=1)),
    Work("TAIJI 7×7, 1 group, 27 free", "20–46 M / 7", begun(11, "taiji", size=7, groups=1)),
    Work("TAIJI 7×7, 1 group, 29 free", "77–190 M / 30", begun(10, "taiji", size=7, groups=1), "3 s"),
    Work("Wythe, whole 3×3", "", whole("wythe", size=3)),
    Work("Wythe, whole 4×4", "", whole("wythe", size=4), "solved"),
    Work("TAILITS, whole 5×5", "", whole("tailits", size=5), "10 s"),
    Work("TAILITS, whole 7×7", "", whole("tailits", size=7), "10 s"),
    Work("TAILITS, whole 7×7, second", "", whole("tailits", size=7, scoring="second"), "10 s"),
    Work("TAILITS 11×11 after 10", "", begun(10, "tailits"), "10 s"),
    Work("TAILITS 11×11 after 10, second", "", begun(10, "tailits", scoring="second"), "10 s"),
    Work("TAIJI+Battle of LITS 11×11, second phase after 8", "", begun(8, "taiji+battle-of-lits", phase=1, groups=1)),
    Work("TAILITS+TAIJI 11×11, second phase after 31", "", begun(31, "tailits+taiji", phase=1, groups=1)),
)

LONG_WORKS = (
    Work("Battle of LITS, whole 9×9", "over 14.5 G / 5,400", lambda: [half_board(9, 1).start()], "600 s"),
    Work("TAIJI, whole 5×5, 2 groups", "", whole("taiji", size=5, groups=2)),
    Work("TAIJI, whole 5×5, 3 groups", "", whole("taiji", size=5, groups=3)),
    Work("TAIJI, whole 6×6, 1 group", "", whole("taiji", size=6, groups=1), "solved"),
    Work("Wythe, whole 5×5", "", whole("wythe", size=5), "solved"),
)


def main() -> None:
    """Solve every row with the kernel, and also with the reference search if that is quick."""
    print_works("Exact search", WORKS, LIMIT)
    print_random_games()


def main_long() -> None:
    """Solve the rows that take minutes."""
    print_works("Exact search: what takes minutes", LONG_WORKS, 900.0)


def print_works(title: str, works: tuple[Work, ...], limit: float) -> None:
    """Print a table of rows, each for one thread and for two, with the speed-up by the clock."""
    rows = []
    for work in works:
        alone = None
        for threads in (1, 2):
            row, clock = _measure(work, limit, threads)
            speed_up = f" ({alone / max(clock, 0.001):.2f} times)" if alone is not None else ""
            rows.append((*row[:3], f"{clock:.2f}{speed_up}", *row[3:]))
            print(" | ".join(rows[-1]), flush=True)
            alone = clock
    stages = tuple(f"{stage}: nodes / CPU s" for stage in STAGES)
    columns = ("work", "threads", "prototype nodes / s", "value: s by the clock", *stages, "values", "reference", "aim")
    print_table(title, columns, rows)


@dataclass(frozen=True)
class Cost:
    """The cost of a search since it started: nodes, processor seconds, and seconds by the clock."""

    nodes: int
    seconds: float
    clock: float


def _measure(work: Work, limit: float, threads: int) -> tuple[tuple[str, ...], float]:
    """Return the cells of a row, and how long the values have taken by the clock."""
    costs: list[list[str]] = []
    values, ratios = [], []
    clock = 0.0
    for position in work.positions():
        oracle = make_oracle(position.rules, Limit(seconds=limit), threads=threads, memory=MEMORY)
        stages = list(_stages(oracle, position))
        costs.append([f"{cost.nodes:,} / {cost.seconds:.2f}" for cost in stages])
        clock += stages[0].clock if stages else limit
        score = oracle.bounds(position)
        values.append(str(score.lower) if score.is_exact else f"{score.lower} to {score.upper}")
        if stages and threads == 1:
            ratios.append(_reference_ratio(position, stages[0]))
    row = (
        work.name, str(threads), work.prototype,
        *(" ".join(each[stage] if stage < len(each) else "–" for each in costs) for stage in range(len(STAGES))),
        " ".join(values), " ".join(ratio for ratio in ratios if ratio), work.aim,
    )  # fmt: skip
    return row, clock


def _stages(oracle: Oracle, position: Position) -> Iterator[Cost]:
    """Yield the costs when the value, one best move and all of them are known."""
    started, clock = time.process_time(), time.perf_counter()

    def cost() -> Cost:
        return Cost(oracle.nodes, time.process_time() - started, time.perf_counter() - clock)

    try:
        value = oracle.value(position)
        yield cost()
        optimal_move(oracle, position, value)
        yield cost()
        for _ in optimal_moves(oracle, position, value):
            pass
        yield cost()
    except LimitReachedError:
        return


def _reference_ratio(position: Position, cost: Cost) -> str:
    """Return how many times as many nodes and seconds the reference search needs, if it ends in ten seconds."""
    if cost.nodes > 20_000:
        return ""
    reference = make_oracle(position.rules, Limit(seconds=10), engine="reference")
    try:
        reference.value(position)
    except LimitReachedError:
        return "over 10 s"
    times_nodes, times_seconds = reference.nodes / max(1, cost.nodes), reference.seconds / max(cost.seconds, 0.001)
    return f"×{times_nodes:.0f} nodes, ×{times_seconds:.0f} s"


def print_random_games() -> None:
    """Print how many uniformly random games per second the kernel and the rules play, on one core."""
    rows = []
    for name in GAMES:
        rules = create(name)
        engine = engine_for(rules)
        assert engine is not None
        start = rules.start()
        seeds = range(30_000)
        started = time.perf_counter()
        engine.simulate(question(start), seeds)
        kernel_rate = 30_000 / (time.perf_counter() - started)
        started = time.perf_counter()
        for seed in range(200):
            random_end(start, random.Random(seed))
        rules_rate = 200 / (time.perf_counter() - started)
        size = f"{rules.board.columns}×{rules.board.rows}"
        aim = "300,000" if name == "battle-of-lits" else ""
        rows.append(
            (f"{name} {size}", f"{kernel_rate:,.0f}", f"{rules_rate:,.0f}", f"×{kernel_rate / rules_rate:.0f}", aim)
        )
    print_table("Random games per second, one core", ("game", "kernel", "rules", "ratio", "aim"), rows)
