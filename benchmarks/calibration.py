"""How often the side to move wins by exact play where the engine's estimate says so: a table, and the fitted curves.

Each game is played by searches of 64 playouts mixed with random moves; one position of it, some plies before the end,
is solved exactly and estimated by playouts. Half of the positions fit the curve of
`litslab.solver.advice.estimate`, the other half tests it. Positions whose winner the tree has proved are left out
of both: there is nothing to estimate.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import print_table
from litslab.games.files import write_new
from litslab.games.geometry import nth_bit
from litslab.games.position import Position, Rules
from litslab.games.registry import create
from litslab.solver.advice.estimate import FILE, Calibration, logistic, logit
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.kernel import KernelOracle, engine_for, question
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.play.match import wilson_interval

PLAYOUTS = 512
POSITIONS = 2000
"""For each game, half of them for the fit."""

NODES = 10_000
"""How many positions an exact answer may take; what takes longer is left out."""

CHUNK = 50
MEMORY = 1 << 22

GAMES: tuple[tuple[str, dict[str, Any], tuple[int, int]], ...] = (
    ("taiji", {"size": 6}, (6, 10)),
    ("battle-of-lits", {"size": 7}, (3, 6)),
    ("tailits", {"size": 7}, (3, 6)),
    ("wythe", {"size": 4}, (4, 9)),
    ("tailits+taiji", {"size": 5}, (4, 9)),
    ("taiji+battle-of-lits", {"size": 5}, (3, 7)),
)
"""The games, and how many plies before the end of the game the positions are."""


@dataclass(frozen=True)
class Case:
    """A solved position: what the playouts won for the side to move, and whether it really wins."""

    wins: int
    playouts: int
    won: bool


def cases(name: str, options: dict[str, Any], plies: tuple[int, int], number: int) -> tuple[list[Case], int, int]:
    """Return a chunk of cases, how many winners the trees proved, and how many positions were not solved."""
    rng = random.Random(f"{name} {number}")
    found: list[Case] = []
    proved = unsolved = 0
    while len(found) < CHUNK:
        position = position_of_a_game(fresh(name, options, rng), rng.randint(*plies), rng)
        if position is None:
            continue
        case = case_of(position, rng)
        if isinstance(case, Case):
            found.append(case)
        elif case is None:
            unsolved += 1
        else:
            proved += 1
    return found, proved, unsolved


def fresh(name: str, options: dict[str, Any], rng: random.Random) -> Rules:
    """Return a game, of Battle of LITS on a fresh board."""
    rules = create(name, **options)
    return rules.with_fresh_board(rng) if name == "battle-of-lits" else rules


def position_of_a_game(rules: Rules, plies: int, rng: random.Random) -> Position | None:
    """Play a game, every other move at random on average, and return the position `plies` before its end."""
    positions = [rules.start()]
    while not positions[-1].is_over:
        position = positions[-1]
        index = nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
        if rng.random() < 0.5:
            engine = engine_for(rules)
            assert engine is not None
            tried = engine.mcts(question(position), seconds=math.inf, playouts=64, seed=rng.getrandbits(32))
            index = tried[0][0] if tried[0][0] < len(rules.table) else index
        positions.append(position.place(index))
    return positions[-1 - plies] if plies < len(positions) - 1 else None


def case_of(position: Position, rng: random.Random) -> Case | bool | None:
    """Estimate a position and solve it; True where the tree has proved the winner, None where it is not solved."""
    engine = engine_for(position.rules)
    assert engine is not None
    tree = engine.tree_search(question(position), seed=rng.getrandbits(32))
    tree.run(seconds=math.inf, playouts=PLAYOUTS)
    if tree.lower > 0 or tree.upper < 0:
        return True
    best = tree.moves()[0]
    if best.lower > 0 or best.upper < 0:
        return True
    won = wins_exactly(position)
    wins = best.wins if position.to_move == 0 else best.visits - best.wins
    return None if won is None else Case(wins, best.visits, won)


def wins_exactly(position: Position) -> bool | None:
    """Return whether the side to move wins; None where that takes too long."""
    oracle = KernelOracle(position.rules, Limit(nodes=NODES), memory=MEMORY)
    try:
        first_wins = oracle.reaches(position, 1, maximising=True)
    except LimitReachedError:
        return None
    return first_wins is (position.to_move == 0)


def fit(found: Sequence[Case]) -> Calibration:
    """Fit the curve by Newton's method, with a weak pull towards the shares as they are."""
    intercept, slope, pull = 0.0, 1.0, 1.0
    for _ in range(50):
        g0, g1 = -pull * intercept, -pull * (slope - 1)
        h00, h01, h11 = pull, 0.0, pull
        for case in found:
            x = logit(case.wins, case.playouts)
            p = logistic(intercept + slope * x)
            error, weight = case.won - p, p * (1 - p)
            g0, g1 = g0 + error, g1 + error * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        determinant = h00 * h11 - h01 * h01
        intercept += (h11 * g0 - h01 * g1) / determinant
        slope += (h00 * g1 - h01 * g0) / determinant
    return Calibration(intercept, slope, (h11 / determinant, -h01 / determinant, h00 / determinant))


