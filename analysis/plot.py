"""Plots of runs: each function takes a run and draws on new axes or on given ones.

This is `litslab.plot`. The titles name the game, the board and the players. Functions named `plot_…` draw statistics
that are already counted, for reports and reviews.

Examples
--------
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> import litslab as ll
>>> with TemporaryDirectory() as folder:
...     run = ll.simulate(ll.new_game("wythe", size=4), Path(folder) / "run.parquet", games=200)
...     axes = ll.plot.lengths(run)
>>> axes.get_title(loc="left")
'Wythe 4×4, random play: lengths'
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import Formatter, FuncFormatter, LogFormatter
from numpy.typing import NDArray

from litslab.analysis import distributions, style
from litslab.analysis.distributions import Comparison, Distribution, JointScores
from litslab.analysis.runs.file import AnyRun, RunFile, open_run
from litslab.analysis.style import FIRST, FIRST_RIM, INK, SECOND, SECOND_RIM, finish, new_axes, share_axes
from litslab.games.drawing.canvas import PALETTE
from litslab.games.language import ENGLISH, listed, mark, tr, trn

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review

__all__ = ["branching", "compare", "heatmap", "lengths", "margins", "openings", "scores"]


def scores(run: AnyRun, *, title: str | None = None, lang: str = ENGLISH) -> Axes:
    """Plot the distribution of both sides' scores, each and together, in two panels of one figure.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    lang : str
        The language of the texts: en or ja.

    Returns
    -------
    Axes
        Those of the left panel.
    """
    run = open_run(run)
    with style.texts_in(lang):
        found, sides = distributions.joint_scores(run), run.rules.sides
        figure = Figure(figsize=(11.5, 4.3), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1.4, 1])
        plot_joint_scores(found, sides, ax=right)
        return plot_scores(found, sides, title or tr("{run}: scores", run=_title(run)), left)


def margins(run: AnyRun, *, title: str | None = None, ax: Axes | None = None, lang: str = ENGLISH) -> Axes:
    """Plot the distribution of the first side's margin.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.
    """
    run = open_run(run)
    with style.texts_in(lang):
        found = distributions.distribution(run, "margin")
        return plot_margins(found, run.rules.sides, title or tr("{run}: margins", run=_title(run)), ax)


def lengths(run: AnyRun, *, title: str | None = None, ax: Axes | None = None, lang: str = ENGLISH) -> Axes:
    """Plot the distribution of the number of placements in a game.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.
    """
    run = open_run(run)
    with style.texts_in(lang):
        found, title = distributions.distribution(run, "length"), title or tr("{run}: lengths", run=_title(run))
        ax = ax or new_axes(title=title)
        ax.bar(found.values, found.shares, 0.84, **style.BARS[0])
        share_axes(ax)
        finish(ax, title, tr("length (placements)"))
        return style.mark_mean(ax, found)


def branching(run: AnyRun, *, title: str | None = None, ax: Axes | None = None, lang: str = ENGLISH) -> Axes:
    """Plot the number of legal placements by ply: the mean, the median, the middle half and nine tenths.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.
    """
    run = open_run(run)
    with style.texts_in(lang):
        by_ply, title = distributions.branching_by_ply(run), title or tr("{run}: legal placements", run=_title(run))
        ax = ax or new_axes(title=title)
        plies = np.arange(1, len(by_ply) + 1)
        at = {share: np.array([each.quantile(share) for each in by_ply]) for share in (0.05, 0.25, 0.5, 0.75, 0.95)}
        ax.fill_between(
            plies, at[0.05], at[0.95], color=FIRST, alpha=0.18, linewidth=0, label=tr("5 % to 95 % of games")
        )
        ax.fill_between(plies, at[0.25], at[0.75], color=FIRST, alpha=0.42, linewidth=0, label=tr("25 % to 75 %"))
        ax.plot(plies, at[0.5], color=FIRST_RIM, linewidth=1.6, marker="o", markersize=3, label=tr("median"))
        ax.plot(
            plies, [each.mean for each in by_ply], color=SECOND, markeredgecolor=SECOND_RIM, marker="D", markersize=3.6,
            markeredgewidth=0.6, linestyle="none", label=tr("mean"),
        )  # fmt: skip
        ax.set_yscale("log" if by_ply else "linear")  # the first needs something to draw
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        ax.yaxis.set_minor_formatter(LogFormatter())  # as many numbers as there is room for
        ax.tick_params(which="minor", labelsize=style.SMALL, color=style.NEUTRAL, labelcolor=INK)
        style.whole_numbers(ax.xaxis)
        ax.set_xlim(0.5, max(1, len(by_ply)) + 0.5)
        x, y = tr("placement of the game (games still going on)"), tr("legal placements (log)")
        return finish(ax, title, x, y, legend=True)


def heatmap(
    run: AnyRun, layer: str | None = None, *, winner: str | None = None, title: str | None = None,
    ax: Axes | None = None, lang: str = ENGLISH,
) -> Axes:  # fmt: skip
    """Plot for each square the share of final positions in which it has a piece, or shows one layer.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    layer : str, optional
        The layer, such as ``light``, ``black`` or ``tetromino``; any piece by default.
    winner : str, optional
        Count only the games that this side won.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    OptionError
        If there is no such side or layer.
    """
    run = open_run(run)
    with style.texts_in(lang):
        shares = distributions.occupancy(run, layer, winner=winner)
        shown = listed(list(map(tr, [layer] if layer else run.header.layers)), either=True)
        told = mark("{run}: {layer} at the end, where {winner} wins") if winner else mark("{run}: {layer} at the end")
        title = title or tr(told, run=_title(run), layer=shown, winner=winner and tr(winner))
        least, most = float(np.nanmin(shares, initial=1)), float(np.nanmax(shares, initial=0))
        # The scale begins a little below the least share: differences are visible, and no square looks empty.
        lowest = max(0.0, least - 0.25 * (most - least)) if most > least else 0.0
        dark_from = lowest + 0.5 * (most - lowest)
        return style.draw_squares(
            shares, run.rules.board, title, tr("share of games"), lambda value: value > dark_from,
            ax=ax, cmap=style.AMOUNTS, vmin=lowest, vmax=max(most, 1e-9),
        )  # fmt: skip


def openings(run: AnyRun, *, title: str | None = None, ax: Axes | None = None, lang: str = ENGLISH) -> Axes:
    """Plot for each square the first side's share of wins after a first placement that covers it.

    Each square has the number of its games. Squares whose share differs from the mean by more than noise are framed.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.
    """
    run = open_run(run)
    with style.texts_in(lang):
        found, board = distributions.opening_squares(run), run.rules.board
        title = title or tr("{run}: by first placement", run=_title(run))
        shares = np.array([each.share for each in found.squares])
        away = max(0.02, float(np.nanmax(np.abs(shares - 0.5), initial=0)))
        ax = style.draw_squares(
            shares, board, title, tr("{side} wins", side=tr(run.rules.sides[0])),
            lambda value: abs(value - 0.5 + 0.1 * away) > 0.7 * away,
            below=[style.short_count(each.total) for each in found.squares], ax=ax, cmap=style.LEANINGS,
            norm=TwoSlopeNorm(0.5, 0.5 - away, 0.5 + away),
        )  # fmt: skip
        for square, differs in enumerate(found.beyond_noise):
            if differs:
                row, column = divmod(square, board.columns)
                corner = column - 0.46, row - 0.46
                ax.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=INK, linewidth=1.4))
        note = tr(
            "In each square: wins in per cent, and games. Framed: differs from the mean, {mean:.1f} %, "
            "by more than noise (95 %, all squares together).",
            mean=100 * found.every.share,
        )
        lines = style.wrap(note, style.SMALL, style.room(ax) - style.BESIDE_BOARD)
        ax.set_xlabel("\n".join(lines), fontsize=style.SMALL, color=INK, loc="left")
        return ax


def compare(
    run: AnyRun,
    other: AnyRun,
    column: str = "length",
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> Axes:
    """Plot a number in two runs, with the difference of the means and Cliff's delta.

    Parameters
    ----------
    run, other : RunFile or str or Path
        The runs or their files, which are labelled by the names of their files.
    column : str
        The number: ``length``, ``margin``, ``score_1``, ``score_2`` …
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    RunError
        If a run has no such column of numbers.
    """
    run, other = open_run(run), open_run(other)
    with style.texts_in(lang):
        found = distributions.compare(run, other, column)
        first, second = run.path, other.path
        names = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
        told = mark("{quantity} (placements)") if column.endswith("length") else mark("{quantity} (points)")
        named = {mark("length"), mark("margin"), mark("score 1"), mark("score 2")}
        quantity = tr(label) if (label := column.replace("_", " ")) in named else label
        title = title or tr("Two runs: {quantity}", quantity=quantity)
        return plot_comparison(found, names, tr(told, quantity=quantity), title, ax)


def _title(run: RunFile) -> str:
    """Return the names of the game and the players, and the size of the board."""
    board, players = run.rules.board, run.run.players
    told = mark("random play") if players[0] == "random" else mark("{player} play")
    who = tr(told, player=tr(players[0]))
    if players[0] != players[1]:
        who = tr("{player} against {opponent}", player=tr(players[0]), opponent=tr(players[1]))
    return tr("{game} {size}, {players}", game=tr(run.rules.title), size=f"{board.columns}×{board.rows}", players=who)


def plot_scores(scores: JointScores, sides: tuple[str, str], title: str = "", ax: Axes | None = None) -> Axes:
    """Plot the distribution of each side's scores: two bars per score."""
    title = title or tr("Scores")
    ax = ax or new_axes(title=title)
    for side, colours in enumerate(style.BARS[:2]):
        found = scores.side(side)
        label = tr("{side}: mean {mean:.2f}", side=tr(sides[side]), mean=found.mean)
        ax.bar(found.values + (side - 0.5) * 0.42, found.shares, 0.42, label=label, **colours)
    share_axes(ax)
    return finish(ax, title, tr("score (points)"), legend=True)


