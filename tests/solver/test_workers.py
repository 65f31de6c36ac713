"""Tasks are done once each wherever they run, and a worker that dies loses nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from solver.apart import ChildDiedError
from solver.workers import WorkerError, work, work_in_order
from tests.dask_cluster import kill, local_cluster


def square(number: int) -> int:
    return number * number


def die_once(task: tuple[str, int]) -> int:
    """Kill the worker that first gets number 3; the file remembers that it has happened."""
    path, number = task
    if number == 3 and not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_once(jobs: int) -> None:
    assert sorted(work(square, range(20), jobs=jobs)) == [(number, number * number) for number in range(20)]
    assert list(work(square, [], jobs=jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_endless_tasks_are_taken_only_as_needed(jobs: int) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = work(square, tasks(), jobs=jobs)
    assert [next(results) for _ in range(3)]
    results.close()
    assert len(taken) <= 3 + 4 * jobs


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_results_in_the_order_of_the_tasks(jobs: int) -> None:
    tasks = [{"number": number} for number in range(8)]  # which need not be hashable
    results = work_in_order(slow_when_even, tasks, jobs=jobs)
    assert list(results) == [(task, task["number"] ** 2) for task in tasks]


def slow_when_even(task: dict[str, int]) -> int:
    time.sleep(0.2 * (task["number"] % 2 == 0))
    return task["number"] ** 2


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "died"), number) for number in range(8)]
    assert sorted((task[1], result) for task, result in work(die_once, tasks, jobs=2)) == [
        (number, number * number) for number in range(8)
    ]


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(ChildDiedError, match="workers died 4 times"):
        list(work(die_always, range(3), jobs=2))


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    found = []
    with local_cluster(tmp_path) as (address, workers):
        for task, result in work_in_order(slow_square, range(40), scheduler=address):
            found.append((task, result))
            if len(found) == 5:
                kill(workers[0])
        assert workers[1].poll() is None
    assert found == [(number, number * number) for number in range(40)]


def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.workers._SECONDS_TO_ANSWER", 1)
    with pytest.raises(WorkerError, match=r"scheduler tcp://127\.0\.0\.1:9") as caught:
        list(work(square, range(3), scheduler="tcp://127.0.0.1:9"))
    assert "\n" not in str(caught.value)
