"""The moves with the best margin right after them."""

from __future__ import annotations

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.solver.engines.kernel import engine_for, question


def margins_after(position: Position) -> dict[Move, int]:
    """Return the margin right after each placement, from the view of the side that makes it."""
    engine = engine_for(position.rules)
    if engine is None:
        return margins_by_the_rules(position)
    sign = 1 if position.to_move == 0 else -1
    table = position.rules.table
    return {table[index]: sign * margin for index, margin in engine.margins(question(position))}


def margins_by_the_rules(position: Position) -> dict[Move, int]:
    """Return the same by the rules alone: the specification of the kernel's margins."""
    sign = 1 if position.to_move == 0 else -1
    margins: dict[Move, int] = {}
    for placement in position.rules.table.of(position.legal):
        first, second = position.place(placement.index).scores()
        margins[placement] = sign * (first - second)
    return margins


def greediest(margins: dict[Move, int]) -> list[Move]:
    """Return the moves with the best margin."""
    best = max(margins.values())
    return [move for move, margin in margins.items() if margin == best]
