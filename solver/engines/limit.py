"""The limits of a search."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.errors import check_number


@dataclass(frozen=True)
class Limit:
    """Limits of a search.

    Attributes
    ----------
    seconds : float or None
        Wall-clock time; None for no limit.
    nodes : int or None
        Positions visited; None for no limit.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Check the limits.

        Raises
        ------
        OptionError
            If the seconds are no number or NaN, which no clock reaches, or the nodes no whole
            number.
        """
        if self.seconds is not None:
            check_number("seconds", self.seconds, whole=False)
        if self.nodes is not None:
            check_number("nodes", self.nodes)


class LimitReachedError(Exception):
    """The engine has reached its limit; the bounds that it has proved stay valid."""
