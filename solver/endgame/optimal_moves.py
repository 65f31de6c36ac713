"""Optimal moves, a line of best play, and the values of moves, from an engine that proves values of positions.

At the start of a game with a swap the optimal moves are the most even openings.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial

from litslab.games.language import tr
from litslab.games.notation import range_text
from litslab.games.placements import Placement
from litslab.games.position import Move, Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks
from litslab.solver.endgame import result
from litslab.solver.endgame.certificate import kept_symmetries
from litslab.solver.endgame.result import Oracle, Score
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle

MOVES_A_TASK = 4
"""The number of moves in a task. They share a transposition table, because many positions follow several moves."""

ValuedMove = tuple[Move, Score, int]
"""A move, bounds of the value after it, and the nodes that another engine visited."""

MoveValues = Callable[[Oracle, Position, tuple[Move, ...]], Iterator[ValuedMove]]
"""Yields each move once."""


def values_by_one_engine(oracle: Oracle, position: Position, moves: tuple[Move, ...]) -> Iterator[ValuedMove]:
    """Yield the value after each move, in order; may raise `LimitReachedError`."""
    for move in moves:
        after = position.play_unchecked(move)
        oracle.value(after)
        yield move, oracle.bounds(after), 0


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
        Receives tighter bounds as text, then the number of moves that are tested or have their values.
    """

    all_best: bool = True
    all_moves: bool = False
    values: MoveValues = values_by_one_engine
    progress: OnProgress = ignore_progress


DEFAULT_OPTIONS = SolveOptions()


@dataclass(frozen=True)
class Division:
    """A `MoveValues` that divides the moves among processes.

    Attributes
    ----------
    limit : Limit
        The limits: the time is shared and counts from the start of the engine; the nodes are those of each task.
    engine : str or None
        As for `solver.engines.registry.make_oracle`.
    threads : int
        The number of threads in each process.
    memory : int
        Size of the table in each process in MiB.
    workers : int
        The number of processes on this machine.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    """

    limit: result.Limit
    engine: str | None = None
    threads: int = 1
    memory: int = DEFAULT_MEMORY
    workers: int = 1
    scheduler: str | None = None

    def __call__(self, oracle: Oracle, position: Position, moves: tuple[Move, ...]) -> Iterator[ValuedMove]:
        """Yield the value after each move, or bounds if the limit is reached first, in any order."""
        left = math.inf if self.limit.seconds is None else self.limit.seconds - oracle.seconds
        parts = [moves[first : first + MOVES_A_TASK] for first in range(0, len(moves), MOVES_A_TASK)]
        work = partial(value_moves, position=position, how=self, deadline=time.time() + left)
        workers = min(self.workers, len(parts))
        with closing(run_tasks(work, parts, workers=workers, scheduler=self.scheduler)) as done:
            for part, (scores, nodes) in done:
                for number, (move, score) in enumerate(zip(part, scores, strict=True)):
                    yield move, score, 0 if number else nodes


def value_moves(
    moves: tuple[Move, ...], position: Position, how: Division, deadline: float = math.inf
) -> tuple[list[Score], int]:
    """Return the bounds after each of some moves by a new engine, and the nodes visited.

    It stops at the limits, or when `time.time` reaches `deadline`.
    """
    seconds = None if deadline == math.inf else max(0.0, deadline - time.time())
    limit = result.Limit(seconds, how.limit.nodes)
    oracle = make_oracle(position.rules, limit, engine=how.engine, threads=how.threads, memory=how.memory)
    after = [position.play_unchecked(move) for move in moves]
    with suppress(result.LimitReachedError, RecursionError):
        for reached in after:
            oracle.value(reached)
    return [oracle.bounds(reached) for reached in after], oracle.nodes


