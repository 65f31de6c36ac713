"""Exact values and proved winners of the positions of a game, from its end backwards."""

from __future__ import annotations

import contextlib

from litslab.analysis import repeated_search
from litslab.analysis.review_result import Evaluation, OnEvaluation
from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.solver.endgame.optimal_moves import optimal_moves
from litslab.solver.endgame.swap import values_with_swap
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.play.greedy import greediest


def _exactly(oracle: Oracle, position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the proved value and all moves that keep it."""
    if position.is_over:
        return repeated_search.value_for_first_player(position, position.outcome().value), ()
    if position.swap_follows:
        # The other player may swap, so the strongest opening is not the best.
        worth = values_with_swap(oracle, position)
        openings = greediest(worth)
        return worth[openings[0]], tuple(openings)
    value = oracle.value(position)
    if repeated_search.swap_is_open(position) and value > 0:
        # The swap is not one of the oracle's choices, because it only exchanges the players.
        return -value, (SWAP,)
    best = tuple(optimal_moves(oracle, position, value))
    return repeated_search.value_for_first_player(position, value), best


def solve_backwards(record: Record, oracle: Oracle, since: int, keep: OnEvaluation) -> None:
    """Solve the positions from the last one back to a ply, until one exceeds the limit."""
    for ply in reversed(range(since, len(record.positions))):
        try:
            value, best = _exactly(oracle, record.positions[ply])
        except (LimitReachedError, RecursionError):
            return
        keep(ply, Evaluation(value, float(value > 0), best))


def prove_winners_backwards(
    record: Record,
    oracle: Oracle,
    plies: range,
    keep: OnEvaluation,
) -> None:
    """Prove the winner of the positions before the solved ones, until one exceeds the limit.

    With a swap still to come the second player always wins, because there are no draws. That says
    nothing about the position, so it is estimated instead.
    """
    for ply in reversed(plies):
        position = record.positions[ply]
        if position.swap_follows or repeated_search.swap_is_open(position):
            return
        played = record.moves[ply] if ply < len(record.moves) else None
        found = winner_evaluation(oracle, position, played)
        if found is None:
            return
        keep(ply, found)


def winner_evaluation(oracle: Oracle, position: Position, played: Move | None) -> Evaluation | None:
    """Return the winner of a position and a move that keeps the win; None if the oracle's limit
    comes first.
    """
    try:
        first_side_wins = oracle.reaches(position, 1, True)
    except (LimitReachedError, RecursionError):
        return None
    value = repeated_search.value_for_first_player(position, 1 if first_side_wins else -1)
    mover_wins = first_side_wins is (position.to_move == 0)
    best = _winning_move(oracle, position, played) if mover_wins else played
    moves = () if best is None else (best,)
    return Evaluation(None, float(value > 0), moves, winner_proved=True)


def _winning_move(oracle: Oracle, position: Position, played: Move | None) -> Move | None:
    """Return a move that keeps the win, if possible the one that was played; None if the limit
    comes first.
    """
    maximising = position.to_move == 0
    win = 1 if maximising else -1
    choices = sorted(position.choices(), key=lambda move: move != played)
    with contextlib.suppress(LimitReachedError, RecursionError):
        for move in choices:
            if oracle.reaches(position.play_unchecked(move), win, maximising):
                return move
    return None
