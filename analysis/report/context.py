"""The material of all sections of a report: the game, the amounts of work, and the games that were
played.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from litslab.analysis.report.amounts import Amounts
from litslab.analysis.report.deadline import Deadline
from litslab.analysis.report.play import Match, MatchPool
from litslab.analysis.runs.file import RunFile, open_run
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import is_played, play_run
from litslab.analysis.shares import Balance, balance
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import in_reach

SOON_PLAYED = 200_000
"""Up to this many random games are played in one process: processes take longer to start than they
would save.
"""

WITHOUT_KERNEL = 100
"""Games that the kernel does not play have this many times fewer random games and searched
positions.
"""


@dataclass(frozen=True)
class Context:
    """The material of the sections.

    Attributes
    ----------
    rules : Rules
        The game, with symbols on its board if it needs them.
    amounts : Amounts
        The amounts of work.
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
    amounts: Amounts
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
    def deadline(self) -> Deadline:
        """The time at which the report stops."""
        return self.pool.deadline

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches of players with themselves that have games, the weaker player's first."""
        return tuple(match for match in (self.greedy, self.mcts) if match.count)

    def random_run(
        self,
        start: Position,
        name: str,
        games: int,
        *,
        shift: int = 0,
        moves: bool = False,
    ) -> RunFile:
        """Play other random games for this report, with its seed plus `shift`, into a file of this
        name.
        """
        path = self.run.path.with_name(f"{name}.parquet")
        return random_run(start, path, games, seed=self.seed + shift, pool=self.pool, moves=moves)


def with_board(rules: Rules, seed: int) -> Rules:
    """Return a game with symbols: Battle of LITS on a bare board gets those of `litslab new`."""
    return rules if any(rules.symbol_squares) else rules.with_fresh_board(random.Random(seed))


def board_rules(rules: Rules, boards: int, seed: int) -> tuple[Rules, ...]:
    """Return a game on random boards, the first of them that of `with_board`; only one if it needs
    no other.
    """
    first = with_board(rules, seed)
    if not rules.has_symbols or any(rules.symbol_squares):
        return (first,)
    every = [first]
    for number in range(1, boards):
        rng = random.Random(f"{seed}/board {number}")
        every.append(rules.with_fresh_board(rng))
    return tuple(every)


def resized(rules: Rules, size: int, seed: int) -> Rules | None:
    """Return the same game on a board of another size, if there is one.

    TAIJI scores one group there, and Battle of LITS has fresh symbols.
    """
    other = rules.resized(size)
    return None if other is None else with_board(other, seed)


def random_run(
    start: Position,
    path: Path,
    games: int,
    *,
    seed: int,
    pool: MatchPool | None = None,
    moves: bool = False,
) -> RunFile:
    """Play random games into a file, at least one; far fewer if the kernel does not play them."""
    games = max(1, games)
    if not in_reach(start.rules):
        games = max(64, games // WITHOUT_KERNEL)
    run = Run.of(start, ("random", "random"), games, seed=seed, moves=moves)
    if is_played(path, run):  # by a report that was killed
        return open_run(path)
    if pool is None or games <= SOON_PLAYED:
        return play_run(run, path, force=True)
    return play_run(run, path, workers=pool.workers, scheduler=pool.scheduler, force=True)
