"""Many random boards: how often the first player wins, and how much of the spread is between the boards.

A game with symbols on its board is as fair as the board. So where no board is given, games are played on many random
ones. The win shares of boards differ by chance alone, as each has few games, and by the boards themselves. The variance
between boards is the variance of the measured shares minus the mean variance within a board (the analysis of variance
estimate of a random-effects model: W. G. Cochran, "Sampling techniques", 1977, section 9.4).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

import numpy as np

from litslab.analysis.distributions import Distribution, JointScores, Share, Z


def pooled(distributions: Iterable[Distribution]) -> Distribution:
    """Return the numbers of several distributions together."""
    found = list(distributions)
    values = np.concatenate([each.values for each in found])
    kept, where = np.unique(values, return_inverse=True)
    counts = np.bincount(where, weights=np.concatenate([each.counts for each in found]))
    return Distribution(kept, counts.astype(np.int64))


def pooled_scores(scores: Iterable[JointScores]) -> JointScores:
    """Return the pairs of scores of several runs together."""
    found = list(scores)
    lowest = min(each.lowest for each in found)
    width = max(each.lowest - lowest + len(each.counts) for each in found)
    counts = np.zeros((width, width), np.int64)
    for each in found:
        first, size = each.lowest - lowest, len(each.counts)
        counts[first : first + size, first : first + size] += each.counts
    return JointScores(lowest, counts)


@dataclass(frozen=True)
class Spread:
    """The shares of wins on several boards, taken apart.

    Attributes
    ----------
    mean : float
        The mean over boards.
    mean_interval : tuple of float
        Its 95 % interval, over boards as well as games.
    between : float
        The standard deviation between boards, sampling noise removed.
    between_interval : tuple of float
        Its 95 % interval.
    within : float
        The standard deviation that sampling noise alone gives the share of a board.
    """

    mean: float
    mean_interval: tuple[float, float]
    between: float
    between_interval: tuple[float, float]
    within: float


def spread(shares: Sequence[Share]) -> Spread:
    """Take the spread of the shares of at least two boards apart; each needs at least two games."""
    if len(shares) < 2 or any(each.total < 2 for each in shares):
        raise ValueError(f"{len(shares)} boards: expected at least two, with two games each")
    measured = [each.share for each in shares]
    mean, total = fmean(measured), variance(measured)
    noise = fmean(each.share * (1 - each.share) / (each.total - 1) for each in shares)
    freedom = len(shares) - 1
    half = Z * math.sqrt(total / len(shares))
    low, high = (freedom * total / _chi_square(z, freedom) for z in (Z, -Z))
    return Spread(
        mean,
        (max(0.0, mean - half), min(1.0, mean + half)),
        _root(total - noise),
        (_root(low - noise), _root(high - noise)),
        _root(noise),
    )


def _root(square: float) -> float:
    return math.sqrt(max(0.0, square))


def _chi_square(z: float, freedom: int) -> float:
    """Return a quantile of the chi-square distribution, given that of the normal one.

    Source: E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", 1931.
    """
    part = 2 / (9 * freedom)
    return float(freedom * max(0.01, 1 - part + z * math.sqrt(part)) ** 3)
