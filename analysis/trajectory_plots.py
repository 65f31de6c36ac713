"""Plots of the course of games: the lead after each placement, lead changes and comebacks.

Each takes a run that was played with a trace; below it, a sentence gives its main number. They are
part of `litslab.plot`.
"""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.ticker import Formatter

from litslab.analysis import colours, style
from litslab.analysis.colours import band, faint, strong
from litslab.analysis.distributions import Distribution
from litslab.analysis.labels import margin_label, run_title
from litslab.analysis.runs.file import AnyRun, open_run
from litslab.analysis.style import (
    PER_CENT,
    PlotAxes,
    finish_with_sentence,
    new_axes,
    share_axes,
)
from litslab.analysis.trajectories import Trajectories, trajectories
from litslab.games.language import ENGLISH, tr


def trajectory(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot who leads, and by how much, after each placement: the median and the mean of the first
    side's margin, with the middle half and nine tenths of the games.

    Finished games count with their final scores.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with a trace.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    RunError
        If the run has no trace.
    """
    run = open_run(run)
    with style.texts_in(lang, title):
        found = trajectories(run)
        return plot_trajectory(
            found,
            run.rules.sides,
            title or tr("{run}: who leads, and by how much?", run=run_title(run)),
            ax,
            half_point=run.rules.tie_is_half_point,
            told=told_trajectory(found),
        )


def plot_trajectory(
    found: Trajectories,
    sides: tuple[str, str],
    title: str,
    ax: Axes | None = None,
    *,
    half_point: bool = False,
    told: str = "",
) -> PlotAxes:
    """Plot margins that are counted already, as `trajectory` does, with a sentence below."""
    by_ply = found.margins
    ax = ax or new_axes(title=title)
    style.draw_bands(ax, by_ply)
    ax.axhline(0, color=faint(), linewidth=0.8)
    style.whole_numbers(ax.xaxis)
    style.whole_numbers(ax.yaxis)
    ax.set_xlim(0.5, len(by_ply) + 0.5)
    y = margin_label(sides, half_point=half_point)
    return finish_with_sentence(ax, title, tr("placement of the game"), y, told, legend=True)


def told_trajectory(found: Trajectories) -> str:
    """Return a sentence with the mean margin half-way and in the end."""
    by_ply = found.margins
    half = by_ply[(len(by_ply) - 1) // 2]
    told = tr(
        "The mean is {mean:+.2f} after {ply} placements, and {last:+.2f} in the end.",
        ply=(len(by_ply) + 1) // 2,
        mean=round(half.mean, 2) + 0.0,  # not -0.00
        last=round(by_ply[-1].mean, 2) + 0.0,
    )
    return Formatter.fix_minus(told)


def leader_wins(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot how often the side that leads after a placement wins the game, with 95 % intervals.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with a trace.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    RunError
        If the run has no trace.
    """
    run = open_run(run)
    with style.texts_in(lang, title):
        found = trajectories(run)
        title = title or tr("{run}: does the leader win?", run=run_title(run))
        return plot_leader_wins(found, title, ax, told=told_leader_wins(found))


def plot_leader_wins(
    found: Trajectories,
    title: str,
    ax: Axes | None = None,
    *,
    told: str = "",
) -> PlotAxes:
    """Plot wins that are counted already, as `leader_wins` does, with a sentence below."""
    ax = ax or new_axes(title=title)
    by_ply = found.leader_wins
    led = [(ply, each) for ply, each in enumerate(by_ply, 1) if each.total]
    plies = [ply for ply, _ in led]
    lows, highs = ([each.interval[end] for _, each in led] for end in (0, 1))
    ax.fill_between(
        plies, lows, highs, color=band(), alpha=0.3, linewidth=0, label=tr("95 % interval")
    )
    ax.plot(
        plies,
        [each.share for _, each in led],
        color=strong(),
        linewidth=1.6,
        marker="o",
        markersize=3,
        label=tr("wins of the leader"),
    )
    games = found.deficits.total
    ax.plot(
        range(1, len(by_ply) + 1),
        [1 - each.total / games for each in by_ply],
        color=faint(),
        linewidth=1.0,
        linestyle=(0, (4, 3)),
        label=tr("games with equal scores"),
    )
    style.whole_numbers(ax.xaxis)
    ax.yaxis.set_major_formatter(PER_CENT)
    ax.set(xlim=(0.5, len(by_ply) + 0.5), ylim=(0, 1.02))
    return finish_with_sentence(ax, title, tr("placement of the game"), None, told, legend=True)


_SAFE = 0.9
"""The share of wins from which a lead is called safe."""


def told_leader_wins(found: Trajectories) -> str:
    """Return a sentence with the placement from which on the leader wins nine games of ten,
    whatever comes later.
    """
    led = [(ply, each.share) for ply, each in enumerate(found.leader_wins, 1) if each.total]
    unsafe = max((ply for ply, share in led if share < _SAFE), default=0)
    safe = [ply for ply, _ in led if ply > unsafe]
    if not safe:
        return tr("Nobody leads in any of the games.")
    return tr(
        "From placement {ply} of {all} on, the leader wins at least {share:.0f} % of the games.",
        ply=safe[0],
        all=len(found.leader_wins),
        share=100 * _SAFE,
    )


def lead_changes(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot how often the lead passes from one side to the other in a game.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with a trace.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    RunError
        If the run has no trace.
    """
    run = open_run(run)
    with style.texts_in(lang, title):
        found = trajectories(run)
        title = title or tr("{run}: how often does the lead change?", run=run_title(run))
        return plot_lead_changes(found, title, ax, told=told_lead_changes(found))


def plot_lead_changes(
    found: Trajectories,
    title: str,
    ax: Axes | None = None,
    *,
    told: str = "",
) -> PlotAxes:
    """Plot lead changes that are counted already, as `lead_changes` does, with a sentence below."""
    ax = _bars(found.lead_changes, ax, title)
    return finish_with_sentence(ax, title, tr("lead changes in a game"), None, told)


def told_lead_changes(found: Trajectories) -> str:
    """Return a sentence with the mean number of lead changes and the time of the last one."""
    mean = found.lead_changes.mean
    if not found.last_changes.total:
        return tr("On average {mean:.2f} times.", mean=mean)
    return tr(
        "On average {mean:.2f} times; half of the last changes come by placement {ply} of {all}.",
        all=len(found.margins),
        mean=mean,
        ply=found.last_changes.quantile(0.5),
    )


def comebacks(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> PlotAxes:
    """Plot by how many points the winners of games were behind at most.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with a trace.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Raises
    ------
    RunError
        If the run has no trace.
    """
    run = open_run(run)
    with style.texts_in(lang, title):
        found = trajectories(run)
        title = title or tr("{run}: from how far behind does one win?", run=run_title(run))
        return plot_comebacks(found, title, ax, told=told_comebacks(found))


def plot_comebacks(
    found: Trajectories,
    title: str,
    ax: Axes | None = None,
    *,
    told: str = "",
) -> PlotAxes:
    """Plot deficits that are counted already, as `comebacks` does, with a sentence below."""
    ax = _bars(found.deficits, ax, title)
    return finish_with_sentence(ax, title, tr("largest deficit of the winner (points)"), None, told)


def told_comebacks(found: Trajectories) -> str:
    """Return a sentence with the share of games whose winner was behind at some time."""
    share = found.comebacks
    low, high = share.interval
    return tr(
        "The winner was behind at some time in {share:.1f} % of {games:,} games (95 % "
        "interval {low:.1f} to {high:.1f} %).",
        share=100 * share.share,
        games=share.total,
        low=100 * low,
        high=100 * high,
    )


def _bars(found: Distribution, ax: Axes | None, title: str) -> Axes:
    """Draw the distribution of a number of games as bars."""
    ax = ax or new_axes(title=title)
    ax.bar(found.values, found.shares, 0.84, **colours.bars()[0])
    share_axes(ax)
    return ax
