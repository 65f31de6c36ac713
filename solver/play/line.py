"""A likely line of play: exact if the position is solved soon, otherwise from playouts."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.solver.advice.even_openings import most_even
from litslab.solver.advice.playouts import (
    FlatPlayouts,
    TreePlayouts,
    playouts_of,
    should_swap,
)
from litslab.solver.play.solved import exact_line

SLICE_SECONDS = 0.05
SLICE_PLAYOUTS = 512
"""The growth of the tree between two checks for cancellation."""


def find_line(
    position: Position,
    cancelled: Callable[[], bool] = lambda: False,
    *,
    time_limit: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> tuple[Move, ...]:
    """Return a line of best play if the position is solved soon, otherwise the likeliest line of a
    tree of playouts.

    At the start of a game with a swap, the line is only the most even opening.

    Parameters
    ----------
    position : Position
        Of any game; the game must not be over.
    cancelled : callable
        Returns whether to stop with the current result; called repeatedly.
    time_limit : float, optional
        Seconds of wall-clock time; this limit or the next has to be given.
    playouts : int, optional
        Random games; without `time_limit` the same seed gives the same line of one thread.
    seed : int
        Random seed.
    threads : int
        The threads of the tree search.

    Returns
    -------
    tuple of Move
        At least one move.
    """
    until = math.inf if time_limit is None else time.monotonic() + time_limit
    exact = exact_line(position, None if time_limit is None else time_limit / 2)
    if exact:
        return exact
    rng = random.Random(seed)
    most = playouts or 1 << 62
    if position.swap_follows:
        left = None if time_limit is None else max(0.0, until - time.monotonic())
        return (most_even(position, rng, most, left, threads=threads),)
    games = playouts_of(position, rng.getrandbits(64), threads=threads)
    return _likely_line(games, cancelled, until, most)


def _likely_line(
    games: TreePlayouts | FlatPlayouts,
    cancelled: Callable[[], bool],
    until: float,
    playouts: int,
) -> tuple[Move, ...]:
    """Play random games in slices, and return the likeliest line."""
    playouts = games.budget(playouts)
    while True:
        left = math.inf
        if until != math.inf:
            left = min(SLICE_SECONDS, max(0.0, until - time.monotonic()))
        games.run(seconds=left, playouts=min(SLICE_PLAYOUTS, playouts - games.playouts))
        if (
            cancelled()
            or time.monotonic() >= until
            or games.playouts >= playouts
            or games.bounds().is_exact
        ):
            break
    line = games.line()
    return (SWAP, *line) if should_swap(games.position, games.samples()[0].outlook) else line
