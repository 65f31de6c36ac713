"""Optimal moves and a line of best play, from an engine that proves values of positions.

At the start of a game with a swap the most even openings are optimal instead
(`solver.endgame.even_openings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.move_values import MoveValues, ValuedMove, values_by_one_engine
from litslab.solver.endgame.solution import Info, MoveScore, Solution
from litslab.solver.endgame.swap import swap_advice
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.score import Score


@dataclass(frozen=True)
class SolveOptions:
    """Options of `solve` that do not concern the engine.

    Attributes
    ----------
    all_best : bool
        Whether to find all of the best moves; otherwise one.
    all_moves : bool
        Whether to find the exact value of every move too.
    values : callable
        Finds these values.
    progress : callable
        Receives tighter bounds as text, then the number of moves that are tested or have their
        values.
    """

    all_best: bool = True
    all_moves: bool = False
    values: MoveValues = values_by_one_engine
    progress: OnProgress = ignore_progress

    def find_values(
        self,
        oracle: Oracle,
        position: Position,
        moves: tuple[Move, ...],
        what: str,
    ) -> Iterator[ValuedMove]:
        """Yield moves with their values and the positions visited for them, and report how many are
        done; `what` names them.
        """
        self.progress(Progress(0, len(moves), what))
        for done, found in enumerate(self.values(oracle, position, moves), start=1):
            yield found
            self.progress(Progress(done, len(moves), what))


DEFAULT_OPTIONS = SolveOptions()


def find_optimal_moves(
    oracle: Oracle,
    position: Position,
    options: SolveOptions = DEFAULT_OPTIONS,
) -> Solution:
    """Find the value of a position, its optimal moves and a line of best play, as far as the
    engine's limit allows.

    The value comes first, then the line, whose first move is one optimal move. Each of the others
    is tested by one null-window query. Ctrl-C and Python's recursion limit stop the search as well;
    the results so far are kept.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        Of any game.
    options : SolveOptions
        The values of all moves also give the effect of the swap.
    """
    moves = position.choices() if options.all_moves else ()
    known: dict[Move, Score] = {}
    nodes = 0
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    finished = False
    # The results so far are kept.
    with suppress(LimitReachedError, KeyboardInterrupt, RecursionError):
        value = oracle.value(position, options.progress)
        line = principal_variation(oracle, position, value)
        best = line[:1]
        if moves:
            found_values = options.find_values(oracle, position, moves, tr("values of moves"))
            for move, found, visited in found_values:
                known[move] = found
                nodes += visited
        elif options.all_best and best:
            best = tuple(optimal_moves(oracle, position, value, options.progress))
        finished = True
    scored = tuple(
        MoveScore(position, move, bounds_after(oracle, position, move, known)) for move in moves
    )
    info = Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    score = oracle.bounds(position)
    if best and moves:
        best = tuple(each.move for each in scored if each.score == score or each.move in best)
    complete = (
        finished
        and (options.all_best or options.all_moves)
        and all(each.score.is_exact for each in scored)
    )
    return Solution(
        position=position,
        score=score,
        best=best,
        principal_variation=line,
        info=info,
        moves=scored,
        swap=swap_advice(position, score, scored),
        finished=finished,
        best_complete=complete,
    )


def keeps(oracle: Oracle, position: Position, move: Move, value: int) -> bool:
    """Return whether a move keeps the value of a position; may raise `LimitReachedError`."""
    return oracle.reaches(position.play_unchecked(move), value, position.to_move == 0)


def bounds_after(oracle: Oracle, position: Position, move: Move, known: dict[Move, Score]) -> Score:
    """Return the bounds after a move, by an engine and by `known`."""
    score = oracle.bounds(position.play_unchecked(move))
    return score & known.get(move, score)


def optimal_moves(
    oracle: Oracle,
    position: Position,
    value: int,
    report: OnProgress = ignore_progress,
) -> Iterator[Move]:
    """Yield the moves that keep the value, and report how many are tested; may raise
    `LimitReachedError`.
    """
    known = range_text(value, value, position, verb="wins")
    moves = position.choices()
    for number, move in enumerate(moves):
        report(Progress(number, len(moves), tr("{result}; other best moves", result=known)))
        if keeps(oracle, position, move, value):
            yield move


def optimal_move(oracle: Oracle, position: Position, value: int) -> Move | None:
    """Return one move that keeps the value of a position, None if the game is over; may raise
    `LimitReachedError`.
    """
    if position.is_over:
        return None
    for move in oracle.likely_moves(position, value):
        if keeps(oracle, position, move, value):
            return move
    raise AssertionError(f"no move keeps the value {value} that was found")


def principal_variation(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow moves that keep the value to the end of the game.

    The engine's table chooses among equally good moves, so the line may depend on earlier searches.
    """
    return _line(position, lambda here: optimal_move(oracle, here, value))


def first_line(oracle: Oracle, position: Position, value: int) -> tuple[Move, ...]:
    """Follow the first move of each position that keeps the value: every engine finds the same
    line.
    """
    return _line(position, lambda here: next(optimal_moves(oracle, here, value), None))


def _line(position: Position, choose: Callable[[Position], Move | None]) -> tuple[Move, ...]:
    line: list[Move] = []
    while (move := choose(position)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)


TURN = 2
"""The approximate worth in points of the right to move next in Battle of LITS."""


def best_score(scores: Sequence[Score]) -> Score:
    """Return the bounds of the greatest of some values."""
    return Score(max(each.lower for each in scores), max(each.upper for each in scores))
