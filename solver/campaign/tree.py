"""The questions of a campaign as a tree: a hard question is split into the same question after each
move.

If the answer after one move is the one that the side to move wants, it is the answer; if no move
has it, the other one is.

A worker answers one question by search, or reports that it is too hard. It keeps its engine with
the table for the next questions of the run, because they have many positions in common.
"""

from __future__ import annotations

import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from litslab.games.errors import check_choice
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.games.record_toml import loads
from litslab.games.rules import Rules
from litslab.solver.campaign.question import Knowledge, Name, ValueQuery, play_path
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import choose_engine, make_oracle

PATIENCE = 8
"""A question may cost this many times as much as its next sibling before that one is tried."""

_MOST_RANK = 100

Chain = tuple[ValueQuery, ...]
"""A question, preceded by the questions that it was split from."""


def by_promise(likely: Sequence[ValueQuery], spent: Counter[str], unit: int) -> list[ValueQuery]:
    """Return alternative questions in the order in which to ask them.

    The first is tried until it has cost `PATIENCE` times as much as the second, and so on. So a
    wrong guess costs a limited multiple of the right one. If the first guess is right, little is
    wasted on the others.

    Parameters
    ----------
    likely : sequence of ValueQuery
        The questions, likely ones first.
    spent : Counter of str
        The nodes that each reduced position has cost, including the positions after it.
    unit : int
        The most nodes of one search.
    """

    def penalty(ranked: tuple[int, ValueQuery]) -> int:
        rank, query = ranked
        return int((spent[query.reduced.text] + unit) * PATIENCE ** min(rank, _MOST_RANK))

    return [query for _, query in sorted(enumerate(likely), key=penalty)]


