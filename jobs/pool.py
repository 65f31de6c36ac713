"""Independent tasks on several processes of this machine.

The pool loses no task if a worker process dies. Each worker gets a few tasks in advance and does
them in their order. A task stays on its worker's list until its result has arrived, and the tasks
of a dead worker go to the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from litslab.games.errors import check_number
from litslab.jobs import child
from litslab.jobs.channel import Channel
from litslab.jobs.child import INTERRUPT_INTERVAL, Child, wait_for
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.task_source import Tasks, task_source

AHEAD = 3
"""The number of tasks that each worker gets in advance, so that it need not wait for
this process.
"""

DEATHS = 4
"""The number of workers that a task may crash."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass
class Job(Generic[T]):
    """A task and its past.

    Attributes
    ----------
    task : object
        The task.
    deaths : int
        The number of workers that died while doing it.
    """

    task: T
    deaths: int = 0


@dataclass
class Worker:
    """A worker process.

    Attributes
    ----------
    child : Child
        The process.
    jobs : deque of Job
        Its unfinished jobs, the current one first.
    function : callable, optional
        The function that it was given last.
    """

    child: Child
    jobs: deque[Job[Any]] = field(default_factory=deque)
    function: Callable[[Any], Any] | None = None

    def give(self, function: Callable[[Any], Any], job: Job[Any]) -> None:
        """Send a job, with its function if it is a new one."""
        self.jobs.append(job)
        self.child.send((None if function is self.function else function, job.task))
        self.function = function


class Pool(AbstractContextManager["Pool"]):
    """Worker processes of this machine; they start with the first tasks and stay until the pool is
    closed.

    It is a context manager that closes itself.

    Parameters
    ----------
    workers : int
        The number of processes. The work is done in this process with 1 or less, or if no process
        can be started.

    Attributes
    ----------
    working : list of Worker
        The processes that have started.
    """

    def __init__(self, workers: int) -> None:
        check_number("workers", workers)
        self.workers = workers if child.CAN_START_PROCESSES else 1
        self.working: list[Worker] = []

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the workers now, so that the first tasks need not wait for them.

        Raises
        ------
        WorkerError
            If a process cannot be started.
        """
        while 1 < self.workers > len(self.working):
            self.working.append(Worker(Child(_serve_tasks)))

    def close(self) -> None:
        """End the workers at once."""
        while self.working:
            self.working.pop().child.end()

    def run(
        self,
        function: Callable[[T], R],
        tasks: Tasks[T],
        ahead: int = AHEAD,
    ) -> Generator[tuple[T, R], None, None]:
        """Do tasks and yield each with its result as it is finished, in any order.

        Tasks are taken only a little ahead of the workers, so `tasks` may be endless. If results
        bring new tasks, `tasks` is a function: it is called again after each result, until it
        returns None while no worker has a task. Closing the generator ends the busy workers. One
        run has to end before the next begins.

        Parameters
        ----------
        function : callable
            A function of a module that does a task.
        tasks : iterable or callable
            The tasks, which have to be picklable, or a function that returns the next one or None.
        ahead : int
            The number of tasks that a worker has at a time: 1 if the next task depends on the
            results, so that a worker waits for it instead of doing one that is no longer needed.

        Raises
        ------
        ChildDiedError
            If the same task crashed `DEATHS` workers.
        WorkerError
            If a process cannot be started, or cannot import the function.
        """
        next_task = task_source(tasks)
        if self.workers <= 1:
            while (task := next_task()) is not None:
                yield task, function(task)
            return
        again: deque[Job[T]] = deque()
        check_at = 0.0
        try:
            while True:
                if time.monotonic() >= check_at:
                    check_at = time.monotonic() + INTERRUPT_INTERVAL
                    for worker in self.working:
                        if worker.jobs:
                            worker.child.warn_if_stopped()
                self._give(function, again, next_task, ahead)
                busy = {worker.child: worker for worker in self.working if worker.jobs}
                if not busy:
                    return
                for ready in wait_for(busy, INTERRUPT_INTERVAL):
                    yield from self.receive(busy[ready], again)
        finally:  # the results of busy workers are no longer needed
            for worker in [worker for worker in self.working if worker.jobs]:
                self.working.remove(worker)
                worker.child.end()

    def _give(
        self,
        function: Callable[[T], R],
        again: deque[Job[T]],
        next_task: Callable[[], T | None],
        ahead: int,
    ) -> None:
        """Give tasks to all workers with fewer than `ahead`, first the tasks of workers
        that died.
        """
        while len(self.working) < self.workers or any(
            len(each.jobs) < ahead for each in self.working
        ):
            if again:
                job = again.popleft()
            elif (task := next_task()) is not None:
                job = Job(task)
            else:
                return
            if len(self.working) < self.workers and all(worker.jobs for worker in self.working):
                self.working.append(Worker(Child(_serve_tasks)))
            min(self.working, key=lambda worker: len(worker.jobs)).give(function, job)

    def receive(self, worker: Worker, again: deque[Job[Any]]) -> Iterator[tuple[Any, Any]]:
        """Yield a worker's task and its result; if it has died, put its jobs back to `again`.

        Raises
        ------
        ChildDiedError
            If its current task has ended too many workers.
        """
        try:
            _, result = worker.child.receive()
        except ChildDiedError as error:
            self.working.remove(worker)
            worker.child.end()
            again.extendleft(reversed(worker.jobs))
            worker.jobs[0].deaths += 1
            if worker.jobs[0].deaths == DEATHS:
                text = f"the same task ended {DEATHS} workers: {error}; is there enough memory?"
                raise ChildDiedError(text) from None
            return
        yield worker.jobs.popleft().task, result


def _serve_tasks(channel: Channel) -> None:
    function, task = channel.receive()
    while True:
        channel.answer(function, task)
        given, task = channel.receive()
        function = given or function
