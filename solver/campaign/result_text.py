"""The result of a campaign as a short text."""

from __future__ import annotations

from litslab.games.position import Position
from litslab.games.result_text import range_text
from litslab.solver.campaign.targets import Result
from litslab.solver.endgame.solution import PLAYERS


def result_text(result: Result, position: Position, unverified: str | None = None) -> str:
    """Return the result of a campaign as a short text.

    Parameters
    ----------
    result : Result
        The result.
    position : Position
        The position of the campaign.
    unverified : str, optional
        The note that the result is not verified, in place of "exact".

    Examples
    --------
    >>> from litslab.games.registry import new_game
    >>> from litslab.solver.score import Score
    >>> result, position = Result(Score(1, 1), True, (), ()), new_game("taiji", size=3)
    >>> result_text(result, position)
    'light wins by 1 (exact)'
    >>> result_text(result, position, "as stored in a.db, not verified")
    'light wins by 1 (as stored in a.db, not verified)'
    """
    sides = PLAYERS if result.under_swap else None
    bounds = range_text(result.score.lower, result.score.upper, position, sides, verb="wins")
    swap = "with the swap, " if result.under_swap else ""
    trust = unverified or ("exact" if result.score.is_exact else "")
    return f"{swap}{bounds}{trust and f' ({trust})'}"
