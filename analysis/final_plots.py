"""Plots of final positions: the sizes of groups, and where pieces lie by shape and by colour.

Each takes a run that was played with its moves; below it, a sentence gives its main number. They
are part of `litslab.plot`.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from litslab.analysis import colours, style
from litslab.analysis.final_positions import (
    BY,
    SHAPE,
    Cover,
    GroupSizes,
    cover_of_run,
    group_sizes_of_run,
    usual_by,
)
from litslab.analysis.labels import run_title
from litslab.analysis.runs.file import AnyRun, open_run
from litslab.analysis.square_map import draw_maps
from litslab.games.errors import OptionError, check_choice
from litslab.games.language import ENGLISH, listed, mark, tr
from litslab.games.pieces import Shape
from litslab.games.rules import Rules


def group_sizes(
    run: AnyRun,
    *,
    title: str | None = None,
    ax: Axes | None = None,
    lang: str = ENGLISH,
) -> style.PlotAxes:
    """Plot how large the groups of both colours are in final positions: the share of the colour's
    squares that lie in groups of each size. A double game has a panel for each phase.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with its moves.
    title : str, optional
        The title, instead of the default.
    ax : Axes, optional
        The axes to draw the groups of the last phase on, instead of new ones.
    lang : str
        The language of the texts: en or ja.

    Returns
    -------
    Axes
        Those of the first panel.

    Raises
    ------
    RunError
        If the run has no moves.
    OptionError
        If groups do not matter in the game.
    """
    run = open_run(run)
    found = group_sizes_of_run(run)
    with style.texts_in(lang, title):
        title = title or tr("{run}: how large are the groups at the end?", run=run_title(run))
        return plot_group_sizes(found, run.rules, title, ax, telling=True)


def plot_group_sizes(
    found: Sequence[GroupSizes],
    rules: Rules,
    title: str,
    ax: Axes | None = None,
    *,
    telling: bool = False,
) -> style.PlotAxes:
    """Plot the sizes of groups that are counted already, as `group_sizes` does; with `telling` a
    sentence stands below.

    Raises
    ------
    OptionError
        If there are none.
    """
    if not found:
        raise OptionError(f"{rules.title}: expected a game in which groups matter")
    phases = sorted({each.phase for each in found})
    by_phase = [[each for each in found if each.phase == phase] for phase in phases]
    if ax is not None or len(phases) == 1:
        groups = by_phase[-1]
        ax = ax or style.new_axes(title=title)
        return _draw_group_sizes(ax, groups, title, told_group_sizes(groups) if telling else "")
    panels = Figure(figsize=(11.5, 4.5), layout="constrained").subplots(1, len(phases), sharey=True)
    drawn = [
        _draw_group_sizes(
            panel,
            groups,
            f"{title} · {tr(rules.phases[phase].name)}",
            told_group_sizes(groups) if telling else "",
        )
        for panel, phase, groups in zip(panels, phases, by_phase, strict=True)
    ]
    return drawn[0]


def _draw_group_sizes(
    ax: Axes,
    found: Sequence[GroupSizes],
    title: str,
    told: str,
) -> style.PlotAxes:
    first, second = found
    # "visible light" is as bright as "light"
    names = (first.colour.rpartition(" ")[2], second.colour.rpartition(" ")[2])
    bars = colours.side_bars(names)
    for number, (each, colour) in enumerate(zip(found, bars, strict=True)):
        label = tr(
            "{colour}: {count:.2f} groups a game",
            colour=tr(each.colour),
            count=each.groups_per_game,
        )
        places = each.sizes.values + (number - 0.5) * 0.42
        ax.bar(places, each.square_shares, 0.42, label=label, **colour)
    style.share_axes(ax)
    return style.finish_with_sentence(
        ax,
        title,
        tr("size of the group (squares)"),
        tr("share of the colour's squares"),
        told,
        legend=True,
    )


def told_group_sizes(found: Sequence[GroupSizes]) -> str:
    """Return a sentence with the mean size of the largest groups of two colours."""
    first, second = found
    return tr(
        "On average over {games:,} games, the largest group of {first} has {size:.1f} squares, and "
        "that of {second} has {other:.1f}.",
        games=first.games,
        first=tr(first.colour),
        size=first.largest.mean,
        second=tr(second.colour),
        other=second.largest.mean,
    )


def pieces(
    run: AnyRun,
    *,
    by: str | None = None,
    title: str | None = None,
    lang: str = ENGLISH,
) -> style.PlotAxes:
    """Plot for each square how often a piece of each shape lies on it in final positions, or how
    often it shows each colour: a map for each shape or colour.

    Parameters
    ----------
    run : RunFile or str or Path
        The run, or its file; it was played with its moves.
    by : str, optional
        ``shape`` or ``colour``; by default ``shape`` if the pieces have several shapes.
    title : str, optional
        The title, instead of the default.
    lang : str
        The language of the texts: en or ja.

    Returns
    -------
    Axes
        Those of the first map.

    Raises
    ------
    RunError
        If the run has no moves.
    OptionError
        If `by` is something else.
    """
    run = open_run(run)
    check_choice("by", by, BY)
    by = by or usual_by(run.rules)
    found = cover_of_run(run, by)
    with style.texts_in(lang, title):
        told = mark("{run}: where does each colour show at the end?")
        if by == SHAPE:
            told = mark("{run}: where do the pieces of each shape lie at the end?")
        sentence = told_shapes(found) if by == SHAPE else told_colours(found)
        return plot_pieces(found, run.rules, title or tr(told, run=run_title(run)), sentence)


def plot_pieces(
    found: Sequence[Cover],
    rules: Rules,
    title: str,
    told: str = "",
) -> style.PlotAxes:
    """Plot maps of shapes or colours that are counted already, as `pieces` does, with a sentence
    below.
    """
    maps = [(_name(each.name), each.shares) for each in found]
    return draw_maps(maps, rules.board, title, tr("share of games"), told)


def _name(name: str) -> str:
    """Return the name of a shape or a colour."""
    if name == Shape.DOMINO.value:
        return tr("dominoes")
    return name if len(name) == 1 else tr(name)


def told_shapes(found: Sequence[Cover]) -> str:
    """Return a sentence with the mean number of pieces of each shape."""
    counts = [tr("{count:.2f} {name}", count=each.mean, name=_name(each.name)) for each in found]
    return tr("On average a game ends with {counts} on the board.", counts=listed(counts))


def told_colours(found: Sequence[Cover]) -> str:
    """Return a sentence with the mean number of squares that show each colour."""
    counts = [
        tr("{name} on {count:.2f} squares", count=each.mean, name=_name(each.name))
        for each in found
    ]
    return tr("On average a game ends with {counts}.", counts=listed(counts))
