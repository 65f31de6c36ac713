"""The text of solutions and advice: the winner from a position, and the best moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.result_text import range_text, value_text
from litslab.games.rules import Rules
from litslab.solver.advice.advice import Advice, estimate_text, margin_text, share_text
from litslab.solver.advice.position_estimate import MoveEstimate, PositionEstimate
from litslab.solver.endgame.solution import PLAYERS, MoveScore, Solution

MOST_SHOWN = 12
"""The number of moves, or groups of moves, that a list shows by default."""

FEW = 5
"""The number of moves that an estimate shows by default."""


def solution_text(solution: Solution, *, full: bool = False) -> Lines:
    """Yield the position, the winner, the best moves and the cost."""
    yield from picture_lines(solution.position, highlight=solution.best)
    yield from solution_lines(solution, full=full)
    yield cost_line(solution)


def advice_text(advice: Advice, *, full: bool = False) -> Lines:
    """Yield the position, the winner, the best moves and the cost."""
    yield from picture_lines(advice.position, highlight=advice.best)
    yield from advice_lines(advice, full=full)
    yield advice_cost(advice)


def solution_lines(solution: Solution, *, full: bool = False) -> list[str]:
    """Return an answer as lines of text; with `full`, long lists of moves are shown whole."""
    lines = [solution.verdict]
    if solution.position.swap_follows and not solution.under_swap:
        lines.append("as if nobody could swap")
    if solution.best:
        lines.append(_best_line(solution, full=full))
        if solution.principal_variation:
            variation = _joined(solution.principal_variation, solution.position.rules)
            lines.append(f"principal variation: {variation}")
    lines += _swap_lines(solution, full=full)
    lines += _move_list(solution, full=full)
    return lines


def _joined(moves: Iterable[Move], rules: Rules) -> str:
    return " ".join(format_move(move, rules) for move in moves)


def _best_line(solution: Solution, *, full: bool) -> str:
    """Return the best moves as a line, with a note if there may be others."""
    moves = folded(solution.best, solution.position.rules, full=full)
    if solution.best_complete:
        name = "most even openings" if solution.under_swap else "best"
        return f"{name}: {moves}"
    if solution.finished:
        name = "a most even opening" if solution.under_swap else "a best move"
        return f"{name}: {moves} (--best all looks for others)"
    name = "most even openings" if solution.under_swap else "best moves"
    return f"{name} so far: {moves} (limit reached before all were known)"


def cost_line(solution: Solution) -> str:
    """Return the cost of an answer as a line."""
    info = solution.info
    nodes = counted(info.nodes, "node")
    if solution.book is not None:
        return f"nothing was searched; the campaign cost {nodes}"
    return f"{nodes}, {info.seconds:.2f} s, engine {info.engine}"


def folded(moves: Sequence[Move], rules: Rules, *, full: bool = False) -> str:
    """Return moves as one line: the first `MOST_SHOWN`, and the number of others."""
    if full or len(moves) <= MOST_SHOWN:
        return _joined(moves, rules)
    shown = _joined(moves[:MOST_SHOWN], rules)
    return f"{shown} … and {len(moves) - MOST_SHOWN} more (--full)"


def _swap_lines(solution: Solution, *, full: bool) -> list[str]:
    advice = solution.swap
    if advice is None or solution.under_swap:
        return []
    if advice.should_swap is not None:
        return [f"the second player should {'' if advice.should_swap else 'not '}swap"]
    position = solution.position
    result = value_text(advice.value, position, PLAYERS, verb="wins")
    openings = folded(advice.best, position.rules, full=full)
    return [f"with the swap, {result}; most even openings: {openings}"]


def _move_list(solution: Solution, *, full: bool) -> Iterator[str]:
    """Yield every move with its result: a header, then the best first for the side to move, equal
    moves together.
    """
    if not solution.moves:
        return
    position = solution.position
    ranked = sorted(solution.moves, key=lambda each: _rank(each, solution))
    groups = [
        (key, [each.move for each in same])
        for key, same in groupby(ranked, key=lambda each: each.score)
    ]
    shown = groups if full else groups[:MOST_SHOWN]
    results = [range_text(score.lower, score.upper, position) for score, _ in shown]
    width = max(len("result"), *map(len, results))
    yield _header(solution)
    yield f"  {'result':<{width}}  moves"
    for result, (_, moves) in zip(results, shown, strict=True):
        yield f"  {result:<{width}}  {len(moves):>5}  {folded(moves, position.rules, full=full)}"
    if len(shown) < len(groups):
        rest = sum(len(moves) for _, moves in groups[len(shown) :])
        yield f"  … and {rest} more moves (--full)"


def _header(solution: Solution) -> str:
    number = len(solution.moves)
    if solution.under_swap:
        return f"{counted(number, 'opening')}, the most even first (the second player may swap):"
    return "1 move:" if number == 1 else f"{number} moves, best first for {solution.position.side}:"


def _rank(each: MoveScore, solution: Solution) -> tuple[int, ...]:
    """Return the sort key of a move: first the best for the side to move, or under the swap for the
    first player.
    """
    lower = each.score.lower
    upper = each.score.upper
    if not solution.under_swap:
        return (-lower, -upper) if solution.position.to_move == 0 else (upper, lower)
    if each.move in solution.best:
        return (-1, -upper, -lower)
    return (max(abs(lower), abs(upper)), -upper, -lower)


def advice_lines(advice: Advice, *, full: bool = False) -> list[str]:
    """Return advice as lines of text; with `full`, all moves are shown."""
    if advice.solution is not None:
        return solution_lines(advice.solution, full=full)
    lines = [advice.verdict]
    if advice.estimate is not None:
        lines += _estimate_lines(advice, advice.estimate, full=full)
    score = advice.score
    proved = range_text(score.lower, score.upper, advice.position, advice.sides)
    lines.append(f"proved so far: {proved}")
    return lines


def advice_cost(advice: Advice) -> str:
    """Return the cost of advice as a line."""
    if advice.solution is not None and advice.solution.book is not None:
        return cost_line(advice.solution)
    cost = f"{counted(advice.nodes, 'node')}, {advice.seconds:.2f} s"
    if advice.estimate is None:
        return cost
    return f"{counted(advice.estimate.playouts, 'playout')}, {cost}"


def brief_estimate(position: Position, found: PositionEstimate) -> str:
    """Return an estimate as one line, for a search that has reached its limit."""
    name = "most even opening" if found.under_swap else "best move"
    best = format_move(found.best.move, position.rules)
    return f"{estimate_text(position, found)}; {name} {best}"


def _estimate_lines(advice: Advice, found: PositionEstimate, *, full: bool) -> Iterator[str]:
    position = advice.position
    if found.should_swap is not None:
        advised = "should swap" if found.should_swap else "should not swap"
        yield f"the second player {advised}, by this estimate"
    header = ("move", f"{position.side} wins (95 %)", "expected margin", "playouts")
    if found.under_swap:
        header = ("opening", f"{PLAYERS[0]} wins (95 %)", "expected margin", "playouts")
    shown = found.moves if full else found.moves[:FEW]
    rows = [header, *(_estimate_row(position, each) for each in shown)]
    first, second, third, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, share, margin, playouts in rows:
        yield f"  {name:<{first}}  {share:<{second}}  {margin:<{third}}  {playouts:>10}"
    if len(shown) < len(found.moves):
        yield f"  … and {len(found.moves) - len(shown)} more (--full)"
    yield f"likely line: {_joined(found.line, position.rules)}"


def _estimate_row(position: Position, each: MoveEstimate) -> tuple[str, str, str, str]:
    name = format_move(each.move, position.rules)
    share = share_text(each.share, each.interval)
    margin = margin_text(each.margin, position)
    if each.score.value is not None:
        margin = value_text(each.score.value, position)
    return name, share, margin, f"{each.playouts:,}"
