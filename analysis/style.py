"""The style of all plots: axes, colours, texts, boards, and files of figures.

Only matplotlib's object interface is used, so nothing depends on a display or on earlier plots.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle
from matplotlib.ticker import Formatter, FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from litslab.analysis.distributions import Distribution
from litslab.games.drawing.canvas import PALETTE, check_target
from litslab.games.errors import OptionError
from litslab.games.files import write_new
from litslab.games.fonts import font_of
from litslab.games.geometry import Board, column_name
from litslab.games.language import WIDE, break_lines, tr, trn, using
from litslab.games.pieces import Shape

FIRST, SECOND = (PALETTE.shapes[shape].fill for shape in (Shape.S, Shape.I))
"""The colours of the side that moves first in the game and of the other: dark blue and bright yellow."""

FIRST_RIM, SECOND_RIM = (PALETTE.shapes[shape].rim for shape in (Shape.S, Shape.I))
NEUTRAL = PALETTE.frame.line
INK, FAINT = PALETTE.frame.ink, PALETTE.frame.faint
ACCENT = PALETTE.last

AMOUNTS = LinearSegmentedColormap.from_list("amounts", [PALETTE.frame.page, "#8fa3c7", FIRST, "#0b1730"])
BARS: tuple[dict[str, Any], ...] = tuple(
    {"color": fill, "edgecolor": rim, "linewidth": 0.6}
    for fill, rim in ((FIRST, FIRST_RIM), (SECOND, SECOND_RIM), (NEUTRAL, FAINT))
)
"""The style of bars: those of the first side, of the second, and of neither."""

LEANINGS = LinearSegmentedColormap.from_list("leanings", [SECOND_RIM, SECOND, PALETTE.frame.page, "#8fa3c7", FIRST])
_LARGEST_NAMED = 15  # on larger boards the squares are too small for numbers
_DPI = 160

BESIDE = 1.1  # inches: the margins left and right of axes with labels
BESIDE_BOARD = 0.6  # the same for a board
_LEGEND_ROW = 13  # points


@contextmanager
def texts_in(code: str) -> Iterator[None]:
    """Make the texts of plots in a language, in a font with its letters if one is installed."""
    with using(code), mpl.rc_context({"font.family": _families(code)}):
        yield


@cache
def _families(code: str) -> list[str]:
    families: list[str] = list(mpl.rcParamsDefault["font.family"])
    try:
        file = font_of(code)
    except OptionError:  # the texts of an SVG need no font here
        return families
    if file is not None:
        fontManager.addfont(str(file))
        families.append(FontProperties(fname=str(file)).get_name())
    return families


def new_axes(width: float = 6.4, height: float = 4.0, title: str = "") -> Axes:
    """Return the only axes of a new figure; its size is in inches, and its height grows with the lines of a title."""
    more = (len(wrap(title, TITLE, width - BESIDE)) - 1) * TITLE * LINE_HEIGHT / _POINTS_AN_INCH
    axes: Axes = Figure(figsize=(width, height + more), layout="compressed").subplots()
    return axes


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


def save_figure(ax: Axes, path: Path, *, force: bool = False) -> None:
    """Write the figure of some axes to a file, in the format of the file's extension: .svg, .png or .pdf.

    Raises
    ------
    PictureError
        If the extension is another one.
    WouldOverwriteError
        If the file exists and `force` is not given.
    """
    write_new(path, render_figure(ax, check_target(path, force)), force)


def render_figure(ax: Axes, suffix: str, *, letters: str = "none") -> bytes:
    """Return the figure of some axes as the bytes of a file: ``.svg``, ``.png`` or ``.pdf``; always the same bytes.

    The letters of an SVG are texts, or outlines if `letters` is ``path``.
    """
    stream = io.BytesIO()
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
    with mpl.rc_context({"svg.hashsalt": "litslab", "svg.fonttype": letters}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+")  # for want of a font, which whoever shows an SVG has
        ax.figure.figure.savefig(stream, format=suffix[1:], dpi=_DPI, metadata=dates[suffix])
    return stream.getvalue()


def finish(ax: Axes, title: str, x: str, y: str | None = None, *, legend: bool = False, grid: bool = True) -> Axes:
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
    ax.set_title(
        "\n".join(wrap(title, TITLE, room(ax) - beside)), fontsize=TITLE, color=INK, loc="left", parse_math=False,
        linespacing=LINE_HEIGHT, pad=8 + _LEGEND_ROW * rows,
    )  # fmt: skip
    ax.set_xlabel(x, fontsize=TEXT, color=INK)
    ax.set_ylabel(y, fontsize=TEXT, color=INK)
    ax.tick_params(labelsize=SMALL, color=NEUTRAL, labelcolor=INK)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(NEUTRAL)
    if grid:
        ax.grid(axis="y", color=NEUTRAL, linewidth=0.5, alpha=0.6)
        ax.set_axisbelow(True)
    if labels:
        # Above the axes it hides nothing.
        legend_box = ax.legend(
            loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=columns, frameon=False, fontsize=SMALL,
            labelcolor=INK, handlelength=HANDLE, handletextpad=HANDLE_GAP, columnspacing=COLUMN_GAP, borderpad=0.1,
        )  # fmt: skip
        legend_box.set_in_layout(False)
        for text in legend_box.get_texts():
            text.set_parse_math(False)
    return ax


def note(ax: Axes, *lines: str) -> Axes:
    """Write lines of small text into the upper corner above the lower bars of a plot."""
    low, high = ax.get_xlim()
    bars = [bar for bar in ax.patches if isinstance(bar, Rectangle)]
    heights = [((bar.get_x() + bar.get_width() / 2 - low) / (high - low), bar.get_height()) for bar in bars]
    highest_left = max((height for place, height in heights if place < 1 / 3), default=0.0)
    highest_right = max((height for place, height in heights if place > 2 / 3), default=0.0)
    right = highest_right <= highest_left
    text = Formatter.fix_minus("\n".join(lines))
    ax.annotate(
        text, (0.99 if right else 0.01, 0.98), xycoords="axes fraction", ha="right" if right else "left", va="top",
        fontsize=SMALL, color=INK, linespacing=1.5,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5, "alpha": 0.85},
    )  # fmt: skip
    return ax


def whole_numbers(axis: Axis, most: int = 14) -> None:
    """Write the numbers of an axis as integers, also where there is room for one alone."""
    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=most))


PER_CENT = FuncFormatter(lambda value, _: f"{100 * value:.4g} %")


def share_axes(ax: Axes) -> None:
    """Write the numbers of the horizontal axis as integers, of the vertical one in per cent."""
    whole_numbers(ax.xaxis)
    ax.yaxis.set_major_formatter(PER_CENT)


def mark_mean(ax: Axes, found: Distribution) -> Axes:
    """Mark the mean by a line and its 95 % interval by a band, and write both."""
    low, high = found.interval
    ax.axvline(found.mean, color=ACCENT, linewidth=1.2)
    lines = [tr("line: mean {mean:.3f}", mean=found.mean)]
    if found.total > 1:
        ax.fill_between([low, high], 0, 1, transform=ax.get_xaxis_transform(), color=ACCENT, alpha=0.25, linewidth=0)
        lines.append(tr("band: 95 % interval {low:.3f} to {high:.3f}", low=low, high=high))
    return note(ax, *lines, trn("{count:,} game", "{count:,} games", found.total))


def draw_squares(
    values: NDArray[np.float64], board: Board, title: str, label: str, is_dark: Callable[[float], bool],
    *, below: Sequence[str] = (), ax: Axes | None = None, extend: str = "neither", **scale: Any,
) -> Axes:  # fmt: skip
    """Draw a share for each square of a board as a colour and in per cent, with the texts in `below` under them.

    Without axes the plot is on a new figure, as large as the board needs.
    """
    ax = ax or new_axes(1.8 + 0.42 * max(6, board.columns), 0.9 + 0.42 * max(6, board.rows), title)
    grid = np.asarray(values, np.float64).reshape(board.rows, board.columns)
    image = ax.imshow(grid, origin="lower", **scale)
    rows, columns = grid.shape
    ax.set_xticks(range(columns), [column_name(column) for column in range(columns)])
    ax.set_yticks(range(rows), [str(row + 1) for row in range(rows)])
    ax.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    ax.grid(which="minor", color=PALETTE.frame.page, linewidth=0.8)
    ax.tick_params(which="both", length=0)
    for (row, column), value in np.ndenumerate(grid):
        if max(grid.shape) <= _LARGEST_NAMED and not math.isnan(value):
            lines = "\n".join([f"{100 * value:.0f}", *below[row * columns + column :][:1]])
            ax.text(
                column, row, lines, ha="center", va="center", fontsize=SMALL, linespacing=1.1,
                color=PALETTE.light if is_dark(value) else INK,
            )  # fmt: skip
    colour_bar(ax, image, label, extend)
    return finish(ax, title, "", "", grid=False)


def colour_bar(ax: Axes, image: AxesImage, label: str, extend: str = "neither") -> None:
    """Add a scale of a map's colours, in per cent."""
    bar = ax.figure.colorbar(image, ax=ax, format=PER_CENT, extend=extend, shrink=0.85, pad=0.03, panchor=False)
    ax.set_anchor("NW")  # directly below the title
    bar.set_label(label, fontsize=TEXT, color=INK)
    bar.ax.tick_params(labelsize=SMALL, color=NEUTRAL, labelcolor=INK)
    bar.outline.set_visible(False)


