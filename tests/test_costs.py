"""The processor time of the tests by file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.costs import SHOWN, cost_lines
from tests.running import ROOT, run_to_end

COMPUTING = """
import subprocess, sys, time

PROGRAM = "import time\\nwhile time.process_time() < 0.4: pass"

def test_that_computes():
    exec(PROGRAM.replace("0.4", str(time.process_time() + 0.4)), {})

def test_that_starts_a_process():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "1"])
def test_processes_that_tests_start_count(processes: str, tmp_path: Path) -> None:
    (tmp_path / "test_computing.py").write_text(COMPUTING)
    (tmp_path / "test_idle.py").write_text("def test_that_passes(): ...")
    done = run_to_end(
        *(sys.executable, "-m", "pytest", "-q", "-n", processes, "-p", "tests.costs"),
        *("-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", tmp_path, tmp_path),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout
    *_, total, dearest, other, _ = done.stdout.splitlines()
    assert total.endswith(" seconds of processor time in 2 files of tests")
    assert (dearest.split()[1], other.split()[1]) == ("test_computing.py", "test_idle.py")
    # The kernel counts in hundredths of a second.
    assert float(dearest.split()[0]) >= 0.7
    assert float(total.split()[0]) >= float(dearest.split()[0])


def test_the_dearest_files_come_first() -> None:
    costs = {f"test_{number}.py": float(number) for number in range(SHOWN + 5)}
    first, *rest = cost_lines(costs)
    assert first.split()[0] == f"{sum(costs.values()):.1f}"
    assert [line.split()[1] for line in rest] == [
        f"test_{number}.py" for number in reversed(range(5, SHOWN + 5))
    ]
