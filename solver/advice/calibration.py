"""Calibration curves: win probabilities from shares of playouts.

Playouts are far from best play, so near the end of a game the side that wins more of them wins
almost surely. Shares were compared with exact values (``docs/results/estimates.md``), and
``logit(p) = intercept + slope · logit(share)`` with a positive slope was fitted (Platt, 1999);
`calibration.json` contains the result. It is valid as near to the end as the positions that it was
fitted to. Further away nothing can be measured, so it is blended with the share itself, the more
the longer the game will last.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litslab.solver.statistics import Z

FILE = Path(__file__).with_name("calibration.json")


@dataclass(frozen=True)
class Calibration:
    """The calibration curve of a game; the default does not change shares.

    Attributes
    ----------
    intercept, slope : float
        Of the straight line between the logits.
    covariance : tuple of float
        The variance of the intercept, the covariance of both, and the variance of the slope.
    plies : int
        The largest distance from the end of the game among the positions that the curve was fitted
        to.
    """

    intercept: float = 0.0
    slope: float = 1.0
    covariance: tuple[float, float, float] = (0.0, 0.0, 0.0)
    plies: int = 1

    def at(self, plies: float) -> Calibration:
        """Return the curve for positions at a distance from the end of the game.

        Examples
        --------
        >>> calibration = Calibration(0.4, 3.0, plies=10)
        >>> calibration.at(8).slope, calibration.at(20).slope
        (3.0, 2.0)
        """
        if plies <= self.plies:
            return self
        part = self.plies / plies
        variances = (
            part**2 * self.covariance[0],
            part**2 * self.covariance[1],
            part**2 * self.covariance[2],
        )
        return Calibration(
            part * self.intercept, part * self.slope + 1 - part, variances, self.plies
        )

    def share(self, wins: float, playouts: float) -> float:
        """Return the win probability of a side that won `wins` of `playouts`.

        Examples
        --------
        >>> round(Calibration().share(750, 1000), 2)
        0.75
        >>> round(Calibration(0.1, 1.5).share(750, 1000), 2)
        0.85
        """
        return logistic(self.intercept + self.slope * logit(wins, playouts))

    def interval(self, wins: float, playouts: float) -> tuple[float, float]:
        """Return the 95 % interval of the share, with the sampling noise of the playouts and of the
        curve.

        Examples
        --------
        >>> [round(end, 2) for end in Calibration().interval(75, 100)]
        [0.65, 0.82]
        """
        x = logit(wins, playouts)
        sampling = self.slope**2 * (1 / (wins + 0.5) + 1 / (playouts - wins + 0.5))
        of_intercept, of_both, of_slope = self.covariance
        width = Z * math.sqrt(
            max(0.0, sampling + of_intercept + 2 * x * of_both + x * x * of_slope)
        )
        middle = self.intercept + self.slope * x
        return logistic(middle - width), logistic(middle + width)


def logit(wins: float, playouts: float) -> float:
    """Return the logarithm of the odds, finite because half a win and half a loss are added.

    Examples
    --------
    >>> logit(10, 20)
    0.0
    """
    return math.log((wins + 0.5) / (playouts - wins + 0.5))


def logistic(x: float) -> float:
    """Return the share with the given logarithm of the odds.

    Examples
    --------
    >>> logistic(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@cache
def calibrations() -> dict[str, Calibration]:
    """Return the curves of the measured games, by name."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return {
        game: Calibration(
            each["intercept"], each["slope"], tuple(each["covariance"]), each["plies"]
        )
        for game, each in kept.items()
    }
