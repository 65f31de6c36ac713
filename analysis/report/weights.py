"""What random descents tell of the size of a tree: Knuth's estimate, its interval, and a bound that assumes nothing.

A random game whose positions had b₁, b₂, … legal placements stands for b₁·b₂·… games: the mean of these products over
random games is an unbiased estimate of the number of games (D. E. Knuth, "Estimating the efficiency of backtrack
programs", 1975). The products are far from normal, so the interval is one of means of batches on a logarithmic scale.

The lower bound is C. Gomes, J. Hoffmann, A. Sabharwal and B. Selman's ("From sampling to model counting", 2007): by
Markov's inequality a batch's mean exceeds α times the truth with a probability below 1/α, and all t independent
batches do so with one below α^-t. So the least of them, divided by the t-th root of 20, is below the truth with 95 %
confidence whatever the distribution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.estimate import BATCHES, FEWEST_EFFECTIVE, T_QUANTILE


@dataclass(frozen=True)
class TreeSize:
    """An estimated number; all sizes are decimal logarithms.

    Attributes
    ----------
    size : float
        The estimate.
    low, high : float
        Where the number lies with 95 % confidence, as far as the batches are like a normal distribution.
    surely : float
        A lower bound with 95 % confidence that assumes nothing.
    effective : float
        How many equal weights would tell as much (Kish).
    samples : int
        How many weights there are.
    """

    size: float
    low: float
    high: float
    surely: float
    effective: float
    samples: int

    @property
    def reliable(self) -> bool:
        """Whether enough weights carry the estimate for the interval to be believed."""
        return self.effective >= FEWEST_EFFECTIVE


def tree_size(logs: NDArray[np.float64]) -> TreeSize:
    """Return the mean of weights whose decimal logarithms are given, in the order in which they were drawn.

    Raises
    ------
    ValueError
        If there are fewer than two a batch.
    """
    size = len(logs) // BATCHES
    if size < 2:
        raise ValueError(f"{len(logs)} weights: expected at least {2 * BATCHES}")
    kept = logs[: size * BATCHES]
    scale = float(kept.max())
    weights = 10.0 ** (kept - scale)
    means = weights.reshape(BATCHES, -1).mean(axis=1)
    mean = float(means.mean())
    relative = float(means.std(ddof=1)) / math.sqrt(BATCHES) / mean
    reach = T_QUANTILE * relative / math.log(10)
    middle = scale + math.log10(mean)
    surely = scale + math.log10(float(means.min())) - math.log10(20) / BATCHES
    effective = float(weights.sum() ** 2 / (weights**2).sum())
    return TreeSize(middle, middle - reach, middle + reach, surely, effective, len(kept))
