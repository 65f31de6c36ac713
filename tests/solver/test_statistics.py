"""Statistics against exact sums, printed tables, SciPy and simulations of what they promise."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from litslab.games import create
from litslab.solver.play.match import match
from litslab.solver.play.players import ExactPlayer
from litslab.solver.statistics import (
    batch_means,
    chi_square_quantile,
    difference_interval,
    differs_from_all,
    effective_samples,
    hypergeometric_tail,
    mean_interval,
    median_interval,
    pairs_interval,
    rank_correlation,
    relative_error,
    t_quantile,
    wilson_interval,
)

# --- quantiles

TABLE = {
    1: 12.7062047,
    2: 4.3026527,
    3: 3.1824463,
    4: 2.7764451,
    9: 2.2621572,
    31: 2.0395134,
    100: 1.9839715,
    1_000: 1.9623391,
}
"""The 97.5 % quantiles, as R's ``qt(0.975, freedom)`` prints them."""


@pytest.mark.parametrize("freedom", TABLE)
def test_quantiles_are_those_of_the_tables(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(TABLE[freedom], abs=1e-7)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99, 0.9999])
def test_one_and_two_degrees_have_a_closed_form(confidence: float) -> None:
    assert t_quantile(1, confidence) == pytest.approx(math.tan(math.pi / 2 * confidence), rel=1e-9)
    expected = confidence * math.sqrt(2 / (1 - confidence**2))
    assert t_quantile(2, confidence) == pytest.approx(expected, rel=1e-7)


def test_quantiles_between_whole_degrees_fall_steadily() -> None:
    found = [t_quantile(1 + number / 8) for number in range(200)]
    assert found == sorted(found, reverse=True)
    assert t_quantile(1e9) == pytest.approx(1.959964, abs=1e-5)


@pytest.mark.parametrize(("freedom", "low", "high"), [(1, 0.00098, 5.0239), (9, 2.7004, 19.0228)])
def test_quantiles_of_chi_square_are_those_of_the_tables(
    freedom: int,
    low: float,
    high: float,
) -> None:
    """M. Abramowitz and I. Stegun, table 26.8."""
    assert chi_square_quantile(freedom, 0.025) == pytest.approx(low, rel=3e-3)
    assert chi_square_quantile(freedom, 0.975) == pytest.approx(high, rel=1e-4)


# --- shares


@given(st.integers(1, 500), st.data())
def test_wilson_intervals_are_those_of_scipy(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    expected = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert wilson_interval(successes, trials) == pytest.approx(tuple(expected), abs=1e-12)


def test_wilson_intervals_hold_the_share_and_shrink() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    # Newcombe 1998, table I: 81 of 263, 95 %: 0.2553 to 0.3662.
    low, high = wilson_interval(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson_interval(0, 20)[0] == 0
    assert wilson_interval(20, 20)[1] == pytest.approx(1)


def test_the_share_of_a_player_is_known_from_pairs_where_the_side_decides() -> None:
    """Dark always wins TAIJI 4×4; each pair is shared, and neither player is better."""
    result = match(create("taiji", size=4), (ExactPlayer(), ExactPlayer()), 12, seed=1)
    assert (result.pairs, result.wins, result.first_mover_wins) == ((0, 6, 0), (6, 6), 0)
    low, high = result.interval
    assert wilson_interval(6, 12)[0] < low < 0.5 < high < wilson_interval(6, 12)[1]


def test_intervals_of_pairs_are_those_of_tango() -> None:
    assert pairs_interval((0, 0, 0)) == (0.0, 1.0)
    z = 1.959964
    # With no pair decided the difference is z²/(n + z²); with all won the share is that of Wilson
    # for as many games.
    assert pairs_interval((0, 30, 0)) == pytest.approx(
        (0.5 - z * z / 2 / (30 + z * z), 0.5 + z * z / 2 / (30 + z * z))
    )
    assert pairs_interval((0, 0, 12)) == pytest.approx(wilson_interval(12, 12))
    low, high = pairs_interval((3, 20, 7))
    assert pairs_interval((7, 20, 3)) == pytest.approx((1 - high, 1 - low))
    # Of many pairs it is that of their variance: the mean square of 0, ½ and 1 less the square of
    # the mean.
    half = z * ((14_000 / 4 + 4_000) / 20_000 - 0.55**2) ** 0.5 / 20_000**0.5
    assert pairs_interval((2_000, 14_000, 4_000)) == pytest.approx(
        (0.55 - half, 0.55 + half), abs=1e-4
    )


@pytest.mark.parametrize(
    "chances", [(0.05, 0.9, 0.05), (0.1, 0.6, 0.3), (0.25, 0.5, 0.25), (0.02, 0.38, 0.6)]
)
def test_intervals_of_pairs_hold_the_share_nearly_always(
    chances: tuple[float, float, float],
) -> None:
    """The chance of every result of twelve pairs, summed up where the interval holds the share."""
    share = chances[1] / 2 + chances[2]
    total = 12
    held = 0.0
    for won in range(total + 1):
        for lost in range(total + 1 - won):
            low, high = pairs_interval((lost, total - won - lost, won))
            ways = comb(total, won) * comb(total - won, lost)
            if low <= share <= high:
                held += (
                    ways
                    * chances[0] ** lost
                    * chances[1] ** (total - won - lost)
                    * chances[2] ** won
                )
    assert held > 0.93


# --- means


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=9).filter(lambda each: len({*each}) > 1))
def test_intervals_of_means_are_those_of_scipy(numbers: list[int]) -> None:
    found = mean_interval(float(np.mean(numbers)), float(np.std(numbers, ddof=1)), len(numbers))
    expected = stats.ttest_1samp(numbers, 0).confidence_interval()
    assert found == pytest.approx(tuple(expected), rel=1e-9, abs=1e-9)


