"""The section on the lengths of games and their numbers of legal moves."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
from numpy.typing import NDArray

from litslab.analysis import plot
from litslab.analysis.distributions import Distribution, branching_by_ply
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Format,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.tree_size import (
    game_logs,
)
from litslab.analysis.runs.file import RunFile
from litslab.games.language import language, tr
from litslab.solver.statistics import UNKNOWN, Interval, mean_interval


def lengths(context: Context) -> Section:
    """Return the section on length and branching."""
    run = context.run
    by_ply = branching_by_ply(run)
    games = quantities.random_games(run.run.games)
    axes = plot.lengths(run, title=tr("Lengths of games"), lang=language())
    figures = [quantities.picture("lengths", axes, tr("Lengths of games: {games}.", games=games))]
    if by_ply:
        axes = plot.branching(run, title=tr("Legal placements by ply"), lang=language())
        caption = tr("Legal placements by ply: {games}.", games=games)
        figures.append(quantities.picture("branching", axes, caption))
    return Section(
        "length",
        tr("Length and branching"),
        (_lengths(context), _branching(context, by_ply), *figures),
    )


def _lengths(context: Context) -> Table:
    rows = []
    for level in quantities.levels(context):
        how = How(Kind.SIMULATED, tr("{games:,} games", games=level.lengths.total))
        parts = (quantities.quantile(level.lengths, part, how) for part in (0, 0.05, 0.5, 0.95, 1))
        rows.append(Row(tr(level.name), (level.length, *parts)))
    columns = (tr("play"), tr("mean"), tr("shortest"), "5 %", tr("median"), "95 %", tr("longest"))
    return Table(tr("Placements in a game"), columns, tuple(rows))


def _branching(context: Context, by_ply: list[Distribution]) -> Table:
    games = context.run.run.games
    chance = tr(quantities.RANDOM_PLAY)
    rows = [(tr("at the first move"), quantities.first_placements(context))]
    if by_ply:
        together = quantities.pooled(by_ply)
        most = Number(int(together.values[-1]), quantities.simulated(games, chance, interval=False))
        rows.append((tr("mean of all positions"), _mean_branching(context.run)))
        rows.append((tr("geometric mean of all positions"), _geometric(context.run)))
        rows.append((tr("maximum observed"), most))
    return quantities.figures(tr("Legal placements"), *rows)


def _mean_branching(run: RunFile) -> Number:
    """Return the mean of the branching factors of all positions."""
    sums = run.collect(run.scan().select(pl.col("branching").list.sum())).to_series()
    mean, interval = _mean_by_placement(run, sums.cast(pl.Float64).to_numpy())
    how = quantities.simulated(run.run.games, tr(quantities.RANDOM_PLAY))
    return quantities.with_interval(mean, how, interval, Format.DECIMAL)


def _geometric(run: RunFile) -> Number:
    """Return the geometric mean of the branching factors: a tree of that branching has as many
    games.
    """
    mean, (low, high) = _mean_by_placement(run, game_logs(run))
    how = quantities.simulated(run.run.games, tr(quantities.RANDOM_PLAY))
    return quantities.with_interval(10**mean, how, (10**low, 10**high), Format.DECIMAL)


def _mean_by_placement(run: RunFile, sums: NDArray[np.float64]) -> tuple[float, Interval]:
    """Return the mean of a number that each placement has, given its sum over each game, with the
    95 % interval.

    The placements of a game are alike, so the sample is one of games. The standard error is that of
    a ratio of means (W. G. Cochran, "Sampling techniques", 1977, section 6.3).
    """
    lengths = run.collect(run.scan().select("length")).to_series().cast(pl.Int64).to_numpy()
    mean = math.fsum(sums) / int(lengths.sum())
    games = len(lengths)
    squares = math.fsum((sums - mean * lengths) ** 2)
    if games < 2:
        return mean, UNKNOWN
    deviation = math.sqrt(squares / (games - 1)) / float(lengths.mean())
    return mean, mean_interval(mean, deviation, games)
