"""Estimates of a position by playouts: the win share and the expected margin of its moves, and a
likely line.
"""

from __future__ import annotations

import math
from contextlib import suppress

from litslab.games.position import Position
from litslab.solver.advice.opening_sampler import OpeningSampler
from litslab.solver.advice.position_estimate import PositionEstimate
from litslab.solver.advice.sampler import Sampler


def sampler_for(position: Position, seed: int, threads: int = 1) -> Sampler:
    """Return a sampler for a position in which at least one move is legal."""
    if position.swap_follows:
        return OpeningSampler(position, seed, threads)
    return Sampler(position, seed, threads)


def estimate(position: Position, *, playouts: int, seed: int = 0) -> PositionEstimate | None:
    """Estimate a position by playouts; return None if the game is over, or Ctrl-C came before the
    first playout.
    """
    if position.is_over:
        return None
    sampler = sampler_for(position, seed)
    with suppress(KeyboardInterrupt):
        sampler.run(math.inf, playouts)
    return sampler.estimate()
