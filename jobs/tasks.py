"""Independent tasks on several processes of this machine, or on the workers of a Dask cluster.

A task is a call of one importable function with a picklable argument, and its result depends on
nothing else. So it does not matter where and when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from typing import TypeVar

from litslab.jobs.cluster import run_on_cluster
from litslab.jobs.pool import AHEAD, Pool
from litslab.jobs.task_source import Tasks

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

    Tasks are taken only a little ahead of the workers, so `tasks` may be endless. If results bring
    new tasks, `tasks` is a function: it is called again after each result, until it returns None
    while no task is being done. Closing the generator ends the workers of this machine. A generator
    that is not exhausted should be closed, also after Ctrl-C.

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
        If Dask is not installed, its scheduler does not answer or has no workers, a task fails
        there, or a process of this machine cannot be started.
    ChildDiedError
        If the same task crashed `DEATHS` processes of this machine.
    """
    if scheduler is not None:
        yield from run_on_cluster(function, tasks, scheduler, ahead)
    else:
        with Pool(workers) as pool:
            yield from pool.run(function, tasks, ahead)


def run_tasks_in_order(
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result in the order of the tasks; otherwise the same as
    `run_tasks`.

    Early results wait for the ones before them.
    """
    early: dict[int, tuple[T, R]] = {}
    following = 0
    done = run_tasks(
        partial(_do_numbered, function), enumerate(tasks), workers=workers, scheduler=scheduler
    )
    with closing(done) as results:
        for (number, task), result in results:
            early[number] = task, result
            while following in early:
                yield early.pop(following)
                following += 1


def _do_numbered(function: Callable[[T], R], numbered: tuple[int, T]) -> R:
    """Do a task that comes with its number."""
    return function(numbered[1])
