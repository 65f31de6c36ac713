"""Independent tasks on the workers of a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from litslab.games.errors import first_line
from litslab.games.packages import missing_text
from litslab.jobs.errors import WorkerError
from litslab.jobs.task_source import Tasks, task_source
from litslab.jobs.work_options import check_address

RETRIES = 3
SECONDS_TO_ANSWER = 10
"""Seconds in which a scheduler has to answer."""

_SECONDS_FOR_A_WORKER = 60

T = TypeVar("T")
R = TypeVar("R")


def run_on_cluster(
    function: Callable[[T], R],
    tasks: Tasks[T],
    address: str,
    ahead: int,
) -> Iterator[tuple[T, R]]:
    """Do tasks on a cluster and yield each with its result as it is finished, in any order.

    Workers may come and go: after each result, tasks are submitted for the current workers.

    Raises
    ------
    WorkerError
        If Dask is not installed, the scheduler does not answer, has no workers or is lost, or a
        task fails.
    """
    check_address(address)
    next_task = task_source(tasks)
    try:
        import dask  # noqa: PLC0415 - optional
        from distributed import Client, as_completed  # noqa: PLC0415
        from distributed.client import FutureCancelledError  # noqa: PLC0415
    except ImportError:
        raise WorkerError(missing_text("a scheduler", "distributed")) from None
    # This also limits the attempts to restore a lost connection.
    limits = {"distributed.comm.timeouts.connect": f"{SECONDS_TO_ANSWER}s"}
    with dask.config.set(limits), _without_log_of("distributed.client"):
        try:
            client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
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
                    raise WorkerError(
                        f"a task failed on the cluster: {type(error).__name__}: {error}"
                    ) from error
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
