"""The distributions of a run: scores, margins, lengths and numbers of moves.

Every function here and in `shares`, `openings`, `squares` and `comparison` sends the file one lazy
query that returns a small table of counts; all figures follow from counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import computed_field

from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.runs.file import AnyRun, RunFile, open_run
from litslab.analysis.runs.run import RunError
from litslab.games.result_json import JsonIntegers, JsonNumber
from litslab.solver.statistics import mean_interval

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Distribution:
    """Counts of whole numbers; not compared by value."""

    values: JsonIntegers[NDArray[np.int64]]
    """The numbers, ascending."""
    counts: JsonIntegers[NDArray[np.int64]]
    """How often each occurs."""

    @computed_field
    @property
    def total(self) -> int:
        """The size of the sample."""
        return int(self.counts.sum())

    @computed_field
    @property
    def mean(self) -> JsonNumber:
        """The mean; nan if there are no numbers."""
        return self._sum / self.total if self.total else math.nan

    @computed_field
    @property
    def deviation(self) -> JsonNumber:
        """The standard deviation of the sample (divisor n - 1); nan for fewer than two numbers."""
        if self.total < 2:
            return math.nan
        squares = int(self.values**2 @ self.counts)
        return math.sqrt((self.total * squares - self._sum**2) / (self.total * (self.total - 1)))

    @property
    def _sum(self) -> int:
        return int(self.values @ self.counts)

    @computed_field
    @property
    def interval(self) -> tuple[JsonNumber, JsonNumber]:
        """The 95 % interval of the mean, by Student's t distribution; nan if it is unknown: for
        fewer than two numbers, or if all are equal.
        """
        return mean_interval(self.mean, self.deviation, self.total)

    @property
    def error(self) -> float:
        """The standard error of the mean; nan for fewer than two numbers."""
        return self.deviation / math.sqrt(self.total) if self.total else math.nan

    def quantile(self, share: float) -> int:
        """Return the least number that at least this share of the numbers does not exceed.

        This is definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical
        packages", 1996.

        Examples
        --------
        >>> Distribution(np.array([1, 2, 9]), np.array([2, 1, 1])).quantile(0.5)
        1
        """
        reached = np.searchsorted(np.cumsum(self.counts), share * self.total - 1e-9 * self.total)
        return int(self.values[min(int(reached), len(self.values) - 1)])

    @computed_field
    @property
    def quantiles(self) -> dict[str, int]:
        """Quantiles by their shares; none if there are no numbers."""
        return {str(share): self.quantile(share) for share in QUANTILES if self.total}

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of each number."""
        shares: NDArray[np.float64] = self.counts / max(1, self.total)
        return shares


def distribution(run: AnyRun, column: NumberColumn) -> Distribution:
    """Return the distribution of a column of numbers such as ``length``, ``margin`` or ``score_1``.

    Raises
    ------
    RunError
        If the file has no such column of numbers.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate(ll.new_game("taiji", size=4), games=100, seed=1)
    >>> lengths = ll.distribution(run, "length")
    >>> lengths.total, lengths.quantile(0.5)
    (100, 7)
    """
    file = open_run(run)
    numbers = [name for name, kind in file.scan().collect_schema().items() if kind.is_integer()]
    if column not in numbers:
        raise RunError(
            f"{file.path}: no column of numbers {column!r}: expected one of {', '.join(numbers)}"
        )
    return _counted(
        file.collect(file.scan().group_by(column).len().drop_nulls().sort(column)), column
    )


def _counted(rows: pl.DataFrame, column: str) -> Distribution:
    values = rows[column].cast(pl.Int64).to_numpy()
    counts = rows["len"].cast(pl.Int64).to_numpy()
    return Distribution(values, counts)


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


def branching_by_ply(file: RunFile, phase: int | None = None) -> list[Distribution]:
    """Return for each ply the distribution of the number of legal placements.

    Only games that last longer count at a ply. For a phase (0 or 1) of a double game the plies are
    those of the phase.
    """
    first_length = pl.col("first_length").cast(pl.Int32) if phase is not None else pl.lit(0)
    begun = first_length if phase else pl.lit(0)
    numbered = file.scan().select(
        "branching",
        first_length=first_length,
        ply=pl.int_ranges(-begun, pl.col("length").cast(pl.Int32) - begun, dtype=pl.Int32),
    )
    rows = numbered.explode("branching", "ply").drop_nulls()
    if phase is not None:
        rows = rows.filter(pl.col("ply") >= 0 if phase else pl.col("ply") < pl.col("first_length"))
    counted = file.collect(rows.group_by("ply", "branching").len())
    by_ply = counted.sort("ply", "branching").group_by("ply", maintain_order=True)
    return [_counted(at_ply, "branching") for _, at_ply in by_ply]
