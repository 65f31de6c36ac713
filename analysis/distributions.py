"""Statistics of a run: distributions, shares with intervals, openings, squares, and comparisons of two runs.

Every function sends the file one lazy query that returns a small table of counts; all figures follow from counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import polars as pl
from numpy.typing import NDArray

from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import RunError
from litslab.games.errors import check_choice
from litslab.games.language import mark
from litslab.games.placements import Placement
from litslab.solver.play.players import Z, pairs_interval, wilson_interval

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Distribution:
    """Counts of whole numbers; not compared by value.

    Attributes
    ----------
    values : ndarray of int64
        The numbers, ascending.
    counts : ndarray of int64
        How often each occurs.
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def total(self) -> int:
        """The size of the sample."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean; nan if there are no numbers."""
        return self._sum / self.total if self.total else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample (divisor n - 1); nan for fewer than two numbers."""
        if self.total < 2:
            return math.nan
        squares = int(self.values**2 @ self.counts)
        return math.sqrt((self.total * squares - self._sum**2) / (self.total * (self.total - 1)))

    @property
    def _sum(self) -> int:
        return int(self.values @ self.counts)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, by the normal approximation."""
        half = Z * self.deviation / math.sqrt(self.total) if self.total else math.nan
        return self.mean - half, self.mean + half

    def quantile(self, share: float) -> int:
        """Return the least number that at least this share of the numbers does not exceed.

        This is definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", 1996.

        Examples
        --------
        >>> Distribution(np.array([1, 2, 9]), np.array([2, 1, 1])).quantile(0.5)
        1
        """
        reached = np.searchsorted(np.cumsum(self.counts), share * self.total - 1e-9 * self.total)
        return int(self.values[min(int(reached), len(self.values) - 1)])

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of each number."""
        shares: NDArray[np.float64] = self.counts / max(1, self.total)
        return shares


@dataclass(frozen=True)
class Share:
    """The share of games in which something happened, with its 95 % interval.

    Attributes
    ----------
    name : str
        The event.
    count, total : int
        The games in which it happened, and all games.
    pairs : tuple of int or None
        For games in pairs with the sides exchanged: the pairs in which it happened in none, one and both games.
    """

    name: str
    count: int
    total: int
    pairs: tuple[int, int, int] | None = None

    @property
    def share(self) -> float:
        """The share; nan without games."""
        return self.count / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval: Wilson's, or that of the pairs."""
        return wilson_interval(self.count, self.total) if self.pairs is None else pairs_interval(self.pairs)


def distribution(file: RunFile, column: str) -> Distribution:
    """Return the distribution of a column of numbers such as ``length``, ``margin`` or ``score_1``.

    Raises
    ------
    RunError
        If the file has no such column of numbers.
    """
    numbers = [name for name, kind in file.scan().collect_schema().items() if kind.is_integer()]
    if column not in numbers:
        raise RunError(f"{file.path}: no column of numbers {column!r}: expected one of {', '.join(numbers)}")
    return _counted(file.collect(file.scan().group_by(column).len().drop_nulls().sort(column)), column)


def _counted(rows: pl.DataFrame, column: str) -> Distribution:
    return Distribution(*(rows[name].cast(pl.Int64).to_numpy() for name in (column, "len")))


@dataclass(frozen=True, eq=False)
class JointScores:
    """Counts of the pairs of final scores; not compared by value.

    Attributes
    ----------
    lowest : int
        The score of row 0 and of column 0.
    counts : ndarray of int64
        Games by the first side's score and the second's.
    """

    lowest: int
    counts: NDArray[np.int64]

    def side(self, side: int) -> Distribution:
        """Return the distribution of one side's scores."""
        counts = self.counts.sum(axis=1 - side)
        came = np.flatnonzero(counts)
        return Distribution(came + self.lowest, counts[came])


def joint_scores(*files: RunFile) -> JointScores:
    """Return how often each pair of scores occurred, in all runs of one game together."""
    rows = pl.concat([file.scan() for file in files])
    counted = files[0].collect(rows.group_by("score_1", "score_2").len())
    first, second = (counted[name].cast(pl.Int64).to_numpy() for name in ("score_1", "score_2"))
    lowest = int(min(first.min(), second.min()))
    width = int(max(first.max(), second.max())) - lowest + 1
    counts = np.zeros((width, width), np.int64)
    counts[first - lowest, second - lowest] = counted["len"].to_numpy()
    return JointScores(lowest, counts)


