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
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from litslab.analysis.report.symmetry_orders import lasts
from litslab.analysis.runs.run import RunError, RunFile
from litslab.solver.finals.estimate import BATCHES, FEWEST_EFFECTIVE, T_QUANTILE


@dataclass(frozen=True)
class TreeSize:
    """An estimated number; all sizes are decimal logarithms.

    Attributes
    ----------
    size : float
        The estimate.
    low, high : float
        The 95 % confidence interval, as far as the batches are like a normal distribution.
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


def game_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game the decimal logarithm of how many games it stands for."""
    branching = run.collect(run.scan().select("branching")).to_series()
    return np.array([math.log10(math.prod(each)) for each in branching.to_list()])


def position_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game the decimal logarithm of how many positions it stands for; `lasts` tells why.

    Raises
    ------
    RunError
        If the run was played without keeping the moves.
    """
    if not run.run.moves:
        raise RunError(f"{run.path}: expected a run with moves")
    rows = run.collect(run.scan().select("moves", "branching"))
    table = run.rules.table
    return np.array(
        [
            log_of_positions(lasts(run.rules, (table[move] for move in moves)), branching)
            for moves, branching in rows.iter_rows()
        ]
    )


def log_of_positions(last: Iterable[int], branching: Iterable[int]) -> float:
    """Return the decimal logarithm of 1 + b₁/r₁ + b₁·b₂/(r₁·r₂) + …: the bare board counts too.

    Examples
    --------
    >>> round(10 ** log_of_positions([1, 2], [8, 2]))
    17
    """
    steps = [math.log10(many) - math.log10(came) for came, many in zip(last, branching, strict=True)]
    sums = [0.0, *accumulate(steps)]
    scale = max(sums)
    return scale + math.log10(sum(10 ** (each - scale) for each in sums))


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
    weights = np.array([10**log for log in (kept - scale).tolist()])
    means = [fmean(batch) for batch in np.split(weights, BATCHES)]
    mean = fmean(means)
    relative = stdev(means) / math.sqrt(BATCHES) / mean
    reach = T_QUANTILE * relative / math.log(10)
    middle = scale + math.log10(mean)
    surely = scale + math.log10(min(means)) - math.log10(20) / BATCHES
    effective = math.fsum(weights) ** 2 / math.fsum(weights**2)
    return TreeSize(middle, middle - reach, middle + reach, surely, effective, len(kept))
