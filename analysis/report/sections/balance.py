"""Fairness on one board or on many, levels of play, and the time of the decision."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

from matplotlib.axes import Axes

from litslab.analysis import style
from litslab.analysis.distributions import distribution, joint_scores
from litslab.analysis.plot import plot_margins, plot_scores
from litslab.analysis.repeated_search import share_for_first_player, value_for_first_player
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM, Clock, Match, engine
from litslab.analysis.review_result import DECIDED, decided_at
from litslab.games.language import mark, tr
from litslab.games.position import Position
from litslab.games.record import dumps, loads
from litslab.solver.advice.estimate import play_out
from litslab.solver.play.players import Player

FEWEST_FOR_ELO = 30
"""With fewer games no Elo difference is shown: its interval would say nothing."""

_PLAYERS = mark(
    "The first player makes the first move; after a swap, that player has the other side. Random play never swaps."
)


def section(context: Context) -> Section:
    """Return the section on balance."""
    runs = context.runs
    found = quantities.levels(context)
    rows = tuple(Row(tr(each.name), (each.first_player_wins, each.ties, each.lead, each.swaps)) for each in found)
    measured = [(tr(each.name), each.first_player_wins) for each in found]
    columns = (
        tr("play"), tr("first player wins"), tr("equal scores (tie rule)"), tr("mean lead of the first player"),
        tr("swapped"),
    )  # fmt: skip
    rules = context.rules
    games = quantities.random_games(sum(run.run.games for run in runs), len(runs))
    scores = joint_scores(*runs)
    blocks: tuple[Block, ...] = (
        Table(tr("Balance by level of play"), columns, rows),
        quantities.picture(
            "balance",
            plot_shares(measured, x=tr("first player wins (95 % interval)"), title=tr("Balance")),
            tr("Share of games won by the first player; the dashed line is an even game."),
        ),
        tr("How random games end:"),
        quantities.picture(
            "scores", plot_scores(scores, rules.sides), tr("Scores of both sides: {games}.", games=games)
        ),
        quantities.picture(
            "margins",
            plot_margins(quantities.pooled(distribution(run, "margin") for run in runs), rules.sides),
            tr("Leads of {side} at the end: {games}.", side=tr(rules.sides[0]), games=games),
        ),
    )
    return Section("balance", tr("Balance"), (tr(_PLAYERS), *blocks) if rules.has_swap else blocks)


def plot_shares(measured: Sequence[tuple[str, Number]], *, x: str, title: str) -> Axes:
    """Plot shares as points with their intervals, one per line; a dashed line marks an even game."""
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


def ladder(context: Context, seconds: float) -> Section:
    """Return the section on the levels of play: each plays the one below it, with alternating sides."""
    players: list[Player] = [RANDOM, GREEDY, *(engine(playouts) for playouts in context.budget.playouts)]
    # A larger budget takes longer. The greedy player, which follows the rules in Python, is slow too.
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
    title = tr("Levels of play")
    if not played:
        return Section("ladder", title, (tr("The time did not suffice for a match."),))
    rows = tuple(ladder_row(match) for match in played)
    measured = [
        (tr("{upper}\nagainst {lower}", **_names(match)), quantities.share(match.first_player_wins, _how(match)))
        for match in played
    ]
    note = tr(
        "The number of levels between random and strong play measures depth. MCTS n is Monte-Carlo tree search with n "
        "random games per move, without exact endgames. Games are played in pairs with the sides exchanged; the "
        "intervals follow from the spread of the pairs."
    )
    axes = plot_shares(measured, x=tr("share of wins (95 % interval)"), title=tr("Each level against the one below"))
    figure = quantities.picture("ladder", axes, tr("Share of games that the upper of two levels wins."))
    table = Table(tr("Matches"), (tr("match"), tr("wins"), tr("Elo difference")), rows)
    return Section("ladder", title, (note, table, figure))


def ladder_row(match: Match) -> Row:
    """Return the upper level's wins, as a share and as an Elo difference."""
    found, how = match.first_player_wins, _how(match)
    enough = match.count >= FEWEST_FOR_ELO
    difference = _elo_number(found.share, found.interval, how) if enough else Number(tr("too few games"), how)
    return Row(tr("{upper} against {lower}", **_names(match)), (quantities.share(found, how), difference))


def _names(match: Match) -> dict[str, str]:
    return {"upper": tr(match.names[0]), "lower": tr(match.names[1])}


def _how(match: Match) -> How:
    return quantities.simulated(match.count, tr("sides exchanged"))


def _elo_number(found: float, interval: tuple[float, float], how: How) -> Number:
    low, high = map(elo, interval)
    if math.isinf(elo(found)):
        # All games won or lost: only one end of the interval is finite.
        return Number(tr("won all"), how, low, None) if found == 1.0 else Number(tr("lost all"), how, None, high)
    return Number(elo(found), how, low, high)


_BOARDS = mark(
    "The fairness of this game depends on its board, so the games are played on many random boards. Their win shares "
    "differ because each has few games (within) and because boards are more or less even (between). Openings, numbers "
    "of positions and lengths of random games are those of the sample board; “--record FILE” reports on a given board."
)


