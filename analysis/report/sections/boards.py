"""Random boards: how even they are, and how much of the difference between them is chance."""

from __future__ import annotations

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.quantities import Spread, random_level, spread

_EXPLAINED = (
    "How fair this game is depends on its board, so the games are played on many random ones. The win shares of boards "
    "differ because each has few games (within) and because boards are more or less even (between). Openings, numbers "
    "of positions and lengths of random games are those of the sample board; “--record FILE” reports on a given board."
)


def section(context: Context) -> Section | None:
    """Return the section on boards; None where there is one board."""
    if len(context.board_runs) < 2:
        return None
    found = board_spread(context)
    games = sum(run.run.games for run in context.board_runs)
    how = How(Kind.ESTIMATE, f"analysis of variance, {games:,} random games on {len(context.board_runs)} boards")
    rows = (
        Row("random boards", (Number(len(context.board_runs), How(Kind.RULE, "counted")),)),
        Row("first player wins, mean over boards", (random_level(context).first_player_wins,)),
        Row("standard deviation between boards", (between_boards(context),)),
        Row("standard deviation within a board (noise)", (Number(found.within, how, form=Format.SHARE),)),
    )
    return Section("boards", "Boards", (_EXPLAINED, Table("Spread over boards", ("what", "number"), rows)))


def board_spread(context: Context) -> Spread:
    """Return how far the first player's share of wins varies between the boards and within."""
    return spread([each.people[0] for each in context.balances])


def between_boards(context: Context) -> Number:
    """Return the standard deviation of the first player's share of wins between boards, sampling noise removed."""
    found = board_spread(context)
    how = How(Kind.ESTIMATE, f"analysis of variance over {len(context.board_runs)} boards; 95 % interval")
    return Number(found.between, how, *found.between_interval, Format.SHARE, "deviation between boards")
