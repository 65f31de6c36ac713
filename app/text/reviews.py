"""The text of a review: the winner, a table of the moves, and the large losses."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.table import Table
from rich.text import Text

from litslab.analysis.review_result import DECIDED, Evaluation, Review, ReviewedMove
from litslab.app.text.parts import Lines, counted, player_lines
from litslab.games.caption import CONSTRUCTED
from litslab.games.drawing.palette import PALETTE
from litslab.games.notation import format_move
from litslab.games.rules import Rules

_ESTIMATE = Style(dim=True, italic=True)
_TURNING = Style(color=PALETTE.last, bold=True)


def review_text(review: Review) -> Lines:
    """Yield the winner, a table of the moves, and the large losses."""
    yield from player_lines(review.record)
    yield verdict(review)
    yield move_table(review)
    yield from summary(review)


def move_table(review: Review) -> Table:
    """Return the moves as a table: estimates have a ≈ and are dim, turning points stand out."""
    rules = review.record.rules
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("move", "before", "after", "lost"):
        table.add_column(name, justify="right", no_wrap=True)
    table.columns[0].justify = "left"
    table.add_column("should have played", no_wrap=True)
    for move in review.moves:
        played = f"{move.ply + 1:>3}. {move.side} {format_move(move.move, rules)}"
        style = _TURNING if move.is_turning_point else ""
        better = _better(move, rules) if move.has_lost else ""
        table.add_row(
            Text(played, style),
            _value(move.before),
            _value(move.after),
            _lost(move),
            Text(better),
        )
    return table


def _value(found: Evaluation) -> Text:
    if found.value is not None:
        return Text(f"{found.value / 2:+.1f}")
    if found.winner_proved:
        return Text("wins" if found.share > 0.5 else "loses")
    return Text(_share(found.share, found.half_width), _ESTIMATE)


def _share(share: float, half_width: float) -> str:
    """Return a share with its interval; with both ends if half the width would exceed 0
    or 100 %.
    """
    low = share - half_width
    high = share + half_width
    if low < 0 or high > 1:
        return f"≈{100 * share:.0f} % ({100 * max(0.0, low):.0f}–{100 * min(1.0, high):.0f})"
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
    best = move.before.best
    if not best:
        return "another move (not found in time)"
    others = f" or {len(best) - 1} more" if len(best) > 1 else ""
    return format_move(best[0], rules) + others


def verdict(review: Review) -> str:
    """Return a line with the player who won or is ahead, and since when that is proved or expected.

    How early the win is proved depends on the time that the search had, so it says nothing about
    the move that decided the game; `summary` has the turning points.
    """
    parts = [_result(review)]
    proved = review.proved_from
    if proved is not None:
        parts.append(f"proved {_from_move(review, proved)}")
    expected = review.decided_at
    if expected is not None and (proved is None or expected < proved):
        share = f"{100 * DECIDED:.0f} %"
        parts.append(f"expected to win at least {share} {_from_move(review, expected)} (estimated)")
    if len(parts) == 1:
        parts.append("not decided yet")
    return "; ".join(parts)


def _from_move(review: Review, ply: int) -> str:
    """Return the move from which on something is known, given the position after it."""
    if ply == review.first:
        return "from the first reviewed position on" if ply else "from the start"
    return f"from move {ply} on"


def _result(review: Review) -> str:
    leader = review.player_name(review.leader)
    if review.record.positions[-1].is_over:
        return f"{leader} won"
    if review.evaluations[-1].is_proved:
        return f"unfinished; {leader} can force a win"
    return f"unfinished; {leader} is ahead"


def summary(review: Review) -> Iterator[str]:
    """Yield lines on the meaning of the values, the reach of the proof, and the large losses."""
    if review.record.positions[0].constructed:
        yield CONSTRUCTED
    yield (
        f"values are seen from {review.player_name(0)}: + or - the lead in points under best play, "
        "if it is proved (the tie rule counts half a point); wins or loses, if only that is "
        "proved; ≈ the share of wins estimated by search, with its 95 % interval"
    )
    if any(move.has_lost and not move.is_proved for move in review.moves):
        yield (
            "an estimated loss compares fresh searches after the best move and after the one "
            "played; before and after have noise of their own, so that they differ by another "
            "amount"
        )
    exact = review.exact_from
    if exact is None:
        yield "no position was solved within the time limit"
    elif exact == review.first:
        yield "all values are exact"
    else:
        yield f"the position after {counted(exact, 'move')} is solved, and all later ones"
    proved = review.proved_from
    if proved is not None and proved != exact:
        yield f"who wins is proved from the position after {counted(proved, 'move')} on"
    for move in review.large_losses:
        yield _large_loss(review, move)
    if review.moves and not review.turning_points:
        yield "no turning point beyond the noise"


def _large_loss(review: Review, move: ReviewedMove) -> str:
    """Return a line on a move that lost much: the better move, and facts that favour it."""
    rules = review.record.rules
    name = "turning point" if move.is_turning_point else "large loss"
    known = "estimated"
    if move.lost_points is not None:
        known = "exact"
    elif move.is_proved:
        known = "proved"
    played = f"{move.ply + 1}. {format_move(move.move, rules)} by {move.side}"
    lost = _lost(move).plain
    if move.lost_points is not None:
        lost += " points"
    line = f"{name} ({known}): {played}, lost {lost}; better {_better(move, rules)}"
    reasons = review.reasons(move)
    return f"{line}: it {'; '.join(reasons)}" if reasons else line
