"""Statistics against figures worked out by hand or by their definition, and against the rows
themselves.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litslab.analysis import distributions, shares
from litslab.analysis.comparison import Comparison
from litslab.analysis.distributions import Distribution
from litslab.analysis.openings import openings
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import Run, RunError
from litslab.analysis.runs.simulate import play_run
from litslab.analysis.shares import Share
from litslab.analysis.squares import OpeningSquares, occupancy, opening_squares
from litslab.games import OptionError, create
from litslab.games.geometry import bits, mask_of


def of(numbers: list[int]) -> Distribution:
    values, counts = np.unique(np.array(numbers, np.int64), return_counts=True)
    return Distribution(values, counts)


numbers = st.lists(st.integers(-30, 30), min_size=2, max_size=60)


@given(numbers)
def test_mean_and_deviation_are_the_librarys(given_numbers: list[int]) -> None:
    found = of(given_numbers)
    assert found.mean == pytest.approx(statistics.fmean(given_numbers), abs=1e-9)
    assert found.deviation == pytest.approx(statistics.stdev(given_numbers), abs=1e-9)
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        value = float(np.quantile(given_numbers, share, method="inverted_cdf"))
        assert found.quantile(share) == value


def test_an_interval_by_hand() -> None:
    found = of([1, 2, 2, 5])
    low, high = found.interval
    assert (high - low) / 2 == pytest.approx(3.182446 * math.sqrt(3) / 2, rel=1e-6)
    assert (found.total, found.quantile(0), found.quantile(1)) == (4, 1, 5)


@given(numbers, numbers)
def test_cliffs_delta_is_what_all_pairs_say(first: list[int], second: list[int]) -> None:
    more = sum(b > a for a in first for b in second)
    less = sum(b < a for a in first for b in second)
    expected = (more - less) / (len(first) * len(second))
    assert Comparison(of(first), of(second)).delta == pytest.approx(expected, abs=1e-12)
    assert Comparison(of(second), of(first)).delta == pytest.approx(-expected, abs=1e-12)


def test_a_comparison_by_hand() -> None:
    found = Comparison(of([1, 2, 3]), of([3, 4, 5, 6]))
    assert found.delta == pytest.approx(11 / 12)  # 11 of the 12 pairs rise, one is equal
    assert (found.sizes, found.difference) == (("negligible", "large"), 2.5)
    half = 2.576958 * math.sqrt(1 / 3 + (5 / 3) / 4)  # t with 4.96 degrees of freedom
    assert found.interval == pytest.approx((2.5 - half, 2.5 + half), rel=1e-5)
    assert Comparison(of([1, 2] * 500), of([1, 2] * 500)).sizes == ("negligible", "negligible")


@pytest.fixture(scope="module", params=["taiji", "tailits+taiji", "wythe", "battle-of-lits"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFile:
    symbols = ("XO.XO", "O.XXO", "XOXO.", ".XOOX", "OX.XO")
    options = {"size": 5, "symbols": symbols} if request.param == "battle-of-lits" else {"size": 5}
    run = Run.of(
        create(request.param, **options).start(), ("random", "random"), 2000, seed=5, moves=True
    )
    return play_run(run, tmp_path_factory.mktemp("run") / "run.parquet")


def rows(file: RunFile) -> list[dict[str, object]]:
    return pl.read_parquet(file.path).to_dicts()


@pytest.mark.slow
def test_distributions_are_those_of_the_rows(file: RunFile) -> None:
    for column in ("length", "margin", "score_1"):
        counted = Counter(int(str(row[column])) for row in rows(file))
        found = distributions.distribution(file, column)
        assert dict(zip(found.values.tolist(), found.counts.tolist(), strict=True)) == counted
    pairs = Counter((row["score_1"], row["score_2"]) for row in rows(file))
    joint = distributions.joint_scores(file)
    assert (distributions.joint_scores(file, file).counts == 2 * joint.counts).all()
    cells = {
        (int(a) + joint.lowest, int(b) + joint.lowest): int(joint.counts[a, b])
        for a, b in np.argwhere(joint.counts)
    }
    assert cells == pairs
    assert joint.side(1).mean == pytest.approx(distributions.distribution(file, "score_2").mean)
    with pytest.raises(RunError, match="no column of numbers 'tie_rule'"):
        distributions.distribution(file, "tie_rule")  # type: ignore[arg-type]


@pytest.mark.slow
def test_branching_is_that_of_the_rows(file: RunFile) -> None:
    ends: list[Callable[[dict[str, Any]], tuple[int, int]]]
    ends = [lambda row: (0, row["length"])]
    if file.rules.is_double:
        ends.append(lambda row: (0, row["first_length"]))
        ends.append(lambda row: (row["first_length"], row["length"]))
    for phase, of_row in zip((None, 0, 1), ends, strict=False):
        expected: dict[int, list[int]] = {}
        for row in rows(file):
            first, last = of_row(row)
            for ply, legal in enumerate(row["branching"][first:last]):  # type: ignore[index]
                expected.setdefault(ply, []).append(legal)
        found = distributions.branching_by_ply(file, phase)
        assert [each.total for each in found] == [len(expected[ply]) for ply in sorted(expected)]
        for ply, each in enumerate(found):
            assert each.mean == pytest.approx(statistics.fmean(expected[ply]))


def test_the_balance_is_that_of_the_rows(file: RunFile) -> None:
    table = rows(file)
    found = shares.balance(file)
    assert found.sides[0].count == sum(row["winner"] == 1 for row in table)
    assert (
        found.sides[0].count + found.sides[1].count
        == found.people[0].count + found.people[1].count
        == 2000
    )
    ties = [row for row in table if row["score_1"] == row["score_2"]]
    assert (found.ties.count, found.ties.total) == (len(ties), 2000)
    assert found.ties_by_side[1].count == sum(row["winner"] == 2 for row in ties)
    assert found.scoreless.count == sum(row["score_1"] == row["score_2"] == 0 for row in table)
    assert found.swaps.count == 0


def test_openings_are_those_of_the_rows(file: RunFile) -> None:
    won: Counter[int] = Counter()
    played: Counter[int] = Counter()
    for row in rows(file):
        first = row["moves"][0]  # type: ignore[index]
        assert first == row["opening"]
        played[first] += 1
        won[first] += row["winner"] == 1
    found = openings(file)
    assert {each.placement.index: (each.wins.count, each.wins.total) for each in found} == {
        first: (won[first], played[first]) for first in played
    }
    assert [each.wins.share for each in found] == sorted(
        (each.wins.share for each in found), reverse=True
    )
    found_squares = opening_squares(file)
    assert found_squares.every.total == 2000
    for square in range(file.rules.board.size):
        alike = mask_of(turned_and_mirrored(file, square))
        covering = [first for first in played if file.rules.table[first].mask & alike]
        share = found_squares.squares[square]
        assert (share.count, share.total) == (
            sum(won[f] for f in covering),
            sum(played[f] for f in covering),
        )
    total = sum(margin.margin * margin.wins.total for margin in found)
    assert total / 2000 == pytest.approx(distributions.distribution(file, "margin").mean)


def turned_and_mirrored(file: RunFile, square: int) -> set[int]:
    """Return what the symmetries of an empty board turn a square into."""
    board = file.rules.board
    row, column = divmod(square, board.columns)
    if getattr(file.rules, "symbols", None):
        return {square}
    found = set()
    for up in (row, board.rows - 1 - row):
        for across in (column, board.columns - 1 - column):
            found.add(up * board.columns + across)
            if board.rows == board.columns:
                found.add(across * board.columns + up)
    return found


def test_squares_are_marked_beyond_the_noise_of_all_together() -> None:
    """One of a hundred even squares may have 41 % of 245 games, but not 38 %; with few games, 0 is
    no sign.
    """

    def marked(*odd: Share) -> list[int]:
        squares = (
            *odd,
            *(Share("X", 2450 - 5 * k, 4900 - 10 * k) for k in range(97)),
            Share("X", 0, 0),
        )
        noticed = OpeningSquares(squares, Share("X", 5000, 10_000)).beyond_noise
        return [square for square, differs in enumerate(noticed) if differs]

    assert marked(Share("X", 100, 245), Share("X", 0, 8)) == []
    assert marked(Share("X", 93, 245), Share("X", 152, 245)) == [0, 1]
    # The only square.
    assert OpeningSquares((Share("X", 3, 9),), Share("X", 3, 9)).beyond_noise == (False,)


@pytest.mark.slow
def test_the_squares_are_those_of_the_final_positions(file: RunFile) -> None:
    shown: Counter[tuple[str, int]] = Counter()
    won_by_first = 0
    shown_where_won: Counter[tuple[str, int]] = Counter()
    for row in rows(file):
        position = file.run.start
        for move in row["moves"]:  # type: ignore[attr-defined]
            position = position.place(move)
        won_by_first += row["winner"] == 1
        for layer, squares in position.layers().items():
            for square in bits(squares):
                shown[layer, square] += 1
                shown_where_won[layer, square] += row["winner"] == 1
    for layer in file.header.layers:
        shares = occupancy(file, layer)
        where_won = occupancy(file, layer, winner=file.rules.sides[0])
        for square in range(file.rules.board.size):
            assert shares[square] == pytest.approx(shown[layer, square] / 2000)
            assert where_won[square] == pytest.approx(shown_where_won[layer, square] / won_by_first)
    together = occupancy(file)
    assert together == pytest.approx(sum(occupancy(file, layer) for layer in file.header.layers))
    with pytest.raises(OptionError, match="layer 'glass': expected "):
        occupancy(file, "glass")
