"""Plots of what the analysis finds: each takes data and draws on given axes, or on axes of its own.

Colours are those of the pictures (`games.drawing.canvas`): they stay apart for colour-blind people and in grey print.
Only matplotlib's object interface is used, so that nothing depends on a display or on what was drawn before.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogFormatter, MaxNLocator
from numpy.typing import NDArray

from litslab.analysis.distributions import Comparison, Distribution, JointScores, OpeningSquares
from litslab.games.drawing.canvas import PALETTE, check_target
from litslab.games.files import write_new
from litslab.games.geometry import Board, column_name
from litslab.games.pieces import Shape

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review

FIRST, SECOND = (PALETTE.shapes[shape].fill for shape in (Shape.S, Shape.I))
"""The colours of the side that moves first in the game and of the other: dark blue and bright yellow."""

_FIRST_RIM, _SECOND_RIM = (PALETTE.shapes[shape].rim for shape in (Shape.S, Shape.I))
_NEUTRAL = PALETTE.frame.line
_INK, _FAINT = PALETTE.frame.ink, PALETTE.frame.faint
_ACCENT = PALETTE.last

_AMOUNTS = LinearSegmentedColormap.from_list("amounts", [PALETTE.frame.page, "#8fa3c7", FIRST, "#0b1730"])
LEANINGS = LinearSegmentedColormap.from_list("leanings", [_SECOND_RIM, SECOND, PALETTE.frame.page, "#8fa3c7", FIRST])
_LARGEST_NAMED = 15  # on larger boards the squares are too small for numbers
_DPI = 160


_BESIDE = 1.1  # inches left of axes with labels, and a little on the right
_BESIDE_BOARD = 0.6  # the same of a board
_LEGEND_ROW = 13  # points


def new_axes(width: float = 6.4, height: float = 4.0, title: str = "") -> Axes:
    """Return the only axes of a new figure; the size is in inches, and grows with the lines of a title."""
    more = (len(wrap(title, TITLE, width - _BESIDE)) - 1) * TITLE * LINE_HEIGHT / 72
    axes: Axes = Figure(figsize=(width, height + more), layout="constrained").subplots()
    return axes


def plot_scores(scores: JointScores, *, sides: tuple[str, str], title: str = "Scores", ax: Axes | None = None) -> Axes:
    """Plot how often each side ended with each score: two bars a score.

    Parameters
    ----------
    scores : JointScores
        How often each pair of scores came.
    sides : tuple of str
        What the sides are called.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(title=title)
    for side, (colour, rim) in enumerate(((FIRST, _FIRST_RIM), (SECOND, _SECOND_RIM))):
        found = scores.side(side)
        label = f"{sides[side]}: mean {found.mean:.2f}"
        places = found.values + (side - 0.5) * 0.42
        ax.bar(places, found.shares, 0.42, color=colour, edgecolor=rim, linewidth=0.6, label=label)
    _share_axes(ax)
    return finish(ax, title, "score (points)", legend=True)


