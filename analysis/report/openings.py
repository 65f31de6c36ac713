"""First placements up to symmetry: how games went after each, and how even they are."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from litslab.analysis.distributions import Share, Z, openings
from litslab.analysis.runs.run import RunFile
from litslab.games.geometry import bits
from litslab.games.placements import Placement
from litslab.games.position import Rules


@dataclass(frozen=True)
class OpeningClass:
    """First placements that the board's symmetries turn into each other, where the board's symbols allow it.

    Attributes
    ----------
    placement : Placement
        One of them.
    count : int
        How many they are.
    wins : Share
        The games that the first side won after any of them.
    """

    placement: Placement
    count: int
    wins: Share

    @property
    def imbalance(self) -> float:
        """How far the opening is from even, 0 to ½."""
        return abs(self.wins.share - 0.5)


@dataclass(frozen=True)
class Shrunk:
    """An estimated share, moved towards the mean of all by as much as its noise demands.

    Attributes
    ----------
    share : float
        The estimate.
    interval : tuple of float
        Its 95 % interval.
    """

    share: float
    interval: tuple[float, float]


def shrunk(shares: Sequence[Share]) -> list[Shrunk]:
    """Shrink shares of wins to their mean by empirical Bayes, each by its noise.

    Of shares that really differ little and come from few games, the highest are high mostly by chance. The true shares
    are taken to be normally distributed; their variance is estimated by the method of moments (R. DerSimonian and N.
    Laird, "Meta-analysis in clinical trials", 1986), and each share is replaced by its posterior mean (C. N. Morris,
    "Parametric empirical Bayes inference", 1983).
    """
    total = sum(each.total for each in shares)
    if not total:
        return []
    mean = sum(each.count for each in shares) / total
    noise = max(mean * (1 - mean), 0.25 / (total + 1))  # the variance of one game
    found = [each for each in shares if each.total]
    heterogeneity = sum(each.total * (each.share - mean) ** 2 for each in found) / noise
    scale = (total - sum(each.total**2 for each in found) / total) / noise
    spread = max(0.0, (heterogeneity - (len(found) - 1)) / scale) if scale > 0 else 0.0
    estimates = []
    for each in shares:
        weight = spread / (spread + noise / each.total) if each.total and spread else 0.0
        share = mean + weight * (each.share - mean) if weight else mean
        half = Z * math.sqrt((1 - weight) * spread)
        estimates.append(Shrunk(share, (max(0.0, share - half), min(1.0, share + half))))
    return estimates


@dataclass(frozen=True, eq=False)
class Squares:
    """How often the first side wins after a first placement on each square; not compared by value.

    Attributes
    ----------
    shares : ndarray
        The share for each square, shrunk to the mean; nan where no first placement is possible.
    games : ndarray of int64
        The games behind each share: those on all squares that symmetry turns into it.
    """

    shares: NDArray[np.float64]
    games: NDArray[np.int64]


def by_square(classes: Sequence[OpeningClass], rules: Rules) -> Squares:
    """Average the openings over the board's symmetries, by the squares that they cover, and shrink them to the mean."""
    covering: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    turned = rules.symmetries
    for number, each in enumerate(classes):
        for index in {symmetry[each.placement.index] for symmetry in turned}:
            for square in rules.table[index].squares:
                covering[square][number] += 1
    # Squares that the same classes cover equally often are one orbit (or as good as one): their games are pooled.
    orbits: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for square, numbers in covering.items():
        orbits[tuple(sorted(numbers.items()))].append(square)
    shares = []
    for numbers_of, squares in orbits.items():
        parts = [(classes[number], times * len(squares) / classes[number].count) for number, times in numbers_of]
        wins, games = (sum(part * count for part, count in counted) for counted in (
            [(part, each.wins.count) for each, part in parts], [(part, each.wins.total) for each, part in parts]
        ))  # fmt: skip
        shares.append(Share(rules.sides[0], round(wins), round(games)))
    found = np.full(rules.board.size, math.nan)
    games_by_square = np.zeros(rules.board.size, np.int64)
    for squares, share, estimate in zip(orbits.values(), shares, shrunk(shares), strict=True):
        found[squares] = estimate.share
        games_by_square[squares] = share.total
    return Squares(found, games_by_square)


def first_placements(rules: Rules) -> Iterator[tuple[Placement, int]]:
    """Yield a first placement of each class, and how many the class has."""
    turned = rules.symmetries
    for index in bits(rules.start().legal):
        images = {symmetry[index] for symmetry in turned}
        if index == min(images):
            yield rules.table[index], len(images)


def opening_classes(run: RunFile) -> list[OpeningClass]:
    """Return the first placements of random games, the best for the first side (by shrunk shares) first."""
    rules = run.rules
    turned = rules.symmetries
    games: dict[int, tuple[int, int]] = {}
    for opening in openings(run):
        least = min(symmetry[opening.placement.index] for symmetry in turned)
        wins, total = games.get(least, (0, 0))
        games[least] = wins + opening.wins.count, total + opening.wins.total
    found = [
        OpeningClass(placement, count, Share(rules.sides[0], *games[placement.index]))
        for placement, count in first_placements(rules)
        if placement.index in games
    ]
    estimates = shrunk([each.wins for each in found])
    order = sorted(zip(found, estimates, strict=True), key=lambda pair: (-pair[1].share, pair[0].placement.index))
    return [each for each, _ in order]


def notable(classes: list[OpeningClass], sides: tuple[str, str]) -> list[tuple[str, OpeningClass]]:
    """Return the best opening for the first side, the most even one and the best for the second side, each once."""
    estimates = shrunk([each.wins for each in classes])
    even = min(range(len(classes)), key=lambda k: (abs(estimates[k].share - 0.5), classes[k].placement.index))
    named = (
        (f"best for {sides[0]}", classes[0]),
        ("most even", classes[even]),
        (f"best for {sides[1]}", classes[-1]),
    )
    kept: dict[int, tuple[str, OpeningClass]] = {}
    for name, each in named:
        kept.setdefault(each.placement.index, (name, each))
    return list(kept.values())


@dataclass(frozen=True)
class Distance:
    """How far openings are from even, as a share of games.

    Attributes
    ----------
    size : float
        The root of the mean square, from which sampling noise is removed.
    interval : tuple of float
        The 95 % confidence interval, by the normal approximation.
    """

    size: float
    interval: tuple[float, float]


def distance_from_even(classes: Iterable[OpeningClass]) -> Distance:
    """Return how far openings are from even, each placement of a class counted.

    The square of a measured share's distance from ½ exceeds the true one by p(1 - p)/n on average, of which
    p(1 - p)/(n - 1) with the measured p is an unbiased estimate: without that, few games would make all openings look
    uneven. Classes of fewer than two games do not count.
    """
    square = variance = total = 0.0
    for each in classes:
        games = each.wins.total
        if games < 2:
            continue
        noise = each.wins.share * (1 - each.wins.share) / (games - 1)
        square += each.count * (each.imbalance**2 - noise)
        # Of a nearly normal share: the variance of its squared distance.
        variance += each.count**2 * (4 * each.imbalance**2 * noise + 2 * noise**2)
        total += each.count
    if not total:
        return Distance(math.nan, (math.nan, math.nan))
    mean, half = square / total, Z * math.sqrt(variance) / total
    return Distance(_root(mean), (_root(mean - half), _root(mean + half)))


def _root(square: float) -> float:
    return math.sqrt(max(0.0, square))
