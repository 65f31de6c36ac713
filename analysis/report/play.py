"""The games of a report: played in a fixed order from a seed, as many as the time allows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Self, TypeVar

import numpy as np

from litslab.analysis.distributions import Distribution, Share
from litslab.games.placements import Placement
from litslab.games.position import Position, Rules
from litslab.games.record import Record, loads, start_record
from litslab.jobs.tasks import Pool, run_tasks
from litslab.solver.play.players import EnginePlayer, Game, GreedyPlayer, Player, RandomPlayer, play_one


def engine(playouts: int) -> Player:
    """Return the Monte-Carlo player without exact endgames, so that its strength depends on its budget alone."""
    return EnginePlayer(playouts=playouts, exact_moves=0, name=f"MCTS {playouts:,}")


RANDOM, GREEDY = RandomPlayer(), GreedyPlayer()

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True)
class Match:
    """Games between two players, or of one player with itself.

    Attributes
    ----------
    names : tuple of str
        The players.
    games : tuple of Game
        The games.
    rules : Rules
        The game.
    boards : tuple of Rules
        The board of each game, if they have boards of their own.
    """

    names: tuple[str, str]
    games: tuple[Game, ...]
    rules: Rules
    boards: tuple[Rules, ...] = ()

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.games)

    @property
    def first_player_wins(self) -> Share:
        """The games that the first of the two players won; they are pairs with the players exchanged."""
        won = [game.winner == 0 for game in self.games]
        pairs = Counter(map(sum, zip(won[::2], won[1::2], strict=True)))
        return Share(self.names[0], sum(won), self.count, (pairs[0], pairs[1], pairs[2]))

    @property
    def first_mover_wins(self) -> Share:
        """The games that the first player won."""
        return Share("first player", sum(game.winner == game.first_player for game in self.games), self.count)

    @property
    def ties(self) -> Share:
        """The games with equal scores."""
        return Share("equal scores", sum(game.margin == 0 for game in self.games), self.count)

    @property
    def margins(self) -> Distribution:
        """The first player's margin at the end."""
        return counted(game.margin if game.winner == game.first_player else -game.margin for game in self.games)

    @property
    def lengths(self) -> Distribution:
        """The numbers of placements."""
        return counted(placements(game) for game in self.games)

    @property
    def swaps(self) -> Share:
        """The games in which the swap was made."""
        return Share("swapped", sum(len(game.moves) > placements(game) for game in self.games), self.count)

    def record(self, number: int) -> Record:
        """Return one of the games."""
        return Record(self.boards[number] if self.boards else self.rules, moves=self.games[number].moves)


def counted(numbers: Iterable[int]) -> Distribution:
    """Return the distribution of some whole numbers."""
    values, counts = np.unique(np.fromiter(numbers, np.int64), return_counts=True)
    return Distribution(values, counts.astype(np.int64))


def placements(game: Game) -> int:
    """Return the number of placements in a game."""
    return sum(isinstance(move, Placement) for move in game.moves)


_PAIRS_A_TASK = 2
"""Pairs of games per task on a cluster."""


_Played = tuple[list[tuple[int, Game]], float]
"""Games with their numbers, and the seconds that the longest of them took."""


