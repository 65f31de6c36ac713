"""What is said below a picture of a position, on paper as in a terminal."""

from __future__ import annotations

from litslab.games.position import Position

CONSTRUCTED = "constructed: no game leads here"
"""What every text says of a position whose side to move or half point no game leads to."""


def caption(position: Position) -> tuple[str, ...]:
    """Return what is to be said below a position: the game, whose turn it is or who won, and the scores.

    Last, where no game leads to the position, that it is constructed.
    """
    title = position.rules.title
    marks = (CONSTRUCTED,) if position.constructed else ()
    if position.is_over:
        return title, str(position.outcome()), *marks
    turn = f"{position.turn} (or swap)" if position.can_swap else position.turn
    scores = ", ".join(f"{side} {score}" for side, score in zip(position.rules.sides, position.scores(), strict=True))
    return title, turn, scores, *marks
