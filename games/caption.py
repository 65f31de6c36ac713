"""The caption of a position."""

from __future__ import annotations

from litslab.games.language import mark, tr
from litslab.games.position import Position

CONSTRUCTED = mark("constructed: no game leads here")
"""The mark of a position whose side to move or half point no game leads to."""


def caption(position: Position) -> tuple[str, ...]:
    """Return the caption of a position: the game, the side to move and the scores, or the result.

    The last part marks a constructed position.
    """
    title = tr(position.rules.title)
    marks = (tr(CONSTRUCTED),) if position.constructed else ()
    if position.is_over:
        return title, str(position.outcome()), *marks
    turn = tr("{turn} (or swap)", turn=position.turn) if position.can_swap else position.turn
    named = zip(position.rules.sides, position.score_texts(), strict=True)
    return title, turn, tr(", ").join(f"{tr(side)} {score}" for side, score in named), *marks
