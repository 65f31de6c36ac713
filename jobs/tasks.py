"""Independent tasks on several processes of this machine, or on the workers of a Dask cluster.

A task is a call of one function, which has to be importable, with an argument that can be pickled; what it returns
depends on nothing else. So it does not matter where and when it runs, and a worker that dies loses nothing: its tasks
are done again by another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import TypeVar

from litslab.jobs.cluster import run_on_cluster
from litslab.jobs.pool import AHEAD, Pool, Tasks

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