def boards(context: Context) -> Section | None:
    """Return the section on boards; None if there is only one."""
    if len(context.board_runs) < 2:
        return None
    found = quantities.spread([each.people[0] for each in context.balances])
    games = sum(run.run.games for run in context.board_runs)
    by = quantities.random_games(games, len(context.board_runs))
    how = How(Kind.ESTIMATE, tr("analysis of variance, {games}", games=by))
    table = quantities.figures(
        tr("Spread over boards"),
        (tr("random boards"), Number(len(context.board_runs), quantities.counted())),
        (tr("first player wins, mean over boards"), quantities.random_level(context).first_player_wins),
        (tr("standard deviation between boards"), between_boards(context)),
        (tr("standard deviation within a board (noise)"), Number(found.within, how, form=Format.SHARE)),
    )
    return Section("boards", tr("Boards"), (tr(_BOARDS), table))


def between_boards(context: Context) -> Number:
    """Return the standard deviation of the first player's share of wins between boards, sampling noise removed."""
    found = quantities.spread([each.people[0] for each in context.balances])
    by = tr("analysis of variance over {boards} boards; 95 % interval", boards=len(context.board_runs))
    how = How(Kind.ESTIMATE, by)
    return Number(found.between, how, *found.between_interval, Format.SHARE, "deviation between boards")


PLAYOUTS = 1_000
"""Random games in the estimate of each position."""


@dataclass(frozen=True)
class Decided:
    """The plies at which games were decided.

    Attributes
    ----------
    player : str
        The player of both sides.
    plies : tuple of int
        By game: the number of moves after which it was decided.
    lengths : tuple of int
        By game: the number of moves.
    """

    player: str
    plies: tuple[int, ...]
    lengths: tuple[int, ...]

    @property
    def parts(self) -> tuple[float, ...]:
        """By game: the part of its moves after which it was decided."""
        return tuple(ply / length for ply, length in zip(self.plies, self.lengths, strict=True))


_Game = tuple[int, str, int, float]
"""A game's number and record, the seed, and the deadline on this machine's monotonic clock."""


def judge(context: Context, seconds: float) -> Decided | None:
    """Estimate when the games of the strongest player were decided; None without games or time."""
    if not context.matches:
        return None
    match, deadline = context.matches[-1], time.monotonic() + seconds
    games = min(match.count, context.budget.judged_games)
    tasks = [(number, dumps(match.record(number)), context.seed, deadline) for number in range(games)]
    found = [each for _, each in context.pool.run(_judge_game, tasks) if each is not None]
    if not found:
        return None
    plies, lengths = zip(*found, strict=True)
    return Decided(match.names[0], plies, lengths)


def _judge_game(task: _Game) -> tuple[int, int] | None:
    """Return the ply at which a game was decided, and its length; None if the time ran out."""
    number, text, seed, deadline = task
    record = loads(text, "report")
    shares = []
    for ply, position in enumerate(record.positions):
        if time.monotonic() >= deadline:
            return None
        shares.append(_first_player_share(position, random.Random(f"{seed}/decided {number}/{ply}")))
    if shares[-1] < 0.5:
        shares = [1 - share for share in shares]
    found = decided_at(shares)
    assert found is not None  # at the end the winner has won
    return found, len(record.moves)


def _first_player_share(position: Position, rng: random.Random) -> float:
    if position.is_over:
        return float(value_for_first_player(position, position.outcome().value) > 0)
    return share_for_first_player(position, play_out(position, rng, playouts=PLAYOUTS)[0].share)


def decided_section(found: Decided | None) -> Section:
    """Return the section on decisions."""
    title = tr("When games are decided")
    if found is None:
        return Section("decided", title, (tr("The time did not suffice to estimate it."),))
    how = _judged(found)
    later = sum(part > 0.75 for part in found.parts) / len(found.parts)
    table = quantities.figures(
        tr("Decided games"),
        (tr("decided after this many moves (median)"), decided_ply(found)),
        (tr("of this many moves (median)"), decided_length(found)),
        (tr("earliest"), Number(min(found.plies), how)),
        (tr("latest"), Number(max(found.plies), how)),
        (tr("part of the game played by then (median)"), Number(median_low(found.parts), how, form=Format.SHARE)),
        (tr("games decided in their last quarter"), Number(later, how, form=Format.SHARE)),
    )
    text = tr(
        "A game counts as decided once the eventual winner is always expected to win at least {share:.0f} % of games, "
        "by a search of {playouts:,} playouts in each position. A swap counts as a move.",
        share=100 * DECIDED, playouts=PLAYOUTS,
    )  # fmt: skip
    return Section("decided", title, (text, table))


def _judged(found: Decided) -> How:
    return How(Kind.ESTIMATE, tr("{games} games of {player}", games=len(found.plies), player=tr(found.player)))


def decided_ply(found: Decided) -> Number:
    """Return the median number of moves after which games were decided."""
    return Number(median_low(found.plies), _judged(found), identity="decided after")


def decided_length(found: Decided) -> Number:
    """Return the median length of those games."""
    return Number(median_low(found.lengths), _judged(found), identity="length of judged games")