TITLE, TEXT, SMALL = 12, 10, 8
"""The sizes of titles, of labels, and of everything else, in points."""

LINE_HEIGHT = 1.25
"""The distance of the lines of a text, in font sizes."""

_POINTS_AN_INCH = 72
_FINE = 720  # pixels per inch, fine enough that rounding to whole ones makes no difference
_SUBPIXELS = 64  # the font library's unit is 1/64 of a pixel
_ELLIPSIS = "…"

# The widths of a legend in font sizes: the handle, the gap after it, and the gap between columns.
HANDLE, HANDLE_GAP, COLUMN_GAP = 1.4, 0.8, 1.2


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """Return the width of a line of text in inches.

    Examples
    --------
    >>> 0.45 < text_width("margin", 10) < 0.55
    True
    """
    font = get_font(findfont(FontProperties()))
    font.set_size(size, _FINE)
    font.set_text(re.sub(WIDE, "", text), 0.0)
    wide = len(re.findall(WIDE, text)) * size / _POINTS_AN_INCH
    return wide + float(font.get_width_height()[0]) / _SUBPIXELS / _FINE


def wrap(text: str, size: float, width: float) -> list[str]:
    """Split a text into lines of at most a width in inches; a longer word is shortened in the middle.

    Examples
    --------
    >>> wrap("Battle of LITS 10×10, random play: lengths", 12, 2.2)
    ['Battle of LITS 10×10,', 'random play: lengths']
    """
    return [shorten(line, size, width) for line in break_lines(text, lambda line: text_width(line, size) <= width)]


