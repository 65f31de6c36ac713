"""Figures of reports: positions and plots as SVG documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from litslab.analysis import plots
from litslab.analysis.report.model import Number
from litslab.games.drawing.canvas import PALETTE
from litslab.games.geometry import Board


def svg_of(axes: Axes) -> str:
    """Return the figure of some axes as an SVG document that is the same each time."""
    return plots.render_figure(axes.figure, ".svg", letters="path").decode()


LEAST, MOST = 0.3, 0.7
"""The ends of the scale of openings: the same in all reports, so that their colours can be compared."""


def plot_openings(
    shares: NDArray[np.float64], *, board: Board, side: str, counts: NDArray[np.int64] | None = None
) -> Axes:
    """Plot for each square how often a side wins after a first placement on it, on a fixed scale of colours.

    Parameters
    ----------
    shares : ndarray
        A share of wins for each square; nan leaves a square empty.
    board : Board
        The squares.
    side : str
        Whose wins they are.
    counts : ndarray, optional
        The number of games of each square, to be written below its share.
    """
    title = "Wins by first placement"
    ax = plots.board_axes(board, title)
    games = () if counts is None else [plots.short_count(int(count)) for count in counts]
    scale: dict[str, Any] = {"cmap": plots.LEANINGS, "vmin": LEAST, "vmax": MOST}
    grid = plots.as_grid(shares, board)
    plots.draw_squares(ax, grid, f"{side} wins", lambda share: not 0.34 < share < 0.62, games, extend="both", **scale)
    return plots.finish(ax, title, "", "", grid=False)


def plot_shares(measured: Sequence[tuple[str, Number]], *, x: str, title: str) -> Axes:
    """Plot shares as points with their intervals, one per line; a line shows what would be even.

    Parameters
    ----------
    measured : sequence of (str, Number)
        The labels and the shares, with their intervals, from top to bottom.
    x : str
        What the shares are of.
    title : str
        The title.
    """
    ax = plots.new_axes(6.4, 0.95 + 0.42 * len(measured))
    for row, (_, wins) in enumerate(measured):
        if isinstance(wins.value, str):
            continue
        if wins.low is not None and wins.high is not None:
            ends = [wins.low, wins.high]
            ax.plot(ends, [row, row], color=plots.FIRST, linewidth=2.2, solid_capstyle="butt", alpha=0.55)
        ax.plot([wins.value], [row], marker="o", markersize=6.5, color=plots.FIRST, clip_on=False)
        ax.annotate(
            wins.text, (wins.value, row), xytext=(0, 6),
            textcoords="offset points", ha="center", va="bottom", fontsize=8, color=PALETTE.frame.ink,
        )  # fmt: skip
    ax.axvline(0.5, color=PALETTE.frame.faint, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(len(measured)), [label for label, _ in measured])
    ax.set(xlim=(0, 1), ylim=(len(measured) - 0.5, -0.75))
    ax.xaxis.set_major_formatter(plots.PER_CENT)
    plots.finish(ax, title, x, "", grid=False)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax
