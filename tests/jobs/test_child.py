"""Child processes start from any script, say why they cannot, are heard at work, and end when their
parent does.
"""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

from litslab.games.notice import Notice
from litslab.jobs import child, overtime
from litslab.jobs.channel import Send, serve_once
from litslab.jobs.child_object import ChildObject, run_in_child
from litslab.jobs.errors import ChildTimeoutError, WorkerError
from litslab.jobs.iterate import iterate_in_child
from litslab.jobs.overtime import OVERTIME
from litslab.jobs.tasks import run_tasks
from tests.running import (
    PATIENCE,
    all_ended,
    descendants,
    run_to_end,
    running,
    state_of,
    wait_until,
)

WITHOUT_GUARD = """
from litslab.jobs.tasks import run_tasks
from math import factorial
print(sorted(run_tasks(factorial, range(5), workers=2)))
"""

WITH_A_FUNCTION_OF_ITS_OWN = """
from litslab.jobs.tasks import run_tasks
def own(number):
    return number
try:
    list(run_tasks(own, range(5), workers=2))
except ValueError as error:
    print(type(error).__name__, error)
"""

FOR_EVER = """
import sys, time
from litslab.jobs.iterate import iterate_in_child
from litslab.jobs.pool import Pool
from tests.jobs import test_child
events = iterate_in_child(test_child.report_and_sleep)
next(events)
pool = Pool(2)
pool.start()
results = pool.run(test_child.sleep, range(6))
print("working", flush=True)
next(results)
"""


def report_and_sleep(send: Send) -> None:
    send(["here"])
    sleep(0)


def send_and_return(number: int, send: Send) -> int:
    send([number])
    return number + 1


class Sleeper:
    """An object whose call does not end."""

    def sleep(self, _: Send) -> None:
        sleep(0)


class Squarer:
    """An object that answers."""

    def square(self, number: int, _: Send) -> int:
        return number * number


def interrupted_by_ctrl_c(_: Send) -> int:
    """Return a sum of Polars, which handles Ctrl-C by itself while it works."""

    def press(frame: pl.DataFrame) -> pl.DataFrame:
        os.kill(os.getpid(), signal.SIGINT)
        return frame

    return int(pl.LazyFrame({"count": [1, 2]}).map_batches(press).collect()["count"].sum())


def sleep(_: int) -> None:
    """Wait for ever without handling signals, as compiled code does."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    while True:
        signal.sigtimedwait({signal.SIGUSR1}, 1000)


def run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run a script to its end."""
    path = folder / "a.py"
    path.write_text(text)
    return run_to_end(sys.executable, path)


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scripts that lie elsewhere import this checkout."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


@pytest.mark.slow
@pytest.mark.usefixtures("on_path")
def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    done = run_script(tmp_path, WITHOUT_GUARD)
    assert (done.stdout, done.stderr) == ("[(0, 1), (1, 1), (2, 2), (3, 6), (4, 24)]\n", "")


@pytest.mark.slow
@pytest.mark.usefixtures("on_path")
def test_a_function_of_the_script_itself_is_refused_in_one_line(tmp_path: Path) -> None:
    done = run_script(tmp_path, WITH_A_FUNCTION_OF_ITS_OWN)
    assert done.stdout.startswith("WorkerError a worker process cannot read its task: ")
    assert "'own'" in done.stdout
    assert done.stderr == ""


def test_an_interpreter_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "get_executable", lambda: b"/nowhere/python")
    with pytest.raises(WorkerError, match="cannot start a worker process: No such file"):
        list(run_tasks(abs, range(3), workers=2))


def test_a_child_that_cannot_begin_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        child, "BOOTSTRAP", child.BOOTSTRAP.replace("litslab.jobs.child", "litslab.jobs.absent")
    )
    with pytest.raises(WorkerError, match=r"could not begin: ModuleNotFoundError: .*jobs\.absent"):
        list(run_tasks(abs, range(3), workers=2))


@pytest.mark.slow
def test_a_child_that_runs_on_past_its_limit_is_ended_and_keeps_what_it_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    before = descendants(os.getpid())
    monkeypatch.setattr(overtime, "time", SimpleNamespace(monotonic=lambda: now))
    events = iterate_in_child(report_and_sleep, time_limit=60.0)
    assert next(events) == "here"
    (working,) = descendants(os.getpid(), before)
    now = 60.0 + OVERTIME
    with pytest.raises(ChildTimeoutError, match="did not end in time"):
        next(events)
    assert wait_until(lambda: all_ended([working]))


