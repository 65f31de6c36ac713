"""The section on several boards of symbols: fairness on each, and how far they differ."""

from __future__ import annotations

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Section
from litslab.games.language import mark, tr

_BOARDS = mark(
    "The fairness of this game depends on its board, so the games are played on many random "
    "boards. Their win shares differ because each has few games (within) and because boards are "
    "more or less even (between). Openings, numbers of positions and lengths of random games are "
    "those of the sample board; “--record FILE” reports on a given board."
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
        (
            tr("first player wins, mean over boards"),
            quantities.random_level(context).first_player_wins,
        ),
        (tr("standard deviation between boards"), between_boards(context)),
        (
            tr("standard deviation within a board (noise)"),
            Number(found.within, how, form=Format.SHARE),
        ),
    )
    return Section("boards", tr("Boards"), (tr(_BOARDS), table))


def between_boards(context: Context) -> Number:
    """Return the standard deviation of the first player's share of wins between boards, sampling
    noise removed.
    """
    found = quantities.spread([each.people[0] for each in context.balances])
    by = tr(
        "analysis of variance over {boards} boards; 95 % interval", boards=len(context.board_runs)
    )
    how = How(Kind.ESTIMATE, by)
    return Number(
        found.between, how, *found.between_interval, Format.SHARE, "deviation between boards"
    )
