"""Matches between players: games in pairs with the sides exchanged, wins with confidence intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from litslab.games.position import Move, Position, Rules
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.players import Player, play_game


@dataclass(frozen=True)
class Game:
    """One finished game of a match.

    Attributes
    ----------
    moves : tuple of Move
        What was played.
    first_player : int
        Which of the two players moved first in the game.
    winner : int
        Which of the two players won.
    margin : int
        The winner's margin: 0 where the tie rule decided.
    """

    moves: tuple[Move, ...]
    first_player: int
    winner: int
    margin: int


@dataclass(frozen=True)
class MatchResult:
    """How a match ended.

    Attributes
    ----------
    names : tuple of str
        The two players.
    games : tuple of Game
        All games that were played.
    """

    names: tuple[str, str]
    games: tuple[Game, ...]

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each player won."""
        first = sum(game.winner == 0 for game in self.games)
        return first, len(self.games) - first

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the first player's share of wins."""
        return wilson_interval(self.wins[0], len(self.games))


def wilson_interval(successes: int, trials: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the Wilson score interval of a share; (0, 1) without a trial.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    Examples
    --------
    >>> low, high = wilson_interval(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # The share lies within its interval, also where rounding says otherwise.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def play_match(
    rules: Callable[[int], Rules],
    players: tuple[Player, Player],
    games: int,
    seed: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[Game]:
    """Play a match and yield its games in order.

    Parameters
    ----------
    rules : callable
        The game of the pair with the given number: two games in a row are played on one board, with the players
        exchanged.
    players : tuple of Player
        The two players.
    games : int
        How many games.
    seed : int
        The random seed: the same seed gives the same match, however the games are divided.
    workers : int
        How many processes of this machine play; with 1 it is this one.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``: its workers play instead.

    Raises
    ------
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes that played died again and again.
    """
    tasks = (_Task(rules(number // 2).start(), players, number, seed) for number in range(games))
    with closing(run_tasks_in_order(_play, tasks, workers=min(workers, games), scheduler=scheduler)) as played:
        for _, game in played:
            yield game


@dataclass(frozen=True)
class _Task:
    """One game of a match: the arguments of `play_one`."""

    start: Position
    players: tuple[Player, Player]
    number: int
    seed: int


def _play(task: _Task) -> Game:
    return play_one(task.start, task.players, task.number, task.seed)


def play_one(start: Position, players: tuple[Player, Player], number: int, seed: int) -> Game:
    """Play one game of a match: the one with an even number has the first of the players move first.

    Parameters
    ----------
    start : Position
        What the game starts from.
    players : tuple of Player
        The two players.
    number : int
        The game's number in the match, from 0 on.
    seed : int
        The match's seed; with the number it gives the game's randomness.
    """
    first_player = number % 2
    seats = (players[first_player], players[1 - first_player])
    moves = play_game(start, seats, random.Random(f"{seed}/{number}"))
    end = start
    for move in moves:
        end = end.play(move)
    outcome = end.outcome()
    exchanged = end.swapped and not end.rules.swap_changes_value
    winning_person = 1 - outcome.winning_side if exchanged else outcome.winning_side
    winner = first_player if winning_person == 0 else 1 - first_player
    return Game(moves, first_player, winner, abs(outcome.margin))
