"""A pool of worker processes that loses no task, whatever happens to its processes.

Each worker is given a few tasks ahead and does them in their order. A task stays on its worker's list until its result
has arrived, so a worker that dies takes nothing with it: its tasks go to the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from litslab.jobs import machine
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.process import INTERRUPT_INTERVAL, Channel, Child, Reply, wait_for

AHEAD = 3
"""Tasks given to each worker, so that none has to wait for this process."""

DEATHS = 4
"""How many workers a task may end before it is given up."""

T = TypeVar("T")
R = TypeVar("R")


Tasks = Iterable[T] | Callable[[], T | None]
"""Tasks, or a function that returns the next one: None where there is none until another result is known."""


def task_source(tasks: Tasks[T]) -> Callable[[], T | None]:
    """Return the function that returns the next task, or None."""
    if callable(tasks):
        return tasks
    iterator = iter(tasks)
    return lambda: next(iterator, None)


@dataclass
class _Job(Generic[T]):
    """A task and how often the worker that did it died."""

    task: T
    deaths: int = 0


@dataclass
class _Worker:
    """A worker process and the jobs that it was given and has not answered, the one that it is doing first."""

    child: Child
    jobs: deque[_Job[Any]] = field(default_factory=deque)
    function: Callable[[Any], Any] | None = None

    def give(self, function: Callable[[Any], Any], job: _Job[Any]) -> None:
        """Send a job, with its function if that is another than before."""
        self.jobs.append(job)
        self.child.send((None if function is self.function else function, job.task))
        self.function = function


class Pool:
    """Worker processes of this machine; they start with the first tasks and stay until the pool is closed.

    It is a context manager that closes itself.

    Parameters
    ----------
    workers : int
        How many processes; with 1 or less the work is done in this process, and so it is where none can be started.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers if machine.CAN_START_PROCESSES else 1
        self._working: list[_Worker] = []

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pids(self) -> list[int]:
        """The numbers of the worker processes."""
        return [worker.child.pid for worker in self._working]

    def start(self) -> None:
        """Start the workers now, so that the first tasks need not wait for them.

        Raises
        ------
        WorkerError
            If a process cannot be started.
        """
        while 1 < self.workers > len(self._working):
            self._working.append(_Worker(Child(_serve_tasks)))

    def close(self) -> None:
        """End the workers at once, whatever they do."""
        while self._working:
            self._working.pop().child.end()

    def run(
        self, function: Callable[[T], R], tasks: Tasks[T], ahead: int = AHEAD
    ) -> Generator[tuple[T, R], None, None]:
        """Do tasks and yield each with its result as it is finished, in any order.

        Tasks are taken only a little ahead of the workers, so there may be no end of them. Where results bring new
        tasks, `tasks` is a function: it is called again after each result, until it returns None while no worker has a
        task. Closing the generator ends the workers that are busy. One run has to end before the
        next begins.

        Parameters
        ----------
        function : callable
            A function of a module; what is done with each task.
        tasks : iterable or callable
            The tasks, which have to be picklable, or a function that returns the next one or None.
        ahead : int
            How many tasks a worker has at a time: 1 where the next task depends on the results, so that a worker waits
            for it rather than do one that is no longer needed.

        Raises
        ------
        ChildDiedError
            If the workers died that did a certain task, again and again.
        WorkerError
            If a process cannot be started, or cannot import the function.
        """
        next_task = task_source(tasks)
        if self.workers <= 1:
            while (task := next_task()) is not None:
                yield task, function(task)
            return
        again: deque[_Job[T]] = deque()
        check_at = 0.0
        try:
            while True:
                if time.monotonic() >= check_at:
                    check_at = time.monotonic() + INTERRUPT_INTERVAL
                    for worker in self._working:
                        if worker.jobs:
                            worker.child.warn_if_stopped()
                self._give(function, again, next_task, ahead)
                busy = {worker.child: worker for worker in self._working if worker.jobs}
                if not busy:
                    return
                for child in wait_for(busy, INTERRUPT_INTERVAL):
                    yield from self._take(busy[child], again)
        finally:
            self._end_busy()

    def _give(
        self, function: Callable[[T], R], again: deque[_Job[T]], next_task: Callable[[], T | None], ahead: int
    ) -> None:
        """Give tasks to all workers that have fewer than they should, first those whose worker died."""
        while len(self._working) < self.workers or any(len(each.jobs) < ahead for each in self._working):
            if again:
                job = again.popleft()
            elif (task := next_task()) is not None:
                job = _Job(task)
            else:
                return
            self._least_busy().give(function, job)

    def _least_busy(self) -> _Worker:
        """Return the worker with the fewest tasks; a new one if all have some and there may be more."""
        if len(self._working) < self.workers and all(worker.jobs for worker in self._working):
            self._working.append(_Worker(Child(_serve_tasks)))
        return min(self._working, key=lambda worker: len(worker.jobs))

    def _take(self, worker: _Worker, again: deque[_Job[Any]]) -> Iterator[tuple[Any, Any]]:
        """Yield the task and result that a worker has sent, or put its tasks back if it has died."""
        try:
            kind, content = worker.child.receive()
        except ChildDiedError as error:
            self._working.remove(worker)
            worker.child.end()
            again.extendleft(reversed(worker.jobs))
            worker.jobs[0].deaths += 1
            if worker.jobs[0].deaths == DEATHS:
                raise ChildDiedError(
                    f"the same task ended {DEATHS} workers: {error}; is there enough memory?"
                ) from None
            return
        if kind is Reply.ERROR:
            raise content
        yield worker.jobs.popleft().task, content

    def _end_busy(self) -> None:
        """End the workers that still have tasks: their results are no longer needed."""
        for worker in [worker for worker in self._working if worker.jobs]:
            self._working.remove(worker)
            worker.child.end()


def _serve_tasks(channel: Channel) -> None:
    function, task = channel.receive()
    while True:
        channel.answer(function, task)
        given, task = channel.receive()
        function = given or function
