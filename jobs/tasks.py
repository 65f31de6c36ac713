"""Independent tasks on several processes of this machine, or on the workers of a Dask cluster.

A task is a call of one function, which has to be importable, with an argument that can be pickled; what it returns
depends on nothing else. So it does not matter where and when it runs, and a worker that dies loses nothing: its tasks
are done again by another.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, TypeVar

from litslab.games.errors import first_line
from litslab.jobs.errors import WorkerError
from litslab.jobs.pool import AHEAD, Pool, Tasks, task_source

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    function: Callable[[T], R],
    tasks: Tasks[T],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    ahead: int = AHEAD,
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result as it is finished, in any order.

    Tasks are taken from `tasks` only a little ahead of the workers, so it may be endless. Where results bring new
    tasks, `tasks` is a function: it is called again after each result, until it returns None while no task is being
    done. Closing the generator ends the workers of this machine; where it is not used up to its end it should
    be closed, also after Ctrl-C.

    Parameters
    ----------
    function : callable
        What is done with each task.
    tasks : iterable or callable
        The tasks, or a function that returns the next one or None.
    workers : int
        How many processes of this machine; with 1 or less the work is done in this process.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    ahead : int
        How many tasks a worker has at a time.

    Raises
    ------
    WorkerError
        If Dask is not installed, its scheduler does not answer or has no workers, or a task fails there; if a process
        of this machine cannot be started.
    ChildDiedError
        If processes of this machine died again and again.
    """
    if scheduler is not None:
        yield from run_on_cluster(function, tasks, scheduler, ahead)
    else:
        with Pool(workers) as pool:
            yield from pool.run(function, tasks, ahead)


def run_tasks_in_order(
    function: Callable[[T], R], tasks: Iterable[T], *, workers: int = 1, scheduler: str | None = None
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result in the order of the tasks; all else is as for `run_tasks`.

    Results that come early wait for the ones before them.
    """
    early: dict[int, R] = {}
    taken: deque[T] = deque()  # the tasks that were taken and have not been yielded
    following = 0

    def numbered() -> Iterator[tuple[int, T]]:
        for number, task in enumerate(tasks):
            taken.append(task)
            yield number, task

    done = run_tasks(partial(_do_numbered, function), numbered(), workers=workers, scheduler=scheduler)
    with closing(done) as results:
        for (number, _), result in results:
            early[number] = result
            while following in early:
                yield taken.popleft(), early.pop(following)
                following += 1


def _do_numbered(function: Callable[[T], R], numbered: tuple[int, T]) -> R:
    """Do a task that comes with its number."""
    return function(numbered[1])


RETRIES = 3
_SECONDS_TO_ANSWER = 10
_SECONDS_FOR_A_WORKER = 60
_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})/?")


def check_address(address: str) -> None:
    """See that a text can be the address of a scheduler.

    Raises
    ------
    WorkerError
        If it cannot.
    """
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[3]) < 2**16:
        raise WorkerError(f"scheduler {address}: expected an address such as tcp://127.0.0.1:8786")


def run_on_cluster(
    function: Callable[[T], R], tasks: Tasks[T], address: str, ahead: int = AHEAD
) -> Iterator[tuple[T, R]]:
    """Do tasks on a cluster and yield each with its result as it is finished, in any order.

    Workers may come and go: each result is followed by as many tasks as the workers of that moment can have.

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
        raise WorkerError("--scheduler needs the package distributed: pip install 'litslab[cluster]'") from None
    # How long a lost connection is tried again, too.
    limits = {"distributed.comm.timeouts.connect": f"{_SECONDS_TO_ANSWER}s"}
    with dask.config.set(limits), _without_log_of("distributed.client"):
        try:
            client = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise WorkerError(f"scheduler {address}: {first_line(error)}") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_SECONDS_FOR_A_WORKER)
            except (TimeoutError, OSError):
                message = f"scheduler {address}: no worker came within {_SECONDS_FOR_A_WORKER} s"
                raise WorkerError(message) from None
            task_of: dict[str, T] = {}

            def submit(task: T) -> Any:
                future = client.submit(function, task, pure=False, retries=RETRIES)
                task_of[future.key] = task
                return future

            def following() -> list[Any]:
                try:
                    most = ahead * max(1, sum(client.nthreads().values()))
                except OSError:
                    raise WorkerError(f"scheduler {address}: the connection is lost") from None
                submitted = []
                while len(task_of) < most and (task := next_task()) is not None:
                    submitted.append(submit(task))
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
def _without_log_of(name: str) -> Iterator[None]:
    """Silence a logger: what Dask's client would print as a traceback is raised here as one line."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
