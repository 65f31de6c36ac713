"""The section on games of 0–0: how often they occur, by size and by play."""

from __future__ import annotations

from litslab.analysis.distributions import distribution
from litslab.analysis.report.context import Context, resized
from litslab.analysis.report.model import Number, Row, Section, Table
from litslab.analysis.report.quantities import (
    RANDOM_PLAY,
    match_level,
    mean,
    random_level,
    share,
    simulated,
    unknown,
)
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import balance
from litslab.games.language import mark, tr
from litslab.games.rules import Rules

SIZES = range(3, 12)
"""The sizes that are compared, up to the largest of the kernel."""

_SCORELESS = mark(
    "A side scores the largest group size of which it has strictly more groups. If the sides have "
    "equally many of every size, both score 0, and the player who made the last placement loses."
)


def scoreless(context: Context) -> Section:
    """Return the section on scoreless games, for a game whose scores are equal only if
    both are 0.
    """
    rules = context.rules
    label = _board_and_play(rules, RANDOM_PLAY)
    rows = [_random_row(label, context.run, random_level(context).length)]
    for match in context.matches:
        how = simulated(match.count, tr("both sides alike"))
        numbers = (share(match.ties, how), match_level(match).length, unknown(how))
        rows.append(Row(_board_and_play(rules, match.names[0]), numbers))
    for size in SIZES:
        other = resized(rules, size, context.seed)
        if other is not None and size != rules.board.columns:
            games = context.amounts.random_games // 10
            run = context.random_run(other.start(), f"size-{size}", games)
            length = mean(distribution(run, "length"), simulated(run.run.games, tr(RANDOM_PLAY)))
            rows.append(_random_row(_board_and_play(other, RANDOM_PLAY), run, length))
    columns = (
        tr("board and play"),
        tr("both score 0"),
        tr("mean length"),
        tr("of the scoreless, black wins"),
    )
    title = tr("Games of 0–0")
    return Section("scoreless", title, (tr(_SCORELESS), Table(title, columns, tuple(rows))))


def _board_and_play(rules: Rules, play: str) -> str:
    board = f"{rules.board.columns}×{rules.board.rows}"
    return tr("{board}, {player}", board=board, player=tr(play))


def _random_row(label: str, run: RunFile, length: Number) -> Row:
    how = simulated(run.run.games, tr(RANDOM_PLAY))
    found = balance(run)
    # In Wythe equal scores other than 0 cannot occur.
    black = found.ties_by_side[0]
    black_wins = share(black, simulated(black.total, tr("scoreless")))
    return Row(label, (share(found.scoreless, how), length, black_wins))
