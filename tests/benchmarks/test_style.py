"""Generated puzzles are like published ones by two-sample statistics."""

from __future__ import annotations

import os
from collections import Counter
from statistics import pstdev

import pytest

from benchmarks import style
from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.partition import RegionStyle

_PUBLISHED_SIZES = """
4:290 5:347 6:345 7:197 8:143 9:123 10:89 11:47 12:38 13:27 14:17 15:10 16:12 17:6 18:5 19:3
20:5 21:4 23:2 27:1 36:1 37:1 40:1 46:2 88:1
"""
PUBLISHED_SIZES = {
    int(size): int(number)
    for size, number in (each.split(":") for each in _PUBLISHED_SIZES.split())
}
"""The numbers of regions of each size in 122 published puzzles of 10×10."""

PUBLISHED_LARGE = 15
PUBLISHED = 122
"""The number of these puzzles with a region of 20 squares or more, and of all of them."""

PUBLISHED_LEVELS = {1: 54, 2: 25, 3: 13, 4: 16, 5: 14}
"""The numbers of these puzzles of each level."""

COUNT = int(os.environ.get("LITSLAB_STYLE_PUZZLES", "60"))
"""The number of generated puzzles: 60 take twelve seconds of processor time; docs/results/style.md
compares 500.
"""


def chi_square(first: list[int], second: list[int]) -> float:
    """The two-sample statistic of counts, by classes."""
    totals = [sum(first), sum(second)]
    whole = sum(totals)
    found = 0.0
    for one, two in zip(first, second, strict=True):
        for observed, total in zip((one, two), totals, strict=True):
            expected = (one + two) * total / whole
            found += (observed - expected) ** 2 / expected
    return found


CLASSES = ((4, 4), (5, 5), (6, 6), (7, 7), (8, 9), (10, 12), (13, 19), (20, 100))


def classes(sizes: dict[int, int]) -> list[int]:
    return [
        sum(count for size, count in sizes.items() if low <= size <= high) for low, high in CLASSES
    ]


def share_below(size: int, sizes: dict[int, int]) -> float:
    return sum(count for each, count in sizes.items() if each <= size) / sum(sizes.values())


@pytest.mark.slow
def test_generated_puzzles_are_like_published_ones() -> None:
    found = [
        style.traits_of(each)
        for each in style.generated(Board(10, 10), RegionStyle.PUBLISHED, COUNT, 1)
    ]
    # Each bound is what one sample in a thousand exceeds where both come from one distribution,
    # whatever their numbers: 24.3 with seven degrees of freedom, 10.8 with one, 18.5 with four.
    # Shares that differ by a fixed amount bring a value that grows with n·m/(n+m), of n and m
    # puzzles: beside 122 published ones that is 40 for 60 generated ones and 98 for 500. So 60 see
    # two fifths of what 500 would see of a difference.
    sizes = Counter(size for each in found for size in each.sizes)
    assert chi_square(classes(PUBLISHED_SIZES), classes(sizes)) < 24.3
    # Against published 10×10: mean 7.1, deviation 4.0 (3.0 without the two largest), 12 % with one
    # of 20 or more; and the statistic of Kolmogorov and Smirnov.
    assert 6.8 < sum(size * count for size, count in sizes.items()) / sizes.total() < 7.6
    assert 2.6 < pstdev(sizes.elements()) < 3.6
    assert (
        max(
            abs(share_below(size, sizes) - share_below(size, PUBLISHED_SIZES))
            for size in range(4, 16)
        )
        < 0.1
    )
    large = sum(max(each.sizes) >= 20 for each in found)
    assert chi_square([PUBLISHED_LARGE, PUBLISHED - PUBLISHED_LARGE], [large, COUNT - large]) < 10.8
    levels = Counter(each.level for each in found)
    shares = [[counts[level] for level in range(1, 6)] for counts in (PUBLISHED_LEVELS, levels)]
    assert chi_square(*shares) < 18.5
