"""First placements up to symmetry: how games went after each, and how even they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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


def first_placements(rules: Rules) -> Iterator[tuple[Placement, int]]:
    """Yield a first placement of each class, and how many the class has."""
    turned = rules.symmetries
    for index in bits(rules.start().legal):
        images = {symmetry[index] for symmetry in turned}
        if index == min(images):
            yield rules.table[index], len(images)


def opening_classes(run: RunFile) -> list[OpeningClass]:
    """Return the first placements that came in random games, the best for the first side first."""
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
    return sorted(found, key=lambda each: (-each.wins.share, each.placement.index))


def notable(classes: list[OpeningClass], sides: tuple[str, str]) -> list[tuple[str, OpeningClass]]:
    """Return the best opening for the first side, the most even one and the best for the second side, each once."""
    named = (
        (f"best for {sides[0]}", classes[0]),
        ("most even", min(classes, key=lambda each: (each.imbalance, each.placement.index))),
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
