"""Tasks are done once each, here, by a pool or on a cluster, whenever their workers are killed."""

from __future__ import annotations

import itertools
import os
import random
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from multiprocessing import Pipe
from typing import Any

import pytest

from litslab.jobs import pool as module
from litslab.jobs.channel import Reply
from litslab.jobs.child import INTERRUPT_INTERVAL, Child
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.pool import AHEAD, DEATHS, Job, Pool, Worker
from litslab.jobs.tasks import run_tasks
from tests.running import all_ended, kill_quietly, wait_until

TASKS = range(40)
KILLS = int(os.environ.get("LITSLAB_KILLS", "4"))
"""The number of runs of each kind that lose a worker; `make fuzz` sets more."""


def square(number: int) -> int:
    return number * number


def pids(pool: Pool) -> list[int]:
    return [worker.child.pid for worker in pool.working]


def nap(seconds: float, number: int) -> int:
    time.sleep(seconds)
    return number * number


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
                victims = pids(pool)[:1]
                os.kill(victims[0], signal.SIGKILL)
                assert wait_until(partial(all_ended, victims))
    assert sorted(found) == [(number, number * number) for number in TASKS]


@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True])
def test_workers_killed_at_random_moments(busy: bool) -> None:
    """A worker is killed in each run: before the tasks, between them or within one."""
    rng = random.Random(f"{busy}")
    with Pool(2) as pool:
        for _ in range(KILLS):
            pool.start()
            victim = rng.choice(pids(pool))
            killer = threading.Timer(rng.uniform(0, 0.02), kill_quietly, (victim, signal.SIGKILL))
            killer.start()
            found = []
            for task, result in pool.run(partial(nap, 0.001), TASKS):
                found.append((task, result))
                if busy and rng.random() < 0.2:
                    time.sleep(0.005)
            killer.join()
            assert sorted(found) == [(number, number * number) for number in TASKS]


@pytest.mark.slow
def test_busy_workers_end_when_their_results_are_not_needed() -> None:
    with Pool(2) as pool:
        results = pool.run(partial(nap, 0.01), range(1000))
        next(results)
        workers = pids(pool)
        results.close()
        assert all_ended(workers)
        assert sorted(pool.run(square, range(5))) == [
            (number, number * number) for number in range(5)
        ]


@pytest.mark.slow
def test_an_error_of_a_task_is_raised_here_with_the_place_it_came_from() -> None:
    with pytest.raises(LookupError, match="no 0") as caught:
        list(run_tasks(fail, range(1), workers=2))
    assert "test_pool.py" in caught.value.__notes__[0]
    with pytest.raises(Exception, match=r"0 and 0|StubbornError"):
        list(run_tasks(fail_stubbornly, range(1), workers=2))


@pytest.mark.slow
def test_tasks_and_results_larger_than_any_buffer() -> None:
    """Both sides send at the same time: neither may wait for the other."""
    tasks = [bytes([number]) * 1_000_000 for number in range(12)]
    assert sorted(result for _, result in run_tasks(reverse, tasks, workers=2)) == tasks


def reverse(data: bytes) -> bytes:
    return data[::-1]


class InlineChild(Child):
    """A child without a process: it does each task when it is given, and dies of those that it
    cannot do.
    """

    made: list[InlineChild]

    def __init__(self, *_: object) -> None:
        self.connection, self.theirs = Pipe()
        self.functions: list[Callable[[Any], Any] | None] = []
        self.tasks: list[Any] = []
        self.ended = self.checked = 0
        self._function: Callable[[Any], Any] = abs
        assert len(self.made) < 20, "workers are started without end"
        self.made.append(self)

    @property
    def pid(self) -> int:
        return self.made.index(self)

    def send(self, message: Any) -> None:
        function, task = message
        self.functions.append(function)
        self.tasks.append(task)
        self._function = function or self._function
        if self.theirs.closed:
            return
        try:
            self.theirs.send((Reply.RESULT, self._function(task)))
        except LookupError as error:
            self.theirs.send((Reply.ERROR, error))
        except ZeroDivisionError:
            self.theirs.close()

    def _ending(self) -> str:
        return "it died"

    def warn_if_stopped(self) -> None:
        self.checked += 1

    def end(self) -> None:
        self.ended += 1
        self.connection.close()


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[InlineChild]:
    """The children that a pool makes, in their order."""
    InlineChild.made = []
    monkeypatch.setattr(module, "Child", InlineChild)
    return InlineChild.made


def hundred_by(number: int) -> float:
    return 100 / number


def test_each_worker_is_given_as_many_tasks_ahead_as_it_should(children: list[InlineChild]) -> None:
    for ahead in (1, AHEAD):
        children.clear()
        taken: list[int] = []

        def tasks(taken: list[int] = taken) -> Iterator[int]:
            for number in range(100):
                taken.append(number)
                yield number

        results = Pool(2).run(square, tasks(), ahead)
        assert next(results)[1] == 0
        assert ([len(child.tasks) for child in children], len(taken)) == ([ahead, ahead], 2 * ahead)
        assert sorted(result for _, result in results) == [
            number * number for number in range(1, 100)
        ]
        assert len(children) == 2
    assert AHEAD == 3


def test_no_worker_is_started_without_a_task_and_none_is_ended_without_need(
    children: list[InlineChild],
) -> None:
    with Pool(3) as pool:
        for count in (1, 2):
            assert sorted(pool.run(square, range(count))) == [
                (number, number * number) for number in range(count)
            ]
            assert len(children) == count
        pool.start()
        assert pids(pool) == [0, 1, 2]
        pool.start()
        assert len(children) == 3
        assert not any(child.ended for child in children)
    assert ([child.ended for child in children], pids(pool)) == ([1, 1, 1], [])


