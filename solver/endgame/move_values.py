"""The values of a position's moves: one after another by one engine, or divided among processes or a cluster."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from litslab.games.position import Move, Position
from litslab.jobs.tasks import run_tasks
from litslab.solver.endgame.result import Limit, Score
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.oracle import LimitReachedError, Oracle
from litslab.solver.engines.registry import make_oracle

MOVES_A_TASK = 4
"""How many moves a task values, with one transposition table: what follows different moves has much in common."""

MoveValues = Callable[[Oracle, Position, tuple[Move, ...]], Iterator[tuple[Move, Score, int]]]
"""Yields moves, each once, with what is known of the position after it and the nodes that another engine visited."""


def values_by_one_engine(
    oracle: Oracle, position: Position, moves: tuple[Move, ...]
) -> Iterator[tuple[Move, Score, int]]:
    """Find the value after each move, one after another; may raise `LimitReachedError`."""
    for move in moves:
        after = position.play_unchecked(move)
        oracle.value(after)
        yield move, oracle.bounds(after), 0


@dataclass(frozen=True)
class Division:
    """How the moves are divided; it is a `MoveValues`.

    Attributes
    ----------
    limit : Limit
        When to stop: the time is that of all, from the engine's start on; the nodes are those that each task may visit.
    engine : str or None
        As for `solver.engines.registry.make_oracle`, as are the following two.
    threads : int
        How many threads each process uses.
    memory : int
        Bytes of the table of each process.
    workers : int
        How many processes of this machine.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    """

    limit: Limit
    engine: str | None = None
    threads: int = 1
    memory: int = DEFAULT_MEMORY
    workers: int = 1
    scheduler: str | None = None

    def __call__(
        self, oracle: Oracle, position: Position, moves: tuple[Move, ...]
    ) -> Iterator[tuple[Move, Score, int]]:
        """Find the value after each move, or bounds where the limit comes first, in any order."""
        left = math.inf if self.limit.seconds is None else self.limit.seconds - oracle.seconds
        parts = [moves[first : first + MOVES_A_TASK] for first in range(0, len(moves), MOVES_A_TASK)]
        tasks = [
            MovesTask(position, part, time.time() + left, self.limit.nodes, self.engine, self.threads, self.memory)
            for part in parts
        ]
        workers = min(self.workers, len(tasks))
        with closing(run_tasks(value_moves, tasks, workers=workers, scheduler=self.scheduler)) as done:
            for task, valued in done:
                for number, (move, score) in enumerate(zip(task.moves, valued.scores, strict=True)):
                    yield move, score, 0 if number else valued.nodes


@dataclass(frozen=True)
class MovesTask:
    """Some of a position's moves, to be valued by an engine of their own.

    Attributes
    ----------
    position : Position
        The position.
    moves : tuple of Move
        The moves.
    deadline : float
        The `time.time` at which to stop.
    nodes : int or None
        How many positions may be visited.
    engine, threads, memory
        As for `solver.engines.registry.make_oracle`.
    """

    position: Position
    moves: tuple[Move, ...]
    deadline: float = math.inf
    nodes: int | None = None
    engine: str | None = None
    threads: int = 1
    memory: int = DEFAULT_MEMORY


@dataclass(frozen=True)
class ValuedMoves:
    """What a task found out.

    Attributes
    ----------
    scores : tuple of Score
        What is known of the position after each of its moves.
    nodes : int
        Positions visited.
    """

    scores: tuple[Score, ...]
    nodes: int


def value_moves(task: MovesTask) -> ValuedMoves:
    """Find the value after each move of a task, as far as its limits allow."""
    seconds = None if task.deadline == math.inf else max(0.0, task.deadline - time.time())
    limit = Limit(seconds, task.nodes)
    oracle = make_oracle(task.position.rules, limit, engine=task.engine, threads=task.threads, memory=task.memory)
    after = [task.position.play_unchecked(move) for move in task.moves]
    try:
        for position in after:
            oracle.value(position)
    except (LimitReachedError, RecursionError):
        pass
    return ValuedMoves(tuple(oracle.bounds(position) for position in after), oracle.nodes)
