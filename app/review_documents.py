"""A review as a JSON document (`app.schema`), as a table and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.table import Table
from rich.text import Text

from litslab.app import schema
from litslab.games.drawing.caption import CONSTRUCTED
from litslab.games.drawing.palette import PALETTE
from litslab.games.notation import format_move

if TYPE_CHECKING:
    from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
    from litslab.games.position import Move, Rules

_ESTIMATE = Style(dim=True, italic=True)
_TURNING = Style(color=PALETTE.last, bold=True)


def describe_review(review: Review) -> schema.Review:
    """Describe a review: the cost of each move, and the value of each position as far as known."""
    rules = review.record.rules

    def text(moves: tuple[Move, ...]) -> list[str]:
        return [format_move(move, rules) for move in moves]

    def evaluation(ply: int, found: Evaluation) -> schema.Evaluation:
        return schema.Evaluation(
            ply=ply,
            status="exact" if found.is_exact else "estimated",
            value=found.value,
            share=found.share,
            best=text(found.best),
        )

    def reviewed(move: ReviewedMove) -> schema.ReviewedMove:
        return schema.ReviewedMove(
            ply=move.ply,
            move=format_move(move.move, rules),
            person=move.person + 1,
            side=move.side,
            status="exact" if move.lost_points is not None else "estimated",
            lost_points=move.lost_points,
            lost_share=move.lost_share,
            turning_point=move.is_turning_point,
            best=text(move.before.best),
        )

    return schema.Review(
        game=rules.name,
        title=review.record.title,
        constructed=review.record.positions[0].constructed,
        complete=review.first == 0,
        exact_from=review.exact_from,
        positions=[evaluation(review.first + number, each) for number, each in enumerate(review.evaluations)],
        moves=[reviewed(each) for each in review.moves],
        turning_points=[move.ply for move in review.turning_points],
        seconds=round(review.seconds, 6),
    )


def move_table(review: Review) -> Table:
    """Return the moves as a table: estimates have a ≈ and are dim, turning points stand out."""
    rules = review.record.rules
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("move", "before", "after", "lost"):
        table.add_column(name, justify="right", no_wrap=True)
    table.columns[0].justify = "left"
    table.add_column("should have played", no_wrap=True)
    for move in review.moves:
        turning = move.is_turning_point
        played = f"{move.ply + 1:>3}. {move.side} {format_move(move.move, rules)}"
        table.add_row(
            Text(played, _TURNING if turning else ""),
            _value(move.before),
            _value(move.after),
            _lost(move),
            Text(_better(move, rules) if _has_lost(move) else ""),
        )
    return table


def _value(found: Evaluation) -> Text:
    if found.value is not None:
        return Text(f"{found.value / 2:+.1f}")
    return Text(f"≈{found.share:.0%}", _ESTIMATE)


def _has_lost(move: ReviewedMove) -> bool:
    """Return whether a move cost anything, or for an estimate enough to be shown."""
    return bool(move.lost_points) if move.lost_points is not None else move.lost_share >= 0.005


def _lost(move: ReviewedMove) -> Text:
    if not _has_lost(move):
        return Text("")
    return Text(f"{move.lost_points:.1f}") if move.lost_points else Text(f"≈{move.lost_share:.0%}", _ESTIMATE)


def _better(move: ReviewedMove, rules: Rules) -> str:
    best = move.before.best
    others = f" or {len(best) - 1} more" if len(best) > 1 else ""
    return format_move(best[0], rules) + others


def summary(review: Review) -> list[str]:
    """Return lines that say what the values mean, how far the proof reaches, and where the game turned."""
    rules = review.record.rules
    exact = review.exact_from
    lines = [CONSTRUCTED] if review.record.positions[0].constructed else []
    lines += [
        f"values are seen from {review.first_person}: + or - the lead in points under best play, if it is proved "
        "(the tie rule counts half a point); ≈ the share of wins, estimated from random games"
    ]
    if exact is None:
        lines.append("no position was solved within the time limit: all values are estimates")
    else:
        lines.append(
            "all values are exact"
            if exact == review.first
            else f"the position after {exact} moves is solved, and all later ones"
        )
    for move in review.turning_points:
        by = "exact" if move.lost_points is not None else "estimated"
        lines.append(
            f"turning point ({by}): {move.ply + 1}. {format_move(move.move, rules)} by {move.side}; "
            f"better {_better(move, rules)}"
        )
    if review.moves and not review.turning_points:
        lines.append("no turning point: the winner led throughout")
    return lines