def plot_joint_scores(
    scores: JointScores, *, sides: tuple[str, str], title: str = "Both scores together", ax: Axes | None = None
) -> Axes:
    """Plot how often each pair of scores came, as a map; on the line both are equal.

    Parameters
    ----------
    scores : JointScores
        How often each pair of scores came.
    sides : tuple of str
        What the sides are called.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(5.0, 4.4, title)
    shares = np.where(scores.counts > 0, scores.counts / scores.counts.sum(), math.nan)
    came = np.flatnonzero(scores.counts.sum(axis=0) + scores.counts.sum(axis=1))
    low, high = scores.lowest + came[0] - 0.5, scores.lowest + came[-1] + 0.5
    last = scores.lowest + len(shares)
    # A column is a score of the first side, which runs to the right.
    extent = (scores.lowest - 0.5, last - 0.5, scores.lowest - 0.5, last - 0.5)
    image = ax.imshow(shares.T, origin="lower", extent=extent, cmap=_AMOUNTS, vmin=0, interpolation="nearest")
    ax.plot([low, high], [low, high], color=_ACCENT, linewidth=0.9, linestyle=(0, (4, 3)))
    ax.set(xlim=(low, high), ylim=(low, high), facecolor=PALETTE.frame.page)
    _whole_numbers(ax)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=14))
    _colour_bar(ax, image, "share of games")
    finish(ax, title, f"{sides[0]} (points)", f"{sides[1]} (points)", grid=False)
    return ax


def plot_margins(
    margins: Distribution, *, sides: tuple[str, str], title: str = "Margins", ax: Axes | None = None
) -> Axes:
    """Plot by how much the first side led in the end; equal scores, which the tie rule decides, stand out.

    Parameters
    ----------
    margins : Distribution
        The first side's lead.
    sides : tuple of str
        What the sides are called.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(title=title)
    kinds = (
        (margins.values > 0, FIRST, _FIRST_RIM, f"{sides[0]} leads"),
        (margins.values == 0, _NEUTRAL, _FAINT, "equal (tie rule)"),
        (margins.values < 0, SECOND, _SECOND_RIM, f"{sides[1]} leads"),
    )
    for chosen, colour, rim, name in kinds:
        if chosen.any():
            label = f"{name} {margins.shares[chosen].sum():.1%}"
            ax.bar(
                margins.values[chosen], margins.shares[chosen], 0.84,
                color=colour, edgecolor=rim, linewidth=0.6, label=label,
            )  # fmt: skip
    _share_axes(ax)
    finish(ax, title, f"margin ({sides[0]} less {sides[1]}, points)", legend=True)
    _mark_mean(ax, margins)
    return ax


def plot_lengths(lengths: Distribution, *, title: str = "Lengths of games", ax: Axes | None = None) -> Axes:
    """Plot how long the games lasted.

    Parameters
    ----------
    lengths : Distribution
        Placements a game.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(title=title)
    ax.bar(lengths.values, lengths.shares, 0.84, color=FIRST, edgecolor=_FIRST_RIM, linewidth=0.6)
    _share_axes(ax)
    finish(ax, title, "length (placements)")
    _mark_mean(ax, lengths)
    return ax


def plot_branching(
    by_ply: Sequence[Distribution], *, title: str = "Legal placements by ply", ax: Axes | None = None
) -> Axes:
    """Plot how many placements were legal as the games went on: the median, the middle half and nine tenths.

    Parameters
    ----------
    by_ply : sequence of Distribution
        For each placement of a game, how many were legal in its stead.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(title=title)
    plies = np.arange(1, len(by_ply) + 1)
    at = {share: np.array([each.quantile(share) for each in by_ply]) for share in (0.05, 0.25, 0.5, 0.75, 0.95)}
    ax.fill_between(plies, at[0.05], at[0.95], color=FIRST, alpha=0.18, linewidth=0, label="5 % to 95 % of games")
    ax.fill_between(plies, at[0.25], at[0.75], color=FIRST, alpha=0.42, linewidth=0, label="25 % to 75 %")
    ax.plot(plies, at[0.5], color=_FIRST_RIM, linewidth=1.6, marker="o", markersize=3, label="median")
    ax.plot(
        plies, [each.mean for each in by_ply], color=SECOND, markeredgecolor=_SECOND_RIM, marker="D", markersize=3.6,
        markeredgewidth=0.6, linestyle="none", label="mean",
    )  # fmt: skip
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.yaxis.set_minor_formatter(LogFormatter())  # numbers, too, as many as there is room for
    ax.tick_params(which="minor", labelsize=SMALL, color=_NEUTRAL, labelcolor=_INK)
    _whole_numbers(ax)
    ax.set_xlim(0.5, len(by_ply) + 0.5)
    return finish(ax, title, "placement of the game (games still going on)", "legal placements (log)", legend=True)


