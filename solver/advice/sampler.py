"""Playouts of one position, and ever better estimates from them."""

from __future__ import annotations

import random
from functools import lru_cache

from litslab.games.position import Position
from litslab.games.random_play import random_end
from litslab.solver.advice.calibration import Calibration, calibrations
from litslab.solver.advice.playouts import Sample, playouts_of
from litslab.solver.advice.position_estimate import MoveEstimate, PositionEstimate
from litslab.solver.score import Score

GAMES_TO_COUNT = 4
"""The number of random games that estimate the distance to the end."""


@lru_cache(maxsize=256)
def plies_left(position: Position) -> float:
    """Return the mean number of plies in random games from a position."""
    rng = random.Random(0)
    placed = sum(random_end(position, rng).placed.bit_count() for _ in range(GAMES_TO_COUNT))
    return placed / GAMES_TO_COUNT - position.placed.bit_count()


def move_estimate(sample: Sample, side: int, curve: Calibration) -> MoveEstimate:
    """Return the estimate of a move for the side that makes it."""
    wins = sample.wins if side == 0 else sample.playouts - sample.wins
    winner = sample.score.winning_side
    if winner is None:
        share = curve.share(wins, sample.playouts)
        interval = curve.interval(wins, sample.playouts)
    else:
        share = float(winner == side)
        interval = (share, share)
    proved = sample.score.value
    margin = sample.values / sample.playouts / 2 if proved is None else proved / 2
    return MoveEstimate(
        move=sample.move,
        share=share,
        interval=interval,
        margin=margin,
        playouts=sample.playouts,
        score=sample.score,
    )


class Sampler:
    """Playouts of one position, and estimates from them."""

    def __init__(self, position: Position, seed: int, threads: int = 1) -> None:
        self.position = position
        self._seed = seed
        self._threads = threads
        self._games = playouts_of(position, seed, threads=threads)

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
        samples = self._games.samples()
        if not samples:
            return None
        curve = (
            calibrations()
            .get(self.position.rules.name, Calibration())
            .at(plies_left(self.position))
        )
        moves = tuple(move_estimate(each, self.position.to_move, curve) for each in samples)
        swap = moves[0].share < 0.5 if self.position.can_exchange_players else None
        return PositionEstimate(moves, self._games.line(), self.playouts, should_swap=swap)
