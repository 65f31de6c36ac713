"""Figures of reports: positions and plots as SVG documents."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from litslab.analysis.distributions import Share
from litslab.analysis.plots import FIRST, new_axes
from litslab.games.drawing.palette import PALETTE

_INK, _FAINT, _LINE = PALETTE.frame.ink, PALETTE.frame.faint, PALETTE.frame.line


def svg_of(axes: Axes) -> str:
    """Return the figure of some axes as an SVG document that is the same each time."""
    stream = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "litslab", "svg.fonttype": "path"}):
        axes.figure.figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()


@dataclass(frozen=True)
class Measured:
    """A share of wins in a plot of several.

    Attributes
    ----------
    label : str
        Whose games.
    wins : Share
        The share.
    """

    label: str
    wins: Share


def plot_shares(
    measured: Sequence[Measured], *, x: str, title: str, even: float | None = 0.5, ax: Axes | None = None
) -> Axes:
    """Plot shares as points with their intervals, one below the other.

    Parameters
    ----------
    measured : sequence of Measured
        The shares, from above.
    x : str
        What the shares are of.
    title : str
        What stands above.
    even : float, optional
        Where a line shows what would be even.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(6.4, 0.95 + 0.42 * len(measured))
    for row, each in enumerate(measured):
        low, high = each.wins.interval
        ax.plot([low, high], [row, row], color=FIRST, linewidth=2.2, solid_capstyle="butt", alpha=0.55)
        ax.plot([each.wins.share], [row], marker="o", markersize=6.5, color=FIRST, clip_on=False)
        ax.annotate(
            f"{each.wins.share:.1%}".replace("%", " %"), (each.wins.share, row), xytext=(0, 6),
            textcoords="offset points", ha="center", va="bottom", fontsize=8, color=_INK,
        )  # fmt: skip
    if even is not None:
        ax.axvline(even, color=_FAINT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(len(measured)), [each.label for each in measured])
    ax.set(xlim=(0, 1), ylim=(len(measured) - 0.5, -0.75))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))
    ax.set_title(title, fontsize=12, color=_INK, loc="left", pad=8)
    ax.set_xlabel(x, fontsize=10, color=_INK)
    ax.tick_params(labelsize=9, color=_LINE, labelcolor=_INK)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.spines["bottom"].set_color(_LINE)
    return ax
