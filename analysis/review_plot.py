"""The plot of a review: who wins by move, and the lead where it is proved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import Formatter, FuncFormatter
from numpy.typing import NDArray

from litslab.analysis import colours, style
from litslab.analysis.colours import ACCENT, FIRST, SECOND, faint, ink
from litslab.analysis.style import PER_CENT, PlotAxes, finish, new_axes
from litslab.games.drawing.palette import PALETTE
from litslab.games.language import tr, trn

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review

_MOST_NAMED = 5
"""The most turning points that the legend names."""


def plot_review(review: Review, title: str = "", ax: Axes | None = None) -> PlotAxes:
    """Plot the evaluations from the first player's view: the share of wins in all positions, with
    the 95 % intervals of estimates, and below it the lead in points in those that are solved.

    Estimates are hollow and dashed, proved shares and leads filled and solid. A line shows from
    which move on the winner is proved, and circles the positions after turning points.

    Parameters
    ----------
    review : Review
        The review.
    title : str
        The title.
    ax : Axes, optional
        The axes to draw the shares on, or the leads if all positions are solved; instead of a
        figure with as many panels as needed.

    Returns
    -------
    Axes
        Those of the first panel.
    """
    title = title or tr("Review")
    exact = [each.is_exact for each in review.evaluations]
    if all(exact):
        ax = ax or new_axes(7.6, 3.8, title)
        _draw_leads(ax, review)
        return _finish(ax, review, title, tr("moves played"), _lead_label(review))
    if ax is not None or not any(exact):
        ax = ax or new_axes(7.6, 3.8, title)
        _draw_shares(ax, review)
        return _finish(ax, review, title, tr("moves played"), _share_label(review))
    figure = Figure(figsize=(7.6, 5.6), layout="constrained")
    ax, below = figure.subplots(2, 1, sharex=True, height_ratios=[1.5, 1])
    _draw_shares(ax, review)
    _draw_leads(below, review)
    finish(below, "", tr("moves played"), _lead_label(review))
    return _finish(ax, review, title, "", _share_label(review))


def _share_label(review: Review) -> str:
    return tr("wins of {player}", player=tr(review.player_name(0)))


def _lead_label(review: Review) -> str:
    return tr("lead of {player} (points)", player=tr(review.player_name(0)))


def _finish(ax: Axes, review: Review, title: str, x: str, y: str) -> PlotAxes:
    """Mark the turning points and the reach of the proof, and add texts."""
    proved = review.proved_from
    if proved is not None and proved > review.first:
        ax.axvline(
            proved - 0.5,
            color=faint(),
            linewidth=1.2,
            linestyle=(0, (1, 2)),
            label=tr("winner proved from move {number} on", number=proved),
        )
    style.whole_numbers(ax.xaxis)
    return finish(ax, title, x, y, legend=True)


def _draw_shares(ax: Axes, review: Review) -> None:
    """Draw the first player's expected share of wins by position."""
    found = review.evaluations
    plies = review.first + np.arange(len(found))
    proved = np.array([each.is_proved for each in found])
    shares = np.array([each.share for each in found])
    ax.axhline(0.5, color=faint(), linewidth=0.8)
    kinds = ((~proved, True, tr("estimate")), (proved, False, tr("proved")))
    for chosen, is_estimate, name in kinds:
        if chosen.any():
            _draw_curve(
                ax,
                review,
                plies[chosen],
                shares[chosen],
                name=name,
                even=0.5,
                is_estimate=is_estimate,
            )
    half_widths = np.array([each.half_width for each in found])
    noisy = half_widths > 0
    if noisy.any():
        ax.vlines(
            plies[noisy],
            np.maximum(0, (shares - half_widths)[noisy]),
            np.minimum(1, (shares + half_widths)[noisy]),
            color=faint(),
            linewidth=1.0,
            zorder=1.5,  # behind the markers
            label=tr("95 % interval"),
        )
    _circle_turning_points(ax, review, shares)
    ax.set_ylim(-0.03, 1.03)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.yaxis.set_major_formatter(PER_CENT)


def _draw_leads(ax: Axes, review: Review) -> None:
    """Draw the first player's lead in the positions that are solved."""
    solved = [
        (ply, each.value / 2)
        for ply, each in enumerate(review.evaluations, review.first)
        if each.value is not None
    ]
    plies, leads = map(np.array, zip(*solved, strict=True))
    ax.axhline(0, color=faint(), linewidth=0.8)
    _draw_curve(ax, review, plies, leads, name=tr("exact"))
    if len(solved) == len(review.evaluations):
        _circle_turning_points(ax, review, leads)
    most = 1.12 * max(1.0, float(np.abs(leads).max()))
    ax.set_ylim(-most, most)
    style.whole_numbers(ax.yaxis, 8)
    ax.yaxis.set_major_formatter(
        FuncFormatter(lambda points, _: Formatter.fix_minus(f"{points:+g}") if points else "0")
    )


def _draw_curve(
    ax: Axes,
    review: Review,
    plies: NDArray[np.int64],
    heights: NDArray[np.float64],
    *,
    name: str,
    even: float = 0,
    is_estimate: bool = False,
) -> None:
    """Draw a curve, and the areas between it and the even game in the colours of the sides."""
    areas = ((FIRST, 0.16), (SECOND, 0.35))
    if review.player_name(0) in colours.BRIGHT_SIDES:
        areas = areas[::-1]
    (above, more), (below, less) = areas
    area = partial(ax.fill_between, plies, heights, even, linewidth=0, interpolate=True)
    area(where=(heights >= even).tolist(), color=above, alpha=more)
    area(where=(heights <= even).tolist(), color=below, alpha=less)
    ax.plot(
        plies,
        heights,
        color=faint() if is_estimate else ink(),
        linewidth=1.4,
        linestyle=(0, (4, 2)) if is_estimate else "solid",
        marker="o",
        markersize=4.4,
        markerfacecolor=PALETTE.frame.page if is_estimate else ink(),
        markeredgecolor=ink(),
        clip_on=False,
        label=name,
    )


def _circle_turning_points(ax: Axes, review: Review, heights: NDArray[np.float64]) -> None:
    turned = np.array([move.ply + 1 for move in review.turning_points], int)
    if not turned.size:
        return
    ax.plot(
        turned,
        heights[turned - review.first],
        marker="o",
        markersize=10,
        linestyle="none",
        markerfacecolor="none",
        markeredgecolor=ACCENT,
        markeredgewidth=1.6,
        clip_on=False,
        label=_turning_label(turned.tolist()),
    )


def _turning_label(numbers: Sequence[int]) -> str:
    named = [str(number) for number in numbers[:_MOST_NAMED]]
    moves = tr(", ").join(named + ["…"] * (len(numbers) > _MOST_NAMED))
    return trn(
        "turning point: move {moves}", "turning points: moves {moves}", len(numbers), moves=moves
    )
