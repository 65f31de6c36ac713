"""Plots of runs: each function takes a run and draws on new axes or on given ones.

This is `litslab.plot`. The titles name the game, the board and the players. Functions named
`plot_…` draw statistics that are already counted, for reports and reviews.

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

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import Formatter, FuncFormatter, LogFormatter

from litslab.analysis import colours, comparison, distributions, figure_text, square_map, style
from litslab.analysis.colours import INK, ink
from litslab.analysis.comparison import Comparison
from litslab.analysis.distributions import Distribution, JointScores, branching_by_ply
from litslab.analysis.final_plots import group_sizes, pieces
from litslab.analysis.labels import margin_label, run_title
from litslab.analysis.run_series import Series, series
from litslab.analysis.runs.columns import NumberColumn
from litslab.analysis.runs.file import AnyRun, RunFile, open_run
from litslab.analysis.series_plot import plot_series
from litslab.analysis.squares import occupancy, opening_squares
from litslab.analysis.style import PlotAxes, finish, new_axes, share_axes
from litslab.analysis.trajectory_plots import comebacks, lead_changes, leader_wins, trajectory
from litslab.games.drawing.palette import PALETTE
from litslab.games.errors import OptionError
from litslab.games.language import ENGLISH, listed, mark, tr, trn

__all__ = [
    "branching",
    "comebacks",
    "compare",
    "group_sizes",
    "heatmap",
    "lead_changes",
    "leader_wins",
    "lengths",
    "margins",
    "openings",
    "pieces",
    "scores",
    "trajectory",
]


def __dir__() -> list[str]:
    return __all__


def scores(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot the distribution of both sides' scores, each and together, in two panels of one figure.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw the scores of each side on, instead of a figure with both panels.
    lang : str
        The language of the texts: en or ja.

    Returns
    -------
    Axes
        Those of the left panel.
    """
    run = open_run(run)
    with style.texts_in(lang, title):
        found = distributions.joint_scores(run)
        sides = run.rules.sides
        if ax is None:
            figure = Figure(figsize=(11.5, 4.3), layout="constrained")
            ax, right = figure.subplots(1, 2, width_ratios=[1.4, 1])
            plot_joint_scores(found, sides, ax=right)
        title = title or tr("{run}: scores", run=run_title(run))
        return plot_scores(found, sides, title, ax, half_point=run.rules.tie_is_half_point)


