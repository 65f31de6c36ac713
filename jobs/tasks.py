"""Independent tasks on several processes of this machine, or on the workers of a Dask cluster.

A task is a call of one importable function with a picklable argument, and its result depends on nothing else. So it
does not matter where and when it runs.

The pool loses no task if a worker process dies. Each worker gets a few tasks in advance and does them in their order. A
task stays on its worker's list until its result has arrived, and the tasks of a dead worker go to the others.
"""

from __future__ import annotations

import logging
import re
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from litslab.games.errors import first_line
from litslab.jobs import child
from litslab.jobs.child import INTERRUPT_INTERVAL, Channel, Child, ChildDiedError, WorkerError, wait_for

AHEAD = 3
"""The number of tasks that each worker gets in advance, so that it need not wait for this process."""

DEATHS = 4
"""The number of workers that a task may crash."""

T = TypeVar("T")
R = TypeVar("R")


Tasks = Iterable[T] | Callable[[], T | None]
"""Tasks, or a function that returns the next one, or None if there is none before another result."""


def task_source(tasks: Tasks[T]) -> Callable[[], T | None]:
    """Return the function that returns the next task, or None."""
    if callable(tasks):
        return tasks
    iterator = iter(tasks)
    return lambda: next(iterator, None)


@dataclass
class _Job(Generic[T]):
    """A task and the number of workers that died while doing it."""

    task: T
    deaths: int = 0


@dataclass
class _Worker:
    """A worker process and its unfinished jobs, the current one first."""

    child: Child
    jobs: deque[_Job[Any]] = field(default_factory=deque)
    function: Callable[[Any], Any] | None = None

    def give(self, function: Callable[[Any], Any], job: _Job[Any]) -> None:
        """Send a job, with its function if it is a new one."""
        self.jobs.append(job)
        self.child.send((None if function is self.function else function, job.task))
        self.function = function


class Pool(AbstractContextManager["Pool"]):
    """Worker processes of this machine; they start with the first tasks and stay until the pool is closed.

    It is a context manager that closes itself.

    Parameters
    ----------
    workers : int
        The number of processes. The work is done in this process with 1 or less, or if no process can be started.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers if child.CAN_START_PROCESSES else 1
        self._working: list[_Worker] = []

    def __exit__(self, *_: object) -> None:
        self.close()

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
        """End the workers at once."""
        while self._working:
            self._working.pop().child.end()

    def run(
        self, function: Callable[[T], R], tasks: Tasks[T], ahead: int = AHEAD
    ) -> Generator[tuple[T, R], None, None]:
        """Do tasks and yield each with its result as it is finished, in any order.

        Tasks are taken only a little ahead of the workers, so `tasks` may be endless. If results bring new tasks,
        `tasks` is a function: it is called again after each result, until it returns None while no worker has a task.
        Closing the generator ends the busy workers. One run has to end before the next begins.

        Parameters
        ----------
        function : callable
            A function of a module that does a task.
        tasks : iterable or callable
            The tasks, which have to be picklable, or a function that returns the next one or None.
        ahead : int
            The number of tasks that a worker has at a time: 1 if the next task depends on the results, so that a worker
            waits for it instead of doing one that is no longer needed.

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
                if not (busy := {worker.child: worker for worker in self._working if worker.jobs}):
                    return
                for ready in wait_for(busy, INTERRUPT_INTERVAL):
                    yield from self._take(busy[ready], again)
        finally:  # the results of busy workers are no longer needed
            for worker in [worker for worker in self._working if worker.jobs]:
                self._working.remove(worker)
                worker.child.end()

    def _give(
        self, function: Callable[[T], R], again: deque[_Job[T]], next_task: Callable[[], T | None], ahead: int
    ) -> None:
        """Give tasks to all workers with fewer than `ahead`, first the tasks of workers that died."""
        while len(self._working) < self.workers or any(len(each.jobs) < ahead for each in self._working):
            if again:
                job = again.popleft()
            elif (task := next_task()) is not None:
                job = _Job(task)
            else:
                return
            if len(self._working) < self.workers and all(worker.jobs for worker in self._working):
                self._working.append(_Worker(Child(_serve_tasks)))
            min(self._working, key=lambda worker: len(worker.jobs)).give(function, job)

    def _take(self, worker: _Worker, again: deque[_Job[Any]]) -> Iterator[tuple[Any, Any]]:
        """Yield a worker's task and its result, or put its tasks back if it has died."""
        try:
            _, result = worker.child.receive()
        except ChildDiedError as error:
            self._working.remove(worker)
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


