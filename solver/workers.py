"""Independent tasks on several processes of this machine, or on the workers of a Dask cluster.

A task is a call of one function, which has to be importable, with arguments that can be pickled; what it returns
depends on nothing else. So it does not matter where and when it runs, and a worker that dies loses nothing: its tasks
are done again by another.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from games.errors import GameError
from solver.apart import ChildDiedError, leave_signals_to_the_parent

_AHEAD = 3  # tasks waiting for each worker, so that none has to wait for this process
_RETRIES = 3
_PATIENCE = 0.2  # seconds: Ctrl-C may reach another thread, and is then seen only when this one wakes up
_SECONDS_TO_ANSWER = 20
_SECONDS_FOR_A_WORKER = 60

T = TypeVar("T")
R = TypeVar("R")


class WorkerError(GameError):
    """Workers that cannot be used; the text is one line that says why."""


def work(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 1, scheduler: str | None = None
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result as it is finished, in any order.

    Tasks are taken from `tasks` only a little ahead of the workers, so it may be endless. Closing the generator ends
    the workers of this machine; where it is not used up to its end it should be closed, also after Ctrl-C.

    Parameters
    ----------
    function : callable
        What is done with each task.
    tasks : iterable
        The tasks.
    jobs : int
        How many processes of this machine; with 1 or less the work is done in this process.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.

    Raises
    ------
    WorkerError
        If Dask is not installed, its scheduler does not answer or has no workers, or a task fails there.
    ChildDiedError
        If processes of this machine died again and again.
    """
    if scheduler is not None:
        yield from _on_cluster(function, iter(tasks), scheduler)
    elif jobs <= 1:
        for task in tasks:
            yield task, function(task)
    else:
        yield from _on_this_machine(function, iter(tasks), jobs)


def work_in_order(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 1, scheduler: str | None = None
) -> Generator[tuple[T, R], None, None]:
    """Do tasks and yield each with its result in the order of the tasks; all else is as for `work`.

    Results that come early wait for the ones before them.
    """
    waiting: dict[int, R] = {}
    order: deque[T] = deque()  # the tasks that were taken and have not been yielded
    following = 0

    def numbered() -> Iterator[tuple[int, T]]:
        for number, task in enumerate(tasks):
            order.append(task)
            yield number, task

    with closing(work(partial(_second, function), numbered(), jobs=jobs, scheduler=scheduler)) as results:
        for (number, _), result in results:
            waiting[number] = result
            while following in waiting:
                yield order.popleft(), waiting.pop(following)
                following += 1


def _second(function: Callable[[T], R], numbered: tuple[int, T]) -> R:
    """Do a task that comes with its number."""
    return function(numbered[1])


def _on_this_machine(function: Callable[[T], R], tasks: Iterator[T], jobs: int) -> Iterator[tuple[T, R]]:
    waiting: list[T] = []
    for deaths in range(_RETRIES + 1):
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), leave_signals_to_the_parent)
        running: dict[Future[R], T] = {}
        try:
            while True:
                while len(running) < _AHEAD * jobs and (following := [*waiting[:1], *islice(tasks, not waiting)]):
                    waiting = waiting[1:]
                    running[pool.submit(function, following[0])] = following[0]
                if not running:
                    return
                for future in wait(running, _PATIENCE, FIRST_COMPLETED).done:
                    result = future.result()
                    yield running.pop(future), result
        except BrokenProcessPool:
            waiting = [*running.values(), *waiting]
            if deaths == _RETRIES:
                raise ChildDiedError(f"workers died {deaths + 1} times: is there enough memory?") from None
        finally:
            end_at_once(pool)


def end_at_once(pool: ProcessPoolExecutor) -> None:
    """End the workers at once, whatever they do: their tasks are either not wanted any more or done again."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(function: Callable[[T], R], tasks: Iterator[T], address: str) -> Iterator[tuple[T, R]]:
    try:
        from distributed import Client, as_completed  # noqa: PLC0415 - optional
    except ImportError:
        raise WorkerError("--scheduler needs the package distributed: pip install 'litslab[cluster]'") from None
    try:
        client = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkerError(f"scheduler {address}: {str(error).splitlines()[0]}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_A_WORKER)
        except TimeoutError:
            raise WorkerError(f"scheduler {address}: no worker came within {_SECONDS_FOR_A_WORKER} s") from None
        task_of: dict[str, T] = {}

        def submit(task: T) -> Any:
            future = client.submit(function, task, pure=False, retries=_RETRIES)
            task_of[future.key] = task
            return future

        most = _AHEAD * max(1, sum(client.nthreads().values()))
        working = as_completed([submit(task) for task in islice(tasks, most)], loop=client.loop)
        for future in working:
            task = task_of.pop(future.key)
            try:
                result = future.result()
            except Exception as error:
                raise WorkerError(f"a task failed on the cluster: {type(error).__name__}: {error}") from error
            yield task, result
            future.release()
            for following in islice(tasks, 1):
                working.add(submit(following))