@dataclass(eq=False)
class Tree:
    """The split questions, and the conclusions from their answers.

    Attributes
    ----------
    known : Knowledge
        The known answers.
    splits : dict of Name to sequence of int
        The split questions, with the moves of their reduced positions, likely ones first.
    spent : Counter of str
        The nodes that each reduced position has cost, including the positions after it.
    unit : int
        The most nodes of one search.
    derived : callable
        Receives each answer that follows from those after the moves, and the number of the move
        that shows it, or None if it takes all moves.
    children : dict
        The questions after the moves of split questions that are not settled yet, as far as they
        were needed.
    """

    known: Knowledge
    splits: dict[Name, Sequence[int]]
    spent: Counter[str]
    unit: int
    derived: Callable[[ValueQuery, bool, int | None], None]
    children: dict[Name, dict[int, ValueQuery]] = field(default_factory=dict, init=False)

    def credit(self, chain: Chain, nodes: int) -> None:
        """Record the cost of a search for the last question of a chain."""
        for text in {question.reduced.text for question in chain}:
            self.spent[text] += nodes

    def settle(self, chain: Chain) -> None:
        """Derive answers to the earlier questions of a chain from the answer to the last one."""
        for question in reversed(chain[:-1]):
            self._open_children(question)

    def order(self, questions: list[ValueQuery]) -> list[ValueQuery]:
        """Return alternative questions in the order in which to ask them."""
        return by_promise(questions, self.spent, self.unit)

    def to_ask(self, question: ValueQuery, above: Chain = ()) -> Iterator[Chain]:
        """Yield the chains of unsplit questions that help to answer a question, in the order in
        which to ask them.

        Answers that follow from others are derived meanwhile.
        """
        chain = (*above, question)
        open_children = self._open_children(question)
        if open_children is None:
            if self.known.holds(question) is None:
                yield chain
            return
        for child in self.order(open_children):
            yield from self.to_ask(child, chain)
            if self.known.holds(child) is question.wanted:
                break
        self._open_children(question)

    def open_questions(self, question: ValueQuery) -> Iterator[ValueQuery]:
        """Yield all unanswered and unsplit questions below a question."""
        if self.known.holds(question) is not None:
            return
        if question.name not in self.splits:
            yield question
            return
        for child in self._children_of(question).values():
            yield from self.open_questions(child)

    def _open_children(self, question: ValueQuery) -> list[ValueQuery] | None:
        """Return the unanswered questions after the moves, or None if the question is answered or
        not split.

        An answer that follows now is derived.
        """
        if self.known.holds(question) is not None or question.name not in self.splits:
            return None
        open_children = []
        for number, child in self._children_of(question).items():
            holds = self.known.holds(child)
            if holds is question.wanted:
                self._settle(question, holds, number)
                return None
            if holds is None:
                open_children.append(child)
        if not open_children:
            self._settle(question, not question.wanted, None)
            return None
        return open_children

    def _settle(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        """Derive the answer to a split question; the questions after its moves are no longer
        needed.
        """
        self.derived(question, holds, number)
        self._forget_children(question)

    def _forget_children(self, question: ValueQuery) -> None:
        for child in self.children.pop(question.name, {}).values():
            self._forget_children(child)

    def _children_of(self, question: ValueQuery) -> dict[int, ValueQuery]:
        """Return the questions after the moves, by the moves' numbers, likely ones first."""
        if question.name not in self.children:
            self.children[question.name] = question.children(self.splits[question.name])
        return self.children[question.name]


SECONDS = 30.0
"""Time limit of one search of `NODES`: the most work that is lost if a worker is killed. It grows
with the nodes.
"""

NODES = {kernel.ENGINE: 5_000_000, reference.ENGINE: 100_000}
"""The most nodes of one search with each engine, about twenty seconds on most machines."""

CHECK_MEMORY = 64
"""Size of the table of a second search, in MiB."""

_CHECK_FACTOR = 4
"""The factor of the nodes of a second search, which starts with an empty table."""

_REFERENCE_NODES = 3000
"""The most nodes of a first search for which the second is done by the reference engine."""


class SearchStatus(StrEnum):
    """The outcome of a search."""

    ANSWERED = "answered"
    LIMIT = "limit"
    """The question is too hard for one search."""
    TIME = "time"
    """The time limit of the run was reached."""


@dataclass(frozen=True)
class Task:
    """A question for a worker.

    Attributes
    ----------
    run : str
        The identity of the run: a worker begins each run with an empty table.
    record : str
        The campaign's position, as a record.
    name : Name
        The identity of the question.
    path : tuple of int
        The moves that lead from the campaign's position to the question's, as numbers.
    nodes : int
        The most nodes of the search.
    deadline : float or None
        The `time.time` at which the run ends.
    memory : int
        Size of the kernel's table in MiB.
    engine : str or None
        ``kernel``, ``reference`` or ``cpsat``; by default the fastest that knows the game.
    threads : int
        The number of threads, which share a table.
    check : bool
        Whether it is a second search, by a differently configured engine with an empty table.
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


@dataclass(frozen=True)
class Found:
    """The result of a worker's search.

    Attributes
    ----------
    outcome : SearchStatus
        The outcome of the search.
    holds : bool or None
        The answer; None if there is none.
    moves : tuple of int
        The numbers of the position's moves, likely best ones first.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    worker, engine : str
        The process that searched, and its engine.
    """

    outcome: SearchStatus
    holds: bool | None
    moves: tuple[int, ...]
    nodes: int
    seconds: float
    worker: str
    engine: str


def search(task: Task) -> Found:
    """Search for the answer to a question within its limits."""
    position = play_path(_root(task.record), task.path)
    _, target = task.name
    find = _new_oracle if task.check else _kept_oracle
    oracle = find(task.run, task.record, task.memory, task.engine, task.threads)
    clock = time.thread_time if task.threads == 1 else time.process_time
    most = SECONDS * max(1.0, task.nodes / NODES[oracle.engine])
    left = most if task.deadline is None else min(most, max(0.0, task.deadline - time.time()))
    before = oracle.nodes
    end = oracle.seconds + left
    started = clock()
    oracle.limit = Limit(end, before + task.nodes)
    holds: bool | None = None
    outcome = SearchStatus.ANSWERED
    try:
        holds = oracle.at_least(position, target)
    except (LimitReachedError, RecursionError):
        is_over = task.deadline is not None and time.time() >= task.deadline
        outcome = SearchStatus.TIME if is_over else SearchStatus.LIMIT
        if oracle.nodes - before < task.nodes and oracle.seconds < end:
            _kept_oracle.cache_clear()  # its table is full, as that of the reference engine can be
    likely = oracle.likely_moves(position, target if position.to_move == 0 else target - 2)
    return Found(
        outcome=outcome,
        holds=holds,
        moves=tuple(move_number(move, position.rules) for move in likely),
        nodes=oracle.nodes - before,
        seconds=clock() - started,
        worker=f"{platform.node()}:{os.getpid()}",
        engine=oracle.engine,
    )


def nodes_of_a_search(rules: Rules, engine: str | None = None) -> int:
    """Return the default limit of nodes of one search.

    Raises
    ------
    OptionError
        If campaigns cannot use the engine.
    """
    check_choice("engine", engine, NODES)
    return NODES[choose_engine(rules, engine)]


def second_task(task: Task, found: Found) -> Task:
    """Return the task that repeats a search, by another engine if that is quick."""
    if found.nodes <= _REFERENCE_NODES and found.engine != reference.ENGINE:
        engine: str | None = reference.ENGINE
        nodes = NODES[reference.ENGINE]
    else:
        engine = task.engine
        nodes = max(_CHECK_FACTOR * found.nodes, _REFERENCE_NODES)
    return replace(task, nodes=nodes, memory=CHECK_MEMORY, engine=engine, check=True)


@lru_cache(maxsize=4)
def _root(record: str) -> Position:
    """Return the position of a campaign."""
    return loads(record).position()


def _new_oracle(run: str, record: str, memory: int, engine: str | None, threads: int) -> Oracle:  # noqa: ARG001
    return make_oracle(_root(record).rules, engine=engine, threads=threads, memory=memory)


_kept_oracle = lru_cache(maxsize=1)(_new_oracle)
"""The engine of a run."""
