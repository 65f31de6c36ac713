"""From the value of one position to everything a user asks: optimal moves, a line of best play, each move's value."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.games.position import Move, Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.move_values import MoveValues, values_by_one_engine
from litslab.solver.endgame.result import Info, MoveScore, Score, Solution
from litslab.solver.endgame.swap import swap_advice
from litslab.solver.engines.oracle import LimitReachedError, Oracle


def find_optimal_moves(
    oracle: Oracle,
    position: Position,
    *,
    all_best: bool = True,
    all_moves: bool = False,
    values: MoveValues = values_by_one_engine,
    progress: OnProgress | None = None,
) -> Solution:
    """Find the value of a position, its optimal moves and a line of best play, as far as the engine's limit allows.

    The value comes first, then the line, whose first move is one optimal move; the others are tested by one null-window
    query each. Ctrl-C stops it as well, and so does a game longer than Python can recurse; what was found is kept.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        Of any game.
    all_best : bool
        Whether to find all optimal moves; otherwise one.
    all_moves : bool
        Whether to find the exact value of every move too, and with them the effect of the swap.
    values : callable
        Finds the values of the moves, if they are asked for.
    progress : callable, optional
        Receives tighter bounds as text, then how many of the moves are tested, or have their values.
    """
    report = progress or ignore_progress
    moves = position.choices() if all_moves else ()
    known: dict[Move, Score] = {}
    nodes = 0
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    finished = False
    try:
        value = oracle.value(position, progress)
        line = principal_variation(oracle, position, value)
        best = line[:1]
        if moves:
            report(Progress(0, len(moves), "values of moves"))
            for move, found, visited in values(oracle, position, moves):
                known[move] = found
                nodes += visited
                report(Progress(len(known), len(moves), "values of moves"))
        elif all_best and best:
            best = _all_optimal_moves(oracle, position, value, report)
        finished = True
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        pass  # what is known is kept
    scored = tuple(MoveScore(move, bounds_after(oracle, position, move, known)) for move in moves)
    info = Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    score = oracle.bounds(position)
    if best and moves:
        best = tuple(each.move for each in scored if each.score == score or each.move in best)
    return Solution(
        position, score, best, line, info, scored, swap_advice(position, score, scored),
        finished=finished, best_complete=finished and (all_best or all_moves) and _all_exact(scored),
    )  # fmt: skip


def _all_exact(scored: tuple[MoveScore, ...]) -> bool:
    return all(each.score.is_exact for each in scored)


def _all_optimal_moves(oracle: Oracle, position: Position, value: int, report: OnProgress) -> tuple[Move, ...]:
    """Test every move, and report how many are tested; may raise `LimitReachedError`."""
    maximising = position.to_move == 0
    moves = position.choices()
    known = range_text(value, value, position, verb="wins")
    best: list[Move] = []
    for number, move in enumerate(moves):
        report(Progress(number, len(moves), f"{known}; other best moves"))
        if oracle.reaches(position.play_unchecked(move), value, maximising):
            best.append(move)
    return tuple(best)


def bounds_after(oracle: Oracle, position: Position, move: Move, known: dict[Move, Score]) -> Score:
    """Return what an engine has proved of the position after a move, and what others have."""
    score = oracle.bounds(position.play_unchecked(move))
    other = known.get(move, score)
    return Score(max(score.lower, other.lower), min(score.upper, other.upper))


def optimal_moves(oracle: Oracle, position: Position, value: int) -> Iterator[Move]:
    """Yield the moves that keep the value of a position; may raise `LimitReachedError`."""
    maximising = position.to_move == 0
    for move in position.choices():
        if oracle.reaches(position.play_unchecked(move), value, maximising):
            yield move


def optimal_move(oracle: Oracle, position: Position, value: int) -> Move | None:
    """Return one move that keeps the value of a position, None if the game is over; may raise `LimitReachedError`."""
    if position.is_over:
        return None
    maximising = position.to_move == 0
    for move in oracle.likely_moves(position, value):
        if oracle.reaches(position.play_unchecked(move), value, maximising):
            return move
    raise AssertionError(f"no move keeps the value {value} that was found")


def principal_variation(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow moves that keep the value to the end of the game.

    Among equally good moves the engine's table chooses, so other searches before this one may lead to another line.
    """
    line: list[Move] = []
    while (move := optimal_move(oracle, position, value)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)


def first_line(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow the first of a position's moves that keeps the value: every engine finds the same line."""
    line: list[Move] = []
    while (move := next(optimal_moves(oracle, position, value), None)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)
