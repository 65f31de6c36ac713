"""What random descents tell of the size of a tree: Knuth's estimate, its interval, and a bound that assumes nothing.

A random game whose positions had b₁, b₂, … legal placements stands for b₁·b₂·… games: the mean of these products over
random games is an unbiased estimate of the number of games (D. E. Knuth, "Estimating the efficiency of backtrack
programs", 1975). The products are far from normal, so the interval is one of means of batches on a logarithmic scale.

A set of k pieces can be placed in at most k! orders. So the mean of b₁·…·bₖ/k! estimates a number that is not above
that of the positions with k pieces, and is that number where every order is legal, as in TAIJI; in a double game the
orders of each phase's pieces count apart. The sum over all k, the bare board first, does so for all positions.

The lower bound is C. Gomes, J. Hoffmann, A. Sabharwal and B. Selman's ("From sampling to model counting", 2007): by
Markov's inequality a batch's mean exceeds α times the truth with a probability below 1/α, and all t independent
batches do so with one below α^-t. So the least of them, divided by the t-th root of 20, is below the truth with 95 %
confidence whatever the distribution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.run import RunFile, is_double
from solver.estimate import BATCHES, FEWEST_EFFECTIVE, T_QUANTILE

_AT_ONCE = 50_000
"""Games whose branching factors are looked at together."""


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


def game_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game the decimal logarithm of how many games it stands for."""
    return np.concatenate([np.nansum(logs, axis=1) for logs, _ in _padded(run)])


def position_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game the decimal logarithm of how many positions it stands for, at the most."""
    return np.concatenate([_position_logs(logs, first) for logs, first in _padded(run)])


def _position_logs(logs: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the same for some games; `first` counts the pieces of each game's first phase."""
    games, longest = logs.shape
    number = np.arange(1, longest + 1)
    # The pieces of the phase that is being played, after each placement.
    pieces = np.where(number <= first[:, None], number, number - first[:, None])
    sums = np.cumsum(logs - np.log10(pieces), axis=1)
    bare = np.zeros((games, 1))
    found: NDArray[np.float64] = _log_sums(np.concatenate([bare, sums], axis=1))
    return found


def _log_sums(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithms of the sums of rows that are given by logarithms; nan is no term."""
    scale = np.nanmax(logs, axis=1, keepdims=True)
    found: NDArray[np.float64] = scale[:, 0] + np.log10(np.nansum(10.0 ** (logs - scale), axis=1))
    return found


def _padded(run: RunFile) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Yield for games the logarithms of the branching factors, nan behind the end, and the first phase's length."""
    columns = ["branching", "first_length" if is_double(run.rules) else "length"]
    rows = run.collect(run.scan().select(columns))
    for part in rows.iter_slices(_AT_ONCE):
        branching = part["branching"]
        lengths = branching.list.len().to_numpy()
        logs = np.full((len(part), int(lengths.max())), math.nan)
        logs[np.arange(logs.shape[1]) < lengths[:, None]] = np.log10(branching.explode().drop_nulls().to_numpy())
        yield logs, part[columns[1]].cast(pl.Int64).to_numpy()


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
