"""The section on fairness: wins by side and by player, on the report's board."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from litslab.analysis import colours, style
from litslab.analysis.distributions import distribution, joint_scores
from litslab.analysis.plot import plot_margins, plot_scores
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Number, Row, Section, Table
from litslab.games.language import mark, tr

_PLAYERS = mark(
    "The first player makes the first move; after a swap, that player has the other side. Random "
    "play never swaps."
)


def section(context: Context) -> Section:
    """Return the section on balance."""
    runs = context.runs
    found = quantities.levels(context)
    rows = tuple(
        Row(tr(each.name), (each.first_player_wins, each.ties, each.lead, each.swaps))
        for each in found
    )
    measured = [(tr(each.name), each.first_player_wins) for each in found]
    rules = context.rules
    ties = tr("equal scores (tie rule)")
    if rules.tie_is_half_point:
        ties = tr("half a point apart")
    columns = (
        tr("play"),
        tr("first player wins"),
        ties,
        tr("mean lead of the first player"),
        tr("swapped"),
    )
    games = quantities.random_games(sum(run.run.games for run in runs), len(runs))
    scores = joint_scores(*runs)
    margins = quantities.pooled(distribution(run, "margin") for run in runs)
    blocks: tuple[Block, ...] = (
        Table(tr("Balance by level of play"), columns, rows),
        quantities.picture(
            "balance",
            plot_shares(measured, x=tr("first player wins (95 % interval)"), title=tr("Balance")),
            tr("Share of games won by the first player; the dashed line is an even game."),
        ),
        tr("How random games end:"),
        quantities.picture(
            "scores",
            plot_scores(scores, rules.sides, half_point=rules.tie_is_half_point),
            tr("Scores of both sides: {games}.", games=games),
        ),
        quantities.picture(
            "margins",
            plot_margins(margins, rules.sides, half_point=rules.tie_is_half_point),
            tr("Leads of {side} at the end: {games}.", side=tr(rules.sides[0]), games=games),
        ),
    )
    if rules.has_swap:
        blocks = (tr(_PLAYERS), *blocks)
    return Section("balance", tr("Balance"), blocks)


def plot_shares(measured: Sequence[tuple[str, Number]], *, x: str, title: str) -> Axes:
    """Plot shares as points with their intervals, one per line; a dashed line marks an
    even game.
    """
    ax = style.new_axes(6.4, 0.95 + 0.42 * len(measured))
    for row, (_, wins) in enumerate(measured):
        if isinstance(wins.value, str):
            continue
        if wins.low is not None and wins.high is not None:
            ends = [wins.low, wins.high]
            ax.plot(
                ends,
                [row, row],
                color=colours.FIRST,
                linewidth=2.2,
                solid_capstyle="butt",
                alpha=0.55,
            )
        ax.plot([wins.value], [row], marker="o", markersize=6.5, color=colours.FIRST, clip_on=False)
        ax.annotate(
            wins.text,
            (wins.value, row),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=8,
            color=colours.ink(),
        )
    ax.axvline(0.5, color=colours.faint(), linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(len(measured)), [label for label, _ in measured])
    ax.set(xlim=(0, 1), ylim=(len(measured) - 0.5, -0.75))
    ax.xaxis.set_major_formatter(style.PER_CENT)
    style.finish(ax, title, x, "", grid=False)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax
