"""Tasks are done once each wherever they run, and a worker that dies loses nothing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from litslab.jobs.child import WorkerError
from litslab.jobs.tasks import AHEAD, run_tasks, run_tasks_in_order
from tests.dask_cluster import kill, local_cluster


def square(number: int) -> int:
    return number * number


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_every_task_once(workers: int) -> None:
    assert sorted(run_tasks(square, range(20), workers=workers)) == [(number, number * number) for number in range(20)]
    assert list(run_tasks(square, [], workers=workers)) == []


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_endless_tasks_are_taken_only_as_needed(workers: int) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = run_tasks(square, tasks(), workers=workers)
    assert [next(results) for _ in range(3)]
    results.close()
    assert len(taken) <= 3 + (AHEAD + 1) * workers


def halves(number: int) -> list[int]:
    return [number // 2, number - number // 2] if number > 1 else []


def do_halving(**options: Any) -> list[int]:
    """Do tasks that follow from results: a number that is not 1 brings its two halves."""
    waiting, done = deque([13]), []
    for number, result in run_tasks(halves, lambda: waiting.pop() if waiting else None, ahead=1, **options):
        done.append(number)
        waiting.extend(result)
    return sorted(done)


def test_a_function_without_a_task_is_called_again_after_a_result() -> None:
    assert do_halving(workers=1) == [1] * 13 + [2] * 5 + [3] * 3 + [4, 6, 7, 13]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_calls_a_function_without_a_task_again(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with local_cluster(tmp_path) as cluster:
        assert do_halving(scheduler=cluster.address) == do_halving(workers=1)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_results_in_the_order_of_the_tasks(workers: int) -> None:
    tasks = [{"number": number} for number in range(8)]  # which need not be hashable
    results = run_tasks_in_order(slow_when_even, tasks, workers=workers)
    assert list(results) == [(task, task["number"] ** 2) for task in tasks]


def slow_when_even(task: dict[str, int]) -> int:
    time.sleep(0.05 * (task["number"] % 2 == 0))
    return task["number"] ** 2


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    found = []
    with local_cluster(tmp_path) as cluster:
        for task, result in run_tasks_in_order(slow_square, range(40), scheduler=cluster.address):
            found.append((task, result))
            if len(found) == 5:
                kill(cluster.workers[0])
        assert cluster.workers[1].poll() is None
    assert found == [(number, number * number) for number in range(40)]


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("litslab.jobs.tasks._SECONDS_TO_ANSWER", 1)
    with pytest.raises(WorkerError, match=r"scheduler tcp://127\.0\.0\.1:9") as caught:
        list(run_tasks(square, range(3), scheduler="tcp://127.0.0.1:9"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "address", ["foo", "", "tcp://", "tcp://host", "tcp://host:0", "tcp://host:65536", "http://host:80", "tcp://a b:1"]
)
def test_what_cannot_be_an_address_is_refused_before_anything_is_tried(address: str) -> None:
    tasks = iter(range(3))
    with pytest.raises(WorkerError, match=r"scheduler .*: expected an address such as tcp://127\.0\.0\.1:8786"):
        list(run_tasks(square, tasks, scheduler=address))
    assert next(tasks) == 0


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_scheduler_that_dies_is_one_line_and_keeps_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("litslab.jobs.tasks._SECONDS_TO_ANSWER", 1)
    found = []
    with local_cluster(tmp_path) as cluster:

        def collect() -> None:
            for task, result in run_tasks(slow_square, range(400), scheduler=cluster.address):
                found.append((task, result))
                if len(found) == 5:
                    kill(cluster.scheduler)

        with pytest.raises(WorkerError, match=r"scheduler tcp://.*: the connection is lost") as caught:
            collect()
        assert "\n" not in str(caught.value)
        assert capfd.readouterr().err == ""
    assert len(found) >= 5
    assert all(result == task * task for task, result in found)
