"""The sequential test of a match: its errors in simulated matches, and what it refuses."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from litslab.games.errors import OptionError
from litslab.solver.play.sequential_test import SequentialTest
from litslab.solver.statistics import elo, elo_share

MOST_PAIRS = 20_000


def simulated_answer(test: SequentialTest, points: float, rng: random.Random) -> bool | None:
    """Return the answer about a player who is stronger by some Elo points, while the side decides
    more games than strength does.
    """
    share = elo_share(points)
    advantage = 0.2
    pairs = [0, 0, 0]
    for _ in range(MOST_PAIRS):
        wins = (rng.random() < share + advantage) + (rng.random() < share - advantage)
        pairs[wins] += 1
        answer = test.answer((pairs[0], pairs[1], pairs[2]))
        if answer is not None:
            return answer
    return None


@pytest.mark.parametrize(("points", "expected"), [(0, False), (40, True)])
def test_at_most_five_per_cent_of_the_answers_are_wrong(points: float, *, expected: bool) -> None:
    rng = random.Random(f"sequential test {points}")
    test = SequentialTest(0, 40)
    answers = [simulated_answer(test, points, rng) for _ in range(300)]
    assert None not in answers
    assert sum(answer is not expected for answer in answers) / len(answers) <= 0.07


@pytest.mark.parametrize("pairs", [(30, 120, 50), (0, 3, 7), (5, 0, 1), (1, 0, 0)])
def test_the_ratio_is_that_of_the_largest_likelihoods(pairs: tuple[int, int, int]) -> None:
    def largest(points: float) -> float:
        difference = 2 * elo_share(points) - 1
        lost = np.linspace(max(0.0, -difference), (1 - difference) / 2, 400_001)[1:-1]
        shares = (lost, 1 - 2 * lost - difference, lost + difference)
        sums = sum(count * np.log(share) for count, share in zip(pairs, shares, strict=True))
        return float(np.max(sums))

    ratio = SequentialTest(-5, 25).ratio(pairs)
    assert ratio == pytest.approx(largest(25) - largest(-5), abs=1e-4)


def test_the_first_pairs_alone_do_not_answer() -> None:
    test = SequentialTest(0, 10)
    assert test.ratio((0, 0, 0)) == 0
    assert test.answer((0, 0, 1)) is test.answer((1, 0, 0)) is None


@pytest.mark.parametrize("points", [-300.0, -1.0, 0.0, 12.5, 400.0])
def test_elo_points_and_shares_are_inverse(points: float) -> None:
    assert elo(elo_share(points)) == pytest.approx(points, abs=1e-9)


@pytest.mark.parametrize(("low", "high"), [(10, 10), (10, 0), (0, 5_000), (math.nan, 1)])
def test_differences_that_are_none_are_refused(low: float, high: float) -> None:
    with pytest.raises(OptionError, match="sequential test"):
        SequentialTest(low, high)
