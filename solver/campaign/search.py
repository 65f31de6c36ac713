"""What a worker does: it answers one question by search, or says that it was too hard.

A worker keeps its engine with its table from one question of a run to the next, as they have much in common.
"""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.record import loads
from litslab.solver.campaign.question import Name, move_number, play_path
from litslab.solver.endgame.result import Limit
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.oracle import LimitReachedError, Oracle
from litslab.solver.engines.registry import choose_engine, make_oracle

SECONDS = 30.0
"""How long one search may take: as much is lost at most if a worker is killed."""

NODES = {kernel.ENGINE: 5_000_000, reference.ENGINE: 100_000}
"""How many nodes one search may take with each engine, on most machines within some twenty seconds."""

CHECK_MEMORY = 64 << 20
"""Bytes of the table of a second search."""

_CHECK_FACTOR = 4
"""How many times as many nodes a second search may take, which has no table of earlier questions."""

_REFERENCE_NODES = 3000
"""Where the first search took at most as many nodes, the second is done by the reference engine."""


class SearchStatus(StrEnum):
    """What came of a search."""

    ANSWERED = "answered"
    LIMIT = "limit"
    """The question is too hard for one search."""
    TIME = "time"
    """The time of the whole run was over."""


@dataclass(frozen=True)
class Task:
    """A question as a worker gets it.

    Attributes
    ----------
    run : str
        Names the run: a worker begins each with an empty table.
    record : str
        The position that the campaign is about, as a record.
    name : Name
        The question's name.
    path : tuple of int
        The moves that lead from there to the position in question, as numbers.
    nodes : int
        How many nodes the search may take.
    deadline : float or None
        The `time.time` at which the run ends.
    memory : int
        Bytes of the kernel's table.
    engine : str or None
        As for `solver.engines.registry.make_oracle`.
    threads : int
        How many threads search, with one table.
    check : bool
        Whether it is a second search, by an engine of another configuration with nothing in its table.
    """

    run: str
    record: str
    name: Name
    path: tuple[int, ...]
    nodes: int
    deadline: float | None
    memory: int
    engine: str | None = None
    threads: int = 1
    check: bool = False

    @property
    def target(self) -> int:
        """The number that the position's value is compared with."""
        return self.name[1]


@dataclass(frozen=True)
class Found:
    """What a worker found.

    Attributes
    ----------
    outcome : SearchStatus
        What came of the search.
    holds : bool or None
        The answer; None if there is none.
    moves : tuple of int
        The numbers of the position's moves, those first that are likely best for the side to move.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    worker, engine : str
        Who searched, and with what.
    """

    outcome: SearchStatus
    holds: bool | None
    moves: tuple[int, ...]
    nodes: int
    seconds: float
    worker: str
    engine: str


def search(task: Task) -> Found:
    """Search for the answer to a question, as far as the limits allow."""
    position = play_path(_root(task.record), task.path)
    oracle = (
        _second_oracle(task) if task.check else _oracle(task.run, task.record, task.memory, task.engine, task.threads)
    )
    clock = time.thread_time if task.threads == 1 else time.process_time
    left = SECONDS if task.deadline is None else min(SECONDS, max(0.0, task.deadline - time.time()))
    before, end, started = oracle.nodes, oracle.seconds + left, clock()
    oracle.limit = Limit(end, before + task.nodes)
    holds: bool | None = None
    outcome = SearchStatus.ANSWERED
    try:
        holds = oracle.reaches(position, task.target, maximising=True)
    except (LimitReachedError, RecursionError):
        outcome = SearchStatus.TIME if _is_over(task) else SearchStatus.LIMIT
        if oracle.nodes - before < task.nodes and oracle.seconds < end:
            _oracle.cache_clear()  # its table is full, as that of the reference engine can be
    value = task.target if position.to_move == 0 else task.target - 2
    likely = oracle.likely_moves(position, value)
    return Found(
        outcome, holds, tuple(move_number(move, position.rules) for move in likely), oracle.nodes - before,
        clock() - started, f"{platform.node()}:{os.getpid()}", oracle.engine,
    )  # fmt: skip


def nodes_of_a_search(rules: Rules, engine: str | None = None) -> int:
    """Return how many nodes one search may take if nothing else is asked for.

    Raises
    ------
    OptionError
        If the engine is none that counts nodes.
    """
    if engine is not None and engine not in NODES:
        raise OptionError(f"engine {engine!r}: expected {' or '.join(NODES)}")
    return NODES[choose_engine(rules, engine)]


def second_task(task: Task, found: Found) -> Task:
    """Return the task to search again for an answer, by another engine where that is quick."""
    quick = found.nodes <= _REFERENCE_NODES and found.engine != reference.ENGINE
    return replace(
        task, nodes=NODES[reference.ENGINE] if quick else max(_CHECK_FACTOR * found.nodes, _REFERENCE_NODES),
        memory=CHECK_MEMORY, engine=reference.ENGINE if quick else task.engine, check=True,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _root(record: str) -> Position:
    """Return the position that a campaign is about."""
    return loads(record).position()


@lru_cache(maxsize=1)
def _oracle(run: str, record: str, memory: int, engine: str | None, threads: int) -> Oracle:  # noqa: ARG001 - of a run
    """Return the engine of a run."""
    return make_oracle(_root(record).rules, engine=engine, threads=threads, memory=memory)


def _second_oracle(task: Task) -> Oracle:
    return make_oracle(_root(task.record).rules, engine=task.engine, threads=task.threads, memory=task.memory)


def _is_over(task: Task) -> bool:
    return task.deadline is not None and time.time() >= task.deadline
