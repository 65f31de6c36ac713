"""The games of a report: each follows from the seed and its number alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Self, TypeVar

import numpy as np

from litslab.analysis.distributions import Distribution
from litslab.analysis.report.deadline import Deadline
from litslab.analysis.shares import Share
from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import loads, start_record
from litslab.games.rules import Rules
from litslab.jobs.pool import Pool
from litslab.jobs.tasks import run_tasks
from litslab.solver.advice.playouts import play_out
from litslab.solver.play.match import Game, play_one
from litslab.solver.play.players import EnginePlayer, GreedyPlayer, Player, RandomPlayer


def engine(playouts: int) -> Player:
    """Return the Monte-Carlo player without exact endgames, so that its strength depends on its
    budget alone.
    """
    return EnginePlayer(playouts=playouts, exact_moves=0, name=f"MCTS {playouts:,}")


@dataclass(frozen=True)
class SwaplessEngine:
    """The Monte-Carlo player of `engine` in a game without its swap: it opens with the strongest
    placement, not with the most even one, and never swaps.

    Attributes
    ----------
    playouts : int
        Random games per move.
    """

    playouts: int

    @property
    def name(self) -> str:
        """The name of the player."""
        return tr("{player}, no swap", player=engine(self.playouts).name)

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the placement that was tried most often."""
        if position.swap_follows or position.can_swap:
            return play_out(position, rng, playouts=self.playouts)[0].move
        return engine(self.playouts).choose(position, rng)


RANDOM = RandomPlayer()

GREEDY = GreedyPlayer()

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
        """The games that the first of the two players won; they are pairs with the players
        exchanged.
        """
        won = [game.winner == 0 for game in self.games]
        pairs = Counter(map(sum, zip(won[::2], won[1::2], strict=True)))
        return Share(self.names[0], sum(won), self.count, (pairs[0], pairs[1], pairs[2]))

    @property
    def first_mover_wins(self) -> Share:
        """The games that the first player won."""
        won = sum(game.winner == game.first_player for game in self.games)
        return Share("first player", won, self.count)

    @property
    def ties(self) -> Share:
        """The games with equal scores."""
        return Share("equal scores", sum(game.margin == 0 for game in self.games), self.count)

    @property
    def margins(self) -> Distribution:
        """The first player's margin at the end."""
        return counted(first_player_margin(game) for game in self.games)

    @property
    def lengths(self) -> Distribution:
        """The numbers of placements."""
        return counted(placements(game) for game in self.games)

    @property
    def swaps(self) -> Share:
        """The games in which the swap was made."""
        swaps = sum(len(game.moves) > placements(game) for game in self.games)
        return Share("swapped", swaps, self.count)

    def record(self, number: int) -> Record:
        """Return one of the games."""
        rules = self.boards[number] if self.boards else self.rules
        return Record(rules, moves=self.games[number].moves)


def counted(numbers: Iterable[int]) -> Distribution:
    """Return the distribution of some whole numbers."""
    values, counts = np.unique(np.fromiter(numbers, np.int64), return_counts=True)
    return Distribution(values, counts.astype(np.int64))


def first_player_margin(game: Game) -> int:
    """Return the margin of the player who moved first."""
    return game.margin if game.winner == game.first_player else -game.margin


def placements(game: Game) -> int:
    """Return the number of placements in a game."""
    return sum(isinstance(move, Placement) for move in game.moves)


_GAMES_A_TASK = 2
"""A task is short, so that a time limit stops soon."""


class MatchPool:
    """The worker processes that play a report's games; with one worker the games are played in this
    process.

    The processes stay for all matches of a report, because many matches are shorter than the start
    of a process. The pool is a context manager: the processes begin and end with the context.

    Attributes
    ----------
    workers : int
        Number of processes of this machine.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    deadline : Deadline
        The time at which work stops.
    """

    def __init__(
        self,
        workers: int = 1,
        scheduler: str | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        self.workers = workers
        self.scheduler = scheduler
        self.deadline = deadline or Deadline()
        self._pool = Pool(workers)

    def __enter__(self) -> Self:
        """Start the processes."""
        if self.scheduler is None:
            self._pool.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def play(
        self,
        starts: Position | Sequence[Position],
        players: tuple[Player, Player],
        games: int,
        *,
        seed: int,
        exchanging: bool = True,
    ) -> Match:
        """Play games between two players, or of one with itself.

        Parameters
        ----------
        starts : Position or sequence of Position
            The start of every game, or the starts of the pairs of games (without `exchanging` of
            the games) in turn.
        players : tuple of Player
            The two players.
        games : int
            The number of games.
        seed : int
            The random seed.
        exchanging : bool
            Whether the players are exchanged from game to game, and the games rounded up to pairs;
            otherwise the first of them always moves first.

        Raises
        ------
        TimeUpError
            If the time is over before the games are.
        ChildDiedError
            If worker processes were killed repeatedly.
        WorkerError
            If the cluster cannot be used.
        """
        numbers = range(games + games % 2) if exchanging else range(0, 2 * games, 2)
        tasks = [
            tuple(numbers[first : first + _GAMES_A_TASK])
            for first in range(0, len(numbers), _GAMES_A_TASK)
        ]
        positions = (starts,) if isinstance(starts, Position) else tuple(starts)
        records = tuple(start_record(each) for each in positions)
        work = partial(_play_numbers, records=records, players=players, seed=seed)
        played = dict(chain.from_iterable(found for _, found in self.run(work, tasks)))
        boards = tuple(positions[number // 2 % len(positions)].rules for number in numbers)
        names = (players[0].name, players[1].name)
        return Match(names, tuple(played[number] for number in numbers), positions[0].rules, boards)

    def run(self, work: Callable[[S], T], tasks: Sequence[S]) -> Iterator[tuple[S, T]]:
        """Do work in the processes, and yield tasks with their results as they come.

        Raises
        ------
        TimeUpError
            If the time is over before the work is done.
        """
        if self.scheduler is None:
            results = self._pool.run(work, tasks)
        else:
            results = run_tasks(work, tasks, scheduler=self.scheduler)
        with closing(results):
            for each in results:
                self.deadline.check()
                yield each


def _play_numbers(
    numbers: tuple[int, ...],
    *,
    records: tuple[str, ...],
    players: tuple[Player, Player],
    seed: int,
) -> list[tuple[int, Game]]:
    """Play games of a match by their numbers; each pair of games has its own start, in turn."""
    return [
        (number, play_one(_start(records[number // 2 % len(records)]), players, number, seed))
        for number in numbers
    ]


@lru_cache(maxsize=256)
def _start(record: str) -> Position:
    return loads(record, "report").position()