def branching_by_ply(file: RunFile) -> list[Distribution]:
    """Return for each ply the distribution of the number of legal placements.

    Only games that last longer count at a ply.
    """
    numbered = file.scan().select("branching", ply=pl.int_ranges(0, pl.col("length"), dtype=pl.UInt16))
    counted = file.collect(numbered.explode("branching", "ply").drop_nulls().group_by("ply", "branching").len())
    by_ply = counted.sort("ply", "branching").group_by("ply", maintain_order=True)
    return [_counted(at_ply, "branching") for _, at_ply in by_ply]


@dataclass(frozen=True)
class Balance:
    """Wins by side and by player, and the games that the tie rule decided.

    Attributes
    ----------
    sides, people : tuple of Share
        The games that each side won, and those that the first player and the other won.
    ties : Share
        The games with equal scores, which the tie rule decided.
    ties_by_side : tuple of Share
        The wins of each side among those games.
    swaps : Share
        The games in which the swap was made.
    scoreless : Share
        The games in which both sides scored 0.
    """

    sides: tuple[Share, Share]
    people: tuple[Share, Share]
    ties: Share
    ties_by_side: tuple[Share, Share]
    swaps: Share
    scoreless: Share


def balance(file: RunFile) -> Balance:
    """Return the wins of sides and players, with intervals."""
    won, tied = pl.col("winner") == 1, pl.col("tie_rule")
    counts = file.scan().select(
        games=pl.len(), side=won.sum(), player=(pl.col("winning_player") == "A").sum(), ties=tied.sum(),
        ties_first=(tied & won).sum(), swaps=pl.col("swap").sum(),
        scoreless=((pl.col("score_1") == 0) & (pl.col("score_2") == 0)).sum(),
    )  # fmt: skip
    number = file.collect(counts).row(0, named=True)
    games, ties = number["games"], number["ties"]

    def both(names: tuple[str, str], first: int, total: int) -> tuple[Share, Share]:
        return Share(names[0], first, total), Share(names[1], total - first, total)

    return Balance(
        both(file.rules.sides, number["side"], games),
        both((mark("who moves first"), mark("the other")), number["player"], games),
        Share(mark("equal scores"), ties, games), both(file.rules.sides, number["ties_first"], ties),
        Share(mark("swapped"), number["swaps"], games), Share(mark("both 0"), number["scoreless"], games),
    )  # fmt: skip


@dataclass(frozen=True)
class Opening:
    """The results of games that began with one placement.

    Attributes
    ----------
    placement : Placement
        The first placement.
    wins : Share
        The games that the first side won.
    margin : float
        The first side's mean lead.
    """

    placement: Placement
    wins: Share
    margin: float


def openings(file: RunFile) -> list[Opening]:
    """Return the results by first placement, the best for the first side first."""
    begun = file.scan().drop_nulls("opening").group_by("opening")
    lead = pl.col("margin").cast(pl.Int64).sum()
    counted = file.collect(begun.agg(games=pl.len(), wins=(pl.col("winner") == 1).sum(), margin=lead).sort("opening"))
    table, side = file.rules.table, file.rules.sides[0]
    found = [
        Opening(table[row["opening"]], Share(side, row["wins"], row["games"]), row["margin"] / row["games"])
        for row in counted.iter_rows(named=True)
    ]
    return sorted(found, key=lambda opening: -opening.wins.share)


@dataclass(frozen=True)
class OpeningSquares:
    """The first side's wins by the squares of the first placement.

    Attributes
    ----------
    squares : tuple of Share
        By square, the games whose first placement covers it.
    every : Share
        All games.
    """

    squares: tuple[Share, ...]
    every: Share

    @property
    def beyond_noise(self) -> tuple[bool, ...]:
        """For each square, whether its share differs from that of all games by more than noise.

        Noise alone marks any square with a chance of at most 5 %: score tests with Bonferroni's correction.
        """
        found = [each for each in self.squares if each.total]
        z = NormalDist().inv_cdf(1 - 0.025 / max(1, len(found)))
        mean, variance = self.every.share, self.every.share * (1 - self.every.share)
        return tuple(
            each.total > 0
            and abs(each.share - mean) > z * math.sqrt(variance * (1 / each.total - 1 / self.every.total)) + 1e-12
            for each in self.squares
        )


