"""The section on the phases of a double game: their points, and how often their leaders win."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, Number, Row, Section, Table
from litslab.analysis.report.play import Match
from litslab.analysis.report.quantities import (
    RANDOM_PLAY,
    share,
    simulated,
)
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import Share
from litslab.games.language import mark, tr

_PHASES = mark(
    "The points of both phases are added. “Leader wins” is the share of games won by the player "
    "who led in the points of that phase alone: 50 % would mean that the phase decides nothing."
)


@dataclass(frozen=True)
class Phases:
    """The points and the leaders of both phases of games.

    Attributes
    ----------
    first_share : float
        The share of all points of both players that the first phase brought; nan if there are none.
    first_leader, second_leader : Share
        The games in which someone led in that phase, and those of them that the leader won.
    """

    first_share: float
    first_leader: Share
    second_leader: Share


def phases(context: Context) -> Section:
    """Return the section on the phases of a double game."""
    names = [tr(phase.name) for phase in context.rules.phases]
    chance = tr(RANDOM_PLAY)
    title = tr("Points by phase")
    rows = [_phases_row(chance, of_run(context.run), context.run.run.games, chance)]
    alike = tr("both sides alike")
    rows += [
        _phases_row(tr(match.names[0]), of_match(match), match.count, alike)
        for match in context.matches
    ]
    points = (tr("points from {phase}", phase=name) for name in names)
    leaders = (tr("leader of {phase} wins", phase=name) for name in names)
    columns = (tr("play"), *points, *leaders)
    return Section("phases", title, (tr(_PHASES), Table(title, columns, tuple(rows))))


def of_run(run: RunFile) -> Phases:
    """Return the phases of random games."""
    columns = ("first_score_1", "first_score_2", "score_1", "score_2")
    rows = run.collect(run.scan().select(*columns, first_won=pl.col("winning_player") == "A"))
    first = rows.select(columns[:2]).to_numpy().astype(np.int64)
    both = rows.select(columns[2:]).to_numpy().astype(np.int64)
    scores = np.stack([first, both - first], axis=1)
    return _phases(scores, rows["first_won"].to_numpy())


def of_match(match: Match) -> Phases:
    """Return the phases of a match's games."""
    outcomes = [match.record(number).position().outcome() for number in range(match.count)]
    scores = np.array([[phase.scores for phase in each.phases] for each in outcomes])
    return _phases(scores, np.array([each.winning_side == 0 for each in outcomes]))


def _phases(scores: NDArray[np.int64], first_won: NDArray[np.bool_]) -> Phases:
    """Return the phases, given the scores by game, phase and player, and whether the first player
    won.
    """
    margins = scores[:, :, 0] - scores[:, :, 1]
    points = int(scores.sum())
    led = (margins != 0).sum(axis=0)
    winners_margins = margins * np.where(first_won, 1, -1)[:, None]
    won = (winners_margins > 0).sum(axis=0)
    return Phases(
        first_share=int(scores[:, 0].sum()) / points if points else math.nan,
        first_leader=Share("leader of the first phase", int(won[0]), int(led[0])),
        second_leader=Share("leader of the second phase", int(won[1]), int(led[1])),
    )


def _phases_row(label: str, found: Phases, games: int, who: str) -> Row:
    how = simulated(games, who)
    whole = simulated(games, who, interval=False)
    numbers = (
        Number(found.first_share, whole, form=Format.SHARE),
        Number(1 - found.first_share, whole, form=Format.SHARE),
        share(found.first_leader, how),
        share(found.second_leader, how),
    )
    return Row(label, numbers)