def shorten(text: str, size: float, width: float) -> str:
    """Return a text, shortened in the middle if it is wider than a width in inches.

    Examples
    --------
    >>> shorten("a-run-with-a-long-name-2", 8, 0.8)
    'a-run-…me-2'
    """
    if text_width(text, size) <= width:
        return text

    def cut(kept: int) -> str:
        return text[: (kept + 1) // 2 + 1] + _ELLIPSIS + text[len(text) - kept // 2 + 1 :]

    most = 1 + bisect_left(range(2, len(text)), True, key=lambda kept: text_width(cut(kept), size) > width)
    return cut(most) if most > 1 else text[:1] + _ELLIPSIS


def room(ax: Axes) -> float:
    """Return the width in inches of the part of the figure that belongs to axes, labels included."""
    figure = ax.figure
    whole = figure.bbox.width / figure.figure.dpi
    if (spec := ax.get_subplotspec()) is None:
        return float(whole * ax.get_position().width)
    ratios = np.asarray(spec.get_gridspec().get_width_ratios(), float)
    columns = spec.colspan
    return float(whole * ratios[columns.start : columns.stop].sum() / ratios.sum())


def legend_columns(labels: Sequence[str], width: float) -> int:
    """Return the number of columns in which a legend of small text fits into a width in inches."""
    gap = (HANDLE + HANDLE_GAP + COLUMN_GAP) * SMALL / _POINTS_AN_INCH
    widths = [text_width(label, SMALL) + gap for label in labels]
    for columns in range(min(4, len(labels)), 1, -1):
        if sum(part.max() for part in np.array_split(np.array(widths), columns)) <= width:
            return columns
    return 1
