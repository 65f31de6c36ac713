"""From the value of one position to everything a user asks: optimal moves, a line of best play, each move's value."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.games.position import Move, Position
from litslab.solver.engines.oracle import LimitReachedError, Oracle, Progress
from litslab.solver.result import Info, MoveScore, Solution
from litslab.solver.swap import swap_advice


def find_optimal_moves(
    oracle: Oracle, position: Position, *, all_moves: bool = False, progress: Progress | None = None
) -> Solution:
    """Find the value of a position, its optimal moves and a line of best play, as far as the engine's limit allows.

    Ctrl-C stops it as well, and so does a game longer than Python can recurse.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        Of any game.
    all_moves : bool
        Whether to find the exact value of every move too, and with them the effect of the swap.
    progress : callable, optional
        Called with tighter bounds.
    """
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    scored: tuple[MoveScore, ...] = ()
    try:
        value = oracle.value(position, progress)
        best = tuple(optimal_moves(oracle, position, value))
        line = principal_variation(oracle, position, value)
        if all_moves:
            for move in position.choices():
                oracle.value(position.play_unchecked(move))
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        if not line:
            best = ()
    if all_moves:
        scored = tuple(MoveScore(move, oracle.bounds(position.play_unchecked(move))) for move in position.choices())
    info = Info(oracle.nodes, oracle.seconds, oracle.engine)
    score = oracle.bounds(position)
    return Solution(position, score, best, line, info, scored, swap_advice(position, score, scored))


def optimal_moves(oracle: Oracle, position: Position, value: int) -> Iterator[Move]:
    """Yield the moves that keep the value of a position; may raise `LimitReachedError`."""
    maximising = position.to_move == 0
    for move in position.choices():
        if oracle.reaches(position.play_unchecked(move), value, maximising):
            yield move


def principal_variation(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow moves that keep the value to the end of the game."""
    line: list[Move] = []
    while (move := next(optimal_moves(oracle, position, value), None)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)