def margins(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
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
    with style.texts_in(lang, title):
        found = distributions.distribution(run, "margin")
        title = title or tr("{run}: margins", run=run_title(run))
        half_point = run.rules.tie_is_half_point
        return plot_margins(found, run.rules.sides, title, ax, half_point=half_point)


def lengths(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
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
    with style.texts_in(lang, title):
        found = distributions.distribution(run, "length")
        title = title or tr("{run}: lengths", run=run_title(run))
        ax = ax or new_axes(title=title)
        ax.bar(found.values, found.shares, 0.84, **colours.bars()[0])
        share_axes(ax)
        finish(ax, title, tr("length (placements)"))
        return style.mark_mean(ax, found)


def branching(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot the number of legal placements by ply: the mean, the median, the middle half and nine
    tenths. A double game has a panel for each phase.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw the whole game on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Returns
    -------
    Axes
        Those of the first panel.
    """
    run = open_run(run)
    phases = run.rules.phases
    with style.texts_in(lang, title):
        title = title or tr("{run}: legal placements", run=run_title(run))
        if ax is not None or len(phases) == 1:
            return _draw_branching(ax or new_axes(title=title), branching_by_ply(run), title)
        panels = Figure(figsize=(11.5, 4.3), layout="constrained").subplots(1, 2, sharey=True)
        drawn = [
            _draw_branching(panel, branching_by_ply(run, number), f"{title} · {tr(phase.name)}")
            for number, (panel, phase) in enumerate(zip(panels, phases, strict=True))
        ]
        return drawn[0]


def _draw_branching(ax: Axes, by_ply: list[Distribution], title: str) -> PlotAxes:
    style.draw_bands(ax, by_ply)
    ax.set_yscale("log" if by_ply else "linear")  # the first needs something to draw
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.yaxis.set_minor_formatter(LogFormatter())  # as many numbers as there is room for
    ax.tick_params(
        which="minor", labelsize=figure_text.SMALL, color=colours.neutral(), labelcolor=ink()
    )
    style.whole_numbers(ax.xaxis)
    ax.set_xlim(0.5, max(1, len(by_ply)) + 0.5)
    x = tr("placement of the game (games still going on)")
    return finish(ax, title, x, tr("legal placements (log)"), legend=True)


def heatmap(
    run: AnyRun,
    layer: str | None = None,
    *,
    winner: str | None = None,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot for each square the share of final positions in which it has a piece, or shows one
    layer.

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
    with style.texts_in(lang, title):
        shares = occupancy(run, layer, winner=winner)
        title = title or _heatmap_title(run, layer, winner)
        lowest, highest = square_map.amount_scale(shares)
        return square_map.draw_squares(
            shares,
            run.rules.board,
            title,
            tr("share of games"),
            ax=ax,
            cmap=colours.AMOUNTS,
            vmin=lowest,
            vmax=highest,
        )


def _heatmap_title(run: RunFile, layer: str | None, winner: str | None) -> str:
    layers = [layer] if layer else run.header.layers
    shown = listed([tr(each) for each in layers], either=True)
    if winner:
        told = mark("{run}: {layer} at the end, where {winner} wins")
        return tr(told, run=run_title(run), layer=shown, winner=tr(winner))
    return tr("{run}: {layer} at the end", run=run_title(run), layer=shown)


def openings(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot for each square the first side's share of wins after a first placement that covers it.

    Each square has the number of its games; squares that symmetries turn into each other count as
    one. Those whose share differs from the mean by more than noise are framed and have a colour of
    their own, the others that of the mean.

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
    with style.texts_in(lang, title):
        found = opening_squares(run)
        board = run.rules.board
        title = title or tr("{run}: by first placement", run=run_title(run))
        shares = np.array([each.share for each in found.squares])
        mean = found.every.share if found.every.total else 0.5
        coloured = np.where(found.beyond_noise, shares, mean)
        coloured[np.isnan(shares)] = math.nan
        away = max(0.02, float(np.nanmax(np.abs(coloured - mean), initial=0)))
        ax = square_map.draw_squares(
            shares,
            board,
            title,
            tr("{side} wins", side=tr(run.rules.sides[0])),
            below=[style.short_count(each.total) for each in found.squares],
            coloured=coloured,
            ax=ax,
            cmap=colours.leanings(run.rules.sides[0]),
            norm=Normalize(mean - away, mean + away),
        )
        for square, differs in enumerate(found.beyond_noise):
            if differs:
                row, column = divmod(square, board.columns)
                corner = column - 0.46, row - 0.46
                ax.add_patch(
                    Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=INK, linewidth=1.4)
                )
        note = tr(
            "In each square: wins in per cent, and games. Framed and coloured: differs from the "
            "mean, {mean:.1f} %, by more than noise (95 %, all squares together).",
            mean=100 * mean,
        )
        # Letters are up to a tenth wider at the resolution of a screen.
        lines = figure_text.wrap(
            note, figure_text.SMALL, 0.9 * (figure_text.room(ax) - style.BESIDE_BOARD)
        )
        ax.set_xlabel("\n".join(lines), fontsize=figure_text.SMALL, color=ink(), loc="left")
        return ax


def compare(
    *runs: AnyRun,
    column: NumberColumn = "length",
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot a number in several runs.

    Two runs are drawn as distributions, with the difference of the means and Cliff's delta. More
    are drawn beside each other, with the share of games that the first mover won below, in the
    order of what they differ in: the size of the board, another option, or the players from the
    weakest to the strongest.

    Parameters
    ----------
    *runs : RunFile or str or Path
        The runs or their files. Two are labelled by the names of their files or, where these are
        equal, by what they differ in; more by what they differ in.
    column : str
        The number: ``length``, ``margin``, ``score_1``, ``score_2`` …
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw the number on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    OptionError
        If there are fewer than two runs.
    RunError
        If a run has no such column of numbers.
    """
    files = [open_run(run) for run in runs]
    if len(files) < 2:
        raise OptionError(f"expected two or more runs to compare, got {len(files)}")
    with style.texts_in(lang, title):
        quantity = _quantity_name(column)
        if column.endswith("length"):
            label = tr("{quantity} (placements)", quantity=quantity)
        else:
            label = tr("{quantity} (points)", quantity=quantity)
        if len(files) > 2:
            found = series(files)
            title = title or _series_title(found, quantity)
            return plot_series(found, column, label, title, ax)
        first, second = files
        compared = comparison.compare(first, second, column)
        names = _distinct_names(first, second)
        title = title or tr("Two runs: {quantity}", quantity=quantity)
        return plot_comparison(compared, names, label, title, ax)


def _series_title(found: Series, quantity: str) -> str:
    """Return the name of the game, if it is one, of the number and of what the runs differ in."""
    games = dict.fromkeys(tr(run.rules.title) for run in found.runs)
    if not found.differs:
        return tr("{games}: {quantity}", games=listed(list(games)), quantity=quantity)
    return tr(
        "{games}: {quantity} by {option}",
        games=listed(list(games)),
        quantity=quantity,
        option=found.differs,
    )


def _distinct_names(first: RunFile, second: RunFile) -> tuple[str, str]:
    """Return names of two runs: of their files, or by the first thing in which they differ."""
    names = [
        (run.path.stem, run_title(run), tr("seed {seed}", seed=run.run.seed))
        for run in (first, second)
    ]
    different = [(one, other) for one, other in zip(*names, strict=True) if one != other]
    return different[0] if different else (str(first.path), str(second.path))


def _quantity_name(column: str) -> str:
    named = {mark("length"), mark("margin"), mark("score 1"), mark("score 2")}
    label = column.replace("_", " ")
    return tr(label) if label in named else label


def plot_scores(
    scores: JointScores,
    sides: tuple[str, str],
    title: str = "",
    ax: Axes | None = None,
    *,
    half_point: bool = False,
) -> PlotAxes:
    """Plot the distribution of each side's scores: two bars per score, and the means with 95 %
    intervals.

    With `half_point` the label says that the game's half point is not counted.
    """
    title = title or tr("Scores")
    ax = ax or new_axes(title=title)
    for side, bars in enumerate(colours.side_bars(sides)):
        found = scores.side(side)
        label = tr("{side}: mean {mean:.2f}", side=tr(sides[side]), mean=found.mean)
        low, high = found.interval
        if low < high:  # nan if the interval is unknown
            label += f" ({low:.2f} … {high:.2f})"
        ax.bar(found.values + (side - 0.5) * 0.42, found.shares, 0.42, label=label, **bars)
    share_axes(ax)
    label = tr("score (points without the half point)") if half_point else tr("score (points)")
    games = trn("{count:,} game", "{count:,} games", scores.side(0).total)
    return finish(ax, title, f"{label} · {games}", legend=True)


def plot_joint_scores(
    scores: JointScores,
    sides: tuple[str, str],
    title: str = "",
    ax: Axes | None = None,
) -> PlotAxes:
    """Plot the share of each pair of scores as a map, with a line of equal scores."""
    title = title or tr("Both scores together")
    ax = ax or new_axes(5.0, 4.4, title)
    shares = np.where(scores.counts > 0, scores.counts / scores.counts.sum(), math.nan)
    came = np.flatnonzero(scores.counts.sum(axis=0) + scores.counts.sum(axis=1))
    low = scores.lowest + came[0] - 0.5
    high = scores.lowest + came[-1] + 0.5
    last = scores.lowest + len(shares)
    # The first side's score runs to the right, the second's upwards.
    extent = (scores.lowest - 0.5, last - 0.5, scores.lowest - 0.5, last - 0.5)
    image = ax.imshow(
        shares.T,
        origin="lower",
        extent=extent,
        cmap=colours.AMOUNTS,
        vmin=0,
        interpolation="nearest",
    )
    ax.plot([low, high], [low, high], color=colours.ACCENT, linewidth=0.9, linestyle=(0, (4, 3)))
    ax.set(xlim=(low, high), ylim=(low, high), facecolor=PALETTE.frame.page)
    style.whole_numbers(ax.xaxis)
    style.whole_numbers(ax.yaxis)
    square_map.colour_bar(ax, image, tr("share of games"))
    x, y = (tr("{quantity} (points)", quantity=tr(side)) for side in sides)
    return finish(ax, title, x, y, grid=False)


def plot_margins(
    margins: Distribution,
    sides: tuple[str, str],
    title: str = "",
    ax: Axes | None = None,
    *,
    half_point: bool = False,
) -> PlotAxes:
    """Plot the distribution of the first side's margin; equal scores, which the tie rule decides,
    stand out.

    With `half_point` the labels say that the game's half point is not counted.
    """
    title = title or tr("Margins")
    ax = ax or new_axes(title=title)
    first, second = map(tr, sides)
    equal = tr("half a point apart") if half_point else tr("equal (tie rule)")
    bars_of_first, bars_of_second = colours.side_bars(sides)
    kinds = (
        (margins.values > 0, bars_of_first, tr("{side} leads", side=first)),
        (margins.values == 0, colours.bars()[2], equal),
        (margins.values < 0, bars_of_second, tr("{side} leads", side=second)),
    )
    for chosen, bars, name in kinds:
        if chosen.any():
            label = f"{name} {100 * margins.shares[chosen].sum():.1f} %"
            ax.bar(margins.values[chosen], margins.shares[chosen], 0.84, label=label, **bars)
    share_axes(ax)
    finish(ax, title, margin_label(sides, half_point=half_point), legend=True)
    return style.mark_mean(ax, margins)


def plot_comparison(
    comparison: Comparison,
    names: tuple[str, str],
    label: str,
    title: str = "",
    ax: Axes | None = None,
) -> PlotAxes:
    """Plot the distributions of a number in two runs, with the difference of the means and Cliff's
    delta.
    """
    title = title or tr("Comparison")
    ax = ax or new_axes(title=title)
    both = (comparison.first, comparison.second)
    for side, (found, name) in enumerate(zip(both, names, strict=True)):
        figures = trn(
            ": mean {mean:.2f}, {count:,} game",
            ": mean {mean:.2f}, {count:,} games",
            found.total,
            mean=found.mean,
        )
        figures = Formatter.fix_minus(figures)
        left = (
            figure_text.room(ax)
            - style.BESIDE
            - 0.4
            - figure_text.text_width(figures, figure_text.SMALL)
        )
        label_of_run = figure_text.shorten(name, figure_text.SMALL, left) + figures
        places = found.values + (side - 0.5) * 0.42
        ax.bar(places, found.shares, 0.42, label=label_of_run, **colours.bars()[side])
    share_axes(ax)
    finish(ax, title, label, legend=True)
    low, high = comparison.interval
    lines = [tr("difference of the means {difference:+.3f}", difference=comparison.difference)]
    if low <= high:  # both are nan for one game
        lines.append(tr("95 % interval {low:+.3f} to {high:+.3f}", low=low, high=high))
    lines += _delta_lines(comparison)
    return style.note(ax, *lines)


def _delta_lines(comparison: Comparison) -> list[str]:
    """Return Cliff's delta with its interval and its size in words; nothing without an interval."""
    low, high = comparison.delta_interval
    if math.isnan(low):
        return []
    delta = tr("Cliff's delta {delta:+.3f}", delta=comparison.delta)
    interval = tr("95 % interval {low:+.3f} to {high:+.3f}", low=low, high=high)
    least, most = comparison.sizes
    size = tr(least) if least == most else tr("{low} to {high}", low=tr(least), high=tr(most))
    return [delta, interval, size]
