"""What all sections of a report are made from: the game, the budgets, and the games that were played for it."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import kernel
from analysis.report.play import GREEDY, Clock, Match, engine, play
from analysis.run import Run, RunFile
from analysis.simulate import simulate
from games.battle_of_lits import BattleOfLits, make_symbols
from games.position import Rules
from solver.kernel_oracle import in_reach


@dataclass(frozen=True)
class Budget:
    """How much is played and searched; the time may end each part earlier.

    Attributes
    ----------
    seconds : float
        Wall-clock time for the whole report.
    random_games : int
        Random games in the kernel.
    level_games : int
        Games at each other level of play.
    playouts : tuple of int
        The budgets of Monte-Carlo search, ascending: random games a move.
    opening_games : int
        Fresh games from each opening that is looked at.
    samples : int
        Random games for the number of finished positions.
    """

    seconds: float
    random_games: int
    level_games: int
    playouts: tuple[int, ...]
    opening_games: int
    samples: int

    @property
    def usual_playouts(self) -> int:
        """The budget of the engine where only one level of it plays."""
        return self.playouts[-1]


QUICK = Budget(45.0, 20_000, 60, (512, 2048), 20, 64_000)
"""Ends in less than a minute."""

FULL = Budget(270.0, 400_000, 400, (512, 2048, 8192), 100, 1_000_000)
"""Ends in less than five minutes."""

_WITHOUT_KERNEL = 100  # random games cost so many times as much in plain Python


@dataclass(frozen=True)
class Material:
    """What sections are made from.

    Attributes
    ----------
    rules : Rules
        The game, with a board where it needs one.
    budget : Budget
        How much to play.
    seed : int
        Where all randomness comes from.
    clock : Clock
        The time of each part.
    run : RunFile
        Random games.
    greedy, mcts : Match
        Games of the greedy player and of the engine with themselves.
    """

    rules: Rules
    budget: Budget
    seed: int
    clock: Clock
    run: RunFile
    greedy: Match
    mcts: Match

    def random_run(self, rules: Rules, name: str, games: int) -> RunFile:
        """Play other random games for this report."""
        return random_run(rules, self.run.path.with_name(f"{name}.parquet"), games, self.seed)


def with_board(rules: Rules, seed: int) -> Rules:
    """Return a game as it is played: Battle of LITS on a bare board gets the symbols that `litslab new` makes."""
    if not isinstance(rules, BattleOfLits) or any(rules.marks):
        return rules
    return replace(rules, symbols=make_symbols(rules.board.columns, rules.board.rows, random.Random(seed)))


def resized(rules: Rules, size: int, seed: int) -> Rules | None:
    """Return the same game on a board of another size; None where there is no such board.

    TAIJI scores one group there, and Battle of LITS has a board of its own.
    """
    options: dict[str, Any] = {each.name: getattr(rules, each.name) for each in fields(rules)} | {"size": size}
    if "groups" in options and size != rules.board.columns:
        options["groups"] = 1
    if options.get("colouring") == "pieces":
        options["supply"] = None
    if isinstance(rules, BattleOfLits):
        options |= {"rows": None, "symbols": None}
    least, odd = next((e.metadata["lowest"], e.metadata["odd"]) for e in rules.options() if e.name == "size")
    if size < least or (odd and size % 2 == 0):
        return None
    return with_board(type(rules)(**options), seed)


def random_run(rules: Rules, path: Path, games: int, seed: int) -> RunFile:
    """Play random games into a file: far fewer where the kernel does not play them."""
    if not (kernel.AVAILABLE and in_reach(rules)):
        games = max(20, games // _WITHOUT_KERNEL)
    return simulate(Run.of(rules.start(), ("random", "random"), games, seed=seed), path)


def gather(rules: Rules, budget: Budget, seed: int, clock: Clock, folder: Path) -> Material:
    """Play the games that several sections need.

    Parameters
    ----------
    rules : Rules
        The game.
    budget : Budget
        How much to play.
    seed : int
        Where all randomness comes from.
    clock : Clock
        With the parts ``random``, ``greedy`` and ``mcts``.
    folder : Path
        Where files may be left.
    """
    clock.take("random")
    run = random_run(rules, folder / "random.parquet", budget.random_games, seed)
    best = engine(budget.usual_playouts)
    greedy = play(rules, (GREEDY, GREEDY), 4 * budget.level_games, seed=seed, seconds=clock.take("greedy"))
    mcts = play(rules, (best, best), budget.level_games, seed=seed, seconds=clock.take("mcts"))
    return Material(rules, budget, seed, clock, run, greedy, mcts)


