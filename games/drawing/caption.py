"""What is said below a picture of a position, on paper as in a terminal."""

from __future__ import annotations

from games.position import Position


def caption(position: Position) -> tuple[str, ...]:
    """Return what is to be said below a position: the game, whose turn it is or who won, and the scores."""
    title = position.rules.title
    if position.is_over:
        return title, str(position.outcome())
    turn = f"{position.turn} (or swap)" if position.can_swap else position.turn
    scores = ", ".join(f"{side} {score}" for side, score in zip(position.rules.sides, position.scores(), strict=True))
    return title, turn, scores
