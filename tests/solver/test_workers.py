"""Tasks are done once each wherever they run, and a worker that dies loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from solver.workers import WorkerError, work


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
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 3 + 4 * jobs


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "died"), number) for number in range(8)]
    assert sorted((task[1], result) for task, result in work(die_once, tasks, jobs=2)) == [
        (number, number * number) for number in range(8)
    ]


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(WorkerError, match="workers died 4 times"):
        list(work(die_always, range(3), jobs=2))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real scheduler and two workers on the loopback address."""
    pytest.importorskip("distributed")
    address_file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    scheduler = subprocess.Popen(
        [*command, "--no-dashboard", "--scheduler-file", str(address_file)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(address_file), "--nworkers",
             "1", "--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", str(tmp_path)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]  # fmt: skip
    import json  # noqa: PLC0415

    deadline = time.monotonic() + 60
    while not address_file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    try:
        yield json.loads(address_file.read_text())["address"], workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def test_a_killed_worker_of_a_cluster_loses_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster
    found = []
    for task, result in work(slow_square, range(40), scheduler=address):
        found.append((task, result))
        if len(found) == 5:
            workers[0].kill()
    assert sorted(found) == [(number, number * number) for number in range(40)]


def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.workers._SECONDS_TO_ANSWER", 1)
    with pytest.raises(WorkerError, match=r"scheduler tcp://127\.0\.0\.1:9") as caught:
        list(work(square, range(3), scheduler="tcp://127.0.0.1:9"))
    assert "\n" not in str(caught.value)
