"""Whether the game is fair, on one board or on many, and how far skill reaches: balance at each level of play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes

from litslab.analysis import style
from litslab.analysis.distributions import distribution, joint_scores
from litslab.analysis.plot import plot_margins, plot_scores
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM, Clock, Match, engine
from litslab.solver.play.players import Player

FEWEST_FOR_ELO = 30
"""With fewer games no Elo difference is shown: its interval would say nothing."""

_PLAYERS = (
    "The first player is whoever makes the first move: after a swap, that player has the other side. Random play never "
    "swaps."
)


def section(context: Context) -> Section:
    """Return the section on balance."""
    runs = context.runs
    found = quantities.levels(context)
    rows = tuple(Row(each.name, (each.first_player_wins, each.ties, each.lead, each.swaps)) for each in found)
    measured = [(each.name, each.first_player_wins) for each in found]
    columns = ("play", "first player wins", "equal scores (tie rule)", "mean lead of the first player", "swapped")
    rules = context.rules
    where = f" on {len(runs)} boards" if len(runs) > 1 else ""
    games = f"{sum(run.run.games for run in runs):,} random games{where}."
    blocks: list[Block] = []
    if rules.has_swap:
        blocks.append(_PLAYERS)
    scores = quantities.pooled_scores(joint_scores(run) for run in runs)
    blocks += [
        Table("Balance by level of play", columns, rows),
        quantities.picture(
            "balance",
            plot_shares(measured, x="first player wins (95 % interval)", title="Balance"),
            "Share of games won by the first player; the dashed line is an even game.",
        ),
        "How random games end:",
        quantities.picture("scores", plot_scores(scores, rules.sides), f"Scores of both sides: {games}"),
        quantities.picture(
            "margins",
            plot_margins(quantities.pooled(distribution(run, "margin") for run in runs), rules.sides),
            f"Leads of {rules.sides[0]} at the end: {games}",
        ),
    ]
    return Section("balance", "Balance", tuple(blocks))


def plot_shares(measured: Sequence[tuple[str, Number]], *, x: str, title: str) -> Axes:
    """Plot shares as points with their intervals, one per line; a line shows what would be even."""
    ax = style.new_axes(6.4, 0.95 + 0.42 * len(measured))
    for row, (_, wins) in enumerate(measured):
        if isinstance(wins.value, str):
            continue
        if wins.low is not None and wins.high is not None:
            ends = [wins.low, wins.high]
            ax.plot(ends, [row, row], color=style.FIRST, linewidth=2.2, solid_capstyle="butt", alpha=0.55)
        ax.plot([wins.value], [row], marker="o", markersize=6.5, color=style.FIRST, clip_on=False)
        ax.annotate(
            wins.text, (wins.value, row), xytext=(0, 6),
            textcoords="offset points", ha="center", va="bottom", fontsize=8, color=style.INK,
        )  # fmt: skip
    ax.axvline(0.5, color=style.FAINT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(len(measured)), [label for label, _ in measured])
    ax.set(xlim=(0, 1), ylim=(len(measured) - 0.5, -0.75))
    ax.xaxis.set_major_formatter(style.PER_CENT)
    style.finish(ax, title, x, "", grid=False)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax


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


def ladder(context: Context, seconds: float) -> Section:
    """Return the section on the levels of play: each plays the one below it, the sides exchanged from game to game."""
    players: list[Player] = [RANDOM, GREEDY, *(engine(playouts) for playouts in context.budget.playouts)]
    # A larger budget takes longer; the greedy player, which follows the rules in Python, is slow as well.
    budgets = context.budget.playouts
    costs = [8.0, 8.0, *(8.0 * math.sqrt(playouts / budgets[0]) for playouts in budgets[1:])]
    clock = Clock(seconds, {upper.name: cost for upper, cost in zip(players[1:], costs, strict=True)})
    played = []
    for number, (lower, upper) in enumerate(pairwise(players)):
        match = context.pool.play(
            context.starts, (upper, lower), 2 * context.budget.level_games,
            seed=context.seed + 1 + number, time_limit=clock.take(upper.name),
        )  # fmt: skip
        if match.count:
            played.append(match)
    if not played:
        return Section("ladder", "Levels of play", ("The time did not suffice for a match.",))
    rows = tuple(ladder_row(match) for match in played)
    measured = [
        (f"{match.names[0]}\nagainst {match.names[1]}", quantities.share(match.first_player_wins, _how(match)))
        for match in played
    ]
    note = (
        "How many levels fit between chance and strong play is a measure of depth. MCTS n is Monte-Carlo tree search "
        "with n random games a move, without exact endgames. Games are played in pairs with the sides exchanged, and "
        "the intervals follow from the spread of the pairs."
    )
    axes = plot_shares(measured, x="share of wins (95 % interval)", title="Each level against the one below")
    figure = quantities.picture("ladder", axes, "Share of games that the upper of two levels wins.")
    return Section(
        "ladder", "Levels of play", (note, Table("Matches", ("match", "wins", "Elo difference"), rows), figure)
    )


def ladder_row(match: Match) -> Row:
    """Return how often the upper level won, as a share and as an Elo difference."""
    found, how = match.first_player_wins, _how(match)
    enough = match.count >= FEWEST_FOR_ELO
    difference = _elo_number(found.share, found.interval, how) if enough else Number("too few games", how)
    return Row(f"{match.names[0]} against {match.names[1]}", (quantities.share(found, how), difference))


def _how(match: Match) -> How:
    return quantities.simulated(match.count, "sides exchanged")


def _elo_number(found: float, interval: tuple[float, float], how: How) -> Number:
    low, high = map(elo, interval)
    if math.isinf(elo(found)):
        # All games won or lost: only one end of the interval is finite.
        return Number("won all", how, low, None) if found == 1.0 else Number("lost all", how, None, high)
    return Number(elo(found), how, low, high)


_BOARDS = (
    "How fair this game is depends on its board, so the games are played on many random ones. The win shares of boards "
    "differ because each has few games (within) and because boards are more or less even (between). Openings, numbers "
    "of positions and lengths of random games are those of the sample board; “--record FILE” reports on a given board."
)


def boards(context: Context) -> Section | None:
    """Return the section on boards; None where there is one board."""
    if len(context.board_runs) < 2:
        return None
    found = board_spread(context)
    games = sum(run.run.games for run in context.board_runs)
    how = How(Kind.ESTIMATE, f"analysis of variance, {games:,} random games on {len(context.board_runs)} boards")
    rows = (
        Row("random boards", (Number(len(context.board_runs), quantities.COUNTED),)),
        Row("first player wins, mean over boards", (quantities.random_level(context).first_player_wins,)),
        Row("standard deviation between boards", (between_boards(context),)),
        Row("standard deviation within a board (noise)", (Number(found.within, how, form=Format.SHARE),)),
    )
    return Section("boards", "Boards", (_BOARDS, Table("Spread over boards", ("what", "number"), rows)))


def board_spread(context: Context) -> quantities.Spread:
    """Return how far the first player's share of wins varies between the boards and within."""
    return quantities.spread([each.people[0] for each in context.balances])


def between_boards(context: Context) -> Number:
    """Return the standard deviation of the first player's share of wins between boards, sampling noise removed."""
    found = board_spread(context)
    how = How(Kind.ESTIMATE, f"analysis of variance over {len(context.board_runs)} boards; 95 % interval")
    return Number(found.between, how, *found.between_interval, Format.SHARE, "deviation between boards")
