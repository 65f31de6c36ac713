"""What the games of a run show: each function takes a run and draws on axes of its own, or on given ones.

This is `litslab.plot`. The functions name the game, the board and the players in the title; `analysis.plots` draws.

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

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from litslab.analysis import distributions, plots
from litslab.analysis.runs.run import RunFile

__all__ = ["branching", "compare", "heatmap", "lengths", "margins", "openings", "scores"]


def scores(run: RunFile, *, title: str | None = None) -> Axes:
    """Plot the distribution of both sides' scores, each and together, in two panels of one figure.

    Parameters
    ----------
    run : RunFile
        The run.
    title : str, optional
        The title, in place of the usual one.

    Returns
    -------
    Axes
        Those of the left panel.
    """
    found, sides = distributions.joint_scores(run), run.rules.sides
    figure = Figure(figsize=(11.5, 4.3), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.4, 1])
    plots.plot_scores(found, sides=sides, title=title or f"{_title(run)}: scores", ax=left)
    plots.plot_joint_scores(found, sides=sides, ax=right)
    axes: Axes = left
    return axes


def margins(run: RunFile, *, title: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot by how much the first side led.

    Parameters
    ----------
    run : RunFile
        The run.
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.
    """
    found = distributions.distribution(run, "margin")
    return plots.plot_margins(found, sides=run.rules.sides, title=title or f"{_title(run)}: margins", ax=ax)


def lengths(run: RunFile, *, title: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot how many placements the games lasted.

    Parameters
    ----------
    run : RunFile
        The run.
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.
    """
    return plots.plot_lengths(
        distributions.distribution(run, "length"), title=title or f"{_title(run)}: lengths", ax=ax
    )


def branching(run: RunFile, *, title: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot how many placements were legal as the games went on.

    Parameters
    ----------
    run : RunFile
        The run.
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.
    """
    return plots.plot_branching(
        distributions.branching_by_ply(run), title=title or f"{_title(run)}: legal placements", ax=ax
    )


def heatmap(
    run: RunFile,
    layer: str | None = None,
    *,
    winner: str | None = None,
    title: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot the share of final positions in which each square has a piece, or shows one layer.

    Parameters
    ----------
    run : RunFile
        The run.
    layer : str, optional
        What shows on the square, such as ``light``, ``black`` or ``tetromino``; any piece where not given.
    winner : str, optional
        Count only the games that this side won.
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.

    Raises
    ------
    OptionError
        If there is no such side.
    RunError
        If there is no such layer.
    """
    shares = distributions.occupancy(run, layer, winner=distributions.winning_side(run, winner))
    what = layer or " or ".join(run.header.layers)
    usual = f"{_title(run)}: {what} at the end" + (f", where {winner} wins" if winner else "")
    return plots.plot_squares(shares, board=run.rules.board, title=title or usual, ax=ax)


def openings(run: RunFile, *, title: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot which squares are good to begin on: how often the first side wins if its first placement covers them.

    Each square has the number of its games; those whose share differs from the mean by more than noise are framed.

    Parameters
    ----------
    run : RunFile
        The run.
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.
    """
    found, rules = distributions.opening_squares(run), run.rules
    usual = f"{_title(run)}: by first placement"
    return plots.plot_opening_squares(found, board=rules.board, side=rules.sides[0], title=title or usual, ax=ax)


def compare(
    run: RunFile, other: RunFile, column: str = "length", *, title: str | None = None, ax: Axes | None = None
) -> Axes:
    """Plot how a number differs between two runs, with the difference of the means and Cliff's delta.

    Parameters
    ----------
    run, other : RunFile
        The runs; their files name them.
    column : str
        Which number: ``length``, ``margin``, ``score_1``, ``score_2`` …
    title : str, optional
        The title, in place of the usual one.
    ax : Axes, optional
        Where to draw.

    Raises
    ------
    RunError
        If a run has no such column of numbers.
    """
    found = distributions.compare(run, other, column)
    first, second = run.path, other.path
    names = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
    unit = "placements" if column.endswith("length") else "points"
    label = column.replace("_", " ")
    title = title or f"Two runs: {label}"
    return plots.plot_comparison(found, names=names, label=f"{label} ({unit})", title=title, ax=ax)


def _title(run: RunFile) -> str:
    """Name the game, the board and who played."""
    board, players = run.rules.board, run.run.players
    who = f"{players[0]} play" if players[0] == players[1] else f"{players[0]} against {players[1]}"
    return f"{run.rules.title} {board.columns}×{board.rows}, {who}"
