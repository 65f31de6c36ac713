"""Exact answers as lines of text: who wins, the best moves, the swap, and every move grouped by its result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from litslab.games.notation import format_move
from litslab.games.result_text import range_text, value_text

if TYPE_CHECKING:
    from litslab.games.position import Move, Rules
    from litslab.solver.endgame.result import MoveScore, Solution

MOST_SHOWN = 12
"""How many moves, or groups of moves, a list shows unless all are asked for."""


def solution_lines(solution: Solution, *, full: bool = False) -> list[str]:
    """Return an answer as lines of text.

    Parameters
    ----------
    solution : Solution
        The answer.
    full : bool
        Whether long lists of moves are shown whole.
    """
    position, rules = solution.position, solution.position.rules
    lines = [solution.verdict]
    if position.swap_follows and not solution.under_swap:
        lines.append("as if nobody could swap")
    if solution.best:
        lines.append(_best_line(solution, full=full))
        line = " ".join(format_move(move, rules) for move in solution.principal_variation)
        if line:
            lines.append(f"principal variation: {line}")
    lines += _swap_lines(solution, full=full)
    return [*lines, *_move_list(solution, full=full)]


def _best_line(solution: Solution, *, full: bool) -> str:
    """Name the best moves, and say so if there may be others."""
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
    """Say what an answer cost."""
    if solution.book is not None:
        return f"nothing was searched; the campaign cost {solution.info.nodes:,} nodes"
    return f"{solution.info.nodes:,} nodes, {solution.info.seconds:.2f} s, engine {solution.info.engine}"


def folded(moves: Sequence[Move], rules: Rules, *, full: bool = False) -> str:
    """Return moves as one line: the first `MOST_SHOWN`, and how many more there are."""
    shown = moves if full or len(moves) <= MOST_SHOWN else moves[:MOST_SHOWN]
    text = " ".join(format_move(move, rules) for move in shown)
    return text if len(shown) == len(moves) else f"{text} … and {len(moves) - len(shown)} more (--full)"


def _swap_lines(solution: Solution, *, full: bool) -> list[str]:
    advice, position = solution.swap, solution.position
    if advice is None or solution.under_swap:
        return []
    if advice.swap is not None:
        return ["the second player should swap" if advice.swap else "the second player should not swap"]
    told = value_text(advice.value, position, ("the first player", "the second player"), verb="wins")
    return [f"with the swap, {told}; most even openings: {folded(advice.best, position.rules, full=full)}"]


def _move_list(solution: Solution, *, full: bool) -> list[str]:
    """Return every move with its result: a header, then the best first for the side to move, equal moves together."""
    if not solution.moves:
        return []
    position = solution.position
    ranked = sorted(solution.moves, key=lambda each: _rank(each, solution))
    groups = [(key, [each.move for each in same]) for key, same in groupby(ranked, key=lambda each: each.score)]
    shown = groups if full else groups[:MOST_SHOWN]
    results = [range_text(score.lower, score.upper, position) for score, _ in shown]
    width = max(len("result"), *map(len, results))
    lines = [_header(solution), f"  {'result':<{width}}  moves"]
    lines += [
        f"  {result:<{width}}  {len(moves):>5}  {folded(moves, position.rules, full=full)}"
        for result, (_, moves) in zip(results, shown, strict=True)
    ]
    if len(shown) < len(groups):
        rest = sum(len(moves) for _, moves in groups[len(shown) :])
        lines.append(f"  … and {rest} more moves (--full)")
    return lines


def _header(solution: Solution) -> str:
    number = len(solution.moves)
    if solution.under_swap:
        return f"{number} openings, the most even first (the second player may swap):"
    moves = "1 move" if number == 1 else f"{number} moves, best first for {solution.position.side}"
    return f"{moves}:"


def _rank(each: MoveScore, solution: Solution) -> tuple[int, ...]:
    """Return what to sort a move by: the best for the side to move, or under the swap for the first player, first."""
    lower, upper = each.score.lower, each.score.upper
    if not solution.under_swap:
        return (-lower, -upper) if solution.position.to_move == 0 else (upper, lower)
    if each.move in solution.best:
        return (-1, -upper, -lower)
    return (max(abs(lower), abs(upper)), -upper, -lower)