def bins(found: Iterable[Case], curve: Calibration) -> list[tuple[int, int]]:
    """Return for each tenth of the estimated share how many positions there are, and how many the mover wins."""
    table = [[0, 0] for _ in range(10)]
    for case in found:
        row = table[min(9, int(10 * curve.share(case.wins, case.playouts)))]
        row[0] += 1
        row[1] += case.won
    return [(number, won) for number, won in table]


def cell(number: int, won: int) -> str:
    """Return the share of positions that were won, with its interval."""
    if not number:
        return "–"
    low, high = wilson_interval(won, number)
    return f"{won / number:.0%} ({low:.0%}–{high:.0%}), {number}".replace("%", " %")


def brier(found: Sequence[Case], curve: Calibration) -> float:
    """Return the mean squared error of the estimated shares."""
    return sum((curve.share(case.wins, case.playouts) - case.won) ** 2 for case in found) / len(found)


def main(positions: int = POSITIONS) -> None:
    """Measure each game on this many positions, write the curves, and print how well they hold."""
    kept: dict[str, Any] = {}
    columns: dict[str, list[str]] = {}
    for name, options, plies in GAMES:
        found: list[Case] = []
        proved = unsolved = 0
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            numbers = range(positions // CHUNK)
            chunks = [pool.submit(cases, name, options, plies, number) for number in numbers]
            for chunk in chunks:
                more, of_these, not_solved = chunk.result()
                found, proved, unsolved = found + more, proved + of_these, unsolved + not_solved
        fitting, testing = found[::2], found[1::2]
        curve = fit(fitting)
        kept[name] = {
            "intercept": curve.intercept,
            "slope": curve.slope,
            "covariance": curve.covariance,
            "plies": plies[1],
            "positions": len(found),
        }
        columns[name] = [cell(*row) for row in bins(testing, curve)]
        print(
            f"{name} {options}: {len(found)} positions, {proved} proved by the tree, {unsolved} not solved in "
            f"{NODES:,} nodes; logit(p) = {curve.intercept:.3f} + {curve.slope:.3f} logit(share); mean squared error "
            f"{brier(testing, Calibration()):.4f} before, {brier(testing, curve):.4f} after",
            flush=True,
        )
        print("  before: " + "; ".join(cell(*row) for row in bins(testing, Calibration())), flush=True)
        print("  after: " + "; ".join(columns[name]), flush=True)
    write_new(FILE, json.dumps(kept, indent=1) + "\n", force=True)
    rows = [(f"{10 * tenth}–{10 * tenth + 10} %", *(columns[name][tenth] for name in columns)) for tenth in range(10)]
    print_table(f"Won by the side to move, {PLAYOUTS} playouts", ("estimate", *columns), rows)
