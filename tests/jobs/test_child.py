"""Child processes start from any script, say why they cannot, and end when their parent does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from litslab.jobs import child
from litslab.jobs.errors import ChildTimeoutError, WorkerError
from litslab.jobs.tasks import run_tasks
from tests.running import PATIENCE, all_ended, descendants, prepared, running, wait_until

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
from litslab.jobs.child import run_in_child
from litslab.jobs.pool import Pool
from tests.jobs import test_child
events = run_in_child(test_child.report_and_sleep)
next(events)
pool = Pool(2)
pool.start()
results = pool.run(test_child.sleep, range(6))
print("working", flush=True)
next(results)
"""


def report_and_sleep(send: child.Send) -> None:
    send("here")
    sleep(0)


def send_and_return(number: int, send: child.Send) -> int:
    send(number)
    return number + 1


class Sleeper:
    """An object whose call does not end."""

    def sleep(self, _: child.Send) -> None:
        sleep(0)


def sleep(_: int) -> None:
    """Wait for something that does not come, as compiled code does: without looking at signals."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    while True:
        signal.sigtimedwait({signal.SIGUSR1}, 1000)


def script(path: Path, text: str) -> list[str]:
    """Write a script and return the command line that runs it."""
    path.write_text(text)
    return prepared(sys.executable, path)


def run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    command = script(folder / "a.py", text)
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)


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
    monkeypatch.setattr(child, "_BOOTSTRAP", child._BOOTSTRAP.replace("litslab.jobs.child", "litslab.jobs.absent"))
    with pytest.raises(WorkerError, match=r"could not begin: ModuleNotFoundError: .*jobs\.absent"):
        list(run_tasks(abs, range(3), workers=2))


def test_a_child_that_runs_on_past_its_limit_is_ended_and_keeps_what_it_sent() -> None:
    now = 0.0
    events = child.run_in_child(report_and_sleep, time_limit=60.0, clock=lambda: now)
    assert next(events) == "here"
    (working,) = descendants(os.getpid())
    now = 60.0 + child.OVERTIME
    with pytest.raises(ChildTimeoutError, match="did not end in time"):
        next(events)
    assert wait_until(lambda: all_ended([working]))


def test_a_child_that_ends_within_its_limit_is_heard() -> None:
    events = child.run_in_child(send_and_return, 7, time_limit=60.0, clock=lambda: 59.0)
    assert next(events) == 7
    with pytest.raises(StopIteration) as ended:
        next(events)
    assert ended.value.value == 8


def test_an_object_whose_call_runs_on_past_its_limit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "OVERTIME", -1e9)
    served = child.ChildObject(Sleeper)
    with pytest.raises(ChildTimeoutError):
        list(served.call("sleep", time_limit=1.0))
    assert not served.alive


@pytest.mark.slow
@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_children_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "a.py"
    path.write_text(FOR_EVER)
    with running(sys.executable, path) as parent:
        parent.out.wait_for("working")
        children = descendants(parent.process.pid)
        assert len(children) == 3
        parent.process.send_signal(how)
        parent.process.wait(PATIENCE)
        assert wait_until(lambda: all_ended(children))
