"""The documents of the plots of runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from litslab.analysis import distributions
from litslab.analysis.plot import winning_side
from litslab.app import analysis_documents
from litslab.app.documents import commands as schema
from litslab.games.notation import format_move

if TYPE_CHECKING:
    from litslab.analysis.runs.run import RunFile


def scores(run: RunFile, path: Path) -> schema.PlotScores:
    """Return the document of a plot of scores."""
    found = distributions.joint_scores(run)
    both = {side: analysis_documents.distribution(found.side(number)) for number, side in enumerate(run.rules.sides)}
    return schema.PlotScores(path=str(path), scores=both)


def margins(run: RunFile, path: Path) -> schema.PlotMargins:
    """Return the document of a plot of margins."""
    found = distributions.distribution(run, "margin")
    return schema.PlotMargins(path=str(path), margin=analysis_documents.distribution(found))


def lengths(run: RunFile, path: Path) -> schema.PlotLengths:
    """Return the document of a plot of lengths."""
    found = distributions.distribution(run, "length")
    return schema.PlotLengths(path=str(path), length=analysis_documents.distribution(found))


def branching(run: RunFile, path: Path) -> schema.PlotBranching:
    """Return the document of a plot of legal placements by ply."""
    plies = [analysis_documents.distribution(each) for each in distributions.branching_by_ply(run)]
    return schema.PlotBranching(path=str(path), branching=plies)


def heatmap(run: RunFile, path: Path, layer: str | None, *, winner: str | None) -> schema.PlotHeatmap:
    """Return the document of a plot of covered squares; the options are those of `analysis.plot.heatmap`."""
    shares, board = distributions.occupancy(run, layer, winner=winning_side(run, winner)), run.rules.board
    squares = {board.name(square): round(float(share), 6) for square, share in enumerate(shares)}
    return schema.PlotHeatmap(path=str(path), squares=squares)


def openings(run: RunFile, path: Path) -> schema.PlotOpenings:
    """Return the document of a plot of openings."""
    rows = [
        schema.Opening(
            move=format_move(each.placement, run.rules),
            **dict(analysis_documents.share(each.wins)),
            margin=each.margin,
        )
        for each in distributions.openings(run)
    ]
    return schema.PlotOpenings(path=str(path), openings=rows)


def compare(first: RunFile, second: RunFile, path: Path, column: str) -> schema.PlotCompare:
    """Return the document of a plot that compares a column of two runs."""
    found = distributions.compare(first, second, column)
    return schema.PlotCompare(
        path=str(path),
        column=column,
        means=[found.first.mean, found.second.mean],
        difference=found.difference,
        interval=list(found.interval),
        cliffs_delta=found.delta,
        size=found.size,
    )