def plot_squares(
    values: NDArray[np.float64], *, board: Board, title: str = "Squares at the end", ax: Axes | None = None
) -> Axes:
    """Plot a share for each square on the board, with its number in per cent.

    Parameters
    ----------
    values : ndarray
        A share for each square; nan leaves a square empty.
    board : Board
        The squares.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or board_axes(board, title)
    grid = as_grid(values, board)
    least, most = float(np.nanmin(grid, initial=1)), float(np.nanmax(grid, initial=0))
    # The scale begins a little below the least share, so that differences show and no square looks empty.
    lowest = max(0.0, least - 0.25 * (most - least)) if most > least else 0.0
    dark_from = lowest + 0.5 * (most - lowest)
    scale: dict[str, Any] = {"cmap": _AMOUNTS, "vmin": lowest, "vmax": max(most, 1e-9)}
    draw_squares(ax, grid, "share of games", lambda value: value > dark_from, **scale)
    return finish(ax, title, "", "", grid=False)


def plot_opening_squares(
    found: OpeningSquares, *, board: Board, side: str, title: str = "Openings", ax: Axes | None = None
) -> Axes:
    """Plot for each square how often a side won the games whose first placement covers it; even openings stay pale.

    Parameters
    ----------
    found : OpeningSquares
        The games by square; one without games stays empty.
    board : Board
        The squares.
    side : str
        Whose wins they are.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or board_axes(board, title)
    grid = as_grid(np.array([each.share for each in found.squares]), board)
    away = max(0.02, float(np.nanmax(np.abs(grid - 0.5), initial=0)))
    counts = [short_count(each.total) for each in found.squares]
    draw_squares(
        ax, grid, f"{side} wins", lambda value: abs(value - 0.5 + 0.1 * away) > 0.7 * away, counts,
        cmap=LEANINGS, norm=TwoSlopeNorm(0.5, 0.5 - away, 0.5 + away),
    )  # fmt: skip
    for square, differs in enumerate(found.beyond_noise):
        if differs:
            row, column = divmod(square, board.columns)
            ax.add_patch(Rectangle((column - 0.46, row - 0.46), 0.92, 0.92, fill=False, edgecolor=_INK, linewidth=1.4))
    finish(ax, title, "", "", grid=False)
    note = (
        f"In each square: wins in per cent, and games. Framed: differs from the mean, {100 * found.every.share:.1f} %, "
        "by more than noise (95 %, all squares together)."
    )
    ax.set_xlabel("\n".join(wrap(note, SMALL, room(ax) - _BESIDE_BOARD)), fontsize=SMALL, color=_INK, loc="left")
    return ax


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


