"""Statistics: quantiles, confidence intervals, tests and effect sizes, each with its source.

What SciPy has, SciPy computes; it is imported when it is used, as it takes longer to load than most
answers take. The intervals of shares and the quantiles of t use the standard library alone, as the
page without a server needs them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from statistics import NormalDist, fmean, stdev

Interval = tuple[float, float]
"""The two ends of a 95 % interval; both are nan if the sample tells nothing."""

UNKNOWN: Interval = (math.nan, math.nan)

Z = NormalDist().inv_cdf(0.975)
"""The 97.5 % quantile of the normal distribution, for 95 % intervals."""

_TAIL = 0.025
"""What a 95 % interval leaves on each side."""

_LARGE = 1000
"""From here on the quotient of two gamma functions is expanded."""

_LEAST_STEP = 1e-14
"""Relative, of Newton's method and of a continued fraction."""

_MOST_TERMS = 10_000
"""Of a continued fraction."""


# --- quantiles


@lru_cache(maxsize=4096)
def t_quantile(freedom: float, confidence: float = 0.95) -> float:
    """Return the t that the absolute value of a Student variable exceeds with probability 1 minus
    `confidence`.

    With t = √ν·tan θ the probability of [-t, t] is 1 - I(cos² θ), where I is the regularized
    incomplete beta function of ν/2 and 1/2. It is concave in θ, so Newton's method from 0
    approaches the solution from one side. SciPy's is not used, as reviews on the page without a
    server need it. Source: M. Abramowitz and I. Stegun, "Handbook of mathematical functions", 1964,
    26.5.27.

    Parameters
    ----------
    freedom : float
        The degrees of freedom, at least 1; a whole number or not.
    confidence : float
        The probability of the interval from -t to t.

    Examples
    --------
    >>> round(t_quantile(1), 3), round(t_quantile(9), 3), round(t_quantile(1_000_000), 3)
    (12.706, 2.262, 1.96)
    """
    half = freedom / 2
    density = 2 * _gamma_ratio(half) / math.sqrt(math.pi)  # of θ, at 0
    angle = 0.0
    step = math.inf
    while step > _LEAST_STEP * angle:
        missing = confidence - _within(angle, half)
        step = missing / (density * math.cos(angle) ** (freedom - 1))
        angle += step
    return math.sqrt(freedom) * math.tan(angle)


def _gamma_ratio(number: float) -> float:
    """Return Γ(a + 1/2) / Γ(a), for large numbers by its expansion in powers of 1/a.

    Source: F. Tricomi and A. Erdélyi, "The asymptotic expansion of a ratio of gamma functions",
    1951.
    """
    if number < _LARGE:
        return math.exp(math.lgamma(number + 0.5) - math.lgamma(number))
    small = 1 / number
    series = 1 - small / 8 + small**2 / 128 + 5 * small**3 / 1024
    return math.sqrt(number) * series


def _within(angle: float, half: float) -> float:
    """Return the probability that a Student variable of 2·`half` degrees of freedom lies between
    ±√ν·tan of an angle.
    """
    sine, cosine = math.sin(angle) ** 2, math.cos(angle) ** 2
    scale = _gamma_ratio(half) / math.sqrt(math.pi) * math.sin(angle)
    if sine < 1.5 / (half + 2.5):
        power = math.exp(half * math.log1p(-sine))  # of the cosine, exact for small angles, too
        return scale * power * 2 * _beta_fraction(sine, 0.5, half)
    return 1 - scale * math.pow(cosine, half) / half * _beta_fraction(cosine, half, 0.5)


