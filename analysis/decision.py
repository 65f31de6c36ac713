"""When a game is decided: from where on the winner's win is hardly in doubt any more."""

from __future__ import annotations

from collections.abc import Sequence

DECIDED = 0.9
"""A game counts as decided where the eventual winner is expected to win at least this share of games."""


def decided_at(shares: Sequence[float]) -> int | None:
    """Return the first position from which on the winner's expected share of wins stays at `DECIDED` or above.

    Parameters
    ----------
    shares : sequence of float
        The eventual winner's expected share of wins by position, from the first position to the last.

    Returns
    -------
    int or None
        An index into `shares`; None where not even the last share is high enough.

    Examples
    --------
    >>> decided_at([0.5, 0.95, 0.6, 0.9, 1.0]), decided_at([1.0, 0.5])
    (3, None)
    """
    first = None
    for index in reversed(range(len(shares))):
        if shares[index] < DECIDED:
            break
        first = index
    return first
