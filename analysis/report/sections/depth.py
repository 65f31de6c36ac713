"""The section on depth: the skill ladder of the engine with doubled playouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import Match, engine
from litslab.analysis.report.sections.balance import plot_shares
from litslab.games.language import mark, tr
from litslab.solver.statistics import Z, elo

RUNG = 0.6
"""The share of wins against the level below that makes a level of the skill ladder."""

_EXPLAINED = mark(
    "The engine plays itself with half of the playouts. A game is deep if more search goes on to "
    "pay. A level of the skill ladder wins 60 % against the one below (S. Tavener, “UCT skill "
    "ladders for small games”, 2020; Lantz et al., “Depth in strategic games”, 2017). The levels "
    "here are the sum of the Elo differences of all doublings, divided by that of 60 %. More "
    "playouts could reach more levels."
)


def depth(context: Context) -> Section | None:
    """Return the section on depth; None if the engine has too few playouts to halve them."""
    rungs = context.amounts.doublings
    if len(rungs) < 2:
        return None
    played = [
        context.pool.play(
            context.starts,
            (engine(upper), engine(lower)),
            context.amounts.rung_games,
            seed=context.seed + 300 + number,
        )
        for number, (lower, upper) in enumerate(pairwise(rungs))
    ]
    rows = []
    measured = []
    for match in played:
        how = quantities.simulated(match.count, tr("sides exchanged"))
        share = quantities.share(match.first_player_wins, how)
        upper, lower = match.names
        rows.append(Row(tr("{upper} against {lower}", upper=upper, lower=lower), (share,)))
        measured.append((tr("{upper}\nagainst {lower}", upper=upper, lower=lower), share))
    levels = levels_number(played)
    axes = plot_shares(
        measured,
        x=tr("share of wins (95 % interval)"),
        title=tr("Does twice the search still pay?"),
    )
    told = tr(
        "From {least:,} to {most:,} playouts per move the ladder has {levels} levels.",
        least=rungs[0],
        most=rungs[-1],
        levels=tr("{text} ({note})", text=levels.text, note=levels.spread),
    )
    return Section(
        "depth",
        tr("Depth"),
        (
            tr(_EXPLAINED),
            quantities.figures(tr("Skill ladder"), (tr("levels of play"), levels)),
            Table(tr("Doubled playouts"), (tr("match"), tr("wins")), tuple(rows)),
            quantities.picture("depth", axes, told),
        ),
    )


def levels_number(played: Sequence[Match]) -> Number:
    """Return the number of levels of the skill ladder that matches with doubled playouts reach
    together, with its 95 % interval.

    A share of wins is moved by half a win towards one half, so that its Elo difference is finite.
    The errors of the matches are independent, so their squares are added.
    """
    total = 0.0
    variance = 0.0
    for match in played:
        found = match.first_player_wins
        share = (found.count + 0.5) / (found.total + 1)
        low, high = found.interval
        slope = 400 / math.log(10) / (share * (1 - share))
        total += elo(share)
        variance += (slope * (high - low) / 2 / Z) ** 2
    half = Z * math.sqrt(variance)
    games = sum(match.count for match in played)
    how = How(Kind.ESTIMATE, tr("{games:,} games, sides exchanged; 95 % interval", games=games))
    value, low, high = (each / elo(RUNG) for each in (total, total - half, total + half))
    return Number(value, how, low, high, Format.DECIMAL)
