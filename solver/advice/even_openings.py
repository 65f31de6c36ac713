"""The most even openings of a game with a swap, by playouts: for players who have one move to make.

`advice.opening_sampler` shares the idea, but improves with every run and gives intervals.
"""

from __future__ import annotations

import random

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.solver.advice.playouts import play_out
from litslab.solver.endgame.swap import value_with_swap

OPENINGS = 12
"""The number of openings that are searched separately for the most even one."""


def most_even(
    position: Position,
    rng: random.Random,
    playouts: int,
    time_limit: float | None,
    *,
    threads: int = 1,
) -> Move:
    """Return the opening whose maker does best if the other player may swap."""
    openings = even_openings(
        position, rng, playouts=playouts, time_limit=time_limit, threads=threads
    )
    return max(openings, key=lambda move: openings[move])


def even_openings(
    position: Position,
    rng: random.Random,
    *,
    playouts: int,
    time_limit: float | None = None,
    also: Move | None = None,
    threads: int = 1,
) -> dict[Move, float]:
    """Estimate the worth of the most even openings to the player who makes them, if the other may
    swap.

    One search finds candidates; each of them is then searched separately.

    Parameters
    ----------
    position : Position
        The start of a game with a swap (`Position.swap_follows`).
    rng, time_limit, threads
        As for `solver.advice.playouts.play_out`.
    playouts : int
        Random games in the first search, and in all others together.
    also : Move, optional
        An opening that is always searched separately.

    Returns
    -------
    dict of Move to float
        The outlook of the player (`Sample.outlook`): at most a half, unless the opening ends the
        game.
    """
    half = None if time_limit is None else time_limit / 2
    tried = play_out(position, rng, playouts=playouts, time_limit=half, threads=threads)
    candidates = [
        each.move for each in sorted(tried, key=lambda each: abs(each.outlook - 0.5))[:OPENINGS]
    ]
    if also is not None and also not in candidates:
        candidates.append(also)
    left = None if half is None else half / len(candidates)
    worth: dict[Move, float] = {}
    for move in candidates:
        after = position.play_unchecked(move)
        if after.is_over:
            worth[move] = float(value_with_swap(after, after.outcome().value) > 0)
        else:
            share = max(1, playouts // OPENINGS)
            found = play_out(after, rng, playouts=share, time_limit=left, threads=threads)
            outlook = found[0].outlook
            worth[move] = min(outlook, 1 - outlook)
    return worth
