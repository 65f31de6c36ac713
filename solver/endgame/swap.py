"""The effect of a swap on values."""

from __future__ import annotations

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.solver.endgame.solution import MoveScore, SwapAdvice
from litslab.solver.engines.oracle import Oracle
from litslab.solver.score import Score


def swap_advice(
    position: Position,
    score: Score,
    scored: tuple[MoveScore, ...],
) -> SwapAdvice | None:
    """Return the effect of the swap on a game whose values are seen from a side.

    The player who may swap takes the side that the value favours. So the first player chooses the
    placement with the most even value.
    """
    rules = position.rules
    if not rules.has_swap or rules.swap_changes_value:
        return None
    if position.can_swap and score.is_exact:
        return SwapAdvice(-abs(score.lower), should_swap=score.lower > 0)
    if not position.swap_follows or not scored or not all(each.score.is_exact for each in scored):
        return None
    values = {
        each.move: value_with_swap(position.play_unchecked(each.move), each.score.lower)
        for each in scored
    }
    value = max(values.values())
    return SwapAdvice(value, best=tuple(move for move, each in values.items() if each == value))


def values_with_swap(oracle: Oracle, position: Position) -> dict[Move, int]:
    """Return the value of each first placement to its maker if the second player may swap."""
    after = {move: position.play_unchecked(move) for move in position.choices()}
    return {move: value_with_swap(each, oracle.value(each)) for move, each in after.items()}


def value_with_swap(position: Position, value: int) -> int:
    """Return the value of a first placement to its maker; there is no swap if it ends the game."""
    return value if position.is_over else -abs(value)