def plot_review(review: Review, *, title: str = "Review", ax: Axes | None = None) -> Axes:
    """Plot how the game stood for the first player: estimates hollow and dashed, proved values filled and solid.

    The two have units of their own: an estimate is a share of wins, on the left axis, and a proved value a lead in
    points, on the right one. Both have the even game in the middle.

    Parameters
    ----------
    review : Review
        The review of a game.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(7.6, 3.8, title)
    plies = review.first + np.arange(len(review.evaluations))
    exact = np.array([each.is_exact for each in review.evaluations], bool)
    leads = np.array([0.0 if each.value is None else each.value / 2 for each in review.evaluations])
    most = max(1.0, float(np.abs(leads).max())) * 1.12
    height = np.where(exact, leads / most, [2 * each.share - 1 for each in review.evaluations])

    ax.axhline(0, color=_FAINT, linewidth=0.8)
    kinds = ((~exact, PALETTE.frame.page, _FAINT, (0, (4, 2)), "estimate"), (exact, _INK, _INK, "solid", "exact"))
    for chosen, fill, colour, style, name in kinds:
        if not chosen.any():
            continue
        x, y = plies[chosen], height[chosen]
        ax.fill_between(x, y, 0, where=y >= 0, color=FIRST, alpha=0.16, linewidth=0, interpolate=True)
        ax.fill_between(x, y, 0, where=y <= 0, color=SECOND, alpha=0.35, linewidth=0, interpolate=True)
        ax.plot(
            x, y, color=colour, linewidth=1.4, linestyle=style, marker="o", markersize=4.4, markerfacecolor=fill,
            markeredgecolor=_INK, label=name,
        )  # fmt: skip
    turned = np.array([move.ply + 1 for move in review.turning_points], int)
    if turned.size:
        ax.plot(
            turned, height[turned - review.first], marker="o", markersize=10, linestyle="none", markerfacecolor="none",
            markeredgecolor=_ACCENT, markeredgewidth=1.6, label="after a turning point",
        )  # fmt: skip
    _whole_numbers(ax)
    ax.set_ylim(-1.04, 1.04)
    who = review.first_player
    finish(ax, title, "moves played", f"wins of {who}, estimated", legend=True)
    _share_and_lead_axes(
        ax, most, f"lead of {who} (points), exact", estimated=not exact.all(), solved=bool(exact.any())
    )
    if exact.any() and not exact.all():
        ax.axvline(plies[exact][0] - 0.5, color=_NEUTRAL, linewidth=0.8, linestyle=(0, (1, 2)))
    return ax


def _share_and_lead_axes(ax: Axes, most: float, lead: str, *, estimated: bool, solved: bool) -> None:
    """Give heights from -1 to 1 two scales: shares of wins on the left, leads up to `most` points on the right."""
    ax.set_yticks([-1, -0.5, 0, 0.5, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    if not estimated:
        ax.set_ylabel("")
        ax.tick_params(axis="y", left=False, labelleft=False)
    if solved:
        right = ax.secondary_yaxis(
            "right", functions=(lambda y: np.multiply(y, most), lambda points: np.divide(points, most))
        )
        right.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        right.yaxis.set_major_formatter(FuncFormatter(lambda points, _: f"{points:+g}" if points else "0"))
        right.set_ylabel(lead, fontsize=TEXT, color=_INK)
        right.tick_params(labelsize=SMALL, color=_NEUTRAL, labelcolor=_INK)
        right.spines["right"].set_color(_NEUTRAL)


def plot_comparison(
    comparison: Comparison, *, names: tuple[str, str], label: str, title: str = "Comparison", ax: Axes | None = None
) -> Axes:
    """Plot how a number is distributed in two runs, with the difference of their means and Cliff's delta.

    Parameters
    ----------
    comparison : Comparison
        The two distributions.
    names : tuple of str
        What the runs are called.
    label : str
        What the number is.
    title : str
        What stands above.
    ax : Axes, optional
        Where to draw.
    """
    ax = ax or new_axes(title=title)
    pairs = ((comparison.first, FIRST, _FIRST_RIM, -0.21), (comparison.second, SECOND, _SECOND_RIM, 0.21))
    for (found, colour, rim, shift), name in zip(pairs, names, strict=True):
        figures = f": mean {found.mean:.2f}, {found.total:,} games"
        short = shorten(name, SMALL, room(ax) - _BESIDE - 0.4 - text_width(figures, SMALL))
        text = short + figures
        ax.bar(found.values + shift, found.shares, 0.42, color=colour, edgecolor=rim, linewidth=0.6, label=text)
    low, high = comparison.interval
    _share_axes(ax)
    finish(ax, title, label, legend=True)
    _note(
        ax, f"difference of the means {comparison.difference:+.3f}", f"95 % interval {low:+.3f} to {high:+.3f}",
        f"Cliff's delta {comparison.delta:+.3f}", comparison.size,
    )  # fmt: skip
    return ax


def save_figure(figure: Figure | SubFigure, path: Path, *, force: bool = False) -> None:
    """Write a figure; the end of the name says what it becomes, and the same figure gives the same file.

    Parameters
    ----------
    figure : Figure
        What was drawn.
    path : Path
        A name that ends in .svg, .png or .pdf.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    PictureError
        If the name ends in something else.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    """
    suffix = check_target(path, force)
    write_new(path, render_figure(figure, suffix), force)


def render_figure(figure: Figure | SubFigure, suffix: str, *, letters: str = "none") -> bytes:
    """Return a figure as the bytes of a file: ``.svg``, ``.png`` or ``.pdf``; the same figure gives the same bytes.

    The letters of an SVG are texts, or outlines if they are to be a ``path``.
    """
    stream = io.BytesIO()
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
    with mpl.rc_context({"svg.hashsalt": "litslab", "svg.fonttype": letters}):
        figure.figure.savefig(stream, format=suffix[1:], dpi=_DPI, metadata=dates[suffix])
    return stream.getvalue()


def finish(ax: Axes, title: str, x: str, y: str = "share of games", *, legend: bool = False, grid: bool = True) -> Axes:
    """Give axes their words, and take away what is not needed.

    Parameters
    ----------
    ax : Axes
        Axes with all that is drawn.
    title : str
        What stands above.
    x, y : str
        What the axes show.
    legend : bool
        Whether what has a label is named above the axes.
    grid : bool
        Whether lines go across.
    """
    beside = _BESIDE if x or y else _BESIDE_BOARD
    labels = ax.get_legend_handles_labels()[1] if legend else []
    columns = legend_columns(labels, room(ax) - beside)
    rows = math.ceil(len(labels) / columns)
    ax.set_title(
        "\n".join(wrap(title, TITLE, room(ax) - beside)), fontsize=TITLE, color=_INK, loc="left", parse_math=False,
        linespacing=LINE_HEIGHT, pad=8 + _LEGEND_ROW * rows,
    )  # fmt: skip
    ax.set_xlabel(x, fontsize=TEXT, color=_INK)
    ax.set_ylabel(y, fontsize=TEXT, color=_INK)
    ax.tick_params(labelsize=SMALL, color=_NEUTRAL, labelcolor=_INK)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(_NEUTRAL)
    if grid:
        ax.grid(axis="y", color=_NEUTRAL, linewidth=0.5, alpha=0.6)
        ax.set_axisbelow(True)
    if labels:
        # Above the axes, where it hides nothing.
        legend_box = ax.legend(
            loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=columns, frameon=False, fontsize=SMALL,
            labelcolor=_INK, handlelength=HANDLE, handletextpad=HANDLE_GAP, columnspacing=COLUMN_GAP, borderpad=0.1,
        )  # fmt: skip
        legend_box.set_in_layout(False)
        for text in legend_box.get_texts():
            text.set_parse_math(False)
    return ax


def _note(ax: Axes, *lines: str) -> None:
    """Write the figures of a plot of bars small into the upper corner that has the lower bars."""
    low, high = ax.get_xlim()
    thirds = [0.0, 0.0]
    for bar in ax.patches:
        if isinstance(bar, Rectangle):
            place = (bar.get_x() + bar.get_width() / 2 - low) / (high - low)
            if abs(place - 0.5) > 1 / 6:
                side = int(place > 0.5)
                thirds[side] = max(thirds[side], bar.get_height())
    right = thirds[1] <= thirds[0]
    ax.annotate(
        "\n".join(lines), (0.99 if right else 0.01, 0.98), xycoords="axes fraction", ha="right" if right else "left",
        va="top", fontsize=SMALL, color=_INK, linespacing=1.5,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5, "alpha": 0.85},
    )  # fmt: skip


def _whole_numbers(ax: Axes) -> None:
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=14))


PER_CENT = FuncFormatter(lambda value, _: f"{100 * value:.4g} %")


def _share_axes(ax: Axes) -> None:
    _whole_numbers(ax)
    ax.yaxis.set_major_formatter(PER_CENT)


def _mark_mean(ax: Axes, found: Distribution) -> None:
    low, high = found.interval
    ax.axvline(found.mean, color=_ACCENT, linewidth=1.2)
    across = ax.get_xaxis_transform()
    ax.fill_between([low, high], 0, 1, transform=across, color=_ACCENT, alpha=0.25, linewidth=0)
    _note(
        ax, f"line: mean {found.mean:.3f}", f"band: 95 % interval {low:.3f} to {high:.3f}", f"{found.total:,} games"
    )  # fmt: skip


def board_axes(board: Board, title: str) -> Axes:
    """Return the only axes of a new figure, as large as a board needs."""
    return new_axes(1.8 + 0.42 * max(6, board.columns), 0.9 + 0.42 * max(6, board.rows), title)


def as_grid(values: NDArray[np.float64], board: Board) -> NDArray[np.float64]:
    """Return the values of squares in rows, the lowest first."""
    return np.asarray(values, np.float64).reshape(board.rows, board.columns)


def draw_squares(
    ax: Axes, grid: NDArray[np.float64], label: str, is_dark: Callable[[float], bool], below: Sequence[str] = (),
    *, extend: str = "neither", **scale: Any,
) -> None:  # fmt: skip
    """Draw a share for each square of a board as a colour, in per cent, with a text below where `below` has one."""
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
                color=PALETTE.light if is_dark(value) else _INK,
            )  # fmt: skip
    _colour_bar(ax, image, label, extend)


def _colour_bar(ax: Axes, image: AxesImage, label: str, extend: str = "neither") -> None:
    bar = ax.figure.colorbar(image, ax=ax, format=PER_CENT, extend=extend, shrink=0.85, pad=0.03, panchor=False)
    ax.set_anchor("NW")  # below its title, where there is more room than the squares take
    bar.set_label(label, fontsize=TEXT, color=_INK)
    bar.ax.tick_params(labelsize=SMALL, color=_NEUTRAL, labelcolor=_INK)
    bar.outline.set_visible(False)


TITLE, TEXT, SMALL = 12, 10, 8
"""The sizes of titles, of labels, and of everything else, in points."""

LINE_HEIGHT = 1.25
"""How far the lines of a text are apart, in sizes of its letters."""

_POINTS_AN_INCH = 72
_FINE = 720  # pixels per inch, fine enough that rounding to whole ones makes no difference
_SUBPIXELS = 64  # of a pixel, in which the font's library reckons
_ELLIPSIS = "…"

# What a legend adds to an entry's text, in sizes of its letters: the handle, the gap after it, and that to the next.
HANDLE, HANDLE_GAP, COLUMN_GAP = 1.4, 0.8, 1.2


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """Return how wide a line of text is, in inches.

    Examples
    --------
    >>> 0.45 < text_width("margin", 10) < 0.55
    True
    """
    font = get_font(findfont(FontProperties()))
    font.set_size(size, _FINE)
    font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / _SUBPIXELS / _FINE


def wrap(text: str, size: float, width: float) -> list[str]:
    """Split a text into lines of at most a width in inches, at spaces; a longer word is cut in the middle.

    Examples
    --------
    >>> wrap("Battle of LITS 10×10, random play: lengths", 12, 2.2)
    ['Battle of LITS 10×10,', 'random play: lengths']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, size, width))
    return lines or [""]


