"""The section on levels of play: matches between a level and the next."""

from __future__ import annotations

import math
from itertools import pairwise

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import How, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM, Match, engine
from litslab.analysis.report.sections.balance import plot_shares
from litslab.games.language import tr
from litslab.solver.play.players import Player

FEWEST_FOR_ELO = 30
"""With fewer games no Elo difference is shown: its interval would say nothing."""


def elo(found: float) -> float:
    """Return the Elo difference of a share of wins; infinite for all or none.

    Source: A. Elo, "The rating of chessplayers, past and present", 1978.

    Examples
    --------
    >>> round(elo(0.75))
    191
    """
    if found in {0.0, 1.0}:
        return math.copysign(math.inf, found - 0.5)
    return 400 * math.log10(found / (1 - found))


def ladder(context: Context) -> Section:
    """Return the section on the levels of play: each plays the one below it, with alternating
    sides.
    """
    players: list[Player] = [RANDOM, GREEDY, *map(engine, context.amounts.levels)]
    played = [
        context.pool.play(
            context.starts,
            (upper, lower),
            context.amounts.games,
            seed=context.seed + 1 + number,
        )
        for number, (lower, upper) in enumerate(pairwise(players))
    ]
    rows = tuple(ladder_row(match) for match in played)
    measured = []
    for match in played:
        label = tr("{upper}\nagainst {lower}", **_names(match))
        measured.append((label, quantities.share(match.first_player_wins, _how(match))))
    note = tr(
        "The number of levels between random and strong play measures depth. MCTS n is Monte-Carlo "
        "tree search with n random games per move, without exact endgames. Games are played in "
        "pairs with the sides exchanged; the intervals follow from the spread of the pairs."
    )
    axes = plot_shares(
        measured,
        x=tr("share of wins (95 % interval)"),
        title=tr("Each level against the one below"),
    )
    figure = quantities.picture(
        "ladder", axes, tr("Share of games that the upper of two levels wins.")
    )
    table = Table(tr("Matches"), (tr("match"), tr("wins"), tr("Elo difference")), rows)
    return Section("ladder", tr("Levels of play"), (note, table, figure))


def ladder_row(match: Match) -> Row:
    """Return the upper level's wins, as a share and as an Elo difference."""
    found = match.first_player_wins
    how = _how(match)
    if match.count >= FEWEST_FOR_ELO:
        difference = _elo_number(found.share, found.interval, how)
    else:
        difference = Number(tr("too few games"), how)
    label = tr("{upper} against {lower}", **_names(match))
    return Row(label, (quantities.share(found, how), difference))


def _names(match: Match) -> dict[str, str]:
    return {"upper": tr(match.names[0]), "lower": tr(match.names[1])}


def _how(match: Match) -> How:
    return quantities.simulated(match.count, tr("sides exchanged"))


def _elo_number(found: float, interval: tuple[float, float], how: How) -> Number:
    low, high = map(elo, interval)
    # If all games are won or lost, only one end of the interval is finite.
    if found == 1.0:
        return Number(tr("won all"), how, low=low)
    if found == 0.0:
        return Number(tr("lost all"), how, high=high)
    return Number(elo(found), how, low, high)
