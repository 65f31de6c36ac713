"""Whether the game is fair, and how far skill reaches: balance at each level of play, and the ladder of levels."""

from __future__ import annotations

import math
from itertools import pairwise

from litslab.analysis.distributions import balance, distribution, joint_scores
from litslab.analysis.plots import plot_margins, plot_scores
from litslab.analysis.report.context import Material
from litslab.analysis.report.figures import Measured, plot_shares, svg_of
from litslab.analysis.report.model import Block, Figure, Format, How, Number, Row, Section, Table
from litslab.analysis.report.numbers import mean, share, simulated
from litslab.analysis.report.play import GREEDY, RANDOM, Clock, Match, engine
from litslab.solver.play.players import Player

_WHO = (
    "“Who moves first” is a person: where the game has a swap, that person may end up on the other side. Random play "
    "never swaps."
)


def section(material: Material) -> Section:
    """Return the section on balance."""
    run = material.run
    found = balance(run)
    how = simulated(run.run.games, "random play")
    margins = distribution(run, "margin")
    first = [
        Row(
            "random play",
            (
                share(found.people[0], how),
                share(found.ties, how),
                mean(margins, how, Format.SIGNED),
                share(found.swaps, how),
            ),
        )
    ]
    measured = [Measured("random", found.people[0])]
    for match in material.matches:
        first.append(_row(match))
        measured.append(Measured(match.names[0], match.first_mover_wins))
    columns = ("play", "who moves first wins", "equal scores (tie rule)", "mean lead of who moves first", "swapped")
    sides = run.rules.sides
    games = f"{run.run.games:,} random games."
    blocks: list[Block] = []
    if run.rules.has_swap:
        blocks.append(_WHO)
    blocks += [
        Table("Balance by level of play", columns, tuple(first)),
        Figure(
            "balance",
            svg_of(plot_shares(measured, x="who moves first wins (95 % interval)", title="Balance")),
            "Share of games won by the person who moves first; the dashed line is an even game.",
        ),
        "How random games end:",
        Figure("scores", svg_of(plot_scores(joint_scores(run), sides=sides)), f"Scores of both sides: {games}"),
        Figure("margins", svg_of(plot_margins(margins, sides=sides)), f"Leads of {sides[0]} at the end: {games}"),
    ]
    return Section("balance", "Balance", tuple(blocks))


def _row(match: Match) -> Row:
    how = simulated(match.count, "both sides alike")
    return Row(
        match.names[0],
        (
            share(match.first_mover_wins, how),
            share(match.ties, how),
            mean(match.margins, how, Format.SIGNED),
            share(match.swaps, how),
        ),
    )


def elo(found: float) -> float:
    """Return the Elo difference that a share of wins means; infinite for all or none.

    Source: A. Elo, "The rating of chessplayers, past and present", 1978.

    Examples
    --------
    >>> round(elo(0.75))
    191
    """
    if found in {0.0, 1.0}:
        return math.copysign(math.inf, found - 0.5)
    return 400 * math.log10(found / (1 - found))


def ladder(material: Material, time_limit: float) -> Section:
    """Return the section on the levels of play: each plays the one below it, the sides exchanged from game to game."""
    levels: list[Player] = [RANDOM, GREEDY, *(engine(playouts) for playouts in material.budget.playouts)]
    # A larger budget takes longer; the greedy player, which follows the rules in Python, is slow as well.
    budgets = material.budget.playouts
    costs = [8.0, 8.0, *(4.0 + 2.0 * playouts / budgets[0] for playouts in budgets[1:])]
    clock = Clock(time_limit, {upper.name: cost for upper, cost in zip(levels[1:], costs, strict=True)})
    played = []
    for number, (lower, upper) in enumerate(pairwise(levels)):
        match = material.pool.play(
            material.rules.start(), (upper, lower), 2 * material.budget.level_games,
            seed=material.seed + 1 + number, time_limit=clock.take(upper.name),
        )  # fmt: skip
        if match.count:
            played.append(match)
    if not played:
        return Section("ladder", "Levels of play", ("The time did not suffice for a match.",))
    rows = tuple(ladder_row(match) for match in played)
    measured = [Measured(f"{match.names[0]}\nagainst {match.names[1]}", match.first_player_wins) for match in played]
    note = (
        "How many levels fit between chance and strong play is a measure of depth. MCTS n is Monte-Carlo tree search "
        "with n random games a move, without exact endgames."
    )
    figure = Figure(
        "ladder",
        svg_of(plot_shares(measured, x="share of wins (95 % interval)", title="Each level against the one below")),
        "Share of games that the upper of two levels wins.",
    )
    return Section(
        "ladder", "Levels of play", (note, Table("Matches", ("match", "wins", "Elo difference"), rows), figure)
    )


def ladder_row(match: Match) -> Row:
    """Return how often the upper level won, as a share and as an Elo difference."""
    found = match.first_player_wins
    how = simulated(match.count, "sides exchanged")
    return Row(
        f"{match.names[0]} against {match.names[1]}", (share(found, how), _elo_number(found.share, found.interval, how))
    )


def _elo_number(found: float, interval: tuple[float, float], how: How) -> Number:
    low, high = map(elo, interval)
    if math.isinf(elo(found)):
        # All games won or lost: only one end of the interval is finite.
        return Number("won all", how, low, None) if found == 1.0 else Number("lost all", how, None, high)
    return Number(elo(found), how, low, high)
