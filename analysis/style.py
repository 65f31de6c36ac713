"""The style of all plots: axes, titles, legends, notes, and the language of their texts.

Only matplotlib's object interface is used, so nothing depends on a display or on earlier plots.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.ticker import Formatter, FuncFormatter, MaxNLocator

from litslab.analysis.colours import ACCENT, SECOND, SECOND_RIM, band, ink, neutral, strong
from litslab.analysis.distributions import Distribution
from litslab.analysis.figure_text import (
    COLUMN_GAP,
    HANDLE,
    HANDLE_GAP,
    LINE_HEIGHT,
    POINTS_AN_INCH,
    SMALL,
    TEXT,
    TITLE,
    height,
    legend_columns,
    room,
    wrap,
)
from litslab.games.errors import OptionError
from litslab.games.font_letters import letters_of
from litslab.games.fonts import font_of, fonts_with, foreign_letters
from litslab.games.language import tr, trn, using

if TYPE_CHECKING:

    class PlotAxes(Axes):
        """Axes of a whole figure, so that type checkers know ``.figure.savefig``."""

        figure: Figure

else:
    PlotAxes = Axes

BESIDE = 1.1  # inches: the margins left and right of axes with labels
BESIDE_BOARD = 0.6  # the same for a board
ABOVE_AND_BELOW = 0.4  # inches: the numbers below axes and the gaps between texts
_LEGEND_ROW = 13  # points
_NOTE_GAP = 5  # points


@contextmanager
def texts_in(code: str, *given: str | None) -> Iterator[None]:
    """Make the texts of plots in a language, in fonts with its letters and those of given texts, as
    far as such are installed.
    """
    letters = foreign_letters("".join(filter(None, given)))
    with using(code), mpl.rc_context({"font.family": families_of(code, letters)}):
        yield


@cache
def families_of(code: str, letters: frozenset[int]) -> list[str]:
    """Return the font families with the letters of a language and further letters, as far as such
    are installed; Matplotlib knows them then.
    """
    families: list[str] = list(mpl.rcParamsDefault["font.family"])
    try:
        file = font_of(code)
    except OptionError:  # the texts of an SVG need no font here
        file = None
    files = [] if file is None else [file]
    for each in [*files, *fonts_with(letters.difference(*map(letters_of, files)))]:
        fontManager.addfont(str(each))
        families.append(FontProperties(fname=str(each)).get_name())
    return families


def new_axes(width: float = 6.4, height: float = 4.0, title: str = "") -> PlotAxes:
    """Return the only axes of a new figure; its size is in inches, and its height grows with the
    lines of a title.
    """
    more = (len(wrap(title, TITLE, width - BESIDE)) - 1) * TITLE * LINE_HEIGHT / POINTS_AN_INCH
    axes = Figure(figsize=(width, height + more), layout="compressed").subplots()
    return cast(PlotAxes, axes)


def short_count(count: int) -> str:
    """Write a number of games with few digits.

    Examples
    --------
    >>> short_count(950), short_count(1_234), short_count(12_345), short_count(3_000_000)
    ('950', '1.2k', '12k', '3.0M')
    """
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.{int(count < 10 * size)}f}{unit}"
    return str(count)


def finish(
    ax: Axes,
    title: str,
    x: str,
    y: str | None = None,
    *,
    legend: bool = False,
    grid: bool = True,
) -> PlotAxes:
    """Add title, labels and legend to axes, and remove unneeded lines.

    Parameters
    ----------
    ax : Axes
        Axes on which everything else is drawn.
    title : str
        The title.
    x, y : str
        The labels of the axes; that of the vertical one is "share of games" if it is not given.
    legend : bool
        Whether to add a legend above the axes.
    grid : bool
        Whether to draw horizontal lines.
    """
    y = tr("share of games") if y is None else y
    beside = BESIDE if x or y else BESIDE_BOARD
    labels = ax.get_legend_handles_labels()[1] if legend else []
    columns = legend_columns(labels, room(ax) - beside)
    rows = math.ceil(len(labels) / columns)
    families = mpl.rcParams["font.family"]  # axes made before have those of another language
    heading = wrap(title, TITLE, room(ax) - beside)
    below = [line for given in x.splitlines() for line in wrap(given, TEXT, room(ax) - beside)]
    written = LINE_HEIGHT * (TITLE * len(heading) + TEXT * len(below)) + _LEGEND_ROW * rows
    left = height(ax) - written / POINTS_AN_INCH - ABOVE_AND_BELOW
    ax.set_title(
        "\n".join(heading),
        fontsize=TITLE,
        fontfamily=families,
        color=ink(),
        loc="left",
        parse_math=False,
        linespacing=LINE_HEIGHT,
        pad=8 + _LEGEND_ROW * rows,
    )
    beside_axes = "\n".join(wrap(y, TEXT, left))
    ax.set_xlabel("\n".join(below), fontsize=TEXT, color=ink(), fontfamily=families)
    ax.set_ylabel(beside_axes, fontsize=TEXT, color=ink(), fontfamily=families)
    ax.tick_params(labelsize=SMALL, color=neutral(), labelcolor=ink())
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(neutral())
    if grid:
        ax.grid(axis="y", color=neutral(), linewidth=0.5, alpha=0.6)
        ax.set_axisbelow(True)
    if labels:
        # Above the axes it hides nothing.
        legend_box = ax.legend(
            loc="lower left",
            bbox_to_anchor=(-0.01, 1.0),
            ncols=columns,
            frameon=False,
            fontsize=SMALL,
            labelcolor=ink(),
            handlelength=HANDLE,
            handletextpad=HANDLE_GAP,
            columnspacing=COLUMN_GAP,
            borderpad=0.1,
        )
        legend_box.set_in_layout(False)
        for text in legend_box.get_texts():
            text.set_parse_math(False)
    return cast(PlotAxes, ax)


def finish_with_sentence(
    ax: Axes,
    title: str,
    x: str,
    y: str | None,
    told: str,
    *,
    legend: bool = False,
) -> PlotAxes:
    """Add the title and the labels, and below them a sentence with the main number, if there is
    one.
    """
    told = Formatter.fix_minus(told)
    lines = wrap(told, TEXT, room(ax) - BESIDE) if told else []
    return finish(ax, title, "\n".join([x, *lines]), y, legend=legend)


def note(ax: Axes, *lines: str) -> PlotAxes:
    """Write small text below the label of the horizontal axis, where it covers nothing."""
    told = Formatter.fix_minus("; ".join(lines))
    ax.annotate(
        "\n".join(wrap(told, SMALL, room(ax) - BESIDE)),
        (0, 0),
        xycoords=("axes fraction", ax.xaxis.label),
        xytext=(0, -_NOTE_GAP),
        textcoords="offset points",
        ha="left",
        va="top",
        fontsize=SMALL,
        color=ink(),
        linespacing=LINE_HEIGHT,
        annotation_clip=False,
    )
    return cast(PlotAxes, ax)


def whole_numbers(axis: Axis, most: int = 14) -> None:
    """Write the numbers of an axis as integers, also where there is room for one alone."""
    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=most))


PER_CENT = FuncFormatter(lambda value, _: f"{100 * value:.4g} %")


def share_axes(ax: Axes) -> None:
    """Write the numbers of the horizontal axis as integers, of the vertical one in per cent."""
    whole_numbers(ax.xaxis)
    ax.yaxis.set_major_formatter(PER_CENT)


def quantile_bands() -> tuple[tuple[float, float, float, str], ...]:
    """Return the bands that show how a number varies, the wider one first: the lower and the upper
    quantile, the opacity and the label of each.
    """
    return (
        (0.05, 0.95, 0.18, tr("5 % to 95 % of games")),
        (0.25, 0.75, 0.42, tr("25 % to 75 %")),
    )


def draw_bands(ax: Axes, by_ply: Sequence[Distribution]) -> None:
    """Draw the mean, the median, the middle half and nine tenths of a number by ply."""
    plies = np.arange(1, len(by_ply) + 1)
    for low, high, alpha, label in quantile_bands():
        ax.fill_between(
            plies,
            [each.quantile(low) for each in by_ply],
            [each.quantile(high) for each in by_ply],
            color=band(),
            alpha=alpha,
            linewidth=0,
            label=label,
        )
    medians = [each.quantile(0.5) for each in by_ply]
    means = [each.mean for each in by_ply]
    ax.plot(plies, medians, color=strong(), linewidth=1.6, label=tr("median"))
    ax.plot(
        plies,
        means,
        color=SECOND,
        markeredgecolor=SECOND_RIM,
        marker="D",
        markersize=3.6,
        markeredgewidth=0.6,
        linestyle="none",
        label=tr("mean"),
    )


def mark_mean(ax: Axes, found: Distribution) -> PlotAxes:
    """Mark the mean by a line and its 95 % interval by a band, and write both."""
    low, high = found.interval
    ax.axvline(found.mean, color=ACCENT, linewidth=1.2)
    lines = [tr("line: mean {mean:.3f}", mean=found.mean)]
    if low < high:  # nan if the interval is unknown
        ax.fill_between(
            [low, high],
            0,
            1,
            transform=ax.get_xaxis_transform(),
            color=ACCENT,
            alpha=0.25,
            linewidth=0,
        )
        lines.append(tr("band: 95 % interval {low:.3f} to {high:.3f}", low=low, high=high))
    return note(ax, *lines, trn("{count:,} game", "{count:,} games", found.total))
