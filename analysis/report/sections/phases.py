"""Double games: which phase the points come from, and which one decides."""

from __future__ import annotations

import math
from dataclasses import dataclass

import polars as pl

from litslab.analysis.distributions import Share, phase_shares
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import share, simulated
from litslab.analysis.report.play import Match
from litslab.analysis.runs.run import RunFile

_EXPLAINED = (
    "The points of both phases are added. “Leader wins” counts the games in which one player led after that phase's "
    "points alone, and of those the ones that this player won: 50 % would mean that the phase decides nothing."
)


@dataclass(frozen=True)
class Phases:
    """What the phases of games brought.

    Attributes
    ----------
    first_share : float
        The share of all points, both players' in all games, that the first phase brought; nan where there are none.
    first_leader, second_leader : Share
        Of the games in which someone led in that phase, those that this player won.
    """

    first_share: float
    first_leader: Share
    second_leader: Share


def section(context: Context) -> Section | None:
    """Return the section on phases; None in a game of one phase."""
    if not context.rules.is_double:
        return None
    names = phase_names(context)
    rows = [_row("random play", of_run(context.run), simulated(context.run.run.games, "random play"))]
    rows += [
        _row(match.names[0], of_match(match), simulated(match.count, "both sides alike")) for match in context.matches
    ]
    columns = (
        "play", f"points from {names[0]}", f"points from {names[1]}", f"leader of {names[0]} wins",
        f"leader of {names[1]} wins",
    )  # fmt: skip
    return Section("phases", "Points by phase", (_EXPLAINED, Table("Points by phase", columns, tuple(rows))))


def phase_names(context: Context) -> tuple[str, str]:
    """Return what the phases are called."""
    first, second = context.rules.phases
    return first.name, second.name


def of_run(run: RunFile) -> Phases:
    """Return what the phases of random games brought."""
    first = (pl.col("first_score_1") - pl.col("first_score_2")).cast(pl.Int64)
    second = pl.col("margin").cast(pl.Int64) - first
    won = pl.when(pl.col("winning_player") == "A").then(1).otherwise(-1)
    counted = run.collect(
        run.scan().select(
            first_led=(first != 0).sum(),
            first_won=(first * won > 0).sum(),
            second_led=(second != 0).sum(),
            second_won=(second * won > 0).sum(),
        )
    )
    shares = phase_shares(run)
    number = {name: int(counted[name].item()) for name in counted.columns}
    return Phases(
        shares[0] if shares is not None else math.nan,
        Share("leader of the first phase", number["first_won"], number["first_led"]),
        Share("leader of the second phase", number["second_won"], number["second_led"]),
    )


def of_match(match: Match) -> Phases:
    """Return what the phases of a match's games brought."""
    first_points = points = 0
    led, won = [0, 0], [0, 0]
    for number in range(match.count):
        outcome = match.record(number).position().outcome()
        first_points += sum(outcome.phases[0].scores)
        points += sum(outcome.scores)
        for phase, each in enumerate(outcome.phases):
            margin = each.scores[0] - each.scores[1]
            led[phase] += margin != 0
            won[phase] += margin * (1 if outcome.winning_side == 0 else -1) > 0
    names = ("leader of the first phase", "leader of the second phase")
    first, second = (Share(name, won[phase], led[phase]) for phase, name in enumerate(names))
    return Phases(first_points / points if points else math.nan, first, second)


def _row(label: str, found: Phases, how: How) -> Row:
    whole = How(Kind.SIMULATED, how.by.split(";")[0])
    points = tuple(Number(part, whole, form=Format.SHARE) for part in (found.first_share, 1 - found.first_share))
    return Row(label, (*points, share(found.first_leader, how), share(found.second_leader, how)))
