"""Comparisons of two runs: differences between means with intervals, and Cliff's delta."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import computed_field

from litslab.analysis.distributions import Distribution, distribution
from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.runs.file import AnyRun
from litslab.games.language import mark
from litslab.games.result_json import JsonNumber
from litslab.solver.statistics import (
    delta_interval,
    difference_interval,
)


@dataclass(frozen=True)
class Comparison:
    """A comparison of a number in two runs."""

    first: Distribution
    """The numbers."""
    second: Distribution
    """The numbers."""

    def __repr__(self) -> str:
        low, high = self.interval
        return f"<Comparison: difference {self.difference:.3f} ({low:.3f} to {high:.3f})>"

    @computed_field
    @property
    def difference(self) -> float:
        """The second mean minus the first."""
        return self.second.mean - self.first.mean

    @computed_field
    @property
    def interval(self) -> tuple[JsonNumber, JsonNumber]:
        """The 95 % interval of the difference, by Welch's test for unequal variances; nan if it is
        unknown: for fewer than two numbers in a run, or if all are equal.
        """
        return difference_interval(
            self.difference,
            errors=(self.first.error, self.second.error),
            counts=(self.first.total, self.second.total),
        )

    @computed_field
    @property
    def delta(self) -> float:
        """Cliff's delta: the probability that a number of the second run exceeds one of the first,
        minus the reverse.

        It ranges from -1 to 1. Source: N. Cliff, "Dominance statistics: ordinal analyses to
        answer ordinal questions", 1993.
        """
        dominances = _dominances(self.first, self.second)
        return int(dominances @ self.second.counts) / (self.first.total * self.second.total)

    @computed_field
    @property
    def delta_interval(self) -> tuple[JsonNumber, JsonNumber]:
        """The 95 % interval of `delta`, not symmetric, as it ends at -1 and 1; nan for fewer than
        two numbers in a run.
        """
        of_first = -_dominances(self.second, self.first) / self.second.total
        of_second = _dominances(self.first, self.second) / self.first.total
        return delta_interval(
            self.delta,
            variances=(
                _variance(of_first, self.first.counts),
                _variance(of_second, self.second.counts),
            ),
            of_pairs=self._differing_pairs - self.delta**2,
            counts=(self.first.total, self.second.total),
        )

    @property
    def _differing_pairs(self) -> float:
        """The share of the pairs of a number of each run that differ."""
        _, places, of_second = np.intersect1d(
            self.first.values, self.second.values, assume_unique=True, return_indices=True
        )
        equal = float(self.first.shares[places] @ self.second.shares[of_second])
        return 1 - equal

    @computed_field
    @property
    def sizes(self) -> tuple[str, str]:
        """The usual names of the least and the largest size of such a delta in its interval:
        negligible below 0.147, small below 0.33, medium below 0.474, else large.

        Source: J. Romano and others, "Appropriate statistics for ordinal level data", 2006.
        """
        low, high = self.delta_interval
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return _size(least), _size(max(abs(low), abs(high)))


_SIZES = ((0.147, mark("negligible")), (0.33, mark("small")), (0.474, mark("medium")))


def _size(delta: float) -> str:
    return next((name for bound, name in _SIZES if delta < bound), mark("large"))


def _dominances(of: Distribution, over: Distribution) -> NDArray[np.int64]:
    """Return for each number of `over` how many numbers of `of` it exceeds, minus how many exceed
    it.
    """
    below = np.searchsorted(of.values, over.values, side="left")
    not_above = np.searchsorted(of.values, over.values, side="right")
    sums = np.concatenate([[0], np.cumsum(of.counts)])
    dominances: NDArray[np.int64] = sums[below] - (of.total - sums[not_above])
    return dominances


def _variance(values: NDArray[np.float64], counts: NDArray[np.int64]) -> float:
    """Return the variance of a sample (divisor n - 1); nan for fewer than two values."""
    total = int(counts.sum())
    if total < 2:
        return math.nan
    mean = float(values @ counts) / total
    return float((values - mean) ** 2 @ counts) / (total - 1)


def compare(first: AnyRun, second: AnyRun, column: NumberColumn = "margin") -> Comparison:
    """Compare a column of numbers in two runs.

    Raises
    ------
    RunError
        If a file has no such column of numbers.

    Examples
    --------
    >>> import litslab as ll
    >>> game = ll.new_game("taiji", size=4)
    >>> greedy = ll.simulate(game, games=200, players=("greedy", "random"), seed=1)
    >>> found = ll.compare(greedy, ll.simulate(game, games=200, seed=1))
    >>> found.difference < 0  # of the second run from the first
    True
    """
    return Comparison(distribution(first, column), distribution(second, column))
