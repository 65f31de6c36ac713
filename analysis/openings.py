"""The openings of a run: wins and the mean lead by first placement."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from litslab.analysis.runs.file import AnyRun, open_run
from litslab.analysis.shares import Share
from litslab.games.result_json import JsonPlacement


@dataclass(frozen=True)
class Opening:
    """The results of games that began with one placement."""

    placement: JsonPlacement
    """The first placement."""
    wins: Share
    """The games that the first side won."""
    margin: float
    """The first side's mean lead."""


def openings(run: AnyRun) -> list[Opening]:
    """Return the results by first placement, the best for the first side first.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate(ll.new_game("taiji", size=3), games=100, seed=1)
    >>> sum(opening.wins.total for opening in ll.openings(run))
    100
    """
    file = open_run(run)
    begun = file.scan().drop_nulls("opening").group_by("opening")
    lead = pl.col("margin").cast(pl.Int64).sum()
    counted = file.collect(
        begun.agg(games=pl.len(), wins=(pl.col("winner") == 1).sum(), margin=lead).sort("opening")
    )
    table = file.rules.table
    side = file.rules.sides[0]
    found = []
    for row in counted.iter_rows(named=True):
        wins = Share(side, row["wins"], row["games"])
        found.append(Opening(table[row["opening"]], wins, row["margin"] / row["games"]))
    return sorted(found, key=lambda opening: -opening.wins.share)
