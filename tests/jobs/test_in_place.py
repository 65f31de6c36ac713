"""Work without child processes, as in a browser: it is done in this process, with the same events
and results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import count
from pathlib import Path

import pytest

from litslab.games.sources import load
from litslab.jobs import child
from litslab.jobs.background import Background
from litslab.jobs.child_object import ChildObject, run_in_child
from litslab.jobs.errors import ChildDiedError, ChildTimeoutError
from litslab.jobs.iterate import iterate_in_child
from litslab.jobs.pool import Pool
from litslab.jobs.progress import Progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.advice.analyse import analyse
from litslab.solver.solve import solve
from tests.running import PATIENCE, run_python

MEMORY = 1


@pytest.fixture(autouse=True)
def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("a process was started")

    monkeypatch.setattr(child, "CAN_START_PROCESSES", False)
    monkeypatch.setattr(child.Child, "__init__", refuse)


def count_to(last: int, send: Callable[[int], None]) -> str:
    for number in range(last):
        send(number)
    return "done"


def count_singly(last: int, send: Callable[[list[int]], None]) -> str:
    return count_to(last, lambda number: send([number]))


def double(number: int) -> int:
    return 2 * number


class Counter:
    def __init__(self, start: int) -> None:
        self.number = start

    def add(self, number: int, send: Callable[[int], None]) -> int:
        self.number += number
        send(self.number)
        return self.number


def test_a_function_sends_events_as_it_runs() -> None:
    events: list[int] = []
    assert run_in_child(count_to, 3, on_event=events.append, time_limit=1.0) == "done"
    assert events == [0, 1, 2]

    def refuse(number: int) -> None:
        raise ValueError(f"{number} is enough")

    with pytest.raises(ValueError, match="0 is enough"):
        run_in_child(count_to, 3, on_event=refuse)


def test_events_are_iterated() -> None:
    assert list(iterate_in_child(count_singly, 3)) == [0, 1, 2]


def test_work_that_runs_on_past_its_limit_is_ended_and_keeps_what_it_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = count()
    monkeypatch.setattr("litslab.jobs.child.time.monotonic", lambda: next(seconds))
    events = iterate_in_child(count_singly, 1000, time_limit=5.0)
    assert [next(events) for _ in range(7)] == list(range(7))
    with pytest.raises(ChildTimeoutError, match="did not end in time"):
        next(events)


def test_an_object_keeps_its_state_until_it_is_closed() -> None:
    counter = ChildObject(Counter, 5)
    events: list[int] = []
    assert counter.call("add", 2, on_event=events.append) == 7
    assert counter.call("add", 1, time_limit=0.0) == 8
    assert events == [7]
    counter.close()
    with pytest.raises(ChildDiedError, match="has ended"):
        counter.call("add", 1)


def test_a_pool_does_its_tasks_in_order() -> None:
    with Pool(4) as pool:
        pool.start()
        assert pool.working == []
        assert list(pool.run(double, range(3))) == [(0, 0), (1, 2), (2, 4)]
    assert list(run_tasks_in_order(double, range(3), workers=4)) == [(0, 0), (1, 2), (2, 4)]


def test_work_in_the_background_takes_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def work() -> Generator[int, None, int]:
        nonlocal now
        for number in count():
            now += 3.0
            if number == 3:
                break
            yield number
        return 100

    monkeypatch.setattr("litslab.jobs.child.time.monotonic", lambda: now)
    with Background(work) as working:
        assert working.poll()
        assert (working.found, working.done) == (0, False)
        assert not working.poll(), "it has had all of the time"
        now += 3.0
        assert working.poll()
        assert not working.poll()
        assert working.poll(0.2), "there is time to wait for it"
        now += 10.0
        assert working.poll()
        assert (working.found, working.done) == (100, True)
        assert not working.poll(1.0)


def test_analysis_reports_progress_finds_the_answer_and_ends_with_its_time() -> None:
    position = load("docs/examples/battle-of-lits-10.toml").position(5)
    reports: list[Progress] = []
    found = analyse(position, time_limit=PATIENCE, memory=MEMORY, progress=reports.append)
    assert found.score == solve(position).score
    assert found.estimate is not None
    assert found.estimate.playouts >= 1
    assert " wins " in reports[-1].text
    ended = analyse(
        load("docs/examples/battle-of-lits-10.toml").position(2), time_limit=0.1, memory=MEMORY
    )
    assert not ended.is_exact
    assert ended.estimate is not None


@pytest.mark.slow
def test_the_library_is_imported_without_the_modules_for_processes(tmp_path: Path) -> None:
    program = """
import sys, tempfile  # what asks for the platform at its import
import numpy, polars
for name in ("_multiprocessing", "multiprocessing.connection", "_posixsubprocess"):
    sys.modules[name] = None
sys.platform = "emscripten"
import litslab as ll
from litslab.jobs import child
assert not child.CAN_START_PROCESSES
position = ll.new_game("battle-of-lits", size=4, seed=1)
assert ll.analyse(position).is_exact
"""
    done = run_python(program, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