def find_optimal_moves(oracle: Oracle, position: Position, options: SolveOptions = DEFAULT_OPTIONS) -> result.Solution:
    """Find the value of a position, its optimal moves and a line of best play, as far as the engine's limit allows.

    The value comes first, then the line, whose first move is one optimal move. Each of the others is tested by one
    null-window query. Ctrl-C and Python's recursion limit stop the search as well; the results so far are kept.

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
    with suppress(result.LimitReachedError, KeyboardInterrupt, RecursionError):  # the results so far are kept
        value = oracle.value(position, options.progress)
        line = principal_variation(oracle, position, value)
        best = line[:1]
        if moves:
            options.progress(Progress(0, len(moves), tr("values of moves")))
            for move, found, visited in options.values(oracle, position, moves):
                known[move] = found
                nodes += visited
                options.progress(Progress(len(known), len(moves), tr("values of moves")))
        elif options.all_best and best:
            best = tuple(optimal_moves(oracle, position, value, options.progress))
        finished = True
    scored = tuple(result.MoveScore(move, bounds_after(oracle, position, move, known)) for move in moves)
    info = result.Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    score = oracle.bounds(position)
    if best and moves:
        best = tuple(each.move for each in scored if each.score == score or each.move in best)
    complete = finished and (options.all_best or options.all_moves) and all(each.score.is_exact for each in scored)
    return result.Solution(
        position, score, best, line, info, scored, swap_advice(position, score, scored),
        finished=finished, best_complete=complete,
    )  # fmt: skip


def keeps(oracle: Oracle, position: Position, move: Move, value: int) -> bool:
    """Return whether a move keeps the value of a position; may raise `LimitReachedError`."""
    return oracle.reaches(position.play_unchecked(move), value, position.to_move == 0)


def bounds_after(oracle: Oracle, position: Position, move: Move, known: dict[Move, Score]) -> Score:
    """Return the bounds after a move, by an engine and by `known`."""
    score = oracle.bounds(position.play_unchecked(move))
    return score & known.get(move, score)


def optimal_moves(
    oracle: Oracle, position: Position, value: int, report: OnProgress = ignore_progress
) -> Iterator[Move]:
    """Yield the moves that keep the value, and report how many are tested; may raise `LimitReachedError`."""
    known = range_text(value, value, position, verb="wins")
    moves = position.choices()
    for number, move in enumerate(moves):
        report(Progress(number, len(moves), tr("{result}; other best moves", result=known)))
        if keeps(oracle, position, move, value):
            yield move


def optimal_move(oracle: Oracle, position: Position, value: int) -> Move | None:
    """Return one move that keeps the value of a position, None if the game is over; may raise `LimitReachedError`."""
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
    """Follow the first move of each position that keeps the value: every engine finds the same line."""
    return _line(position, lambda here: next(optimal_moves(oracle, here, value), None))


def _line(position: Position, choose: Callable[[Position], Move | None]) -> tuple[Move, ...]:
    line: list[Move] = []
    while (move := choose(position)) is not None:
        line.append(move)
        position = position.play_unchecked(move)
    return tuple(line)


def swap_advice(position: Position, score: Score, scored: tuple[result.MoveScore, ...]) -> result.SwapAdvice | None:
    """Return the effect of the swap on a game whose values are seen from a side.

    The player who may swap takes the side that the value favours. So the first player chooses the placement with the
    most even value.
    """
    rules = position.rules
    if not rules.has_swap or rules.swap_changes_value:
        return None
    if position.can_swap and score.is_exact:
        return result.SwapAdvice(-abs(score.lower), swap=score.lower > 0)
    if not position.swap_follows or not scored or not all(each.score.is_exact for each in scored):
        return None
    values = {each.move: value_with_swap(position.play_unchecked(each.move), each.score.lower) for each in scored}
    value = max(values.values())
    return result.SwapAdvice(value, best=tuple(move for move, each in values.items() if each == value))


def values_with_swap(oracle: Oracle, position: Position) -> dict[Move, int]:
    """Return the value of each first placement to its maker if the second player may swap."""
    after = {move: position.play_unchecked(move) for move in position.choices()}
    return {move: value_with_swap(each, oracle.value(each)) for move, each in after.items()}


def value_with_swap(position: Position, value: int) -> int:
    """Return the value of a first placement to its maker; there is no swap if it ends the game."""
    return value if position.is_over else -abs(value)


TURN = 2
"""The approximate worth in points of the right to move next in Battle of LITS."""


def find_even_openings(oracle: Oracle, position: Position, options: SolveOptions = DEFAULT_OPTIONS) -> result.Solution:
    """Find the most even openings of a game in which the second player may swap, and the value to the first player.

    No exact value of an opening is needed. Null-window queries determine the side that each opening favours. Further
    queries ask whether it is favoured by the least possible value, then by the next, until some opening passes.
    One such opening settles the value; others are searched for only if requested.
    One opening of each symmetry class is searched. A limit and Ctrl-C leave correct bounds.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The start of a game (`Position.swap_follows`).
    options : SolveOptions
        The best moves are the most even openings.
    """
    every_best = options.all_best or options.all_moves
    orbits = {images[0]: images for images in move_orbits(position)}
    known: dict[Move, Score] = {}
    nodes = 0
    even: set[Move] = set()
    line: tuple[Move, ...] = ()
    finished = False
    with suppress(result.LimitReachedError, KeyboardInterrupt, RecursionError):  # the results so far are kept
        if options.all_moves:
            options.progress(Progress(0, len(orbits), tr("values of openings")))
            for opening, found, visited in options.values(oracle, position, tuple(orbits)):
                known[opening] = found
                nodes += visited
                options.progress(Progress(len(known), len(orbits), tr("values of openings")))
        if options.all_moves and all(found.is_exact for found in known.values()):
            worth = {move: worth_to_maker(position.play_unchecked(move), each).lower for move, each in known.items()}
            found_even: Iterable[Move] = [move for move, each in worth.items() if each == max(worth.values())]
        else:
            found_even = _most_even(oracle, position, list(orbits), options.progress)
        for opening in found_even:
            if not line:
                after = position.play_unchecked(opening)
                line = (opening, *principal_variation(oracle, after, oracle.value(after)))
            even.update(orbits[opening])
            if not every_best:
                break
        finished = True
    best = tuple(move for move in position.choices() if move in even) if every_best else line[:1]
    known = {opening: bounds_after(oracle, position, opening, known) for opening in orbits}
    score = _score_under_swap(position, known)
    advice = result.SwapAdvice(score.lower, best=best) if best and score.is_exact else None
    info = result.Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    by_move = {image: known[opening] for opening, images in orbits.items() for image in images}
    scored = tuple(result.MoveScore(move, by_move[move]) for move in position.choices()) if options.all_moves else ()
    return result.Solution(
        position, score, best, line, info, scored, advice, under_swap=True,
        finished=finished, best_complete=finished and every_best,
    )  # fmt: skip


def move_orbits(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return the moves that decide the value, grouped by the symmetries of the position."""
    rules = position.rules
    symmetries = kept_symmetries(position)
    orbits = []
    known: set[Move] = set()
    for move in position.choices():
        if move not in known:
            images: tuple[Move, ...] = (move,)
            if isinstance(move, Placement):
                images = tuple(rules.table[index] for index in sorted({each[move.index] for each in symmetries}))
            orbits.append(images)
            known.update(images)
    return tuple(orbits)


