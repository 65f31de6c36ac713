"""Estimates of a position by playouts: the win share and the expected margin of its moves, and a likely line.

A `Sampler` improves with every run. It uses the kernel's tree search if the kernel supports the game, otherwise plain
random playouts. At the start of a game with a swap it has one tree for each promising opening.

A calibration curve for each game turns shares of playouts into win probabilities. Playouts are far from best play, so
near the end of a game the side that wins more of them wins almost surely. Shares were compared with exact values
(``docs/analyse.md``), and ``logit(p) = intercept + slope · logit(share)`` with a positive slope was fitted (Platt,
1999); `calibration.json` contains the result. It is valid as near to the end as the positions that it was fitted to.
Further away nothing can be measured, so it is blended with the share itself, the more the longer the game will last.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from litslab import kernel
from litslab.games.notation import numbered_move
from litslab.games.position import Move, Position
from litslab.games.random_play import random_end
from litslab.solver.endgame.optimal_moves import move_orbits
from litslab.solver.endgame.result import Score
from litslab.solver.engines.kernel import engine_for, question

MARGIN_PART = 0.05
"""The weight of the margins in the outlook of plain random games."""

PLAIN_COST = 50
"""The number of the kernel's playouts that count as one plain random game."""


@dataclass(frozen=True)
class Sample:
    """The result of the playouts of a move.

    Attributes
    ----------
    move : Move
        The move.
    playouts : int
        The number of playouts that began with it.
    wins : int
        The number of these that the first side won.
    values : int
        The sum of their values, from the first side's view.
    outlook : float
        The quality of the move for the first side, from 0 to 1: mostly the share of wins, partly the margins.
    score : Score
        The proved bounds of the value after the move.
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
    """Return the playouts of a position in which at least one move is legal."""
    engine = engine_for(position.rules)
    return FlatPlayouts(position, seed) if engine is None else TreePlayouts(engine, position, seed)


def play_out(position: Position, rng: random.Random, *, playouts: int, time_limit: float | None = None) -> list[Sample]:
    """Play random games from a position, and return the moves that were tried.

    Parameters
    ----------
    position : Position
        With at least one legal placement.
    rng : random.Random
        The source of randomness.
    playouts : int
        Random games; without the kernel a fiftieth of that, but at least one per move.
    time_limit : float, optional
        A limit of wall-clock time; without it the result is reproducible by the seed.

    Returns
    -------
    list of Sample
        The moves that were tried. The first is the best for the side to move: a proved win, or else the move that was
        tried most often.
    """
    games = playouts_of(position, rng.getrandbits(64))
    games.run(math.inf if time_limit is None else time_limit, games.budget(playouts))
    return games.samples()


class TreePlayouts:
    """The kernel's Monte-Carlo tree search, which keeps its tree."""

    def __init__(self, engine: kernel.Engine, position: Position, seed: int) -> None:
        self.position = position
        self._tree = engine.tree_search(question(position), seed=seed)

    @property
    def playouts(self) -> int:
        """The number of playouts so far."""
        return self._tree.playouts

    def budget(self, playouts: int) -> int:
        """Return the number of playouts for a requested number: the same."""
        return playouts

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        self._tree.run(seconds=seconds, playouts=playouts)

    def bounds(self) -> Score:
        """Return the proved bounds of the position's value."""
        return self._score(self._tree.lower, self._tree.upper)

    def line(self) -> tuple[Move, ...]:
        """Return a likely continuation."""
        rules = self.position.rules
        return tuple(numbered_move(index, rules) for index in self._tree.line()) if self.playouts else ()

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, first a proved win, or else the move tried most often."""
        rules = self.position.rules
        return [
            Sample(
                numbered_move(each.move, rules), each.visits, each.wins, each.values, each.mean,
                self._score(each.lower, each.upper),
            )
            for each in self._tree.moves()
            if each.visits
        ]  # fmt: skip

    def _score(self, lower: int, upper: int) -> Score:
        return Score(lower, upper) & Score.by_rules(self.position)


@dataclass
class FlatPlayouts:
    """Random playouts, equally many per move, for games that the kernel does not support."""

    position: Position
    seed: int
    playouts: int = 0
    _values: dict[Move, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        choices = self.position.choices()
        self._choices = self._rng.sample(choices, len(choices))

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        until = time.monotonic() + seconds
        for _ in range(playouts):
            move = self._choices[self.playouts % len(self._choices)]
            self._values[move].append(random_end(self.position.play_unchecked(move), self._rng).outcome().value)
            self.playouts += 1
            if time.monotonic() >= until:
                break

    def budget(self, playouts: int) -> int:
        """Return the number of games for a requested number of the kernel's playouts: equally many per move."""
        return max(1, playouts // PLAIN_COST // len(self._choices)) * len(self._choices)

    def line(self) -> tuple[Move, ...]:
        """Return the best move alone."""
        return tuple(each.move for each in self.samples()[:1])

    def bounds(self) -> Score:
        """Return the bounds by the rules alone: playouts prove nothing."""
        return Score.by_rules(self.position)

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, the best for the side to move first."""
        sign = 1 if self.position.to_move == 0 else -1
        found = [self._sample(move, values) for move, values in self._values.items()]
        return sorted(found, key=lambda each: sign * each.outlook, reverse=True)

    def _sample(self, move: Move, values: list[int]) -> Sample:
        """Return the result of the playouts of a move, given the values of their ends."""
        games, wins, total = len(values), sum(value > 0 for value in values), sum(values)
        margins = 0.5 + total / (2 * games * self.position.rules.value_limit())
        outlook = (1 - MARGIN_PART) * wins / games + MARGIN_PART * margins
        return Sample(move, games, wins, total, outlook, Score.by_rules(self.position.play_unchecked(move)))


FILE = Path(__file__).with_name("calibration.json")
Z = 1.959964
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Calibration:
    """The calibration curve of a game; the default does not change shares.

    Attributes
    ----------
    intercept, slope : float
        Of the straight line between the logits.
    covariance : tuple of float
        The variance of the intercept, the covariance of both, and the variance of the slope.
    plies : int
        The largest distance from the end of the game among the positions that the curve was fitted to.
    """

    intercept: float = 0.0
    slope: float = 1.0
    covariance: tuple[float, float, float] = (0.0, 0.0, 0.0)
    plies: int = 1

    def at(self, plies: float) -> Calibration:
        """Return the curve for positions at a distance from the end of the game.

        Examples
        --------
        >>> Calibration(0.4, 3.0, plies=10).at(8).slope, Calibration(0.4, 3.0, plies=10).at(20).slope
        (3.0, 2.0)
        """
        if plies <= self.plies:
            return self
        part = self.plies / plies
        variances = (part**2 * self.covariance[0], part**2 * self.covariance[1], part**2 * self.covariance[2])
        return Calibration(part * self.intercept, part * self.slope + 1 - part, variances, self.plies)

    def share(self, wins: float, playouts: float) -> float:
        """Return the win probability of a side that won `wins` of `playouts`.

        Examples
        --------
        >>> round(Calibration().share(750, 1000), 2), round(Calibration(0.1, 1.5).share(750, 1000), 2)
        (0.75, 0.85)
        """
        return logistic(self.intercept + self.slope * logit(wins, playouts))

    def interval(self, wins: float, playouts: float) -> tuple[float, float]:
        """Return the 95 % interval of the share, with the sampling noise of the playouts and of the curve.

        Examples
        --------
        >>> [round(end, 2) for end in Calibration().interval(75, 100)]
        [0.65, 0.82]
        """
        x = logit(wins, playouts)
        sampling = self.slope**2 * (1 / (wins + 0.5) + 1 / (playouts - wins + 0.5))
        of_intercept, of_both, of_slope = self.covariance
        width = Z * math.sqrt(max(0.0, sampling + of_intercept + 2 * x * of_both + x * x * of_slope))
        middle = self.intercept + self.slope * x
        return logistic(middle - width), logistic(middle + width)


def logit(wins: float, playouts: float) -> float:
    """Return the logarithm of the odds, finite because half a win and half a loss are added.

    Examples
    --------
    >>> logit(10, 20)
    0.0
    """
    return math.log((wins + 0.5) / (playouts - wins + 0.5))


def logistic(x: float) -> float:
    """Return the share with the given logarithm of the odds.

    Examples
    --------
    >>> logistic(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@cache
def calibrations() -> dict[str, Calibration]:
    """Return the curves of the measured games, by name."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return {
        game: Calibration(each["intercept"], each["slope"], tuple(each["covariance"]), each["plies"])
        for game, each in kept.items()
    }


GAMES_TO_COUNT = 4
"""The number of random games that estimate the distance to the end."""

EVEN_OPENINGS = 12
"""The number of openings that are searched separately if a swap follows."""


@dataclass(frozen=True)
class MoveEstimate:
    """The estimate of a move.

    Attributes
    ----------
    move : Move
        The move.
    share : float
        The win probability of the player who makes it.
    interval : tuple of float
        The 95 % interval of the share.
    margin : float
        The expected margin, from the first side's view.
    playouts : int
        The number of playouts that began with it.
    score : Score
        The proved bounds of the value after the move.
    """

    move: Move
    share: float
    interval: tuple[float, float]
    margin: float
    playouts: int
    score: Score


@dataclass(frozen=True)
class PositionEstimate:
    """The estimate of a position.

    Attributes
    ----------
    moves : tuple of MoveEstimate
        The moves that were tried, the best for the player to move first.
    line : tuple of Move
        A likely continuation.
    playouts : int
        The number of playouts.
    swap : bool or None
        Whether the player to move should swap; None if there is no swap.
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
        """The win probability of the player to move, who may swap."""
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


def sampler_for(position: Position, seed: int) -> Sampler:
    """Return a sampler for a position in which at least one move is legal."""
    return (OpeningSampler if position.swap_follows else Sampler)(position, seed)


def estimate(position: Position, *, playouts: int, seed: int = 0) -> PositionEstimate | None:
    """Estimate a position by playouts; return None if the game is over, or Ctrl-C came before the first playout."""
    if position.is_over:
        return None
    sampler = sampler_for(position, seed)
    with suppress(KeyboardInterrupt):
        sampler.run(math.inf, playouts)
    return sampler.estimate()


@lru_cache(maxsize=256)
def plies_left(position: Position) -> float:
    """Return the mean number of plies in random games from a position."""
    rng = random.Random(0)
    placed = sum(random_end(position, rng).placed.bit_count() for _ in range(GAMES_TO_COUNT))
    return placed / GAMES_TO_COUNT - position.placed.bit_count()


def move_estimate(sample: Sample, side: int, curve: Calibration) -> MoveEstimate:
    """Return the estimate of a move for the side that makes it."""
    wins = sample.wins if side == 0 else sample.playouts - sample.wins
    if (winner := sample.score.winning_side) is None:
        share, interval = curve.share(wins, sample.playouts), curve.interval(wins, sample.playouts)
    else:
        share = float(winner == side)
        interval = (share, share)
    proved = sample.score.value
    margin = sample.values / sample.playouts / 2 if proved is None else proved / 2
    return MoveEstimate(sample.move, share, interval, margin, sample.playouts, sample.score)


class Sampler:
    """Playouts of one position, and estimates from them."""

    def __init__(self, position: Position, seed: int) -> None:
        self.position = position
        self._seed = seed
        self._games = playouts_of(position, seed)

    @property
    def playouts(self) -> int:
        """The number of playouts so far."""
        return self._games.playouts

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts, at least one; `KeyboardInterrupt` keeps those before it."""
        self._games.run(seconds, playouts)

    def bounds(self) -> Score:
        """Return the bounds that the playouts have proved."""
        return self._games.bounds()

    def estimate(self) -> PositionEstimate | None:
        """Return the estimate; None before the first playout."""
        if not (samples := self._games.samples()):
            return None
        curve = calibrations().get(self.position.rules.name, Calibration()).at(plies_left(self.position))
        moves = tuple(move_estimate(each, self.position.to_move, curve) for each in samples)
        swap = moves[0].share < 0.5 if self.position.can_exchange_players else None
        return PositionEstimate(moves, self._games.line(), self.playouts, swap=swap)


class OpeningSampler(Sampler):
    """Playouts of the openings of a game in which the other player may swap.

    A third of the playouts goes to all openings together. The rest goes to separate searches of the most even ones.
    """

    def __init__(self, position: Position, seed: int) -> None:
        super().__init__(position, seed)
        self._after: dict[Move, Sampler] = {}
        self._representatives = {image: images[0] for images in move_orbits(position) for image in images}
        reached = {move: position.play_unchecked(move) for move in position.choices()}
        self._ending = {move: after.outcome().value for move, after in reached.items() if after.is_over}

    @property
    def playouts(self) -> int:
        """The number of playouts so far."""
        return self._games.playouts + sum(each.playouts for each in self._after.values())

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts, first of all openings, then of the candidates."""
        of_all = max(1, playouts // 3)
        self._games.run(seconds / 3, of_all)
        rest = max(1, playouts - of_all)
        candidates = self._candidates()[:rest]
        for number, move in enumerate(candidates):
            if move not in self._after:
                self._after[move] = Sampler(self.position.play_unchecked(move), self._seed)
            self._after[move].run(2 / 3 * seconds / len(candidates), (rest + number) // len(candidates))

    def _candidates(self) -> list[Move]:
        """Return the most even openings so far, one of each orbit; earlier candidates stay unless others are better."""
        evenness = {  # of several moves of an orbit, that of the one tried most often
            self._representatives[each.move]: abs(2 * each.wins - each.playouts) / each.playouts
            for each in reversed(self._games.samples())
            if each.move not in self._ending
        }
        for move, sampler in self._after.items():
            if (found := sampler.estimate()) is not None:
                evenness[move] = abs(2 * found.best.share - 1)
        return sorted(evenness, key=lambda move: evenness[move])[:EVEN_OPENINGS]

    def bounds(self) -> Score:
        """Return the bounds of the value to the first player, who loses unless an opening ends the game."""
        limit = self.position.rules.value_limit()
        best = max(self._ending.values(), default=-limit)
        return Score(best, max(best, -1))

    def estimate(self) -> PositionEstimate | None:
        """Return the estimate from the openings that were searched separately."""
        found = {move: each for move, sampler in self._after.items() if (each := sampler.estimate()) is not None}
        moves = [_for_first_player(move, each, self._after[move].bounds()) for move, each in found.items()]
        moves += [_ending_game(move, value) for move, value in self._ending.items()]
        if not moves:
            return None
        moves.sort(key=lambda each: (-each.interval[0], -each.share))  # openings that seem even by chance come later
        first = moves[0].move
        line = (first, *found[first].line) if first in found else (first,)
        return PositionEstimate(tuple(moves), line, self.playouts, under_swap=True)


def _ending_game(opening: Move, value: int) -> MoveEstimate:
    """Return the estimate of an opening that ends the game, so that no swap follows."""
    share = float(value > 0)
    return MoveEstimate(opening, share, (share, share), value / 2, 1, Score(value, value))


def _for_first_player(opening: Move, after: PositionEstimate, proved: Score) -> MoveEstimate:
    """Return the estimate of an opening for its maker, if the other player takes the better side."""
    low, high = after.interval  # of the second player, who takes the better side
    return MoveEstimate(opening, 1 - after.share, (1 - high, 1 - low), after.margin, after.playouts, proved)
