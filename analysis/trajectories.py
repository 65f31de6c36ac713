"""Scores during games: who leads after each placement, how often the lead changes, and comebacks.

A run that was played with a trace stores both scores after each placement. A finished game counts
on with its final scores, so that every ply describes all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import computed_field

from litslab.analysis.distributions import Distribution
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import RunError
from litslab.analysis.shares import Share

_CELLS = 4_000_000
"""The largest table of games by plies that is in memory at a time."""


@dataclass(frozen=True, eq=False)
class Trajectories:
    """The course of the scores in the games of a run; not compared by value."""

    margins: tuple[Distribution, ...]
    """The first side's margin after each placement."""
    leader_wins: tuple[Share, ...]
    """After each placement: the games that the leader won, of those in which one side leads."""
    lead_changes: Distribution
    """How often the lead passed from one side to the other in a game. Equal scores between do not
    count: the lead changes when the other side takes it.
    """
    last_changes: Distribution
    """The placement with which the lead changed last, in the games in which it did."""
    deficits: Distribution
    """By how many points the winner of a game was behind at most; 0 if never."""

    @computed_field
    @property
    def comebacks(self) -> Share:
        """The games whose winner was behind at some time."""
        total = self.deficits.total
        never = int(self.deficits.counts[self.deficits.values == 0].sum())
        return Share("comebacks", total - never, total)


def trajectories(file: RunFile, *, batch: int | None = None) -> Trajectories:
    """Return how the scores went in the games of a run that was played with a trace.

    Parameters
    ----------
    file : RunFile
        The run.
    batch : int, optional
        Number of games in memory at a time; some tens of megabytes by default.

    Raises
    ------
    RunError
        If the run has no trace, or no game in which a piece was placed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     run = ll.simulate(
    ...         ll.new_game("wythe", size=4), Path(folder) / "run.parquet", games=200, trace=True
    ...     )
    ...     found = trajectories(run)
    >>> found.leader_wins[-1].share  # in the end the leader has won
    1.0
    """
    if not file.run.trace:
        raise RunError(
            f"{file.path}: it has no scores of each ply: expected a run that was played with "
            "--trace (in Python trace=True)"
        )
    plies = _longest(file)
    if not plies:
        raise RunError(f"{file.path}: expected a run with games in which a piece was placed")
    limit = file.run.rules.value_limit()
    return _counted(_tables(file, plies, batch or max(1, _CELLS // plies)), plies, limit)


def trajectories_of(games: Sequence[tuple[Sequence[int], int]]) -> Trajectories:
    """Return how the scores went in some games.

    Parameters
    ----------
    games : sequence of (sequence of int, int)
        Of each game the first side's margin after each placement, at least one, and the winner: 1
        for the first side, −1 for the other.
    """
    plies = max(len(margins) for margins, _ in games)
    limit = max(abs(margin) for margins, _ in games for margin in margins)
    table = [[*margins, *[margins[-1]] * (plies - len(margins))] for margins, _ in games]
    winners = np.array([winner for _, winner in games], np.int32)
    return _counted([(np.array(table, np.int32), winners)], plies, limit)


def _counted(
    tables: Iterable[tuple[NDArray[np.int32], NDArray[np.int32]]],
    plies: int,
    limit: int,
) -> Trajectories:
    """Count the margins from −limit to limit in tables of games, as `_tables` yields them."""
    margins = np.zeros((plies, 2 * limit + 1), np.int64)
    led = np.zeros(plies, np.int64)
    won = np.zeros(plies, np.int64)
    changes = np.zeros(plies, np.int64)
    last_changes = np.zeros(plies + 1, np.int64)
    deficits = np.zeros(limit + 1, np.int64)
    for margin, winner in tables:
        margins += _counts_by_ply(margin, limit)
        leader = np.sign(margin)
        led += np.count_nonzero(leader, axis=0)
        won += np.count_nonzero(leader == winner[:, None], axis=0)
        changed = _lead_changes(leader)
        changes += np.bincount(np.count_nonzero(changed, axis=1), minlength=plies)
        last_changes += np.bincount(_last(changed), minlength=plies + 1)
        behind = np.max(-margin * winner[:, None], axis=1).clip(0)
        deficits += np.bincount(behind, minlength=limit + 1)
    last_changes[0] = 0  # the games without a change
    return Trajectories(
        margins=tuple(_distribution(counts, -limit) for counts in margins),
        leader_wins=tuple(
            Share("leader", int(count), int(total)) for count, total in zip(won, led, strict=True)
        ),
        lead_changes=_distribution(changes),
        last_changes=_distribution(last_changes),
        deficits=_distribution(deficits),
    )


def _longest(file: RunFile) -> int:
    """Return the number of placements in the longest game."""
    return int(file.collect(file.scan().select(pl.col("length").max())).item())


def _tables(
    file: RunFile,
    plies: int,
    size: int,
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Yield the first side's margins by game and ply, of `size` games at a time, with the winners
    as 1 and −1.

    A finished game keeps its last margin.
    """
    rows = file.scan().filter(pl.col("length") > 0)
    rows = rows.select("length", "winner", "trace_1", "trace_2")
    for first in range(0, file.run.games, size):
        games = file.collect(rows.slice(first, size))
        if games.is_empty():
            return
        lengths = games["length"].cast(pl.Int64).to_numpy()
        scores = [
            games[name].explode().cast(pl.Int32).to_numpy() for name in ("trace_1", "trace_2")
        ]
        starts = np.cumsum(lengths) - lengths
        at = starts[:, None] + np.minimum(np.arange(plies), lengths[:, None] - 1)
        winner = np.where(games["winner"].to_numpy() == 1, 1, -1).astype(np.int32)
        yield (scores[0] - scores[1])[at], winner


def _counts_by_ply(margin: NDArray[np.int32], limit: int) -> NDArray[np.int64]:
    """Count how often each margin from −limit to limit occurs, by ply."""
    plies = margin.shape[1]
    width = 2 * limit + 1
    cells = margin + (np.arange(plies) * width + limit)
    return np.bincount(cells.ravel(), minlength=plies * width).reshape(plies, width)


def _lead_changes(leader: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return whether the lead passes to the other side, by game and ply, given who leads: 1, −1, or
    0 where the scores are equal.
    """
    plies = np.arange(leader.shape[1])
    latest = np.maximum.accumulate(np.where(leader != 0, plies, 0), axis=1)
    last_leader = np.take_along_axis(leader, latest, axis=1)
    changed = np.zeros(leader.shape, np.bool_)
    before = last_leader[:, :-1]
    changed[:, 1:] = (last_leader[:, 1:] != before) & (before != 0)
    return changed


def _last(changed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the last placement, counted from 1, that is marked in each game; 0 if none is."""
    plies = np.arange(1, changed.shape[1] + 1)
    last: NDArray[np.int64] = np.max(np.where(changed, plies, 0), axis=1)
    return last


def _distribution(counts: NDArray[np.int64], lowest: int = 0) -> Distribution:
    came = np.flatnonzero(counts)
    return Distribution(came + lowest, counts[came])
