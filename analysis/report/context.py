"""The material of all sections of a report: the game, the budgets, and the games that were played."""

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
    """The budgets of a report; the time may end each part earlier.

    Attributes
    ----------
    seconds : float
        Wall-clock time for the whole report.
    random_games : int
        Random games in the kernel.
    level_games : int
        Games at each other level of play.
    playouts : tuple of int
        The budgets of Monte-Carlo search, ascending: random games per move.
    opening_games : int
        Fresh games from each opening that is tried.
    samples : int
        Random games for the number of finished positions.
    read_games : int
        Random games with moves, for the number of positions.
    boards : int
        Random boards, if the game has symbols on its board and none are given.
    fewest_games : int
        The engine's budget is the largest for which the time allows this many games.
    judged_games : int
        Games whose decision is estimated.
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
"""Up to this many random games are played in one process: processes take longer to start than they would save."""

_WITHOUT_KERNEL = 100  # in plain Python random games take this many times as long


def budget_for(rules: Rules, usual: Budget, time_limit: float | None = None) -> Budget:
    """Return the budget for a game, with another time limit if one is given.

    The engine is ten times as slow in double games, so they get only its lowest level.
    """
    playouts = usual.playouts[:1] if rules.is_double else usual.playouts
    return replace(usual, playouts=playouts, seconds=usual.seconds if time_limit is None else time_limit)


@dataclass(frozen=True)
class Context:
    """The material of the sections.

    Attributes
    ----------
    rules : Rules
        The game, with symbols on its board if it needs them.
    budget : Budget
        The budgets.
    seed : int
        The random seed.
    pool : MatchPool
        The processes that play.
    run : RunFile
        Random games.
    greedy, mcts : Match
        Games of the greedy player and of the engine with themselves.
    board_runs : tuple of RunFile
        Random games on many boards, the first of them that of `run`; empty if there is one board.
    counts : bool
        Whether to show openings with the numbers of their games.
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
        """The start of the game on each board."""
        return tuple(run.rules.start() for run in self.runs)

    @cached_property
    def balances(self) -> tuple[Balance, ...]:
        """The wins in random games, by board."""
        return tuple(map(balance, self.runs))

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches of players with themselves that have games, the weaker player's first."""
        return tuple(match for match in (self.greedy, self.mcts) if match.count)

    def random_run(self, start: Position, name: str, games: int, *, shift: int = 0, moves: bool = False) -> RunFile:
        """Play other random games for this report, with its seed plus `shift`, into a file of this name."""
        path = self.run.path.with_name(f"{name}.parquet")
        return random_run(start, path, games, seed=self.seed + shift, pool=self.pool, moves=moves)


def with_board(rules: Rules, seed: int) -> Rules:
    """Return a game with symbols: Battle of LITS on a bare board gets those of `litslab new`."""
    return rules if any(rules.symbol_squares) else rules.with_fresh_board(random.Random(seed))


def board_rules(rules: Rules, boards: int, seed: int) -> tuple[Rules, ...]:
    """Return a game on random boards, the first of them that of `with_board`; only one if it needs no other."""
    first = with_board(rules, seed)
    if not rules.has_symbols or any(rules.symbol_squares):
        return (first,)
    return (first, *(rules.with_fresh_board(random.Random(f"{seed}/board {number}")) for number in range(1, boards)))


def resized(rules: Rules, size: int, seed: int) -> Rules | None:
    """Return the same game on a board of another size, if there is one.

    TAIJI scores one group there, and Battle of LITS has fresh symbols.
    """
    other = rules.resized(size)
    return None if other is None else with_board(other, seed)


def random_run(
    start: Position, path: Path, games: int, *, seed: int, pool: MatchPool | None = None, moves: bool = False
) -> RunFile:
    """Play random games into a file; far fewer if the kernel does not play them."""
    if not in_reach(start.rules):
        games = max(64, games // _WITHOUT_KERNEL)
    run = Run.of(start, ("random", "random"), games, seed=seed, moves=moves)
    if is_played(path, run):  # by a report that was killed
        return open_run(path)
    if pool is None or games <= _SOON_PLAYED:
        return simulate(run, path, force=True)
    return simulate(run, path, workers=pool.workers, scheduler=pool.scheduler, force=True)
