"""From the value of one position to everything a user asks at the root: best moves, a line, each move's value.

Any engine that can be asked for values is an `Oracle`; what is asked of it is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from litslab.games.position import Move, Position
from litslab.solver.result import Info, MoveScore, Score, Solution, SwapAdvice

Progress = Callable[[Score, int], None]
"""Called with the bounds known so far and the nodes visited, each time the bounds have become tighter."""


class LimitReachedError(Exception):
    """The engine has used up its limit; what it has proved so far stays valid."""


class Oracle(Protocol):
    """An engine that proves values, within one limit for all questions, and remembers what it has proved."""

    @property
    def engine(self) -> str:
        """What the engine is called in results."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def seconds(self) -> float:
        """Wall-clock time since the first question."""

    def value(self, position: Position, progress: Progress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` where the limit comes first."""

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Tell whether a position is worth at least (maximising) or at most a value; may raise `LimitReachedError`."""

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""


def answer(
    oracle: Oracle, position: Position, *, all_moves: bool = False, progress: Progress | None = None
) -> Solution:
    """Ask an engine everything about a position, as far as its limit allows.

    Ctrl-C stops it as well, and so does a game longer than Python can recurse.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        Of any game.
    all_moves : bool
        Whether to find the exact value of every move too, and with them what the swap makes of the game.
    progress : callable, optional
        Told of tighter bounds.
    """
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    scored: tuple[MoveScore, ...] = ()
    try:
        value = oracle.value(position, progress)
        best = tuple(keeping(oracle, position, value))
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
    return Solution(position, score, best, line, info, scored, _swap_advice(position, score, scored))


def keeping(oracle: Oracle, position: Position, value: int) -> Iterator[Move]:
    """Yield the moves that keep the value of a position; may raise `LimitReachedError`."""
    maximising = position.to_move == 0
    for move in position.choices():
        if oracle.reaches(position.play_unchecked(move), value, maximising):
            yield move


def principal_variation(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow moves that keep the value to the end of the game."""
    line: list[Move] = []
    while (move := next(keeping(oracle, position, value), None)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)


def _swap_advice(position: Position, score: Score, scored: tuple[MoveScore, ...]) -> SwapAdvice | None:
    """Say what the swap does to a game whose values are seen from a side.

    The person who may swap takes the side that the value favours. So before the first placement the other person
    chooses the placement with the most even value, and what is left of it counts for the one who may swap.
    """
    rules = position.rules
    if not rules.has_swap or rules.swap_changes_value:
        return None
    if position.can_swap and score.is_exact:
        return SwapAdvice(-abs(score.lower), swap=score.lower > 0)
    if not position.swap_follows or not scored or not all(each.score.is_exact for each in scored):
        return None
    worth = {each.move: worth_with_swap(position.play_unchecked(each.move), each.score.lower) for each in scored}
    value = max(worth.values())
    return SwapAdvice(value, best=tuple(move for move, each in worth.items() if each == value))


def worth_of_openings(oracle: Oracle, position: Position) -> dict[Move, int]:
    """Return what each first placement leaves its maker, where the other person may swap (`Position.swap_follows`)."""
    after = {move: position.play_unchecked(move) for move in position.choices()}
    return {move: worth_with_swap(each, oracle.value(each)) for move, each in after.items()}


def worth_with_swap(position: Position, value: int) -> int:
    """Return what a first placement leaves its maker: a game that it ends cannot be swapped any more."""
    return value if position.is_over else -abs(value)