def _most_even(oracle: Oracle, position: Position, openings: list[Move], report: OnProgress) -> Iterator[Move]:
    """Yield the openings that are best for the first player; may raise `LimitReachedError`."""
    after = {opening: position.play_unchecked(opening) for opening in openings}
    after = dict(sorted(after.items(), key=lambda item: distance_from_even(item[1])))
    final = {opening: each.outcome().value for opening, each in after.items() if each.is_over}
    if any(value > 0 for value in final.values()):
        yield from (opening for opening, value in final.items() if value == max(final.values()))
        return
    favours_first: dict[Move, bool] = {}
    for value in range(1, position.rules.value_limit() + 2, 2):
        known = _score_under_swap(position, {opening: oracle.bounds(each) for opening, each in after.items()})
        settled = False
        known_text = range_text(-value, -value, position, result.PLAYERS, verb="wins")
        for number, (opening, reached) in enumerate(after.items()):
            if reached.is_over:
                is_even = final[opening] == -value
            else:
                if opening not in favours_first:
                    favours_first[opening] = oracle.at_least(reached, 1)
                first = favours_first[opening]
                is_even = oracle.reaches(reached, value if first else -value, maximising=not first)
            if is_even:
                settled = True
                yield opening
            if settled:
                report(Progress(number + 1, len(after), tr("{result}; other openings as even", result=known_text)))
            else:
                bounds = range_text(known.lower, known.upper, position, result.PLAYERS)
                report(Progress(oracle.nodes, text=result.nodes_text(bounds, oracle.nodes)))
        if settled:
            return


def distance_from_even(after: Position) -> int:
    """Return the difference between the points that an opening gains and the worth of a turn.

    Openings with a small difference are searched first, because they are even most often. On four 9×9 boards of Battle
    of LITS the first even one was found with 3.8 million nodes instead of 4.8. In the other games all openings gain the
    same, so their order does not change.
    """
    first, second = after.scores()
    return abs(first - second - TURN)


def _score_under_swap(position: Position, known: dict[Move, Score]) -> Score:
    """Return the bounds of the value to the first player, from the bounds of the openings."""
    return best_score([worth_to_maker(position.play_unchecked(opening), score) for opening, score in known.items()])


def best_score(scores: Sequence[Score]) -> Score:
    """Return the bounds of the greatest of some values."""
    return Score(max(each.lower for each in scores), max(each.upper for each in scores))


def worth_to_maker(after: Position, known: Score) -> Score:
    """Return the bounds of an opening's worth to its maker."""
    if after.is_over:
        return known
    least = 1 if known.lower < 0 < known.upper else min(abs(known.lower), abs(known.upper))
    return Score(-max(abs(known.lower), abs(known.upper)), -least)