def _beta_fraction(part: float, first: float, second: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method.

    Source: NIST Digital Library of Mathematical Functions, 8.17.22.
    """
    above, below, value = 1.0, 0.0, 1.0
    for number in range(1, _MOST_TERMS):
        order = number // 2
        if number % 2:
            factor = -(first + order) * (first + second + order)
        else:
            factor = order * (second - order)
        term = factor * part / ((first + number - 1) * (first + number))
        below = 1 / (1 + term * below)
        above = 1 + term / above
        value *= above * below
        if abs(above * below - 1) < _LEAST_STEP:
            break
    return 1 / value


def chi_square_quantile(freedom: float, probability: float) -> float:
    """Return the number that a chi-square variable does not exceed with a probability.

    Examples
    --------
    >>> round(chi_square_quantile(10, 0.95), 3)
    18.307
    """
    from scipy.special import chdtri  # noqa: PLC0415

    return float(chdtri(freedom, 1 - probability))


# --- shares


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share; (0, 1) without a trial.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    1927.

    Examples
    --------
    >>> low, high = wilson_interval(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    deviation = math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    half = Z / (1 + spread) * deviation
    # The interval contains the share in spite of rounding.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def pairs_interval(pairs: tuple[int, int, int]) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins, from pairs of games with the sides exchanged;
    (0, 1) without a pair.

    If the side or the board decides most games, most pairs are shared, and the share is known far
    better than from as many independent games. So the interval is computed from the pairs. No game
    is drawn, so a pair has three results (engine testers' pentanomial has five). Twice the share
    minus one is then the difference of two proportions in a paired sample. Its score interval is
    valid for few pairs and for equal pairs, too.

    Source: T. Tango, "Equivalence test and confidence interval for the difference in proportions
    for the paired-sample design", 1998.

    Parameters
    ----------
    pairs : tuple of int
        The numbers of pairs in which the player won none, one and both of the games.

    Examples
    --------
    >>> [round(end, 2) for end in pairs_interval((0, 10, 0))]
    [0.36, 0.64]
    >>> [round(end, 2) for end in pairs_interval((0, 0, 10))]
    [0.72, 1.0]
    """
    lost, shared, won = pairs
    if not sum(pairs):
        return 0.0, 1.0
    return _least_share(lost, shared, won), 1 - _least_share(won, shared, lost)


def elo(share: float) -> float:
    """Return by how many Elo points a player is stronger who wins a share of the games; infinite
    for shares of 0 and 1.

    Source: A. E. Elo, "The rating of chessplayers, past and present", 1978, with the logistic curve
    that is usual today.

    Examples
    --------
    >>> elo(0.5), round(elo(0.75)), elo(1.0)
    (0.0, 191, inf)
    """
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share)) or 0.0


def elo_share(points: float) -> float:
    """Return the share of wins of a player who is stronger by a number of Elo points: the inverse
    of `elo`.

    Examples
    --------
    >>> round(elo_share(100), 2)
    0.64
    """
    return 1 / (1 + math.pow(10, -points / 400))


def likeliest_losing(pairs: tuple[int, int, int], difference: float) -> float:
    """Return the most likely share of lost pairs of games, given the difference between the shares
    of won and lost ones; not without a pair.

    Source: T. Tango, as for `pairs_interval`.

    Examples
    --------
    >>> likeliest_losing((10, 20, 10), 0.0)
    0.25
    """
    lost, shared, won = pairs
    total = lost + shared + won
    half = (won + lost - (2 * total - won + lost) * difference) / (4 * total)
    return half + math.sqrt(
        max(0.0, half * half + lost * difference * (1 - difference) / (2 * total))
    )


def _least_share(lost: int, shared: int, won: int) -> float:
    """Return the lower end of Tango's interval by bisection: the least share that the pairs do not
    exclude.
    """
    total = lost + shared + won
    low, high = -1.0, (won - lost) / total
    for _ in range(60):
        difference = (low + high) / 2
        losing = likeliest_losing((lost, shared, won), difference)
        variance = (2 * losing + difference * (1 - difference)) / total
        if (won - lost) / total - difference > Z * math.sqrt(max(0.0, variance)):
            low = difference
        else:
            high = difference
    return (1 + high) / 2


# --- means and effect sizes