def plot_joint_scores(scores: JointScores, sides: tuple[str, str], title: str = "", ax: Axes | None = None) -> Axes:
    """Plot the share of each pair of scores as a map, with a line of equal scores."""
    title = title or tr("Both scores together")
    ax = ax or new_axes(5.0, 4.4, title)
    shares = np.where(scores.counts > 0, scores.counts / scores.counts.sum(), math.nan)
    came = np.flatnonzero(scores.counts.sum(axis=0) + scores.counts.sum(axis=1))
    low, high = scores.lowest + came[0] - 0.5, scores.lowest + came[-1] + 0.5
    last = scores.lowest + len(shares)
    # The first side's score runs to the right, the second's upwards.
    extent = (scores.lowest - 0.5, last - 0.5, scores.lowest - 0.5, last - 0.5)
    image = ax.imshow(shares.T, origin="lower", extent=extent, cmap=style.AMOUNTS, vmin=0, interpolation="nearest")
    ax.plot([low, high], [low, high], color=style.ACCENT, linewidth=0.9, linestyle=(0, (4, 3)))
    ax.set(xlim=(low, high), ylim=(low, high), facecolor=PALETTE.frame.page)
    style.whole_numbers(ax.xaxis)
    style.whole_numbers(ax.yaxis)
    style.colour_bar(ax, image, tr("share of games"))
    x, y = (tr("{quantity} (points)", quantity=tr(side)) for side in sides)
    return finish(ax, title, x, y, grid=False)


