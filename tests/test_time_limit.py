"""A test that waits for ever ends: the run names it and shows where all threads were."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT, run_to_end

WAITING = """
import signal
import threading


def wait():
    threading.Event().wait()


def test_that_waits():
    threading.Thread(target=wait, name="helper", daemon=True).start()
    {first}
    wait()
"""


def run_of(tmp_path: Path, first: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a test that waits for ever in a process of its own, by the settings of this project
    alone.
    """
    file = tmp_path / "test_waiting.py"
    file.write_text(WAITING.format(first=first), encoding="utf-8")
    settings = ("-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-n", "1")
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    command = (sys.executable, "-m", "pytest")
    return run_to_end(*command, *settings, *options, file, cwd=tmp_path, env=env)


@pytest.mark.slow
def test_a_test_that_waits_for_ever_fails_with_its_name_and_all_stacks(tmp_path: Path) -> None:
    done = run_of(tmp_path, "pass", "-o", "timeout=1")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert "test_waiting.py::test_that_waits - Failed: Timeout" in done.stdout
    assert "Stack of helper" in done.stdout
    assert "threading.Event().wait()" in done.stdout


@pytest.mark.slow
def test_one_that_no_signal_interrupts_ends_its_process(tmp_path: Path) -> None:
    first = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])"
    limits = ("-o", "timeout=1", "-o", "faulthandler_timeout=2")
    done = run_of(tmp_path, first, *limits)
    assert done.returncode not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    assert "crashed while running" in done.stdout
    assert "test_waiting.py::test_that_waits" in done.stdout
    assert "in test_that_waits" in done.stderr
    assert "in wait" in done.stderr


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    settings = request.config
    assert 0 < float(settings.getini("timeout")) < settings.getini("faulthandler_timeout")
    assert settings.getini("faulthandler_exit_on_timeout")