@pytest.mark.slow
def test_a_child_is_waited_for_a_little_longer_than_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = itertools.chain([0.0], itertools.repeat(60.0 + OVERTIME / 2))
    monkeypatch.setattr(overtime, "time", SimpleNamespace(monotonic=lambda: next(times)))
    events = iterate_in_child(send_and_return, 7, time_limit=60.0)
    assert next(events) == 7
    with pytest.raises(StopIteration) as ended:
        next(events)
    assert ended.value.value == 8


class Stubborn:
    """A process that continues after SIGTERM."""

    def __init__(self) -> None:
        self.received: list[str] = []

    def terminate(self) -> None:
        self.received.append("SIGTERM")

    def kill(self) -> None:
        self.received.append("SIGKILL")

    def wait(self, timeout: float | None = None) -> None:
        if "SIGKILL" not in self.received:
            assert timeout is not None, "nobody waits for it without end"
            raise subprocess.TimeoutExpired("a process", timeout)
        self.received.append("ended")


def test_a_child_that_ignores_sigterm_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    started = child.Child(serve_once, send_and_return, (7,))
    real = started.process
    stubborn = Stubborn()
    monkeypatch.setattr(started, "process", stubborn)
    started.end()
    assert stubborn.received == ["SIGTERM", "SIGKILL", "ended"]
    started.end()
    assert len(stubborn.received) == 3, "it is ended once"
    real.kill()
    real.wait()


def test_an_object_whose_call_runs_on_past_its_limit_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = itertools.chain([0.0], itertools.repeat(1.0 + OVERTIME))
    monkeypatch.setattr(overtime, "time", SimpleNamespace(monotonic=lambda: next(times)))
    served = ChildObject(Sleeper)
    with pytest.raises(ChildTimeoutError):
        served.call("sleep", time_limit=1.0)
    assert not served.alive


@pytest.mark.slow
@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(
    ("how", "stopped"),
    [
        (signal.SIGHUP, False),
        pytest.param(
            signal.SIGKILL,
            True,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="Linux alone"),
        ),
    ],
)
def test_children_end_with_their_parent(tmp_path: Path, how: signal.Signals, stopped: bool) -> None:
    """Stopped children end as well; only Linux continues them."""
    path = tmp_path / "a.py"
    path.write_text(FOR_EVER)
    with running(sys.executable, path) as parent:
        parent.out.wait_for("working")
        children = descendants(parent.process.pid)
        assert len(children) == 3
        for pid in children if stopped else ():
            parent.wait_until(lambda pid=pid: _is_asleep(pid))  # type: ignore[misc]
            os.kill(pid, signal.SIGSTOP)
        parent.wait_until(lambda: not stopped or all(state_of(pid) == "T" for pid in children))
        parent.process.send_signal(how)
        parent.process.wait(PATIENCE)
        assert wait_until(lambda: all_ended(children))


def _is_asleep(pid: int) -> bool:
    """Return whether a process is in `sleep`, which alone blocks SIGHUP."""
    blocked = Path(f"/proc/{pid}/status").read_text().partition("SigBlk:")[2].split()[0]
    return bool(int(blocked, 16) >> (signal.SIGHUP - 1) & 1)


@pytest.mark.slow
def test_a_child_outlives_the_thread_that_started_it() -> None:
    started: list[ChildObject] = []

    def start() -> None:
        started.append(ChildObject(Squarer))
        started[0].call("square", 2)  # it is ready

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert started[0].call("square", 3) == 9
    started[0].close()


def test_a_child_that_is_stopped_for_a_moment_is_not_warned_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(child, "time", SimpleNamespace(monotonic=lambda: now))
    is_stopped = True
    stopped = child.Child(serve_once, report_and_sleep, ())
    monkeypatch.setattr(stopped, "is_stopped", lambda: is_stopped)
    stopped.warn_if_stopped()
    now += child.STOPPED_SECONDS - 0.1
    stopped.warn_if_stopped()
    is_stopped = False
    stopped.warn_if_stopped()
    is_stopped = True
    now += 0.2
    stopped.warn_if_stopped()
    now += child.STOPPED_SECONDS
    with pytest.warns(Notice, match="is stopped"):
        stopped.warn_if_stopped()
    stopped.end()


def count_up(last: int) -> Generator[int, None, int]:
    yield from range(last)
    return last


def wait_forever() -> Generator[int, None, int]:
    yield os.getpid()
    time.sleep(10 * PATIENCE)
    return 0


def fail() -> Generator[int, None, int]:
    yield from ()
    raise ValueError("not today")


def test_ctrl_c_does_not_interrupt_a_child_even_within_polars() -> None:
    assert run_in_child(interrupted_by_ctrl_c) == 3