def shorten(text: str, size: float, width: float) -> str:
    """Return a text that is at most as wide as given, in inches: what is too long is cut in the middle.

    Examples
    --------
    >>> shorten("a-run-with-a-long-name-2", 8, 0.8)
    'a-run-…me-2'
    """
    if text_width(text, size) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        cut = text[: (kept + 1) // 2 + 1] + _ELLIPSIS + text[len(text) - kept // 2 + 1 :]
        if text_width(cut, size) <= width:
            return cut
    return text[:1] + _ELLIPSIS


def room(ax: Axes) -> float:
    """Return the width of the part of the figure that axes stand in, with their labels, in inches."""
    figure = ax.figure
    whole = figure.bbox.width / figure.figure.dpi
    spec = ax.get_subplotspec()
    if spec is None:
        return float(whole * ax.get_position().width)
    ratios = np.asarray(spec.get_gridspec().get_width_ratios(), float)
    columns = spec.colspan
    return float(whole * ratios[columns.start : columns.stop].sum() / ratios.sum())


def legend_columns(labels: Sequence[str], width: float, *, most: int = 4) -> int:
    """Return in how many columns a legend of small text fits into a width in inches."""
    gap = (HANDLE + HANDLE_GAP + COLUMN_GAP) * SMALL / _POINTS_AN_INCH
    widths = [text_width(label, SMALL) + gap for label in labels]
    for columns in range(min(most, len(labels)), 1, -1):
        if sum(part.max() for part in np.array_split(np.array(widths), columns)) <= width:
            return columns
    return 1
