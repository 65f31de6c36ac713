"""Answers about many games: a run, the contents of its file, and the statistics of plots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from litslab.analysis import distributions, shares
from litslab.analysis.comparison import Comparison, compare
from litslab.analysis.distributions import Distribution
from litslab.analysis.final_positions import (
    Cover,
    GroupSizes,
    cover_of_run,
    group_sizes_of_run,
    usual_by,
)
from litslab.analysis.openings import Opening, openings
from litslab.analysis.run_series import series
from litslab.analysis.runs.columns import Column, NumberColumn, describe_columns
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.header import Header
from litslab.analysis.shares import Balance, Share
from litslab.analysis.squares import occupancy, opening_squares
from litslab.analysis.trajectories import Trajectories, trajectories
from litslab.games.option_data import describe_options
from litslab.games.result_json import Hidden, JsonBySquare, JsonNumber, extended
from litslab.games.rules import Rules


@dataclass(frozen=True, eq=False)
class RunDescription:
    """`litslab run describe`."""

    path: str
    game: str
    options: dict[str, Any]
    constructed: bool
    """Whether the games start from a position that perhaps no game can reach."""
    header: Header
    columns: tuple[Column, ...]

    @classmethod
    def of(cls, file: RunFile) -> Self:
        """Describe the file of a run."""
        rules = file.rules
        return cls(
            path=str(file.path),
            game=rules.name,
            options=describe_options(rules),
            constructed=file.run.start.constructed,
            header=file.header,
            columns=describe_columns(file.run),
        )


@dataclass(frozen=True, eq=False)
class RunStatistics:
    """`litslab simulate`: the main statistics of a run."""

    path: str
    game: str
    constructed: bool
    """Whether the games start from a position that perhaps no game can reach."""
    header: Header
    mean_length: float
    mean_margin: float
    balance: Balance
    points_by_phase: tuple[JsonNumber, JsonNumber] | None = None
    """The share of all points that each phase of a double game brings; null if nobody scores."""

    @classmethod
    def of(cls, file: RunFile, path: Path) -> Self:
        """Return the statistics of a run; `path` is the file that was requested."""
        return cls(
            path=str(path),
            game=file.rules.name,
            constructed=file.run.start.constructed,
            header=file.header,
            mean_length=distributions.distribution(file, "length").mean,
            mean_margin=distributions.distribution(file, "margin").mean,
            balance=shares.balance(file),
            points_by_phase=shares.phase_shares(file),
        )


@dataclass(frozen=True, eq=False)
class Plot:
    """Base of the answers of plots."""

    rules: Hidden[Rules]
    path: str
    """The file of the picture."""


@dataclass(frozen=True, eq=False)
class ScoresPlot(Plot):
    """`litslab plot scores`."""

    scores: dict[str, Distribution]
    """By side."""


@dataclass(frozen=True, eq=False)
class NumberPlot(Plot):
    """`litslab plot margins` and `litslab plot lengths`."""

    distribution: Distribution


@dataclass(frozen=True, eq=False)
class BranchingPlot(Plot):
    """`litslab plot branching`."""

    branching: tuple[Distribution, ...]
    """The number of legal moves at each ply."""


@dataclass(frozen=True, eq=False)
class TrajectoryPlot(Plot):
    """`litslab plot trajectory`, ``leader-wins``, ``lead-changes`` and ``comebacks``."""

    trajectories: Trajectories


@dataclass(frozen=True, eq=False)
class HeatmapPlot(Plot):
    """`litslab plot heatmap`."""

    shares: JsonBySquare[NDArray[np.float64]]
    """The share of games in which the square is covered, or shows the layer."""


@dataclass(frozen=True, eq=False)
class GroupSizesPlot(Plot):
    """`litslab plot group-sizes`."""

    groups: tuple[GroupSizes, ...]
    """By colour, two for each phase of the game."""


@dataclass(frozen=True, eq=False)
class PiecesPlot(Plot):
    """`litslab plot pieces`."""

    by: str
    """``shape`` or ``colour``."""
    covers: tuple[Cover, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class OpeningSquare(Share):
    """The games whose first placement covers a square, and how many the first side won."""

    beyond_noise: bool
    """Whether the share differs from that of all games by more than noise, at 95 % for all squares
    together.
    """


@dataclass(frozen=True, eq=False)
class OpeningsPlot(Plot):
    """`litslab plot openings`."""

    openings: list[Opening]
    squares: dict[str, OpeningSquare]
    """The squares by name; those that no first placement covers are left out."""


@dataclass(frozen=True, eq=False)
class ComparedRun:
    """One of several compared runs."""

    label: str
    """What tells it from the others."""
    numbers: Distribution
    first_mover: Share
    """The games that the player who moves first won."""


@dataclass(frozen=True, eq=False)
class ComparePlot:
    """`litslab plot compare`."""

    path: str
    column: NumberColumn
    runs: list[ComparedRun]
    """In the order of what they differ in."""
    comparison: Comparison | None = None
    """The comparison of two runs, in the order that they were given in."""


def _scores(run: RunFile, path: str) -> ScoresPlot:
    found = distributions.joint_scores(run)
    by_side = {name: found.side(side) for side, name in enumerate(run.rules.sides)}
    return ScoresPlot(run.rules, path, by_side)


def _numbers(column: NumberColumn, run: RunFile, path: str) -> NumberPlot:
    return NumberPlot(run.rules, path, distributions.distribution(run, column))


def _branching(run: RunFile, path: str) -> BranchingPlot:
    return BranchingPlot(run.rules, path, tuple(distributions.branching_by_ply(run)))


def _trajectories(run: RunFile, path: str) -> TrajectoryPlot:
    return TrajectoryPlot(run.rules, path, trajectories(run))


def _heatmap(
    run: RunFile,
    path: str,
    layer: str | None = None,
    winner: str | None = None,
) -> HeatmapPlot:
    return HeatmapPlot(run.rules, path, occupancy(run, layer, winner=winner))


def _group_sizes(run: RunFile, path: str) -> GroupSizesPlot:
    return GroupSizesPlot(run.rules, path, tuple(group_sizes_of_run(run)))


def _pieces(run: RunFile, path: str, by: str | None = None) -> PiecesPlot:
    by = by or usual_by(run.rules)
    return PiecesPlot(run.rules, path, by, tuple(cover_of_run(run, by)))


def _openings(run: RunFile, path: str) -> OpeningsPlot:
    found = opening_squares(run)
    squares = {
        run.rules.board.name(square): extended(OpeningSquare, share, beyond_noise=differs)
        for square, (share, differs) in enumerate(
            zip(found.squares, found.beyond_noise, strict=True)
        )
        if share.total
    }
    return OpeningsPlot(run.rules, path, openings(run), squares)


def _compare(*runs: RunFile, path: str, column: NumberColumn) -> ComparePlot:
    found = series(runs)
    numbers = found.numbers(column)
    compared = zip(found.labels, numbers, found.first_mover_wins, strict=True)
    return ComparePlot(
        path,
        column,
        [ComparedRun(*each) for each in compared],
        compare(*runs, column) if len(runs) == 2 else None,
    )


PLOTS: dict[str, Callable[..., Plot | ComparePlot]] = {
    "scores": _scores,
    "margins": partial(_numbers, "margin"),
    "lengths": partial(_numbers, "length"),
    "branching": _branching,
    "trajectory": _trajectories,
    "leader_wins": _trajectories,
    "lead_changes": _trajectories,
    "comebacks": _trajectories,
    "heatmap": _heatmap,
    "group_sizes": _group_sizes,
    "pieces": _pieces,
    "openings": _openings,
    "compare": _compare,
}
"""The functions that describe plots, by the functions of `analysis.plot`: each takes the runs, the
path of the picture, and the options of the plot.
"""
