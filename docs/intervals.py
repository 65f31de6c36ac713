"""Means and shares of samples with their 95 % intervals, as the tables of the results show them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from litslab.solver.statistics import mean_interval, wilson_interval

Estimate = tuple[float, float, float]
"""A share or a mean, and its 95 % interval."""


def mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of a sample, with its 95 % interval."""
    middle = fmean(numbers)
    return middle, *mean_interval(middle, stdev(numbers), len(numbers))


def share(count: int, total: int) -> Estimate:
    """Return a share of a sample, with its 95 % interval (Wilson's)."""
    return count / total, *wilson_interval(count, total)


def mean_text(numbers: Sequence[float], scale: int = 1, unit: str = "") -> str:
    """Write the mean of a sample with its interval; a number that is alone without one."""
    if len(numbers) == 1:
        return f"{numbers[0]}".replace("-", "−")
    return _text(mean(numbers), scale, unit)


def share_text(count: int, total: int) -> str:
    """Write a share of a sample in per cent with its interval; yes or no if the sample is one."""
    if total == 1:
        return "yes" if count else "no"
    return _text(share(count, total), 100, " %")


def _text(found: Estimate, scale: int, unit: str) -> str:
    middle, low, high = (f"{scale * each:.{2 if scale == 1 else 0}f}" for each in found)
    return f"{middle}{unit} ({low} to {high})".replace("-", "−")
