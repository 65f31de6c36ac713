"""What playouts say of a position: the win share and the expected margin of the best few moves, and a likely line.

A `Sampler` keeps what it has seen and improves with every run: the kernel's tree search where the kernel plays the
game, plain random playouts elsewhere, and at the start of a game with a swap one tree for each promising opening.
"""

from __future__ import annotations

import math
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

from litslab.games.geometry import nth_bit
from litslab.games.position import SWAP, Move, Position
from litslab.solver.calibration import Calibration, calibration_of
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.openings import opening_orbits
from litslab.solver.result import Score

GAMES_TO_COUNT = 4
"""How many random games tell how far the end is."""

EVEN_OPENINGS = 12
"""How many openings are searched on their own where the most even one is best."""


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
    score : Score
        What is proved of the value after the move.
    """

    move: Move
    playouts: int
    wins: int
    values: int
    score: Score


@dataclass(frozen=True)
class MoveEstimate:
    """What is estimated of a move.

    Attributes
    ----------
    move : Move
        The move.
    share : float
        How often the player who makes it wins.
    interval : tuple of float
        The 95 % interval of the share.
    margin : float
        The expected margin, from the first side's view.
    playouts : int
        How many playouts began with it.
    score : Score
        What is proved of the value after the move.
    """

    move: Move
    share: float
    interval: tuple[float, float]
    margin: float
    playouts: int
    score: Score

    @property
    def is_proved(self) -> bool:
        """Whether it is proved who wins after the move."""
        return self.score.winning_side is not None


@dataclass(frozen=True)
class Estimate:
    """What is estimated of a position.

    Attributes
    ----------
    moves : tuple of MoveEstimate
        The moves that were tried, the best for the player to move first.
    line : tuple of Move
        A likely continuation.
    playouts : int
        How many playouts it rests on.
    swap : bool or None
        Whether the player to move does better to swap; None where a swap is not possible.
    under_swap : bool
        Whether the moves are openings after which the other player may swap.
    """

    moves: tuple[MoveEstimate, ...]
    line: tuple[Move, ...]
    playouts: int
    swap: bool | None = None
    under_swap: bool = False

    @property
    def best(self) -> MoveEstimate:
        """The best move."""
        return self.moves[0]

    @property
    def share(self) -> float:
        """How often the player to move wins, who may swap."""
        return 1 - self.best.share if self.swap else self.best.share

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        low, high = self.best.interval
        low, high = (1 - high, 1 - low) if self.swap else (low, high)
        return (low, high) if self.swap is None else (max(low, 0.5), max(high, 0.5))  # the better side is taken

    @property
    def margin(self) -> float:
        """The expected margin, from the first side's view."""
        return self.best.margin


