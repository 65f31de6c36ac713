"""Commands run by tests: interrupted as usual, ended with the tests, and waited for without a clock."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import PATIENCE, all_ended, running, wait_until

SLEEPING = "import time; print('begun', flush=True); time.sleep(100_000)"

TESTS = f"""
import os, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from tests.running import running
with running(sys.executable, "-c", {SLEEPING!r}) as child:
    child.out.wait_for("begun")
    print(child.process.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_command_can_be_interrupted_where_the_tests_cannot() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with running(sys.executable, "-c", SLEEPING) as child:
            child.out.wait_for("begun")
            child.interrupt()
            ended = child.end()
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.status == -signal.SIGINT
    assert ended.err.endswith("KeyboardInterrupt\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_command_ends_when_the_tests_are_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", TESTS], stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        pid = int(tests.stdout.readline())
        assert tests.wait(PATIENCE) == -signal.SIGKILL
    assert wait_until(lambda: all_ended([pid]))


def test_a_command_is_killed_when_a_test_fails() -> None:
    with (
        pytest.raises(AssertionError, match="expected 'done'"),
        running(sys.executable, "-c", "print('begun')") as child,
    ):
        child.out.wait_for("done")
    with pytest.raises(OSError, match="test"), running(sys.executable, "-c", SLEEPING) as child:
        raise OSError("test")
    assert child.process.returncode == -signal.SIGKILL