@given(
    *[st.lists(st.integers(-50, 50), min_size=2, max_size=9).filter(lambda each: len({*each}) > 1)]
    * 2
)
def test_intervals_of_differences_are_those_of_scipy(first: list[int], second: list[int]) -> None:
    errors = [float(stats.sem(each)) for each in (first, second)]
    difference = float(np.mean(second) - np.mean(first))
    found = difference_interval(difference, (errors[0], errors[1]), (len(first), len(second)))
    expected = stats.ttest_ind(second, first, equal_var=False).confidence_interval()
    assert found == pytest.approx(tuple(expected), rel=1e-9, abs=1e-9)


def test_nothing_is_known_from_one_number_or_from_equal_ones() -> None:
    for unknown in (
        mean_interval(3.0, math.nan, 1),
        mean_interval(3.0, 0.0, 100),
        difference_interval(1.0, (math.nan, 0.5), (1, 4)),
        difference_interval(1.0, (0.0, 0.0), (3, 4)),
    ):
        assert all(map(math.isnan, unknown))


# --- samples without replacement


def exact_tail(drawn: int, sample: int, marked: int, total: int) -> float:
    ways = sum(
        math.comb(marked, number) * math.comb(total - marked, sample - number)
        for number in range(drawn, min(sample, marked) + 1)
        if sample - number >= 0
    )
    return float(Fraction(ways, math.comb(total, sample)))


@given(st.integers(1, 60), st.data())
def test_a_tail_is_the_sum_of_all_its_terms(total: int, data: st.DataObject) -> None:
    marked = data.draw(st.integers(0, total))
    sample = data.draw(st.integers(0, total))
    drawn = data.draw(st.integers(0, sample))
    expected = exact_tail(drawn, sample, marked, total)
    assert hypergeometric_tail(drawn, sample, marked, total) == pytest.approx(expected, abs=1e-12)


def test_far_tails_are_not_lost_in_rounding() -> None:
    assert hypergeometric_tail(60, 60, 5_000, 10_000) == pytest.approx(
        exact_tail(60, 60, 5_000, 10_000), rel=1e-9
    )


def test_a_sample_of_everything_never_differs() -> None:
    assert not differs_from_all(3, 9, 3, 9, 0.05)
    assert not differs_from_all(0, 0, 3, 9, 0.05)


# --- samples of weights


def test_equal_weights_count_fully_and_a_single_large_one_counts_once() -> None:
    assert effective_samples([2.0] * 7) == pytest.approx(7)
    assert effective_samples([1.0, 0.0, 0.0]) == 1


def test_the_error_of_batches_is_that_of_their_means() -> None:
    means = batch_means([1.0, 3.0, 2.0, 6.0, 3.0, 3.0], 3)
    assert means == [2.0, 4.0, 3.0]
    assert relative_error(means) == pytest.approx(float(stats.sem(means)) / 3)


# --- ranks


def test_rank_correlations_share_the_mean_rank_of_equal_numbers() -> None:
    value, (low, high) = rank_correlation([1, 2, 2, 4, 7], [1, 3, 2, 2, 9])
    ranks = np.corrcoef([1, 2.5, 2.5, 4, 5], [1, 4, 2.5, 2.5, 5])
    assert value == pytest.approx(ranks[0, 1])
    assert low < value < high
    assert all(map(math.isnan, rank_correlation([1, 2, 3, 4], [1, 2, 3, 4])[1]))
    assert all(map(math.isnan, rank_correlation([1, 2, 3], [1, 3, 2])[1]))


@pytest.mark.parametrize("count", [10, 30])
@pytest.mark.parametrize("true", [0.0, 0.6])
def test_intervals_of_rank_correlations_hold_the_true_one(count: int, true: float) -> None:
    """Of normal variables with correlation r the rank correlation is 6/π·arcsin(r/2)."""
    rng = np.random.default_rng(4)
    ranks = 6 / math.pi * math.asin(true / 2)
    samples = 600
    held = 0
    for _ in range(samples):
        first, noise = rng.normal(size=(2, count))
        second = true * first + math.sqrt(1 - true**2) * noise
        low, high = rank_correlation(first.tolist(), second.tolist())[1]
        held += low <= ranks <= high
    assert 0.92 * samples <= held


@pytest.mark.parametrize("count", [6, 7, 20, 51])
def test_intervals_of_medians_hold_them_as_often_as_they_say(count: int) -> None:
    confidence = median_interval(range(count))[1]
    assert confidence >= 0.95
    rng = Random(5)
    samples = 3_000
    held = 0
    for _ in range(samples):
        (low, high), _ = median_interval(sorted(rng.expovariate(1) for _ in range(count)))
        held += low <= math.log(2) <= high
    assert held / samples == pytest.approx(confidence, abs=0.015)


def test_few_numbers_have_the_whole_sample_as_the_interval_of_their_median() -> None:
    assert median_interval([3, 4, 8, 9, 9]) == ((3, 9), 0.9375)
