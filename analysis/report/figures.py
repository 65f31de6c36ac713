"""Figures of reports: positions and plots as SVG documents."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from litslab.analysis.plots import FIRST, SECOND, new_axes, short_count
from litslab.analysis.report.model import Number
from litslab.games.drawing.canvas import PALETTE
from litslab.games.geometry import Board, column_name

_INK, _FAINT, _LINE = PALETTE.frame.ink, PALETTE.frame.faint, PALETTE.frame.line
_LEANINGS = LinearSegmentedColormap.from_list("openings", [SECOND, PALETTE.frame.page, FIRST])


def svg_of(axes: Axes) -> str:
    """Return the figure of some axes as an SVG document that is the same each time."""
    stream = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "litslab", "svg.fonttype": "path"}):
        axes.figure.figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()


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
    ax = new_axes(1.9 + 0.5 * max(6, board.columns), 0.9 + 0.5 * max(6, board.rows))
    grid = shares.reshape(board.rows, board.columns)
    image = ax.imshow(grid, origin="lower", cmap=_LEANINGS, vmin=LEAST, vmax=MOST)
    ax.set_xticks(range(board.columns), [column_name(column) for column in range(board.columns)])
    ax.set_yticks(range(board.rows), [str(row + 1) for row in range(board.rows)])
    ax.tick_params(labelsize=9, length=0, labelcolor=_INK)
    ax.spines[:].set_visible(False)
    for (row, column), share in np.ndenumerate(grid):
        if not np.isnan(share):
            games = "" if counts is None else f"\n{short_count(int(counts[row * board.columns + column]))}"
            colour = PALETTE.light if share > 0.62 else _INK
            text = f"{100 * share:.0f}{games}"
            ax.text(column, row, text, ha="center", va="center", fontsize=8, color=colour, linespacing=1.1)
    percent = FuncFormatter(lambda value, _: f"{100 * value:.0f} %")
    bar = ax.figure.colorbar(image, ax=ax, format=percent, extend="both", shrink=0.85, pad=0.03)
    bar.set_label(f"{side} wins", fontsize=10, color=_INK)
    bar.ax.tick_params(labelsize=9, color=_LINE, labelcolor=_INK)
    bar.outline.set_visible(False)
    ax.set_title("Wins by first placement", fontsize=12, color=_INK, loc="left", pad=8)
    return ax


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
    ax = new_axes(6.4, 0.95 + 0.42 * len(measured))
    for row, (_, wins) in enumerate(measured):
        if isinstance(wins.value, str):
            continue
        if wins.low is not None and wins.high is not None:
            ends = [wins.low, wins.high]
            ax.plot(ends, [row, row], color=FIRST, linewidth=2.2, solid_capstyle="butt", alpha=0.55)
        ax.plot([wins.value], [row], marker="o", markersize=6.5, color=FIRST, clip_on=False)
        ax.annotate(
            wins.text, (wins.value, row), xytext=(0, 6),
            textcoords="offset points", ha="center", va="bottom", fontsize=8, color=_INK,
        )  # fmt: skip
    ax.axvline(0.5, color=_FAINT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(len(measured)), [label for label, _ in measured])
    ax.set(xlim=(0, 1), ylim=(len(measured) - 0.5, -0.75))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))
    ax.set_title(title, fontsize=12, color=_INK, loc="left", pad=8)
    ax.set_xlabel(x, fontsize=10, color=_INK)
    ax.tick_params(labelsize=9, color=_LINE, labelcolor=_INK)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.spines["bottom"].set_color(_LINE)
    return ax