def test_with_one_worker_the_work_is_done_here(children: list[InlineChild]) -> None:
    for workers in (0, 1):
        pool = Pool(workers)
        pool.start()
        assert list(pool.run(square, [3, 4])) == [(3, 9), (4, 16)]
    assert not children
    Pool(2).start()
    assert len(children) == 2


def test_where_no_process_can_be_started_the_work_is_done_here(
    children: list[InlineChild],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litslab.jobs.child.CAN_START_PROCESSES", False)
    pool = Pool(2)
    pool.start()
    assert list(pool.run(square, [3, 4])) == [(3, 9), (4, 16)]
    assert not children


def test_a_function_is_sent_once_to_each_worker(children: list[InlineChild]) -> None:
    with Pool(2) as pool:
        list(pool.run(square, range(10)))
        assert list(pool.run(hundred_by, [4])) == [(4, 25)]
    given = [[each for each in child.functions if each] for child in children]
    assert sorted(given, key=len) == [[square], [square, hundred_by]]
    assert all(child.functions[0] is square for child in children)


def test_busy_workers_are_checked_now_and_then(
    children: list[InlineChild],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are checked each third time that the clock is read."""
    seconds = itertools.count(step=INTERRUPT_INTERVAL / 3)
    monkeypatch.setattr("litslab.jobs.pool.time.monotonic", lambda: next(seconds))
    with Pool(2) as pool:
        assert len(list(pool.run(abs, range(60)))) == 60
        checked = [each.checked for each in children]
        assert all(0 < times < 30 for times in checked)
        for number in range(10):  # no worker is busy when the clock is read
            list(pool.run(abs, [number]))
        assert [each.checked for each in children] == checked


def test_the_tasks_of_a_dead_worker_come_first_in_their_order(children: list[InlineChild]) -> None:
    pool = Pool(2)
    worker = Worker(InlineChild(), deque(map(Job, "abc")))
    worker.child.connection.close()
    children[0].connection, theirs = Pipe()
    theirs.close()
    pool.working.append(worker)
    again = deque([Job("d")])
    assert list(pool.receive(worker, again)) == []
    assert [job.task for job in again] == ["a", "b", "c", "d"]
    assert [job.deaths for job in again] == [1, 0, 0, 0], (
        "only the task that it was doing can have ended it"
    )
    assert (pids(pool), children[0].ended) == ([], 1)


def test_a_task_is_given_up_after_so_many_deaths_and_the_busy_workers_are_ended(
    children: list[InlineChild],
) -> None:
    found: list[tuple[int, float]] = []
    pool = Pool(2)
    with pytest.raises(
        ChildDiedError,
        match=r"the same task ended 4 workers: .*it died.*; is there enough memory\?",
    ):
        found.extend(pool.run(hundred_by, [1, 2, 0, *range(3, 60)]))
    assert sum(0 in child.tasks[:1] or child.theirs.closed for child in children) == DEATHS == 4
    assert 0 not in dict(found)
    assert all(child.ended for child in children if child.pid not in pids(pool))
    assert not any(worker.jobs for worker in pool.working)


def test_a_task_that_killed_fewer_workers_is_done_after_all(children: list[InlineChild]) -> None:
    left = [DEATHS - 1]

    def mortal(number: int) -> int:
        if number == 7 and left[0]:
            left[0] -= 1
            raise ZeroDivisionError
        return number

    with Pool(2) as pool:
        assert sorted(pool.run(mortal, range(10))) == [(number, number) for number in range(10)]
    assert left == [0]
    assert all(child.ended == 1 for child in children)


def test_an_error_of_a_task_is_raised_and_ends_the_busy_workers(
    children: list[InlineChild],
) -> None:
    pool = Pool(2)
    with pytest.raises(LookupError, match="no 0"):
        list(pool.run(fail, range(4)))
    assert ([child.ended for child in children], pids(pool)) == ([1, 1], [])


def test_a_function_without_a_task_is_called_again_after_a_result(
    children: list[InlineChild],
) -> None:
    ready = deque([1])
    found = []
    for task, result in Pool(2).run(square, lambda: ready.popleft() if ready else None):
        found.append(result)
        if task < 5:
            ready.append(task + 1)
    assert (found, len(children)) == ([1, 4, 9, 16, 25], 1)


def test_endless_tasks_are_taken_only_as_needed_in_this_process() -> None:
    tasks = count()
    results = run_tasks(square, tasks, workers=1)
    assert [next(results) for _ in range(3)] == [(0, 0), (1, 1), (2, 4)]
    assert next(tasks) <= 3 + AHEAD + 1


def halves(number: int) -> list[int]:
    return [number // 2, number - number // 2] if number > 1 else []


def do_halving(**options: Any) -> list[int]:
    """Do tasks that follow from results: a number that is not 1 brings its two halves."""
    waiting = deque([13])
    done = []
    for number, result in run_tasks(
        halves, lambda: waiting.pop() if waiting else None, ahead=1, **options
    ):
        done.append(number)
        waiting.extend(result)
    return sorted(done)


def test_a_function_without_a_task_is_called_again_in_this_process() -> None:
    assert do_halving(workers=1) == [1] * 13 + [2] * 5 + [3] * 3 + [4, 6, 7, 13]


def slow_when_even(task: dict[str, int]) -> int:
    time.sleep(0.05 * (task["number"] % 2 == 0))
    return task["number"] ** 2


slow_square = partial(nap, 0.05)