def opening_squares(file: RunFile) -> OpeningSquares:
    """Return the first side's wins by the squares that the first placement covers."""
    side, size = file.rules.sides[0], file.rules.board.size
    wins, games = np.zeros((2, size + 1), np.int64)
    for opening in openings(file):
        squares = [*opening.placement.squares, size]  # the last entry counts all games
        wins[squares] += opening.wins.count
        games[squares] += opening.wins.total
    *shares, every = (Share(side, won, played) for won, played in zip(wins.tolist(), games.tolist(), strict=True))
    return OpeningSquares(tuple(shares), every)


def occupancy(file: RunFile, layer: str | None = None, *, winner: str | None = None) -> NDArray[np.float64]:
    """Return for each square the share of final positions in which it shows a layer, such as ``light``.

    Parameters
    ----------
    file : RunFile
        The run.
    layer : str, optional
        One of the file's layers; any of them by default.
    winner : str, optional
        Count only the games that this side won.

    Raises
    ------
    OptionError
        If there is no such side, or the game has no such layer.
    """
    header, sides = file.header, file.rules.sides
    check_choice("winner", winner, sides)
    check_choice("layer", layer, header.layers)
    counts = header.occupancy if winner is None else header.occupancy[[sides.index(winner)]]
    if layer is not None:
        counts = counts[:, [header.layers.index(layer)]]
    games = header.run.games if winner is None else balance(file).sides[sides.index(winner)].count
    shares: NDArray[np.float64] = np.divide(counts.sum(axis=(0, 1)), max(1, games), dtype=np.float64)
    return shares


def phase_shares(file: RunFile) -> tuple[float, float] | None:
    """Return the share of all points that each phase of a double game brings; None for other games."""
    if "first_score_1" not in file.scan().collect_schema():
        return None
    points = [(pl.col(f"{part}_1") + pl.col(f"{part}_2")).cast(pl.Int64).sum() for part in ("first_score", "score")]
    first, both = file.collect(file.scan().select(first=points[0], both=points[1])).row(0)
    return (first / both, 1 - first / both) if both else (math.nan, math.nan)


@dataclass(frozen=True)
class Comparison:
    """A comparison of a number in two runs.

    Attributes
    ----------
    first, second : Distribution
        The numbers.
    """

    first: Distribution
    second: Distribution

    @property
    def difference(self) -> float:
        """The second mean minus the first."""
        return self.second.mean - self.first.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference, by the normal approximation with unequal variances (Welch, 1947)."""
        variance = sum(each.deviation**2 / each.total for each in (self.first, self.second))
        half = Z * math.sqrt(variance)
        return self.difference - half, self.difference + half

    @property
    def delta(self) -> float:
        """Cliff's delta: the probability that a number of the second run exceeds one of the first, minus the reverse.

        It ranges from -1 to 1. Source: N. Cliff, "Dominance statistics: ordinal analyses to
        answer ordinal questions", 1993.
        """
        below = np.searchsorted(self.first.values, self.second.values, side="left")
        not_above = np.searchsorted(self.first.values, self.second.values, side="right")
        sums = np.concatenate([[0], np.cumsum(self.first.counts)])
        more = float((sums[below] * self.second.counts).sum())
        less = float(((self.first.total - sums[not_above]) * self.second.counts).sum())
        return (more - less) / (self.first.total * self.second.total)

    @property
    def size(self) -> str:
        """The usual name of such a delta: negligible below 0.147, small below 0.33, medium below 0.474, else large.

        Source: J. Romano and others, "Appropriate statistics for ordinal level data", 2006.
        """
        bounds = ((0.147, mark("negligible")), (0.33, mark("small")), (0.474, mark("medium")))
        return next((name for bound, name in bounds if abs(self.delta) < bound), mark("large"))


def compare(first: RunFile, second: RunFile, column: str) -> Comparison:
    """Compare a column of numbers in two runs."""
    return Comparison(distribution(first, column), distribution(second, column))
