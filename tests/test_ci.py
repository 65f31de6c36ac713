"""CI fails at the first failure, and where a test was skipped that can run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT, all_ended, run_to_end, wait_until

RAN = ROOT / ".ci" / "ran.py"


def check(tmp_path: Path, *cases: str) -> subprocess.CompletedProcess[str]:
    """Check a report with some test cases."""
    report = tmp_path / "tests.xml"
    report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    return run_to_end(sys.executable, RAN, report)


def case(name: str, reason: str = "", kind: str = "pytest.skip") -> str:
    """Return a test case as pytest reports it, skipped for a reason or run."""
    skipped = f'<skipped type="{kind}" message="{reason}">{reason}</skipped>' if reason else ""
    return f'<testcase classname="tests.a" name="{name}">{skipped}</testcase>'


def test_a_skipped_test_is_named_unless_it_cannot_run_there(tmp_path: Path) -> None:
    absent = case("published", "the published puzzles are not there")
    expected = case("known", "a known fault", "pytest.xfail")
    assert check(tmp_path, case("one"), absent, expected).returncode == 0
    done = check(tmp_path, case("one"), case("two", "no Chromium on this machine"))
    assert done.returncode == 1
    assert done.stderr == "tests.a::two: skipped: no Chromium on this machine\n"


def test_a_report_without_tests_is_refused(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert (done.returncode, "no tests ran" in done.stderr) == (1, True)


MAKE = """
echo "make $*" >> commands
case "$1" in
  $FAILING) echo it went wrong; exit 2 ;;
  dist) echo 'it is consistent with a tag'; touch dist/wheel ;;
  test)
    echo 'all tests'
    if [ -n "$FAILING" ]; then sleep 1000 & echo $$ $! > waiting; wait; fi
    echo '<testsuites><testcase/></testsuites>' > build/tests.xml ;;
esac
"""
"""Stands for make: one target may fail, for which the tests wait."""

PYTHON = f"""
case "$*" in *ran.py*) exec {sys.executable} "$@" ;; esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with CI's own files, and programs that only write down how they were called."""
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "dist").mkdir()
    programs = {
        "bin/make": MAKE,
        "bin/npm": "",
        "bin/apt-get": "",
        "bin/sudo": "",
        "bin/chromium": "",
        ".venv/bin/python": PYTHON,
        ".venv/bin/litslab": "echo engine: kernel",
    }
    for name, text in programs.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}")
        path.chmod(0o755)
    return tmp_path


def run_ci(checkout: Path, failing: str = "") -> subprocess.CompletedProcess[str]:
    """Run CI with the programs of a folder, of which make fails to make one target."""
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "FAILING": failing}
    return run_to_end(checkout / ".ci" / "run", env=environment, cwd=checkout)


@pytest.mark.slow
def test_ci_runs_every_check(checkout: Path) -> None:
    done = run_ci(checkout)
    assert (done.returncode, done.stderr) == (0, "")
    assert "all tests\n" in done.stdout
    assert sorted((checkout / "commands").read_text().splitlines()) == [
        "make .venv/check",
        "make build/sanitized/installed build/threads/sanitized threads sets",
        "make check",
        "make dist",
        "make sanitize",
        "make static",
        "make test",
    ]


@pytest.mark.slow
def test_the_first_failure_ends_ci_and_all_that_runs(checkout: Path) -> None:
    make = checkout / "bin" / "make"
    # The check fails when the tests run.
    make.write_text(
        make.read_text().replace("echo it", "until [ -e waiting ]; do sleep 0.1; done; echo it")
    )
    done = run_ci(checkout, failing="check")
    assert done.returncode == 1
    assert done.stderr == "it went wrong\ncheck failed\n"
    waiting = [int(pid) for pid in (checkout / "waiting").read_text().split()]
    assert wait_until(lambda: all_ended(waiting))
