"""The pool loses no task and does none twice, whenever its workers are killed."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import NoReturn

import pytest

from litslab.jobs import child
from litslab.jobs.child import Child
from litslab.jobs.errors import ChildDiedError, WorkerError
from litslab.jobs.pool import AHEAD, DEATHS, Pool, _Job, _Worker
from litslab.jobs.tasks import run_tasks, run_tasks_in_order
from tests.running import all_ended, descendants, kill_quietly, wait_until

TASKS = range(40)
KILLS = int(os.environ.get("LITSLAB_KILLS", "15"))
"""How many runs of each kind lose a worker; `make fuzz` tries more."""


def square(number: int) -> int:
    return number * number


def nap(seconds: float, number: int) -> int:
    time.sleep(seconds)
    return number * number


def die_before_the_first_result(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise LookupError(f"no {number}")


class StubbornError(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def fail_stubbornly(number: int) -> int:
    raise StubbornError(number, number)


@pytest.mark.slow
def test_a_worker_killed_while_the_consumer_is_busy_loses_no_task() -> None:
    """The race of a task taken from the queue when the pool turns out to be broken."""
    found = []
    with Pool(2) as pool:
        for task, result in pool.run(square, TASKS):
            found.append((task, result))
            if len(found) == 5:
                victims = pool.pids[:1]
                os.kill(victims[0], signal.SIGKILL)
                assert wait_until(partial(all_ended, victims))
    assert sorted(found) == [(number, number * number) for number in TASKS]


@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("duration", [0.0, 0.002])
def test_workers_killed_at_random_moments(busy: bool, duration: float) -> None:
    """In each run a worker is killed: between tasks, before them or within one."""
    rng = random.Random(f"{busy} {duration}")
    with Pool(2) as pool:
        for _ in range(KILLS):
            pool.start()
            victim = rng.choice(pool.pids)
            killer = threading.Timer(rng.uniform(0, 0.02), kill_quietly, (victim, signal.SIGKILL))
            killer.start()
            found = []
            for task, result in pool.run(partial(nap, duration), TASKS):
                found.append((task, result))
                if busy and rng.random() < 0.2:
                    time.sleep(0.005)
            killer.join()
            assert sorted(found) == [(number, number * number) for number in TASKS]


@pytest.mark.slow
def test_results_stay_in_order_when_workers_are_killed() -> None:
    rng = random.Random(1)
    for _ in range(10):
        found = []
        for task, result in run_tasks_in_order(partial(nap, 0.001), TASKS, workers=2):
            found.append((task, result))
            if rng.random() < 0.05:
                _kill_one_child(rng)
        assert found == [(number, number * number) for number in TASKS]


def _kill_one_child(rng: random.Random) -> None:
    children = descendants(os.getpid())
    if children:
        kill_quietly(rng.choice(children), signal.SIGKILL)


@pytest.mark.slow
def test_a_task_that_ends_every_worker_is_given_up() -> None:
    with pytest.raises(ChildDiedError, match=f"the same task ended {DEATHS} workers.*SIGKILL"):
        list(run_tasks(die_before_the_first_result, range(3), workers=2))


class DeadChild(Child):
    """A child that is found dead when its answer is awaited."""

    def __init__(self) -> None:
        """Start nothing."""

    def receive(self, *_: object) -> NoReturn:
        raise ChildDiedError("it died")

    def end(self) -> None:
        """There is nothing to end."""


def test_the_tasks_of_a_dead_worker_come_first_in_their_order() -> None:
    pool = Pool(2)
    worker = _Worker(DeadChild(), deque(map(_Job, "abc")))
    pool._working.append(worker)
    again = deque([_Job("d")])
    assert list(pool._take(worker, again)) == []
    assert [job.task for job in again] == ["a", "b", "c", "d"]
    assert [job.deaths for job in again] == [1, 0, 0, 0], "only the task that it was doing can have ended it"
    assert pool.pids == []


@pytest.mark.slow
def test_the_workers_stay_from_run_to_run_and_end_with_the_pool() -> None:
    with Pool(2) as pool:
        list(pool.run(square, TASKS))
        pids = pool.pids
        assert len(pids) == 2
        list(pool.run(partial(nap, 0.0), TASKS))
        assert pool.pids == pids
    assert all_ended(pids)


@pytest.mark.slow
def test_busy_workers_end_when_their_results_are_not_needed() -> None:
    with Pool(2) as pool:
        results = pool.run(partial(nap, 0.01), range(1000))
        next(results)
        pids = pool.pids
        results.close()
        assert all_ended(pids)
        assert sorted(pool.run(square, range(5))) == [(number, number * number) for number in range(5)]


@pytest.mark.slow
def test_an_error_of_a_task_is_raised_here_with_the_place_it_came_from() -> None:
    with pytest.raises(LookupError, match="no 0") as caught:
        list(run_tasks(fail, range(1), workers=2))
    assert "test_pool.py" in caught.value.__notes__[0]
    with pytest.raises(Exception, match=r"0 and 0|StubbornError"):
        list(run_tasks(fail_stubbornly, range(1), workers=2))


def test_a_function_that_cannot_be_imported_is_one_line() -> None:
    def local(number: int) -> int:
        return number

    with pytest.raises((WorkerError, AttributeError)):
        list(run_tasks(local, range(3), workers=2))


@pytest.mark.slow
def test_tasks_and_results_larger_than_any_buffer() -> None:
    """Both sides send at the same time: neither may wait for the other."""
    tasks = [bytes([number]) * 1_000_000 for number in range(12)]
    assert sorted(result for _, result in run_tasks(reverse, tasks, workers=2)) == tasks


def reverse(data: bytes) -> bytes:
    return data[::-1]


@pytest.mark.slow
def test_tasks_are_taken_only_as_needed() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with Pool(2) as pool:
        results = pool.run(square, tasks())
        next(results)
        results.close()
    assert len(taken) <= 1 + (AHEAD + 1) * 2


@pytest.mark.slow
def test_a_stopped_worker_is_warned_of_while_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "STOPPED_SECONDS", 0.0)
    shown: list[Warning | str] = []

    def show(message: Warning | str, *_: object) -> None:
        shown.append(message)
        os.kill(pool.pids[0], signal.SIGCONT)

    def tasks() -> Iterator[int]:
        number = 0
        while not shown:  # the other worker never waits
            yield number
            number += 1

    with warnings.catch_warnings(), Pool(2) as pool:
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", show)
        pool.start()
        os.kill(pool.pids[0], signal.SIGSTOP)
        found = list(pool.run(square, tasks()))
    assert sorted(found) == [(number, number * number) for number in range(len(found))]
    assert len(shown) == 1