class MatchPool:
    """The worker processes that play a report's games; with one worker the games are played in this process.

    The processes stay for all matches of a report, because many matches are shorter than the start of a process. The
    pool is a context manager: the processes begin and end with the context.

    Attributes
    ----------
    workers : int
        Number of processes of this machine.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    """

    def __init__(self, workers: int = 1, scheduler: str | None = None) -> None:
        self.workers = workers
        self.scheduler = scheduler
        self._pool = Pool(workers)
        self._longest: dict[tuple[str, str], float] = {}

    def __enter__(self) -> Self:
        """Start the processes; `ready` waits for them."""
        if self.scheduler is None:
            self._pool.start()
        return self

    def ready(self) -> None:
        """Wait until the processes have started, so that the first match does not pay for that."""
        if self.scheduler is None:
            for _ in self._pool.run(_begin, range(self.workers)):
                pass

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def play(
        self, starts: Position | Sequence[Position], players: tuple[Player, Player], games: int, *, seed: int,
        time_limit: float, exchanging: bool = True,
    ) -> Match:  # fmt: skip
        """Play up to this many games, and stop when the time is up.

        A game that has begun is finished. No game begins that would end too late if it took as long as the longest of
        these players so far. Each task plays some of the numbers in order; a game depends on its number alone.

        Parameters
        ----------
        starts : Position or sequence of Position
            The start of every game, or the starts of the pairs of games (without `exchanging` of the games) in turn.
        players : tuple of Player
            The two players.
        games : int
            The maximum number of games.
        seed : int
            The random seed.
        time_limit : float
            Wall-clock time.
        exchanging : bool
            Whether the players are exchanged from game to game; otherwise the first of them always moves first. A
            game whose partner was not played is left out.

        Raises
        ------
        ChildDiedError
            If worker processes were killed repeatedly.
        WorkerError
            If the cluster cannot be used.
        """
        deadline = time.time() + time_limit
        numbers = list(range(games)) if exchanging else list(range(0, 2 * games, 2))
        pairs = [numbers[first : first + 2] for first in range(0, len(numbers), 2)]
        # The number of a cluster's workers is unknown: each is given a few games at a time.
        parts = min(self.workers, len(pairs)) if self.scheduler is None else -(-len(pairs) // _PAIRS_A_TASK)
        stripes = [tuple(number for pair in pairs[first::parts] for number in pair) for first in range(parts)]
        positions = (starts,) if isinstance(starts, Position) else tuple(starts)
        records = tuple(start_record(each) for each in positions)
        names = (players[0].name, players[1].name)
        longest = self._longest.get(names, 0.0)
        work = partial(_play_numbers, records=records, players=players, seed=seed, deadline=deadline, longest=longest)
        done = [played for _, played in self.run(work, stripes)]
        self._longest[names] = max([longest, *(seconds for _, seconds in done)])
        played = sorted((each for stripe, _ in done for each in stripe), key=lambda each: each[0])
        if exchanging:
            there = {number for number, _ in played}
            played = [each for each in played if each[0] ^ 1 in there]
        boards = tuple(positions[number // 2 % len(positions)].rules for number, _ in played)
        return Match(names, tuple(game for _, game in played), positions[0].rules, boards)

    def run(self, work: Callable[[S], T], tasks: Sequence[S]) -> Iterator[tuple[S, T]]:
        """Do work in the processes, and yield tasks with their results as they come."""
        if self.scheduler is None:
            return self._pool.run(work, tasks)
        return run_tasks(work, tasks, scheduler=self.scheduler)


def _begin(_: int) -> None:
    """Do nothing; to run it a process has to import this module."""


def _play_numbers(
    numbers: tuple[int, ...], *, records: tuple[str, ...], players: tuple[Player, Player], seed: int, deadline: float,
    longest: float,
) -> _Played:  # fmt: skip
    """Play games of a match by their numbers until the time is up, on the clock that the workers of a cluster share.

    Each pair of games has its own start, in turn. No game begins that would end too late if it took as long as the
    longest so far.
    """
    played: list[tuple[int, Game]] = []
    for number in numbers:
        if time.time() + longest > deadline:
            break
        began = time.monotonic()
        start = _start(records[number // 2 % len(records)])
        played.append((number, play_one(start, players, number, seed)))
        longest = max(longest, time.monotonic() - began)
    return played, longest


@lru_cache(maxsize=256)
def _start(record: str) -> Position:
    return loads(record, "report").position()


class Clock:
    """A division of a report's time among its parts; time that a part does not use goes to the later ones.

    Attributes
    ----------
    time_limit : float
        The time for all parts.
    """

    def __init__(self, time_limit: float, weights: dict[str, float]) -> None:
        self.time_limit = time_limit
        self._weights = dict(weights)
        self._began = time.monotonic()

    def take(self, part: str) -> float:
        """Return the seconds for a part; call it once per part."""
        left = max(0.0, self.time_limit - (time.monotonic() - self._began))
        rest = sum(self._weights.values())
        weight = self._weights.pop(part)
        return left * weight / rest if weight else 0.0
