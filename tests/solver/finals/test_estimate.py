"""Estimates from random games: unbiased if the number is known, exactly so in the mean over all
games.
"""

from __future__ import annotations

import math
from functools import partial

import pytest

from litslab.games import Position, create
from litslab.jobs.progress import Progress
from litslab.solver.finals.count import count
from litslab.solver.finals.estimate import BATCHES, FEWEST_EFFECTIVE, estimate
from litslab.solver.finals.finals import Finals, FinalsEngine
from litslab.solver.finals.kernel import kernel_finals
from tests.games.cases import Case
from tests.running import PATIENCE, interrupted_at

KNOWN = (
    (Case("battle-of-lits", {"size": 4}), True, 312),
    (Case("battle-of-lits", {"size": 6}), True, 1227648),
    (Case("battle-of-lits", {"size": 6, "supply": (1, 1, 1, 1)}), True, 125144),
    (Case("tailits", {"size": 5, "colouring": "each-once"}), True, 3356160),
    (Case("taiji", {"size": 6}), False, 3136370),
    (Case("taiji", {"size": 7}), False, 1158560776),
    (Case("taiji", {"size": 6}), True, 163721437184),
    (Case("wythe", {"size": 4}), True, 346952),
)


@pytest.mark.slow
@pytest.mark.parametrize(("case", "colours", "exact"), KNOWN, ids=str)
def test_the_estimate_is_near_the_known_number(case: Case, colours: bool, exact: int) -> None:
    found = estimate(case.rules(), 20_000, seed=7, colours=colours)
    assert (found.complete, found.reliable, found.samples) == (True, True, 20_000)
    # Four standard errors: a correct estimate fails once in fifteen thousand seeds, and this seed
    # is fixed.
    assert abs(found.count - exact) <= 4 * found.relative_error * found.count + 1e-9 * exact
    assert found.interval[0] <= found.count <= found.interval[1]
    assert sum(found.by_pieces.values()) == pytest.approx(found.count)


@pytest.mark.slow
def test_the_numbers_of_pieces_are_estimated_too() -> None:
    rules = create("battle-of-lits", size=6)
    exact = count(Finals(rules, FinalsEngine.KERNEL)).by_pieces
    found = estimate(rules, 50_000, seed=3).by_pieces
    assert set(found) == set(exact)
    for pieces, number in exact.items():
        assert found[pieces] == pytest.approx(number, rel=0.25)


def test_progress_counts_the_games_of_each_batch() -> None:
    told: list[Progress] = []
    found = estimate(create("taiji", size=4), 64, seed=1, progress=told.append)
    size = found.samples // BATCHES
    assert told == [Progress(size * batches, found.samples) for batches in range(1, BATCHES + 1)]


def products_of_all_games(position: Position) -> dict[int, list[float]]:
    """For each finished set the products of the numbers of branches, one of each game that ends in
    it.
    """
    found: dict[int, list[float]] = {}

    def play(here: Position, product: float) -> None:
        if here.is_over:
            found.setdefault(here.placed, []).append(product)
        for placement in here.rules.table.of(here.legal):
            play(here.place(placement.index), product * here.legal.bit_count())

    play(position, 1.0)
    return found


@pytest.mark.parametrize(
    "case",
    [
        Case("battle-of-lits", {"size": 4}),
        Case("battle-of-lits", {"size": 6, "rows": 4, "supply": (0, 1, 1, 1)}),
        Case("wythe", {"size": 2}),
    ],
    ids=str,
)
def test_every_weight_is_the_product_of_branches_by_the_number_of_orders(case: Case) -> None:
    rules = case.rules()
    games = products_of_all_games(rules.start())
    expected = {
        round(math.log(each / len(products)), 9) for products in games.values() for each in products
    }
    finals = kernel_finals(rules)
    assert finals is not None
    drawn = {round(log, 9) for log, _ in finals.enumeration.draw(50_000, 5, seconds=PATIENCE)}
    if case.name != "wythe":  # whose games here go level by level, so that there are fewer of them
        assert drawn == expected
    assert drawn


def test_a_seed_repeats_itself_and_another_does_not() -> None:
    rules = create("taiji", size=7)
    one, same, other = (estimate(rules, 640, seed=seed) for seed in (1, 1, 2))
    assert (one.count, one.interval) == (same.count, same.interval)
    assert one.count != other.count


@pytest.mark.slow
def test_too_few_games_are_reported_as_unreliable() -> None:
    found = estimate(create("battle-of-lits"), 64, seed=1)
    assert not found.reliable
    assert found.effective_samples < FEWEST_EFFECTIVE
    assert 1 / 64 < found.largest_share <= 1


@pytest.mark.slow
def test_most_intervals_hold_the_number() -> None:
    rules = create("battle-of-lits", size=5)
    holding = 0
    for seed in range(12):
        low, high = estimate(rules, 800, seed=seed).interval
        holding += low <= 10544 <= high
    assert holding >= 10  # 95 % of 12 are 11


def test_time_and_ctrl_c_end_it_after_whole_batches() -> None:
    some = partial(estimate, create("battle-of-lits"), BATCHES * 100, seed=1)
    for found in (some(time_limit=0), some(progress=interrupted_at(2))):
        assert (found.complete, found.samples) == (False, 200)
    with pytest.raises(KeyboardInterrupt):
        some(progress=interrupted_at(1))
