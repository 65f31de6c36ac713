"""The text of a review: the winner, a table of the moves, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.table import Table
from rich.text import Text

from litslab.analysis.review_result import DECIDED, Evaluation, Review, ReviewedMove
from litslab.app.documents.texts import counted
from litslab.games.drawing.canvas import PALETTE
from litslab.games.notation import CONSTRUCTED, format_move
from litslab.games.position import Rules

_ESTIMATE = Style(dim=True, italic=True)
_TURNING = Style(color=PALETTE.last, bold=True)


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
            Text(played, _TURNING if turning else ""), _value(move.before), _value(move.after), _lost(move),
            Text(_better(move, rules) if move.has_lost else ""),
        )  # fmt: skip
    return table


def _value(found: Evaluation) -> Text:
    if found.value is not None:
        return Text(f"{found.value / 2:+.1f}")
    if found.winner_proved:
        return Text("wins" if found.share > 0.5 else "loses")
    return Text(_share(found.share, found.half_width), _ESTIMATE)


def _share(share: float, half_width: float) -> str:
    """Return a share with its interval; with both ends if half the width would exceed 0 or 100 %."""
    low, high = max(0.0, share - half_width), min(1.0, share + half_width)
    if share - half_width < low or share + half_width > high:
        return f"≈{100 * share:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    return f"≈{100 * share:.0f} % ±{100 * half_width:.0f}"


def _lost(move: ReviewedMove) -> Text:
    if not move.has_lost:
        return Text("")
    if move.lost_points:
        return Text(f"{move.lost_points:.1f}")
    if move.is_proved:
        return Text("the win")
    return Text(_share(move.lost.size, move.lost.half_width), _ESTIMATE)


def _better(move: ReviewedMove, rules: Rules) -> str:
    if not (best := move.before.best):
        return "another move (not found in time)"
    others = f" or {len(best) - 1} more" if len(best) > 1 else ""
    return format_move(best[0], rules) + others


def verdict(review: Review) -> str:
    """Return a line with the player who won or is ahead, and the move that decided the game."""
    record = review.record
    leader, last = review.player_name(review.leader), record.positions[-1]
    if last.is_over:
        told = f"{leader} won"
    elif review.evaluations[-1].is_proved:
        told = f"unfinished; {leader} can force a win"
    else:
        told = f"unfinished; {leader} is ahead"
    if (at := review.decided_at) is None:
        return f"{told}; not decided yet"
    proved = review.proved_from is not None and review.proved_from <= at
    since = "the win is proved" if proved else f"expected wins stayed at {100 * DECIDED:.0f} % or more"
    if at == review.first:
        return f"{told}; decided from the first reviewed position on: {since}"
    move = record.moves[at - 1]
    reviewed = next(each for each in review.moves if each.ply == at - 1)
    by = review.player_name(reviewed.player)
    return f"{told}; decided by move {at}, {format_move(move, record.rules)} ({by}): from there on {since}"


def summary(review: Review) -> Iterator[str]:
    """Yield lines on the meaning of the values, the reach of the proof, and the turning points."""
    rules = review.record.rules
    exact, proved = review.exact_from, review.proved_from
    if review.record.positions[0].constructed:
        yield CONSTRUCTED
    yield (
        f"values are seen from {review.player_name(0)}: + or - the lead in points under best play, if it is proved "
        "(the tie rule counts half a point); wins or loses, if only that is proved; ≈ the share of wins estimated by "
        "search, with its 95 % interval"
    )
    if any(move.has_lost and not move.is_proved for move in review.moves):
        yield (
            "an estimated loss compares fresh searches after the best move and after the one played; before and after "
            "have noise of their own, so that they differ by another amount"
        )
    if exact is None:
        yield "no position was solved within the time limit"
    elif exact == review.first:
        yield "all values are exact"
    else:
        yield f"the position after {counted(exact, 'move')} is solved, and all later ones"
    if proved is not None and proved != exact:
        yield f"who wins is proved from the position after {counted(proved, 'move')} on"
    for move in review.turning_points:
        by = "exact" if move.lost_points is not None else "proved" if move.is_proved else "estimated"
        played = f"{move.ply + 1}. {format_move(move.move, rules)} by {move.side}"
        yield f"turning point ({by}): {played}; better {_better(move, rules)}"
    if review.moves and not review.turning_points:
        yield "no turning point beyond the noise"
