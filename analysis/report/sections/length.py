"""How long games last, and among how many placements one chooses."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from litslab.analysis.distributions import Distribution, branching_by_ply, distribution
from litslab.analysis.plots import plot_branching, plot_lengths
from litslab.analysis.report.context import Context
from litslab.analysis.report.figures import svg_of
from litslab.analysis.report.model import Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import mean, quantile, simulated, whole
from litslab.analysis.report.quantities import first_placements, levels
from litslab.analysis.report.tree_size import game_logs
from litslab.analysis.runs.run import RunFile


def section(context: Context) -> Section:
    """Return the section on length and branching."""
    run = context.run
    lengths = distribution(run, "length")
    by_ply = branching_by_ply(run)
    games = f"{run.run.games:,} random games."
    figures = [Figure("lengths", svg_of(plot_lengths(lengths)), f"How long games last: {games}")]
    if by_ply:
        figures.append(
            Figure("branching", svg_of(plot_branching(by_ply)), f"Legal placements as the game goes on: {games}")
        )
    return Section("length", "Length and branching", (_lengths(context), _branching(context, by_ply), *figures))


def _lengths(context: Context) -> Table:
    rows = []
    for level in levels(context):
        how = How(Kind.SIMULATED, f"{level.lengths.total:,} games")
        parts = (quantile(level.lengths, part, how) for part in (0, 0.05, 0.5, 0.95, 1))
        rows.append(Row(level.name, (level.length, *parts)))
    columns = ("play", "mean", "shortest", "5 %", "median", "95 %", "longest")
    return Table("Placements in a game", columns, tuple(rows))


def _branching(context: Context, by_ply: list[Distribution]) -> Table:
    run = context.run
    rows = [Row("at the first move", (first_placements(context),))]
    if by_ply:
        how = simulated(run.run.games, "random play")
        values = np.concatenate([each.values for each in by_ply])
        counts = np.concatenate([each.counts for each in by_ply])
        rows.append(Row("mean of all positions", (mean(_merged(values, counts), how, Format.DECIMAL),)))
        rows.append(Row("geometric mean of all positions", (_geometric(run),)))
        rows.append(Row("maximum observed", (whole(int(values.max()), How(Kind.SIMULATED, how.by.split(";")[0])),)))
    return Table("Legal placements", ("what", "number"), tuple(rows))


def _merged(values: np.ndarray, counts: np.ndarray) -> Distribution:
    kept, where = np.unique(values, return_inverse=True)
    return Distribution(kept, np.bincount(where, weights=counts).astype(np.int64))


def _geometric(run: RunFile) -> Number:
    """Return the mean branching by logarithms: the games that a tree of equal branching and length would have."""
    logs, games = game_logs(run), run.run.games
    lengths = run.collect(run.scan().select("length")).to_series().cast(pl.Int64).to_numpy()
    placements = int(lengths.sum())
    ratio = math.fsum(logs) / placements
    # The standard error of a ratio of means (W. G. Cochran, Sampling techniques, 1977, section 6.3).
    error = 1.96 * math.sqrt(math.fsum((logs - ratio * lengths) ** 2)) / placements
    how = How(Kind.SIMULATED, f"{games:,} games, random play; 95 % interval")
    return Number(10**ratio, how, 10 ** (ratio - error), 10 ** (ratio + error), Format.DECIMAL)