class Sampler(Protocol):
    """Playouts of one position, as many as one likes."""

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts, at least one; KeyboardInterrupt leaves those before it."""

    def estimate(self) -> Estimate | None:
        """Return what the playouts say; None before the first."""

    def bounds(self) -> Score:
        """Return what the playouts have proved of the position."""


def sampler_for(position: Position, seed: int) -> Sampler:
    """Return what estimates a position in which at least one move is legal."""
    if position.swap_follows:
        return OpeningSampler(position, seed)
    return _plain_sampler(position, seed)


def estimate(position: Position, *, playouts: int, seed: int = 0) -> Estimate | None:
    """Estimate a position by a number of playouts: None if nothing can be played, or Ctrl-C came before the first."""
    if position.is_over:
        return None
    sampler = sampler_for(position, seed)
    with suppress(KeyboardInterrupt):
        sampler.run(math.inf, playouts)
    return sampler.estimate()


def _plain_sampler(position: Position, seed: int) -> TreeSampler | FlatSampler:
    return FlatSampler(position, seed) if engine_for(position.rules) is None else TreeSampler(position, seed)


def _estimate(position: Position, samples: list[Sample], line: tuple[Move, ...], playouts: int) -> Estimate | None:
    """Return what samples mean for the player to move; None without any."""
    if not samples:
        return None
    curve = calibration_of(position.rules.name).at(plies_left(position))
    moves = tuple(move_estimate(each, position.to_move, curve) for each in samples)
    can_swap = position.can_exchange_players
    return Estimate(moves, line, playouts, swap=moves[0].share < 0.5 if can_swap else None)


@lru_cache(maxsize=256)
def plies_left(position: Position) -> float:
    """Return how many plies random games from here last on average."""
    rng = random.Random(0)
    plies = 0
    for _ in range(GAMES_TO_COUNT):
        end = position
        while legal := end.legal:
            end = end.place(nth_bit(legal, rng.randrange(legal.bit_count())))
            plies += 1
    return plies / GAMES_TO_COUNT


def move_estimate(sample: Sample, side: int, curve: Calibration) -> MoveEstimate:
    """Return what playouts of a move mean for the side that makes it."""
    wins = sample.wins if side == 0 else sample.playouts - sample.wins
    winner = sample.score.winning_side
    if winner is None:
        share, interval = curve.share(wins, sample.playouts), curve.interval(wins, sample.playouts)
    else:
        share = float(winner == side)
        interval = (share, share)
    proved = sample.score.value
    margin = sample.values / sample.playouts / 2 if proved is None else proved / 2
    return MoveEstimate(sample.move, share, interval, margin, sample.playouts, sample.score)


class TreeSampler:
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

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        self._tree.run(seconds=seconds, playouts=playouts)

    def bounds(self) -> Score:
        """Return what the tree has proved of the position."""
        return self._score(self._tree.lower, self._tree.upper)

    def estimate(self) -> Estimate | None:
        """Return what the playouts say; None before the first."""
        line = tuple(self._move(index) for index in self._tree.line()) if self.playouts else ()
        return _estimate(self.position, self.samples(), line, self.playouts)

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, the best for the side to move first."""
        return [
            Sample(self._move(each.move), each.visits, each.wins, each.values, self._score(each.lower, each.upper))
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
class FlatSampler:
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
        end = self.position.play_unchecked(move)
        while legal := end.legal:
            end = end.place(nth_bit(legal, self._rng.randrange(legal.bit_count())))
        value = end.outcome().value
        tally = self._tallies.setdefault(move, _Tally())
        tally.playouts += 1
        tally.wins += value > 0
        tally.values += value
        self.playouts += 1

    def estimate(self) -> Estimate | None:
        """Return what the playouts say; None before the first."""
        samples = self.samples()
        return _estimate(self.position, samples, tuple(each.move for each in samples[:1]), self.playouts)

    def bounds(self) -> Score:
        """Return that nothing is proved."""
        limit = self.position.rules.value_limit()
        return Score(-limit, limit)

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, the best for the side to move first."""
        sign = 1 if self.position.to_move == 0 else -1
        found = [
            Sample(move, tally.playouts, tally.wins, tally.values, self._proved(move))
            for move, tally in self._tallies.items()
        ]
        return sorted(found, key=lambda each: sign * each.wins / each.playouts, reverse=True)

    def _proved(self, move: Move) -> Score:
        after = self.position.play_unchecked(move)
        if not after.is_over:
            return self.bounds()
        value = after.outcome().value
        return Score(value, value)


class OpeningSampler:
    """Openings of a game in which the other player may swap: the most even ones, each searched on its own.

    A third of the playouts looks at all openings together; those that come out most even are then searched in turn.
    """

    def __init__(self, position: Position, seed: int) -> None:
        self.position = position
        self._seed = seed
        self._all = _plain_sampler(position, seed)
        self._after: dict[Move, TreeSampler | FlatSampler] = {}
        self._representatives = set(opening_orbits(position))
        reached = {move: position.play_unchecked(move) for move in position.choices()}
        self._ending = {move: after.outcome().value for move, after in reached.items() if after.is_over}

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        return self._all.playouts + sum(each.playouts for each in self._after.values())

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts: in the search of all openings first, then in those of the candidates."""
        of_all = max(1, playouts // 3)
        self._all.run(seconds / 3, of_all)
        candidates = self._candidates()[: playouts - of_all]
        for number, move in enumerate(candidates):
            more = (playouts - of_all + number) // len(candidates)  # as equal as whole numbers can be
            sampler = self._after.get(move)
            if sampler is None:
                sampler = self._after[move] = _plain_sampler(self.position.play_unchecked(move), self._seed)
            sampler.run(2 / 3 * seconds / len(candidates), more)

    def _candidates(self) -> list[Move]:
        """Return the openings that come out most even so far: those of the last time stay unless others are better."""
        evenness = {
            each.move: abs(2 * each.wins - each.playouts) / each.playouts
            for each in self._all.samples()
            if each.move in self._representatives and each.move not in self._ending
        }
        for move, sampler in self._after.items():
            found = sampler.estimate()
            if found is not None:
                evenness[move] = abs(2 * found.best.share - 1)
        return sorted(evenness, key=lambda move: evenness[move])[:EVEN_OPENINGS]

    def bounds(self) -> Score:
        """Return what is known of the value to the first player, who loses unless an opening ends the game."""
        limit = self.position.rules.value_limit()
        best = max(self._ending.values(), default=-limit)
        return Score(best, max(best, -1))

    def estimate(self) -> Estimate | None:
        """Return what the playouts say of the openings that were searched on their own."""
        found = {move: each for move, sampler in self._after.items() if (each := sampler.estimate()) is not None}
        moves = [_for_first_player(move, each, self._after[move].bounds()) for move, each in found.items()]
        moves += [_ending_game(move, value) for move, value in self._ending.items()]
        if not moves:
            return None
        moves.sort(key=lambda each: (-each.interval[0], -each.share))  # what seems even by chance comes later
        first = moves[0].move
        line = (first, *found[first].line) if first in found else (first,)
        return Estimate(tuple(moves), line, self.playouts, under_swap=True)


def _ending_game(opening: Move, value: int) -> MoveEstimate:
    """Return what an opening is worth that ends the game, and is not swapped any more."""
    share = float(value > 0)
    return MoveEstimate(opening, share, (share, share), value / 2, 1, Score(value, value))


def _for_first_player(opening: Move, after: Estimate, proved: Score) -> MoveEstimate:
    """Return what an opening leaves its maker, when the other player has taken the better side."""
    best = replace(after.best, move=opening, playouts=after.playouts, score=proved)
    low, high = after.interval  # of the second player, who swaps where that is better
    return replace(best, share=1 - after.share, interval=(1 - high, 1 - low))
