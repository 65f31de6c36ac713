"""Advice as lines of text: an exact answer as `solve` prints it, an estimate with its best few moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litslab.app.solution_text import cost_line, solution_lines
from litslab.games.notation import format_move
from litslab.games.result_text import range_text, value_text
from litslab.solver.advice.analyse import estimate_text, margin_text, share_text
from litslab.solver.endgame.result import PLAYERS

if TYPE_CHECKING:
    from litslab.games.position import Position
    from litslab.solver.advice.analyse import Advice
    from litslab.solver.advice.estimate import Estimate, MoveEstimate

FEW = 5
"""How many moves an estimate shows unless all are asked for."""


def advice_lines(advice: Advice, *, full: bool = False) -> list[str]:
    """Return advice as lines of text.

    Parameters
    ----------
    advice : Advice
        What is known.
    full : bool
        Whether all moves are shown.
    """
    if advice.solution is not None:
        return solution_lines(advice.solution, full=full)
    lines = [advice.verdict]
    if advice.estimate is not None:
        lines += _estimate_lines(advice, advice.estimate, full=full)
    lines.append(f"proved so far: {_proved(advice)}")
    return lines


def advice_cost(advice: Advice) -> str:
    """Say what advice cost."""
    if advice.solution is not None and advice.solution.book is not None:
        return cost_line(advice.solution)
    playouts = "" if advice.estimate is None else f"{advice.estimate.playouts:,} playouts, "
    return f"{playouts}{advice.nodes:,} nodes, {advice.seconds:.2f} s"


def brief_estimate(position: Position, found: Estimate) -> str:
    """Return an estimate as one line, for a search that has reached its limit."""
    name = "most even opening" if found.under_swap else "best move"
    return f"{estimate_text(position, found)}; {name} {format_move(found.best.move, position.rules)}"


def _proved(advice: Advice) -> str:
    sides = PLAYERS if advice.position.swap_follows else None
    return range_text(advice.score.lower, advice.score.upper, advice.position, sides)


def _estimate_lines(advice: Advice, found: Estimate, *, full: bool) -> list[str]:
    position, rules = advice.position, advice.position.rules
    lines = []
    if found.swap is not None:
        lines.append(f"the second player should {'' if found.swap else 'not '}swap, by this estimate")
    shown = found.moves if full else found.moves[:FEW]
    names = [format_move(each.move, rules) for each in shown]
    shares = [share_text(each.share, each.interval) for each in shown]
    margins = [_margin(each, advice) for each in shown]
    what = "opening" if found.under_swap else "move"
    whose = PLAYERS[0] if found.under_swap else position.side
    head = (what, f"{whose} wins (95 %)", "expected margin", "playouts")
    widths = [max(map(len, column)) for column in ((head[0], *names), (head[1], *shares), (head[2], *margins))]
    rows = [(*row, f"{each.playouts:,}") for *row, each in zip(names, shares, margins, shown, strict=True)]
    for row in (head, *rows):
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        lines.append(f"  {'  '.join(cells)}  {row[3]:>10}")
    if len(shown) < len(found.moves):
        lines.append(f"  … and {len(found.moves) - len(shown)} more (--full)")
    lines.append(f"likely line: {' '.join(format_move(move, rules) for move in found.line)}")
    return lines


def _margin(each: MoveEstimate, advice: Advice) -> str:
    proved = each.score.value
    if proved is not None:
        return value_text(proved, advice.position)
    return margin_text(each.margin, advice.position)
