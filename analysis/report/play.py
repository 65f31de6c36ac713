"""Games that a report is made from: played in a fixed order from a seed, as many as the time allows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from analysis.distributions import Distribution, Share
from games.placements import Placement
from games.position import Position, Rules
from games.record import Record
from solver.match import Game, play_match
from solver.players import EnginePlayer, GreedyPlayer, Player, RandomPlayer


def engine(playouts: int) -> Player:
    """Return the Monte-Carlo player without exact endgames, so that its budget alone tells how strong it is.

    The kernel plays random games in blocks of 512: other budgets are rounded up to whole blocks.
    """
    return EnginePlayer(playouts=playouts, exact_moves=0, name=f"MCTS {playouts:,}")


RANDOM, GREEDY = RandomPlayer(), GreedyPlayer()


@dataclass(frozen=True)
class Match:
    """Games between two players, or of one player with itself.

    Attributes
    ----------
    names : tuple of str
        The players.
    games : tuple of Game
        What was played.
    rules : Rules
        The game.
    """

    names: tuple[str, str]
    games: tuple[Game, ...]
    rules: Rules

    @property
    def count(self) -> int:
        """How many games were played."""
        return len(self.games)

    @property
    def first_player_wins(self) -> Share:
        """The games that the first of the two players won."""
        return Share(self.names[0], sum(game.winner == 0 for game in self.games), self.count)

    @property
    def first_mover_wins(self) -> Share:
        """The games that the person won who moved first."""
        return Share("who moves first", sum(game.winner == game.first_player for game in self.games), self.count)

    @property
    def ties(self) -> Share:
        """The games with equal scores."""
        return Share("equal scores", sum(game.margin == 0 for game in self.games), self.count)

    @property
    def margins(self) -> Distribution:
        """By how much the person who moved first led in the end."""
        return counted(game.margin if game.winner == game.first_player else -game.margin for game in self.games)

    @property
    def lengths(self) -> Distribution:
        """How many placements the games took."""
        return counted(placements(game) for game in self.games)

    @property
    def swaps(self) -> Share:
        """The games in which the swap was made."""
        made = sum(len(game.moves) > placements(game) for game in self.games)
        return Share("swapped", made, self.count)

    def record(self, number: int) -> Record:
        """Return one of the games."""
        return Record(self.rules, moves=self.games[number].moves)


def counted(numbers: Iterable[int]) -> Distribution:
    """Return how often each of some whole numbers comes."""
    values, counts = np.unique(np.fromiter(numbers, np.int64), return_counts=True)
    return Distribution(values, counts.astype(np.int64))


def placements(game: Game) -> int:
    """Return how many of a game's moves place a piece."""
    return sum(isinstance(move, Placement) for move in game.moves)


def play(
    rules: Rules, players: tuple[Player, Player], games: int, *, seed: int, seconds: float, start: Position | None = None
) -> Match:
    """Play up to so many games, with the players exchanged from game to game, and stop when the time is up.

    A game that has begun is finished; none begins that would, by the longest so far, end after the time.

    Parameters
    ----------
    rules : Rules
        The game.
    players : tuple of Player
        The two players.
    games : int
        How many games at most.
    seed : int
        Where the randomness comes from: the n-th game is always the same.
    seconds : float
        Wall-clock time.
    start : Position, optional
        Where every game starts; the bare board where it is not given.
    """
    began = time.monotonic()
    played: list[Game] = []
    longest = 0.0
    match = play_match(lambda _: start or rules, players, games, seed)
    while len(played) < games and time.monotonic() - began + longest < seconds:
        before = time.monotonic()
        played.append(next(match))
        longest = max(longest, time.monotonic() - before)
    return Match((players[0].name, players[1].name), tuple(played), rules)


Progress = Callable[[str, int, int], None]
"""Told what is being worked out, how many parts are done, and how many there are."""


class Clock:
    """Divides the time of a report among its parts: what one does not use goes to those after it.

    Attributes
    ----------
    seconds : float
        The time for all parts.
    """

    def __init__(self, seconds: float, weights: dict[str, float]) -> None:
        self.seconds = seconds
        self._weights = dict(weights)
        self._began = time.monotonic()

    def take(self, part: str) -> float:
        """Return the seconds for a part, which must not be asked for again."""
        left = max(0.0, self.seconds - (time.monotonic() - self._began))
        rest = sum(self._weights.values())
        return left * self._weights.pop(part) / rest