def run_tasks(
    function: Callable[[T], R], tasks: Tasks[T], *, workers: int = 1, scheduler: str | None = None, ahead: int = AHEAD
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result as it is finished, in any order.

    Tasks are taken only a little ahead of the workers, so `tasks` may be endless. If results bring new tasks, `tasks`
    is a function: it is called again after each result, until it returns None while no task is being done. Closing the
    generator ends the workers of this machine. A generator that is not exhausted should be closed, also after Ctrl-C.

    Parameters
    ----------
    function : callable
        A function of a module that does a task.
    tasks : iterable or callable
        The tasks, or a function that returns the next one or None.
    workers : int
        The number of processes of this machine; with 1 or less the work is done in this process.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    ahead : int
        The number of tasks that a worker has at a time.

    Raises
    ------
    WorkerError
        If Dask is not installed, its scheduler does not answer or has no workers, a task fails there, or a process of
        this machine cannot be started.
    ChildDiedError
        If the same task crashed `DEATHS` processes of this machine.
    """
    if scheduler is not None:
        yield from run_on_cluster(function, tasks, scheduler, ahead)
    else:
        with Pool(workers) as pool:
            yield from pool.run(function, tasks, ahead)


def run_tasks_in_order(
    function: Callable[[T], R], tasks: Iterable[T], *, workers: int = 1, scheduler: str | None = None
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result in the order of the tasks; otherwise the same as `run_tasks`.

    Early results wait for the ones before them.
    """
    early: dict[int, tuple[T, R]] = {}
    following = 0
    done = run_tasks(partial(_do_numbered, function), enumerate(tasks), workers=workers, scheduler=scheduler)
    with closing(done) as results:
        for (number, task), result in results:
            early[number] = task, result
            while following in early:
                yield early.pop(following)
                following += 1


def _do_numbered(function: Callable[[T], R], numbered: tuple[int, T]) -> R:
    """Do a task that comes with its number."""
    return function(numbered[1])


RETRIES = 3
_SECONDS_TO_ANSWER = 10
_SECONDS_FOR_A_WORKER = 60
_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})/?")


def check_address(address: str | None) -> None:
    """Check the address of a scheduler, before any work for it; None stands for none.

    Raises
    ------
    WorkerError
        If the text is no address.
    """
    if address is not None and not ((match := _ADDRESS.fullmatch(address)) and 0 < int(match[3]) < 2**16):
        raise WorkerError(f"scheduler {address}: expected an address such as tcp://127.0.0.1:8786")


def run_on_cluster(function: Callable[[T], R], tasks: Tasks[T], address: str, ahead: int) -> Iterator[tuple[T, R]]:
    """Do tasks on a cluster and yield each with its result as it is finished, in any order.

    Workers may come and go: after each result, tasks are submitted for the current workers.

    Raises
    ------
    WorkerError
        If Dask is not installed, the scheduler does not answer, has no workers or is lost, or a task fails.
    """
    check_address(address)
    next_task = task_source(tasks)
    try:
        import dask  # noqa: PLC0415 - optional
        from distributed import Client, as_completed  # noqa: PLC0415
        from distributed.client import FutureCancelledError  # noqa: PLC0415
    except ImportError:
        raise WorkerError("a scheduler needs the package distributed: pip install 'litslab[cluster]'") from None
    # This also limits the attempts to restore a lost connection.
    limits = {"distributed.comm.timeouts.connect": f"{_SECONDS_TO_ANSWER}s"}
    with dask.config.set(limits), _without_log_of("distributed.client"):
        try:
            client = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise WorkerError(f"scheduler {address}: {first_line(error)}") from None
        with _closed_in_the_end(client):
            try:
                client.wait_for_workers(1, timeout=_SECONDS_FOR_A_WORKER)
            except (TimeoutError, OSError):
                message = f"scheduler {address}: no worker came within {_SECONDS_FOR_A_WORKER} s"
                raise WorkerError(message) from None
            task_of: dict[str, T] = {}

            def following() -> list[Any]:
                try:
                    most = ahead * max(1, sum(client.nthreads().values()))
                except OSError:
                    raise WorkerError(f"scheduler {address}: the connection is lost") from None
                submitted = []
                while len(task_of) < most and (task := next_task()) is not None:
                    submitted.append(client.submit(function, task, pure=False, retries=RETRIES))
                    task_of[submitted[-1].key] = task
                return submitted

            working = as_completed(following(), loop=client.loop)
            for future in working:
                task = task_of.pop(future.key)
                try:
                    result = future.result()
                except FutureCancelledError:
                    raise WorkerError(f"scheduler {address}: the connection is lost") from None
                except Exception as error:
                    raise WorkerError(f"a task failed on the cluster: {type(error).__name__}: {error}") from error
                yield task, result
                future.release()
                working.update(following())


@contextmanager
def _closed_in_the_end(client: Any) -> Iterator[None]:
    """Close a client; an error that Dask makes of this while it connects again hides no other."""
    try:
        yield
    finally:
        with suppress(RuntimeError):
            client.close()


@contextmanager
def _without_log_of(name: str) -> Iterator[None]:
    """Silence a logger: Dask's client would print tracebacks, which are raised here as one line."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
