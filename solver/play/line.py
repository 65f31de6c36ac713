"""A line of play, exact where it can be, by a search that can be cancelled: for an engine that others drive."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

from litslab.games.position import SWAP, Move, Position
from litslab.solver.advice.playouts import playouts_of
from litslab.solver.endgame.optimal_moves import principal_variation
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import even_openings

EXACT_NODES = 200_000
"""How many nodes an attempt at an exact answer may take before playouts begin."""
EXACT_MOVES = 150
"""Positions with more legal moves are not attempted."""
SLICE_SECONDS = 0.05
SLICE_PLAYOUTS = 512
"""How far the tree grows before the search looks whether it is cancelled."""


def find_line(
    position: Position,
    cancelled: Callable[[], bool] = lambda: False,
    *,
    time_limit: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
) -> tuple[Move, ...]:
    """Return a line of best play where the position is solved soon, else the likeliest line of a tree of playouts.

    Before a first placement that may be answered by a swap, the line is the most even opening alone.

    Parameters
    ----------
    position : Position
        Of any game; the game must not be over.
    cancelled : callable
        Asked again and again whether to stop with what is known.
    time_limit : float, optional
        Seconds of wall-clock time.
    playouts : int, optional
        Random games; without `time_limit` the same seed gives the same line.
    seed : int
        Random seed.

    Returns
    -------
    tuple of Move
        At least one move.

    Raises
    ------
    ValueError
        If neither limit is given, or the game is over.
    """
    if time_limit is None and playouts is None:
        raise ValueError("a line of play: expected a time limit or a number of playouts")
    if position.is_over:
        raise ValueError("a line of play: the game is over")
    until = None if time_limit is None else time.monotonic() + time_limit
    exact = _exact_line(position, None if time_limit is None else time_limit / 2)
    if exact:
        return exact
    rng = random.Random(seed)
    most = playouts or 1 << 62
    left = None if until is None else max(0.0, until - time.monotonic())
    if position.swap_follows:
        openings = even_openings(position, rng, playouts=most, time_limit=left)
        return (max(openings, key=lambda move: openings[move]),)
    return _likely_line(position, cancelled, until, most, rng.getrandbits(64))


def _exact_line(position: Position, seconds: float | None) -> tuple[Move, ...]:
    """Return a line of optimal moves, or nothing where the position is not solved within small limits."""
    if position.legal.bit_count() > EXACT_MOVES or position.swap_follows:
        return ()
    oracle = make_oracle(position.rules, Limit(seconds, EXACT_NODES))
    try:
        value = oracle.value(position)
        if position.can_exchange_players and (value > 0) is not (position.to_move == 0):
            swapped = position.play(SWAP)
            return (SWAP, *principal_variation(oracle, swapped, value))
        return principal_variation(oracle, position, value)
    except LimitReachedError:
        return ()


def _likely_line(
    position: Position, cancelled: Callable[[], bool], until: float | None, playouts: int, seed: int
) -> tuple[Move, ...]:
    """Play random games in slices, and return the line that looks likeliest after them."""
    games = playouts_of(position, seed)
    playouts = games.budget(playouts)
    while True:
        left = math.inf if until is None else until - time.monotonic()
        games.run(
            seconds=math.inf if until is None else min(SLICE_SECONDS, max(0.0, left)),
            playouts=min(SLICE_PLAYOUTS, playouts - games.playouts),
        )
        over = until is not None and time.monotonic() >= until
        if cancelled() or over or games.playouts >= playouts or games.bounds().is_exact:
            break
    outlook = games.samples()[0].outlook
    behind = 2 * outlook < 1 if position.to_move == 0 else 2 * outlook > 1
    if position.can_exchange_players and behind:
        return (SWAP, *games.line())
    return games.line()
