"""Comparisons and maps of openings against simulations without an effect."""

from __future__ import annotations

import math

import numpy as np
import pytest

from litslab.analysis.comparison import Comparison
from litslab.analysis.distributions import Distribution
from litslab.analysis.shares import Share
from litslab.analysis.squares import OpeningSquares
from litslab.solver.statistics import (
    t_quantile,
)


@pytest.mark.parametrize(
    ("squares", "games", "share"),
    [
        (100, 300, 0.5),
        (100, 5_000, 0.5),
        (64, 1_000, 0.5),
        (100, 5_000, 0.9),
        (64, 1_000, 0.9),
        (100, 2_000, 0.95),
        (100, 2_000, 0.05),
    ],
)
def test_squares_without_an_effect_are_seldom_marked(
    squares: int,
    games: int,
    share: float,
) -> None:
    """At most 7 % of 1,500 maps have a marked square, where at most 5 % are expected."""
    rng = np.random.default_rng(1)
    maps = 1_500
    played = rng.multinomial(games, np.full(squares, 1 / squares), size=maps)
    won = rng.binomial(played, share)
    alarms = 0
    for totals, counts in zip(played.tolist(), won.tolist(), strict=True):
        each = tuple(Share("X", count, total) for count, total in zip(counts, totals, strict=True))
        found = OpeningSquares(each, Share("X", sum(counts), games))
        alarms += any(found.beyond_noise)
    assert alarms <= 0.07 * maps


@pytest.mark.parametrize("count", [3, 5, 10, 40])
@pytest.mark.parametrize("shift", [0, 1, 3])
def test_intervals_of_cliffs_delta_hold_it(count: int, shift: int) -> None:
    """At least 93 % of the intervals hold the true delta of dice with six sides, one of them
    shifted.
    """
    rng = np.random.default_rng(3)
    sides = np.arange(1, 7)
    true = float(np.sign(sides[None, :] + shift - sides[:, None]).mean())
    samples = 1_000
    held = 0
    for _ in range(samples):
        first = distribution(rng.choice(sides, count))
        second = distribution(rng.choice(sides, count + 1) + shift)
        low, high = Comparison(first, second).delta_interval
        assert -1 <= low <= high <= 1
        held += low <= true <= high
    assert held >= 0.93 * samples


def test_the_variance_of_cliffs_delta_is_the_sum_over_all_pairs() -> None:
    first = [1, 2, 2, 5, 7]
    second = [2, 3, 3, 6, 6, 8]
    signs = np.sign(np.subtract.outer(second, first)).T
    delta = float(signs.mean())
    rows = float(((signs.mean(axis=1) - delta) ** 2).sum())
    columns = float(((signs.mean(axis=0) - delta) ** 2).sum())
    pairs = float(((signs - delta) ** 2).sum())
    variance = (36 * rows + 25 * columns - pairs) / (5 * 6 * 4 * 5)
    noise = variance * t_quantile(4) ** 2
    half = math.sqrt(noise * ((1 - delta**2) ** 2 + noise))
    middle = delta - delta**3
    scale = 1 - delta**2 + noise
    found = Comparison(distribution(np.array(first)), distribution(np.array(second)))
    assert found.delta == pytest.approx(delta)
    expected = ((middle - half) / scale, (middle + half) / scale)
    assert found.delta_interval == pytest.approx(expected)


def test_cliffs_delta_of_few_games_says_how_little_is_known() -> None:
    one = Comparison(distribution(np.array([3])), distribution(np.array([4, 5])))
    assert all(map(math.isnan, one.delta_interval))
    three = Comparison(distribution(np.array([1, 2, 3])), distribution(np.array([4, 5, 6])))
    assert three.delta == 1
    assert three.delta_interval[0] < 0
    assert three.sizes == ("negligible", "large")


def test_a_real_effect_is_marked_where_a_side_nearly_always_wins() -> None:
    rest = tuple(Share("X", 190, 200) for _ in range(63))
    all_games = Share("X", 63 * 190 + 165, 64 * 200)
    assert OpeningSquares((Share("X", 165, 200), *rest), all_games).beyond_noise[:2] == (
        True,
        False,
    )


def distribution(numbers: np.ndarray) -> Distribution:
    values, counts = np.unique(numbers, return_counts=True)
    return Distribution(values.astype(np.int64), counts)


@pytest.mark.parametrize("count", [3, 5, 10])
def test_intervals_of_means_hold_the_mean(count: int) -> None:
    """At least 93 % of the intervals of small samples hold the true mean or difference."""
    rng = np.random.default_rng(2)
    samples = 2_000
    first = np.rint(rng.normal(0, 40, (samples, count))).astype(np.int64)
    second = np.rint(rng.normal(0, 10, (samples, count + 1))).astype(np.int64)
    means = 0
    differences = 0
    for numbers, others in zip(first, second, strict=True):
        of_first = distribution(numbers)
        low, high = of_first.interval
        means += low <= 0 <= high
        low, high = Comparison(of_first, distribution(others)).interval
        differences += low <= 0 <= high
    assert means >= 0.93 * samples
    assert differences >= 0.93 * samples
