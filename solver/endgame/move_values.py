"""The values of moves, by one engine or divided among several."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.jobs.tasks import run_tasks
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.search_options import SearchOptions
from litslab.solver.score import Score

MOVES_A_TASK = 4
"""The number of moves in a task. They share a transposition table, because many positions follow
several moves.
"""

ValuedMove = tuple[Move, Score, int]
"""A move, bounds of the value after it, and the nodes that another engine visited."""

MoveValues = Callable[[Oracle, Position, tuple[Move, ...]], Iterator[ValuedMove]]
"""Yields each move once."""


def values_by_one_engine(
    oracle: Oracle,
    position: Position,
    moves: tuple[Move, ...],
) -> Iterator[ValuedMove]:
    """Yield the value after each move, in order; may raise `LimitReachedError`."""
    for move in moves:
        after = position.play_unchecked(move)
        oracle.value(after)
        yield move, oracle.bounds(after), 0


@dataclass(frozen=True)
class Division:
    """A `MoveValues` that divides the moves among processes.

    Attributes
    ----------
    options : SearchOptions
        The options. The time limit is shared and counts from the start of the engine; the limit of
        nodes is that of each task.
    """

    options: SearchOptions

    def __call__(
        self,
        oracle: Oracle,
        position: Position,
        moves: tuple[Move, ...],
    ) -> Iterator[ValuedMove]:
        """Yield the value after each move, or bounds if the limit is reached first, in
        any order.
        """
        seconds = self.options.limit.seconds
        left = math.inf if seconds is None else seconds - oracle.seconds
        parts = [
            moves[first : first + MOVES_A_TASK] for first in range(0, len(moves), MOVES_A_TASK)
        ]
        work = partial(
            value_moves, position=position, options=self.options, deadline=time.time() + left
        )
        workers = min(self.options.workers, len(parts))
        scheduler = self.options.scheduler
        with closing(run_tasks(work, parts, workers=workers, scheduler=scheduler)) as done:
            for part, (scores, nodes) in done:
                for number, (move, score) in enumerate(zip(part, scores, strict=True)):
                    yield move, score, 0 if number else nodes


def value_moves(
    moves: tuple[Move, ...],
    position: Position,
    options: SearchOptions,
    deadline: float = math.inf,
) -> tuple[list[Score], int]:
    """Return the bounds after each of some moves by a new engine, and the nodes visited.

    It stops at the limits, or when `time.time` reaches `deadline`.
    """
    seconds = None if deadline == math.inf else max(0.0, deadline - time.time())
    oracle = options.oracle(position.rules, Limit(seconds, options.limit.nodes))
    after = [position.play_unchecked(move) for move in moves]
    with suppress(LimitReachedError, RecursionError):
        for reached in after:
            oracle.value(reached)
    return [oracle.bounds(reached) for reached in after], oracle.nodes
