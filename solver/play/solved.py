"""Best moves and lines of positions that are solved within small limits."""

from __future__ import annotations

import random
from contextlib import suppress

from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.solver.endgame.optimal_moves import keeps, principal_variation
from litslab.solver.endgame.swap import values_with_swap
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.greedy import greediest

EXACT_NODES = 200_000
"""The most nodes of an attempt at an exact answer."""

EXACT_MOVES = 150
"""The most legal moves of a position that is attempted."""

EXACT_MEMORY = 64
"""Size of the table of an attempt, in MiB."""


def best_move(
    position: Position,
    rng: random.Random,
    limit: Limit,
    *,
    most_moves: int = EXACT_MOVES,
) -> Move | None:
    """Return one of the best moves, drawn from `rng`; None if no move is proved to be one within
    the limit. At the limit the others are left unknown.

    Parameters
    ----------
    position : Position
        A position in which the game is not over.
    rng : random.Random
        Chooses among equally good moves.
    limit : Limit
        The limits of the attempt.
    most_moves : int
        The most legal moves of a position that is attempted.
    """
    if position.legal.bit_count() > most_moves:
        return None
    oracle = make_oracle(position.rules, limit, memory=EXACT_MEMORY)
    best: list[Move] = []
    with suppress(LimitReachedError):
        if position.swap_follows:
            worth = values_with_swap(oracle, position)
            return rng.choice(greediest(worth))
        value = oracle.value(position)
        if _swap_wins(position, value):
            return SWAP
        # The first of them is nearly always one of the best.
        for move in oracle.likely_moves(position, value):
            if keeps(oracle, position, move, value):
                best.append(move)  # noqa: PERF401 - the limit keeps those before it
    return rng.choice(best) if best else None


def exact_line(position: Position, seconds: float | None) -> tuple[Move, ...]:
    """Return a line of optimal moves, or nothing if the position is not solved within
    small limits.
    """
    if position.legal.bit_count() > EXACT_MOVES or position.swap_follows:
        return ()
    oracle = make_oracle(position.rules, Limit(seconds, EXACT_NODES))
    try:
        value = oracle.value(position)
        if _swap_wins(position, value):
            swapped = position.play(SWAP)
            return (SWAP, *principal_variation(oracle, swapped, value))
        return principal_variation(oracle, position, value)
    except LimitReachedError:
        return ()


def _swap_wins(position: Position, value: int) -> bool:
    """Return whether the player to move wins by the swap, which exchanges the players."""
    return position.can_exchange_players and (value > 0) is not (position.to_move == 0)
