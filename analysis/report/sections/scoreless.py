"""Wythe: how often both sides score 0, so that whoever placed last loses."""

from __future__ import annotations

from litslab.analysis.distributions import Share, balance, distribution
from litslab.analysis.report.context import Context, resized
from litslab.analysis.report.model import Number, Row, Section, Table
from litslab.analysis.report.numbers import mean, share, simulated, unknown
from litslab.analysis.report.play import Match
from litslab.analysis.report.quantities import match_level, random_level
from litslab.analysis.runs.run import RunFile
from litslab.games.position import Rules

SIZES = range(3, 12)
"""The boards that are compared, up to the largest that the kernel plays on."""

_EXPLAINED = (
    "A side scores the biggest group size of which it has strictly more groups. Where the sides have equally many of "
    "every size both score 0, and whoever made the last placement loses."
)


def section(context: Context) -> Section | None:
    """Return the section on scoreless games; None in a game other than Wythe."""
    rules = context.rules
    if not rules.equal_scores_are_zero:
        return None
    rows = [_random_row(f"{_name(rules)}, random play", context.run, random_level(context).length)]
    for match in context.matches:
        how = simulated(match.count, "both sides alike")
        rows.append(
            Row(
                f"{_name(rules)}, {match.names[0]}",
                (share(scoreless(match), how), match_level(match).length, unknown(how)),
            )
        )
    for size in SIZES:
        other = resized(rules, size, context.seed)
        if other is not None and size != rules.board.columns:
            run = context.random_run(other.start(), f"size-{size}", context.budget.random_games // 10)
            rows.append(_random_row(f"{_name(other)}, random play", run, _length(run)))
    columns = ("board and play", "both score 0", "mean length", "of the scoreless, black wins")
    return Section("scoreless", "Games of 0–0", (_EXPLAINED, Table("Games of 0–0", columns, tuple(rows))))


def _name(rules: Rules) -> str:
    return f"{rules.board.columns}×{rules.board.rows}"


def _length(run: RunFile) -> Number:
    return mean(distribution(run, "length"), simulated(run.run.games, "random play"))


def _random_row(label: str, run: RunFile, length: Number) -> Row:
    how = simulated(run.run.games, "random play")
    found = balance(run)
    # In Wythe equal scores other than 0 cannot occur.
    black = found.ties_by_side[0]
    return Row(
        label,
        (
            share(found.scoreless, how),
            length,
            share(black, simulated(black.total, "scoreless")),
        ),
    )


def scoreless(match: Match) -> Share:
    """Return the games in which both sides scored 0: in Wythe those with equal scores."""
    return Share("both 0", match.ties.count, match.ties.total)
