"""The strength of the engine: its moves at positions that exact search solves, and its playouts a
second.

With a number of playouts the tree search moves alone. With seconds, or its name, a player moves,
who attempts exact solutions too. Only seconds depend on the machine.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import mean
from typing import Annotated

import typer

from benchmarks.endgame import after, half_board
from benchmarks.measure import PageOption, show
from litslab.games import GAMES
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.games.rules import Rules
from litslab.solver.advice.playouts import play_out, playouts_of
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import EnginePlayer, parse_player

NODES = 20_000_000
"""The most nodes for the values of a position and of the chosen moves; others are left out."""

MEMORY = 256
"""Size of the table, in MiB."""

PLAYOUTS = 5_000
"""Playouts whose speed is measured."""


@dataclass(frozen=True)
class Row:
    """Positions of one kind: a game by its seed, after some random placements."""

    rules: Callable[[int], Rules]
    placements: int

    def positions(self, number: int) -> Iterator[tuple[int, Position]]:
        """Return positions in which a move can be chosen, each with its seed."""
        for seed in range(1, number + 1):
            position = after(self.rules(seed), self.placements, seed)
            if not position.is_over:
                yield seed, position


ROWS = {
    "Battle of LITS 10×10 after 5": Row(lambda seed: half_board(10, seed), 5),
    "TAIJI 7×7 after 12": Row(lambda _: create("taiji", size=7), 12),
    "Wythe 5×5 after 5": Row(lambda _: create("wythe", size=5), 5),
    "TAILITS 11×11 after 10": Row(lambda _: create("tailits"), 10),
}
"""The positions by their names."""

Chooser = Callable[[Position, random.Random], Move]
"""A player: returns its move."""


@dataclass(frozen=True)
class Judged:
    """A move compared with the best ones.

    Attributes
    ----------
    loss : float
        The points that it loses.
    won_before, won_after : bool
        Whether its player wins with best play, before and after the move.
    seconds : float
        The processor time that it took to choose.
    """

    loss: float
    won_before: bool
    won_after: bool
    seconds: float


COLUMNS = ("positions", "budget", "solved", "optimal", "mean loss", "wins lost", "CPU s a move")


def by_playouts(playouts: int) -> Chooser:
    """Return the tree search alone, which is reproducible."""
    return lambda position, rng: play_out(position, rng, playouts=playouts)[0].move


def by_seconds(seconds: float) -> Chooser:
    """Return the player that has some seconds of wall-clock time for a move."""
    return EnginePlayer(1 << 62, seconds).choose


def judge(oracle: Oracle, position: Position, seed: int, choose: Chooser) -> Judged:
    """Choose a move and compare it with exact play.

    Raises
    ------
    LimitReachedError
        If that takes too many nodes.
    """
    began = time.process_time()
    move = choose(position, random.Random(seed))
    seconds = time.process_time() - began
    before = oracle.value(position)
    reached = oracle.value(position.play(move))
    sign = 1 if position.to_move == 0 else -1
    return Judged(sign * (before - reached) / 2, sign * before > 0, sign * reached > 0, seconds)


def rows_of(name: str, choosers: dict[str, Chooser], number: int) -> list[tuple[str, ...]]:
    """Measure players by the names of their budgets, all at the same positions of one kind."""
    judged: dict[str, list[Judged]] = {budget: [] for budget in choosers}
    for seed, position in ROWS[name].positions(number):
        oracle = make_oracle(position.rules, Limit(nodes=NODES), memory=MEMORY)
        with suppress(LimitReachedError):
            oracle.value(position)
            for budget, choose in choosers.items():
                judged[budget].append(judge(oracle, position, seed, choose))
    return [(name, budget, *_summary(moves)) for budget, moves in judged.items()]


def _summary(moves: list[Judged]) -> tuple[str, ...]:
    won = [each for each in moves if each.won_before]
    return (
        str(len(moves)),
        f"{sum(each.loss == 0 for each in moves) / len(moves):.0%}",
        f"{mean(each.loss for each in moves):.2f}",
        f"{sum(not each.won_after for each in won)} of {len(won)}",
        f"{mean(each.seconds for each in moves):.3f}",
    )


def speed_of(name: str) -> tuple[str, ...]:
    """Measure the tree search of a game from its start, in processor time."""
    rules = create(name).with_fresh_board(random.Random(1))
    games = playouts_of(rules.start(), 1)
    games.run(math.inf, 200)  # the first playouts make the kernel's tables
    began = time.process_time()
    games.run(math.inf, PLAYOUTS)
    rate = PLAYOUTS / (time.process_time() - began)
    return (f"{name} {rules.board.columns}×{rules.board.rows}", f"{rate:,.0f}")


def main(
    *,
    playouts: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER",
            help="Playouts of a move; several budgets can be given. Otherwise 1000 and 4000, if "
            "nothing else is given either.",
        ),
    ] = None,
    seconds: Annotated[
        list[float] | None,
        typer.Option(metavar="SECONDS", help="Seconds of a move; several budgets can be given."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A player such as mcts:20000, which attempts exact solutions too; several can be "
            "given.",
        ),
    ] = None,
    row: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Positions whose name contains this; otherwise all."),
    ] = None,
    positions: Annotated[int, typer.Option(metavar="NUMBER", help="Positions of each row.")] = 40,
    page: PageOption = None,
) -> None:
    """Measure the share of optimal moves, the points that moves lose, and playouts a second."""
    if not (playouts or seconds or player):
        playouts = [1000, 4000]
    budgets = {f"{each:,} playouts": by_playouts(each) for each in playouts or []}
    budgets |= {f"{each:g} s": by_seconds(each) for each in seconds or []}
    budgets |= {each: parse_player(each).choose for each in player or []}
    names = [name for name in ROWS if not row or any(part in name for part in row)]
    rows = [row for name in names for row in rows_of(name, budgets, positions)]
    speeds = [speed_of(name) for name in GAMES]
    show(
        [
            ("moves compared with exact play", COLUMNS, rows),
            ("tree search from the start of a game", ("game", "playouts a second"), speeds),
        ],
        page,
        "strength",
    )
