"""Random games from a position: the kernel's tree search where it plays the game, plain ones elsewhere."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

from litslab.games.position import SWAP, Move, Position
from litslab.games.random_play import random_end
from litslab.solver.endgame.result import Score
from litslab.solver.engines.kernel import engine_for, question

MARGIN_PART = 0.05
"""The part that the margins have in the outlook of plain random games."""

PLAIN_COST = 50
"""How many playouts of the kernel a plain random game stands for, where their number is given."""


@dataclass(frozen=True)
class Sample:
    """What playouts said of a move.

    Attributes
    ----------
    move : Move
        The move.
    playouts : int
        How many began with it.
    wins : int
        How many of these the first side won.
    values : int
        The sum of their values, from the first side's view.
    outlook : float
        How good the move is for the first side, from 0 to 1: the share of wins, and in part the margins.
    score : Score
        What is proved of the value after the move.
    """

    move: Move
    playouts: int
    wins: int
    values: int
    outlook: float
    score: Score

    @property
    def share(self) -> float:
        """The share of these games that the first side won."""
        return self.wins / self.playouts


def playouts_of(position: Position, seed: int) -> TreePlayouts | FlatPlayouts:
    """Return what plays random games from a position in which at least one move is legal."""
    return FlatPlayouts(position, seed) if engine_for(position.rules) is None else TreePlayouts(position, seed)


def play_out(position: Position, rng: random.Random, *, playouts: int, time_limit: float | None = None) -> list[Sample]:
    """Play random games from a position, and return the moves that were tried.

    Parameters
    ----------
    position : Position
        With at least one legal placement.
    rng : random.Random
        The source of randomness.
    playouts : int
        Random games; where the kernel does not play, a fiftieth of that, but one for each move at least.
    time_limit : float, optional
        A limit of wall-clock time; without it a seed gives the same result again.

    Returns
    -------
    list of Sample
        The choices that were tried, the best for the side to move first: one that is proved to win, else the one
        that was tried most often.
    """
    games = playouts_of(position, rng.getrandbits(64))
    games.run(math.inf if time_limit is None else time_limit, games.budget(playouts))
    return games.samples()


class TreePlayouts:
    """The kernel's Monte-Carlo tree search, whose tree stays."""

    def __init__(self, position: Position, seed: int) -> None:
        engine = engine_for(position.rules)
        if engine is None:
            raise ValueError(f"the kernel does not play {position.rules.name} on this board")
        self.position = position
        self._tree = engine.tree_search(question(position), seed=seed)

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        return self._tree.playouts

    def budget(self, playouts: int) -> int:
        """Return how many playouts are meant by their number: as many."""
        return playouts

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        self._tree.run(seconds=seconds, playouts=playouts)

    def bounds(self) -> Score:
        """Return what the tree has proved of the position."""
        return self._score(self._tree.lower, self._tree.upper)

    def line(self) -> tuple[Move, ...]:
        """Return a likely continuation."""
        return tuple(self._move(index) for index in self._tree.line()) if self.playouts else ()

    def samples(self) -> list[Sample]:
        """Return the moves that were tried: one that is proved to win, else the one tried most often, comes first."""
        return [
            Sample(
                move=self._move(each.move),
                playouts=each.visits,
                wins=each.wins,
                values=each.values,
                outlook=each.mean,
                score=self._score(each.lower, each.upper),
            )
            for each in self._tree.moves()
            if each.visits
        ]

    def _move(self, index: int) -> Move:
        table = self.position.rules.table
        return SWAP if index == len(table) else table[index]

    def _score(self, lower: int, upper: int) -> Score:
        limit = self.position.rules.value_limit()
        return Score(max(lower, -limit), min(upper, limit))


@dataclass
class _Tally:
    playouts: int = 0
    wins: int = 0
    values: int = 0


@dataclass
class FlatPlayouts:
    """Random playouts, equally many for each move: for games that the kernel does not play."""

    position: Position
    seed: int
    playouts: int = 0
    _tallies: dict[Move, _Tally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        choices = self.position.choices()
        self._choices = self._rng.sample(choices, len(choices))

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        until = time.monotonic() + seconds
        for _ in range(playouts):
            self._play()
            if time.monotonic() >= until:
                break

    def _play(self) -> None:
        move = self._choices[self.playouts % len(self._choices)]
        value = random_end(self.position.play_unchecked(move), self._rng).outcome().value
        tally = self._tallies.setdefault(move, _Tally())
        tally.playouts += 1
        tally.wins += value > 0
        tally.values += value
        self.playouts += 1

    def budget(self, playouts: int) -> int:
        """Return how many plain games stand for the kernel's playouts: as many for each choice, at least one."""
        return max(1, playouts // PLAIN_COST // len(self._choices)) * len(self._choices)

    def line(self) -> tuple[Move, ...]:
        """Return the best move alone."""
        return tuple(each.move for each in self.samples()[:1])

    def bounds(self) -> Score:
        """Return that nothing is proved."""
        limit = self.position.rules.value_limit()
        return Score(-limit, limit)

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, the best for the side to move first."""
        sign = 1 if self.position.to_move == 0 else -1
        found = [
            Sample(move, tally.playouts, tally.wins, tally.values, self._outlook(tally), self._proved(move))
            for move, tally in self._tallies.items()
        ]
        return sorted(found, key=lambda each: sign * each.outlook, reverse=True)

    def _outlook(self, tally: _Tally) -> float:
        margins = 0.5 + tally.values / (2 * tally.playouts * self.position.rules.value_limit())
        return (1 - MARGIN_PART) * tally.wins / tally.playouts + MARGIN_PART * margins

    def _proved(self, move: Move) -> Score:
        after = self.position.play_unchecked(move)
        if not after.is_over:
            return self.bounds()
        value = after.outcome().value
        return Score(value, value)