def plot_margins(margins: Distribution, sides: tuple[str, str], title: str = "", ax: Axes | None = None) -> Axes:
    """Plot the distribution of the first side's margin; equal scores, which the tie rule decides, stand out."""
    title = title or tr("Margins")
    ax = ax or new_axes(title=title)
    first, second = map(tr, sides)
    kinds = (
        (margins.values > 0, style.BARS[0], tr("{side} leads", side=first)),
        (margins.values == 0, style.BARS[2], tr("equal (tie rule)")),
        (margins.values < 0, style.BARS[1], tr("{side} leads", side=second)),
    )
    for chosen, colours, name in kinds:
        if chosen.any():
            label = f"{name} {100 * margins.shares[chosen].sum():.1f} %"
            ax.bar(margins.values[chosen], margins.shares[chosen], 0.84, label=label, **colours)
    share_axes(ax)
    finish(ax, title, tr("margin ({first} minus {second}, points)", first=first, second=second), legend=True)
    return style.mark_mean(ax, margins)


def plot_comparison(
    comparison: Comparison, names: tuple[str, str], label: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Plot the distributions of a number in two runs, with the difference of the means and Cliff's delta."""
    title = title or tr("Comparison")
    ax = ax or new_axes(title=title)
    for side, (found, name) in enumerate(zip((comparison.first, comparison.second), names, strict=True)):
        figures = Formatter.fix_minus(
            trn(": mean {mean:.2f}, {count:,} game", ": mean {mean:.2f}, {count:,} games", found.total, mean=found.mean)
        )
        left = style.room(ax) - style.BESIDE - 0.4 - style.text_width(figures, style.SMALL)
        label_of_run = style.shorten(name, style.SMALL, left) + figures
        ax.bar(found.values + (side - 0.5) * 0.42, found.shares, 0.42, label=label_of_run, **style.BARS[side])
    low, high = comparison.interval
    share_axes(ax)
    finish(ax, title, label, legend=True)
    return style.note(
        ax, tr("difference of the means {difference:+.3f}", difference=comparison.difference),
        *[tr("95 % interval {low:+.3f} to {high:+.3f}", low=low, high=high)] * (low <= high),  # nan for one game
        tr("Cliff's delta {delta:+.3f}", delta=comparison.delta), tr(comparison.size),
    )  # fmt: skip


def plot_review(review: Review, title: str = "", ax: Axes | None = None) -> Axes:
    """Plot the evaluations from the first player's view: estimates hollow and dashed, proved values filled and solid.

    An estimate is a share of wins, on the left axis; a proved value is a lead in points, on the right axis. Both axes
    have the even game in the middle. A diamond at 0 or 100 % marks a winner that is proved without the margin.
    """
    title = title or tr("Review")
    ax = ax or new_axes(7.6, 3.8, title)
    plies = review.first + np.arange(len(review.evaluations))
    exact, proved = np.array([(each.is_exact, each.is_proved) for each in review.evaluations], bool).T
    leads = np.array([0.0 if each.value is None else each.value / 2 for each in review.evaluations])
    most = max(1.0, float(np.abs(leads).max())) * 1.12
    height = np.where(exact, leads / most, [2 * each.share - 1 for each in review.evaluations])

    ax.axhline(0, color=style.FAINT, linewidth=0.8)
    kinds = (
        (~exact, PALETTE.frame.page, style.FAINT, (0, (4, 2)), tr("estimate")),
        (exact, INK, INK, "solid", tr("exact")),
    )
    for chosen, fill, colour, line, name in kinds:
        if not chosen.any():
            continue
        x, y = plies[chosen], height[chosen]
        ax.fill_between(x, y, 0, where=y >= 0, color=FIRST, alpha=0.16, linewidth=0, interpolate=True)
        ax.fill_between(x, y, 0, where=y <= 0, color=SECOND, alpha=0.35, linewidth=0, interpolate=True)
        ax.plot(
            x, y, color=colour, linewidth=1.4, linestyle=line, marker="o", markersize=4.4, markerfacecolor=fill,
            markeredgecolor=INK, label=name,
        )  # fmt: skip
    if (won := proved & ~exact).any():
        ax.plot(plies[won], height[won], "D", markersize=4.4, color=INK, label=tr("winner proved"))
    turned = np.array([move.ply + 1 for move in review.turning_points], int)
    if turned.size:
        ax.plot(
            turned, height[turned - review.first], marker="o", markersize=10, linestyle="none", markerfacecolor="none",
            markeredgecolor=style.ACCENT, markeredgewidth=1.6, label=tr("after a turning point"),
        )  # fmt: skip
    style.whole_numbers(ax.xaxis)
    ax.set_ylim(-1.04, 1.04)
    who = tr(review.player_name(0))
    finish(ax, title, tr("moves played"), tr("wins of {player}, estimated", player=who), legend=True)
    _share_and_lead_axes(ax, exact, most, tr("lead of {player} (points), exact", player=who))
    if exact.any() and not exact.all():
        ax.axvline(plies[exact][0] - 0.5, color=style.NEUTRAL, linewidth=0.8, linestyle=(0, (1, 2)))
    return ax


def _share_and_lead_axes(ax: Axes, exact: NDArray[np.bool_], most: float, lead: str) -> None:
    """Label heights from -1 to 1: shares on the left for estimates, leads up to `most` on the right, if exact."""
    ax.set_yticks([-1, -0.5, 0, 0.5, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    if exact.all():
        ax.set_ylabel("")
        ax.tick_params(axis="y", left=False, labelleft=False)
    if exact.any():
        right = ax.secondary_yaxis(
            "right", functions=(lambda y: np.multiply(y, most), lambda points: np.divide(points, most))
        )
        style.whole_numbers(right.yaxis, 8)
        right.yaxis.set_major_formatter(
            FuncFormatter(lambda points, _: Formatter.fix_minus(f"{points:+g}") if points else "0")
        )
        right.set_ylabel(lead, fontsize=style.TEXT, color=INK)
        right.tick_params(labelsize=style.SMALL, color=style.NEUTRAL, labelcolor=INK)
        right.spines["right"].set_color(style.NEUTRAL)