def mean_interval(mean: float, deviation: float, count: int) -> Interval:
    """Return the 95 % interval of a mean, by Student's t distribution.

    Nothing is known from fewer than two numbers, or if all numbers are equal.

    Parameters
    ----------
    mean : float
        The mean of the sample.
    deviation : float
        Its standard deviation, with the divisor `count` - 1.
    count : int
        Its size.

    Examples
    --------
    >>> low, high = mean_interval(5.0, 2.0, 4)
    >>> round(low, 2), round(high, 2)
    (1.82, 8.18)
    """
    if count < 2 or not deviation:
        return UNKNOWN
    half = t_quantile(count - 1) * deviation / math.sqrt(count)
    return mean - half, mean + half


def difference_interval(
    difference: float, errors: tuple[float, float], counts: tuple[int, int]
) -> Interval:
    """Return the 95 % interval of the difference of two means with unequal variances.

    Source: B. L. Welch, "The generalization of Student's problem when several different population
    variances are involved", 1947.

    Parameters
    ----------
    difference : float
        The difference of the means.
    errors : tuple of float
        The standard error of each mean.
    counts : tuple of int
        The size of each sample.
    """
    if min(counts) < 2 or not any(errors):
        return UNKNOWN
    error = math.hypot(*errors)
    parts = [each**4 / (count - 1) for each, count in zip(errors, counts, strict=True)]
    half = t_quantile(error**4 / sum(parts)) * error
    return difference - half, difference + half


def delta_interval(
    delta: float,
    variances: tuple[float, float],
    of_pairs: float,
    counts: tuple[int, int],
) -> Interval:
    """Return the 95 % interval of Cliff's delta, which stays between -1 and 1.

    Source: N. Cliff, "Answering ordinal questions with ordinal data using ordinal statistics",
    1996. If one sample exceeds the other entirely, no variance can be estimated, and its bound for
    the smaller sample is taken.

    Parameters
    ----------
    delta : float
        The mean of the pairs' signs, over all pairs of a number of each sample.
    variances : tuple of float
        The variances, over the numbers of each sample, of the mean sign of a number's pairs.
    of_pairs : float
        The variance of the pairs' signs.
    counts : tuple of int
        The sizes of the samples.
    """
    first, second = counts
    if min(counts) < 2:
        return UNKNOWN
    square = t_quantile(min(counts) - 1) ** 2  # as if the smaller sample gave all of the noise
    if abs(delta) == 1:
        fewest = min(counts)
        least = (fewest - square) / (fewest + square)
        return (least, 1.0) if delta > 0 else (-1.0, -least)
    # The unbiased estimate can be below zero; Cliff's least value of it is taken then.
    of_first = variances[0] / first * second / (second - 1)
    of_second = variances[1] / second * first / (first - 1)
    unbiased = of_first + of_second - of_pairs / ((first - 1) * (second - 1))
    least_variance = (1 - delta**2) / (first * second - 1)
    noise = square * max(unbiased, least_variance)
    half = math.sqrt(noise * ((1 - delta**2) ** 2 + noise))
    scale = 1 - delta**2 + noise
    middle = delta - delta**3
    return (middle - half) / scale, (middle + half) / scale


# --- samples without replacement


def hypergeometric_tail(drawn: int, sample: int, marked: int, total: int) -> float:
    """Return the probability of at least this many marked ones in a sample without replacement.

    Parameters
    ----------
    drawn : int
        The number of marked ones in the sample.
    sample : int
        The size of the sample.
    marked, total : int
        The marked ones, and all, that the sample is drawn from.

    Examples
    --------
    >>> round(hypergeometric_tail(2, 2, 3, 6), 3)
    0.2
    """
    from scipy.stats import hypergeom  # noqa: PLC0415

    return float(hypergeom.sf(drawn - 1, total, marked, sample))


