"""What all sections of a report are made from: the game, the budgets, and the games that were played for it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from litslab.analysis.distributions import Balance, balance
from litslab.analysis.report.play import Match, MatchPool
from litslab.analysis.runs.file import RunFile, open_run
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import is_played, simulate
from litslab.games.position import Position, Rules
from litslab.solver.engines.kernel import in_reach


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
    read_games : int
        Random games of which each position is looked at, for the number of positions.
    boards : int
        Random boards, where the game has symbols on its board and none is given.
    fewest_games : int
        The engine's budget is the largest for which the time allows this many games.
    judged_games : int
        Games in which it is estimated when they were decided.
    """

    seconds: float
    random_games: int
    level_games: int
    playouts: tuple[int, ...]
    opening_games: int
    samples: int
    read_games: int
    boards: int = 64
    fewest_games: int = 40
    judged_games: int = 24


QUICK = Budget(45.0, 100_000, 60, (512, 2048), 20, 64_000, 3_000)
"""Ends in less than a minute."""

FULL = Budget(270.0, 500_000, 400, (512, 2048, 8192, 32768), 100, 1_000_000, 20_000, 200, 100, 60)
"""Ends in less than five minutes."""

_SOON_PLAYED = 200_000
"""Random games that are not divided: processes take a second to begin, in which one plays a hundred thousand."""

_WITHOUT_KERNEL = 100  # random games take this many times as long in plain Python


def budget_for(rules: Rules, usual: Budget, time_limit: float | None = None) -> Budget:
    """Return a budget fit for a game, and with another limit of time where one is given.

    The engine is ten times as slow in the double games: they get its lowest level alone.
    """
    playouts = usual.playouts[:1] if rules.is_double else usual.playouts
    return replace(usual, playouts=playouts, seconds=usual.seconds if time_limit is None else time_limit)


@dataclass(frozen=True)
class Context:
    """What sections are made from.

    Attributes
    ----------
    rules : Rules
        The game, with a board where it needs one.
    budget : Budget
        How much to play.
    seed : int
        The random seed.
    pool : MatchPool
        Who plays.
    run : RunFile
        Random games.
    greedy, mcts : Match
        Games of the greedy player and of the engine with themselves.
    board_runs : tuple of RunFile
        Random games on many boards, the first of them the one of `run`; empty where there is one board.
    counts : bool
        Whether openings are shown with the numbers of their games.
    """

    rules: Rules
    budget: Budget
    seed: int
    pool: MatchPool
    run: RunFile
    greedy: Match
    mcts: Match
    board_runs: tuple[RunFile, ...] = ()
    counts: bool = False

    @property
    def runs(self) -> tuple[RunFile, ...]:
        """Random games on each board."""
        return self.board_runs or (self.run,)

    @cached_property
    def starts(self) -> tuple[Position, ...]:
        """Where games start: on each board."""
        return tuple(run.rules.start() for run in self.runs)

    @cached_property
    def balances(self) -> tuple[Balance, ...]:
        """Who won the random games, by board."""
        return tuple(map(balance, self.runs))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The games of players with themselves, where there are any; the weaker player's come first."""
        return tuple(match for match in (self.greedy, self.mcts) if match.count)

    def random_run(
        self, start: Position, name: str, games: int, *, seed: int | None = None, moves: bool = False
    ) -> RunFile:
        """Play other random games for this report, into a file with this name next to the first ones."""
        path = self.run.path.with_name(f"{name}.parquet")
        seed = self.seed if seed is None else seed
        pool = self.pool
        return random_run(start, path, games, seed=seed, workers=pool.workers, scheduler=pool.scheduler, moves=moves)


def with_board(rules: Rules, seed: int) -> Rules:
    """Return a game as it is played: Battle of LITS on a bare board gets the symbols that `litslab new` makes."""
    return rules if any(rules.symbol_squares) else rules.with_fresh_board(random.Random(seed))


def board_rules(rules: Rules, boards: int, seed: int) -> tuple[Rules, ...]:
    """Return a game on several random boards, the first of them that of `with_board`; one where symbols are given."""
    first = with_board(rules, seed)
    if not rules.has_symbols or any(rules.symbol_squares):
        return (first,)
    return (first, *(rules.with_fresh_board(random.Random(f"{seed}/board {number}")) for number in range(1, boards)))


def resized(rules: Rules, size: int, seed: int) -> Rules | None:
    """Return the same game on a board of another size; None where there is no such board.

    TAIJI scores one group there, and Battle of LITS has a board of its own.
    """
    other = rules.resized(size)
    return None if other is None else with_board(other, seed)


def random_run(
    start: Position, path: Path, games: int, *, seed: int, workers: int, scheduler: str | None = None,
    moves: bool = False,
) -> RunFile:  # fmt: skip
    """Play random games into a file: far fewer where the kernel does not play them."""
    if not in_reach(start.rules):
        games = max(64, games // _WITHOUT_KERNEL)
    run = Run.of(start, ("random", "random"), games, seed=seed, moves=moves)
    if is_played(path, run):  # by a report that was killed
        return open_run(path)
    if games <= _SOON_PLAYED:
        return simulate(run, path, force=True)
    return simulate(run, path, workers=workers, scheduler=scheduler, force=True)
