"""Shares of the games of a run with intervals: wins by side and player, ties, swaps, phases."""

from __future__ import annotations

import math
from dataclasses import dataclass

import polars as pl
from pydantic import computed_field

from litslab.analysis.runs.file import AnyRun, RunFile, open_run
from litslab.games.language import mark
from litslab.games.result_json import JsonNumber
from litslab.solver.statistics import pairs_interval, wilson_interval


@dataclass(frozen=True)
class Share:
    """The share of games in which something happened, with its 95 % interval."""

    name: str
    """The event."""
    count: int
    """The games in which it happened, and all games."""
    total: int
    """The games in which it happened, and all games."""
    pairs: tuple[int, int, int] | None = None
    """For games in pairs with the sides exchanged: the pairs in which it happened in none, one and
    both games.
    """

    @computed_field
    @property
    def share(self) -> JsonNumber:
        """The share; nan without games."""
        return self.count / self.total if self.total else math.nan

    @computed_field
    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval: Wilson's, or that of the pairs."""
        if self.pairs is not None:
            return pairs_interval(self.pairs)
        return wilson_interval(self.count, self.total)


@dataclass(frozen=True)
class Balance:
    """Wins by side and by player, and the games that the tie rule decided."""

    sides: tuple[Share, Share]
    """The games that each side won, and those that the first player and the other won."""
    people: tuple[Share, Share]
    """The games that each side won, and those that the first player and the other won."""
    ties: Share
    """The games with equal scores, which the tie rule decided."""
    ties_by_side: tuple[Share, Share]
    """The wins of each side among those games."""
    swaps: Share
    """The games in which the swap was made."""
    scoreless: Share
    """The games in which both sides scored 0."""

    def __repr__(self) -> str:
        first, second = (f"{each.name} {each.count}" for each in self.sides)
        return f"<Balance: {first}, {second} of {self.ties.total} games>"


def balance(run: AnyRun) -> Balance:
    """Return the wins of sides and players, with intervals.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate("wythe", games=50, players=("greedy", "random"), seed=1)
    >>> first, _ = ll.balance(run).people
    >>> first.name, first.share > 0.5
    ('who moves first', True)
    """
    file = open_run(run)
    won = pl.col("winner") == 1
    tied = pl.col("tie_rule")
    counts = file.scan().select(
        games=pl.len(),
        side=won.sum(),
        player=(pl.col("winning_player") == "A").sum(),
        ties=tied.sum(),
        ties_first=(tied & won).sum(),
        swaps=pl.col("swap").sum(),
        scoreless=((pl.col("score_1") == 0) & (pl.col("score_2") == 0)).sum(),
    )
    number = file.collect(counts).row(0, named=True)
    games = number["games"]
    ties = number["ties"]

    def both(names: tuple[str, str], first: int, total: int) -> tuple[Share, Share]:
        return Share(names[0], first, total), Share(names[1], total - first, total)

    people = (mark("who moves first"), mark("the other"))
    return Balance(
        sides=both(file.rules.sides, number["side"], games),
        people=both(people, number["player"], games),
        ties=Share(mark("equal scores"), ties, games),
        ties_by_side=both(file.rules.sides, number["ties_first"], ties),
        swaps=Share(mark("swapped"), number["swaps"], games),
        scoreless=Share(mark("both 0"), number["scoreless"], games),
    )


def phase_shares(file: RunFile) -> tuple[float, float] | None:
    """Return the share of all points that each phase of a double game brings; None for
    other games.
    """
    if "first_score_1" not in file.scan().collect_schema():
        return None
    points = [
        (pl.col(f"{part}_1") + pl.col(f"{part}_2")).cast(pl.Int64).sum()
        for part in ("first_score", "score")
    ]
    first, both = file.collect(file.scan().select(first=points[0], both=points[1])).row(0)
    return (first / both, 1 - first / both) if both else (math.nan, math.nan)