def hypergeometric_probability(drawn: int, sample: int, marked: int, total: int) -> float:
    """Return the probability of exactly this many marked ones in a sample without replacement.

    Examples
    --------
    >>> round(hypergeometric_probability(1, 2, 3, 6), 3)
    0.6
    """
    logarithm = (
        _log_choose(marked, drawn)
        + _log_choose(total - marked, sample - drawn)
        - _log_choose(total, sample)
    )
    return math.exp(logarithm)


def _log_choose(total: int, chosen: int) -> float:
    return math.lgamma(total + 1) - math.lgamma(chosen + 1) - math.lgamma(total - chosen + 1)


def differs_from_all(drawn: int, sample: int, marked: int, total: int, level: float) -> bool:
    """Return whether the share of marked ones in a sample differs from that of all, by the two
    tails of R. A. Fisher's exact test, 1935.

    A sample without any difference is taken for different with a probability of at most `level`,
    whatever the sizes and shares.

    Parameters
    ----------
    drawn, sample, marked, total : int
        As for `hypergeometric_tail`; all include the sample.
    level : float
        The probability of a false alarm.
    """
    # A tail is at least as probable as its first term, which the standard library gives at once.
    if hypergeometric_probability(drawn, sample, marked, total) > level / 2:
        return False
    if drawn * total < sample * marked:
        tail = hypergeometric_tail(sample - drawn, sample, total - marked, total)
    else:
        tail = hypergeometric_tail(drawn, sample, marked, total)
    return tail <= level / 2


# --- samples of weights


def batch_means(weights: Sequence[float], batches: int) -> list[float]:
    """Return the mean of each of some batches of equal size."""
    size = len(weights) // batches
    return [fmean(weights[first : first + size]) for first in range(0, len(weights), size)]


def relative_error(means: Sequence[float]) -> float:
    """Return the standard error of the mean of batches, relative to the mean."""
    return stdev(means) / math.sqrt(len(means)) / fmean(means)


def effective_samples(weights: Sequence[float]) -> float:
    """Return the number of equal weights with the same relative error.

    Source: L. Kish, "Survey sampling", 1965.
    """
    return math.fsum(weights) ** 2 / math.fsum(weight * weight for weight in weights)


# --- ranks


def rank_correlation(some: Sequence[float], others: Sequence[float]) -> tuple[float, Interval]:
    """Return Spearman's rank correlation of pairs of numbers, with its 95 % interval.

    The interval is Fisher's with the standard error of D. G. Bonett and T. A. Wright, "Sample size
    requirements for estimating Pearson, Kendall and Spearman correlations", 2000; it is unknown for
    fewer than four pairs, and for ranks that agree or disagree entirely.

    Examples
    --------
    >>> value, (low, high) = rank_correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    >>> round(value, 2), round(low, 2), round(high, 2)
    (0.8, -0.46, 0.99)
    """
    from scipy.stats import spearmanr  # noqa: PLC0415

    value = round(float(spearmanr(some, others).statistic), 9)
    if len(some) < 4 or abs(value) == 1:
        return value, UNKNOWN
    half = Z * math.sqrt((1 + value**2 / 2) / (len(some) - 3))
    middle = math.atanh(value)
    return value, (math.tanh(middle - half), math.tanh(middle + half))


def median_interval(ordered: Sequence[float]) -> tuple[Interval, float]:
    """Return an interval of the median from one of the numbers to another, and the probability with
    which it holds the median, whatever the distribution: at least 95 %, but for fewer than six
    numbers.

    Source: W. J. Conover, "Practical nonparametric statistics", 1999, 3.2.

    Parameters
    ----------
    ordered : sequence of float
        The numbers, ascending.

    Examples
    --------
    >>> median_interval([1, 2, 3, 4, 5, 6])
    ((1, 6), 0.96875)
    """
    number = len(ordered)
    tails = list(accumulate(math.comb(number, below) / 2**number for below in range(number // 2)))
    rank = max(1, bisect_right(tails, _TAIL))
    return (ordered[rank - 1], ordered[-rank]), 1 - 2 * tails[rank - 1]
