"""How often the side to move really wins where playouts win a certain share: one increasing curve for each game.

Playouts are far from best play, so near the end of a game the side that wins more of them wins almost surely. ``python
-m benchmarks calibration`` compares shares with exact values and fits, for each game, ``logit(p) = intercept + slope ·
logit(share)`` with a positive slope (Platt, 1999); `calibration.json` keeps the result. It holds as near to the end as
the positions that it was fitted to. Further away, where nothing can be measured, it is blended with the share itself,
the more the longer the game will last.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("calibration.json")
Z = 1.959964
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Calibration:
    """The curve of a game; the default leaves shares as they are.

    Attributes
    ----------
    intercept, slope : float
        Of the straight line between the logits.
    covariance : tuple of float
        The variance of the intercept, the covariance of both, and the variance of the slope.
    plies : int
        How far from the end of the game the positions were, at most, that it was fitted to.
    """

    intercept: float = 0.0
    slope: float = 1.0
    covariance: tuple[float, float, float] = (0.0, 0.0, 0.0)
    plies: int = 1

    def at(self, plies: float) -> Calibration:
        """Return the curve for positions that are this many plies from the end of the game.

        Examples
        --------
        >>> Calibration(0.4, 3.0, plies=10).at(8).slope, Calibration(0.4, 3.0, plies=10).at(20).slope
        (3.0, 2.0)
        """
        if plies <= self.plies:
            return self
        part = self.plies / plies
        variances = (part**2 * self.covariance[0], part**2 * self.covariance[1], part**2 * self.covariance[2])
        return Calibration(part * self.intercept, part * self.slope + 1 - part, variances, self.plies)

    def share(self, wins: float, playouts: float) -> float:
        """Return how often a side wins of which `wins` of `playouts` were won.

        Examples
        --------
        >>> round(Calibration().share(750, 1000), 2), round(Calibration(0.1, 1.5).share(750, 1000), 2)
        (0.75, 0.85)
        """
        return logistic(self.intercept + self.slope * logit(wins, playouts))

    def interval(self, wins: float, playouts: float) -> tuple[float, float]:
        """Return the 95 % interval of the share: the noise of the playouts together with that of the curve.

        Examples
        --------
        >>> [round(end, 2) for end in Calibration().interval(75, 100)]
        [0.65, 0.82]
        """
        x = logit(wins, playouts)
        sampling = self.slope**2 * (1 / (wins + 0.5) + 1 / (playouts - wins + 0.5))
        of_intercept, of_both, of_slope = self.covariance
        width = Z * math.sqrt(max(0.0, sampling + of_intercept + 2 * x * of_both + x * x * of_slope))
        middle = self.intercept + self.slope * x
        return logistic(middle - width), logistic(middle + width)


def logit(wins: float, playouts: float) -> float:
    """Return the logarithm of the odds, with half a win and half a loss more, so that it is finite.

    Examples
    --------
    >>> logit(10, 20)
    0.0
    """
    return math.log((wins + 0.5) / (playouts - wins + 0.5))


def logistic(x: float) -> float:
    """Return the share whose logarithm of odds this is.

    Examples
    --------
    >>> logistic(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@cache
def calibrations() -> dict[str, Calibration]:
    """Return the curves by the names of the games."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return {
        game: Calibration(each["intercept"], each["slope"], tuple(each["covariance"]), each["plies"])
        for game, each in kept.items()
    }


def calibration_of(game: str) -> Calibration:
    """Return the curve of a game; one that leaves shares as they are for a game that was not measured."""
    return calibrations().get(game, Calibration())
