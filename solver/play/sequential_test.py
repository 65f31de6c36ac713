"""A test of a difference in strength that ends a match as soon as it has an answer (SPRT)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from litslab.games.errors import OptionError, check_number
from litslab.solver.statistics import elo_share, likeliest_losing

ERROR = 0.05
"""The chance of each of the two wrong answers, if the true difference is one of the two."""

_LARGEST_ELO = 1_000


@dataclass(frozen=True)
class SequentialTest:
    """The question whether a player is stronger by `high` or by `low` Elo points.

    It compares the largest likelihoods that pairs of games with the sides exchanged can have with
    the one difference and with the other. Sources: A. Wald, "Sequential tests of statistical
    hypotheses", 1945; X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test for
    separate families of hypotheses", 2014.

    Attributes
    ----------
    low, high : float
        The two differences in Elo points, the lower one first.

    Raises
    ------
    OptionError
        If they are no two such differences.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        for name, points in (("low", self.low), ("high", self.high)):
            check_number(
                f"sequential test, {name}", points, -_LARGEST_ELO, _LARGEST_ELO, whole=False
            )
        if not self.low < self.high:
            raise OptionError(
                f"sequential test from {self.low:g} to {self.high:g} Elo: expected the lower "
                "difference first"
            )

    @property
    def bound(self) -> float:
        """What the logarithm of the ratio must exceed, up or down, for an answer."""
        return math.log((1 - ERROR) / ERROR)

    def ratio(self, pairs: tuple[int, int, int]) -> float:
        """Return the logarithm of how much likelier the pairs are if the difference is `high` than
        if it is `low`.

        Parameters
        ----------
        pairs : tuple of int
            The numbers of pairs in which the player won none, one and both of the games.

        Examples
        --------
        >>> test = SequentialTest(0, 100)
        >>> test.ratio((10, 20, 10)) < 0 < test.ratio((5, 20, 15))
        True
        """
        if not sum(pairs):
            return 0.0
        return _log_likelihood(pairs, self.high) - _log_likelihood(pairs, self.low)

    def answer(self, pairs: tuple[int, int, int]) -> bool | None:
        """Return whether the pairs speak for `high`; None as long as there is no answer."""
        ratio = self.ratio(pairs)
        return ratio > 0 if abs(ratio) >= self.bound else None


def _log_likelihood(pairs: tuple[int, int, int], points: float) -> float:
    """Return the logarithm of the largest likelihood of pairs of games, given the difference."""
    difference = 2 * elo_share(points) - 1
    lost = likeliest_losing(pairs, difference)
    won = lost + difference
    shares = (lost, 1 - lost - won, won)
    return math.fsum(
        count * math.log(share) for count, share in zip(pairs, shares, strict=True) if count
    )
