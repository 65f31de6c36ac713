"""A plot of several runs beside each other: a number, and how often who moves first wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from litslab.analysis import figure_text, style
from litslab.analysis.colours import SECOND, SECOND_RIM, band, neutral, strong
from litslab.analysis.distributions import Distribution
from litslab.analysis.run_series import Series
from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.shares import Share
from litslab.games.language import tr, trn

_WIDTH = 0.5
"""The width of a run's box, where neighbours are 1 apart."""


def plot_series(
    found: Series,
    column: NumberColumn,
    quantity: str,
    title: str = "",
    ax: Axes | None = None,
) -> style.PlotAxes:
    """Plot a number in several runs, and below it the share of games that the first mover won.

    Parameters
    ----------
    found : Series
        The runs.
    column : str
        The column of the number.
    quantity : str
        Its name with its unit.
    title : str
        The title.
    ax : Axes, optional
        The axes to draw the number on, instead of a figure with both panels.

    Raises
    ------
    RunError
        If a run has no such column of numbers.
    """
    title = title or tr("Runs compared")
    numbers = found.numbers(column)
    if ax is not None:
        _draw_numbers(ax, numbers)
        _name_runs(ax, found.labels)
        return style.finish(ax, title, found.differs, quantity, legend=True)
    wins = found.first_mover_wins
    width = max(6.4, 1.6 + 0.9 * len(numbers))
    figure = Figure(figsize=(width, 6.6), layout="constrained")
    ax, below = figure.subplots(2, 1, sharex=True, height_ratios=[1.5, 1])
    _draw_numbers(ax, numbers)
    upper = style.finish(ax, title, "", quantity, legend=True)
    _draw_wins(below, wins)
    _name_runs(below, found.labels)
    style.finish(below, "", found.differs, tr("won by who moves first"))
    style.note(below, *_told(found.labels, wins))
    return upper


def _draw_numbers(ax: Axes, numbers: Sequence[Distribution]) -> None:
    """Draw nine tenths, the middle half, the median and the mean of a number in each run."""
    places = np.arange(len(numbers))
    for low, high, alpha, label in style.quantile_bands():
        bottoms = np.array([each.quantile(low) for each in numbers])
        tops = np.array([each.quantile(high) for each in numbers])
        ax.bar(
            places,
            tops - bottoms,
            _WIDTH,
            bottoms,
            color=band(),
            alpha=alpha,
            linewidth=0,
            label=label,
        )
    ax.hlines(
        [each.quantile(0.5) for each in numbers],
        places - _WIDTH / 2,
        places + _WIDTH / 2,
        color=strong(),
        linewidth=1.6,
        label=tr("median"),
    )
    _draw_means(ax, [each.mean for each in numbers], [each.interval for each in numbers])
    style.whole_numbers(ax.yaxis)
    ax.use_sticky_edges = False  # the least number has room below it, too


def _draw_means(
    ax: Axes,
    means: Sequence[float],
    intervals: Sequence[tuple[float, float]],
) -> None:
    """Draw means with their intervals; one whose interval is unknown has none."""
    lows, highs = np.nan_to_num(np.array(intervals).T, nan=0.0)
    known = lows < highs
    below = np.where(known, means - lows, 0.0)
    above = np.where(known, highs - means, 0.0)
    ax.errorbar(
        np.arange(len(means)),
        means,
        (below, above),
        color=SECOND,
        ecolor=SECOND_RIM,
        marker="D",
        markersize=4.2,
        markeredgecolor=SECOND_RIM,
        markeredgewidth=0.6,
        elinewidth=1.4,
        capsize=4,
        linestyle="none",
        label=tr("mean with 95 % interval"),
    )


def _draw_wins(ax: Axes, wins: Sequence[Share]) -> None:
    """Draw the shares of games that the first mover won, with their intervals and a line at a
    half.
    """
    ax.axhline(0.5, color=neutral(), linewidth=1.0, linestyle=(0, (4, 3)))
    _draw_means(ax, [each.share for each in wins], [each.interval for each in wins])
    ax.yaxis.set_major_formatter(style.PER_CENT)


def _name_runs(ax: Axes, labels: Sequence[str]) -> None:
    """Write the label of each run below its place, in as many lines as it needs."""
    each_room = (figure_text.room(ax) - style.BESIDE) / len(labels)
    lines = ["\n".join(figure_text.wrap(each, figure_text.SMALL, each_room)) for each in labels]
    ax.set_xticks(range(len(labels)), lines, parse_math=False)
    ax.set_xlim(-0.6, len(labels) - 0.4)


def _told(labels: Sequence[str], wins: Sequence[Share]) -> list[str]:
    """Return the least and the largest share of wins, and the number of games, in words."""
    least = min(range(len(wins)), key=lambda number: wins[number].share)
    most = max(range(len(wins)), key=lambda number: wins[number].share)
    fewest = min(each.total for each in wins)
    return [
        tr(
            "won by who moves first: from {low:.1f} % ({least}) to {high:.1f} % ({most})",
            least=labels[least],
            low=100 * wins[least].share,
            most=labels[most],
            high=100 * wins[most].share,
        ),
        trn("{count:,} game or more each", "{count:,} games or more each", fewest),
    ]
