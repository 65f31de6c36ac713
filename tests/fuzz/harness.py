"""Running the command line on damaged files, in this process, and checking every answer."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from litslab.app.cli import main

CASES = int(os.environ.get("LITSLAB_FUZZ_CASES", "300"))
"""The number of cases of each kind of file; ``make fuzz`` sets more."""

FIRST = int(os.environ.get("LITSLAB_FUZZ_FIRST", "0"))
"""The number of the first case, to run one again that failed."""

CPU_SECONDS = 30
"""The most processor time of one command: however busy the machine is, that is the same."""

MOST_BYTES = 1_000_000_000
"""The most memory that a command may ask for."""


@contextmanager
def limited(cpu_seconds: float = CPU_SECONDS) -> Iterator[None]:
    """Limit the processor time and memory of a block, and fail if it needs more."""

    def too_long(*_: object) -> None:
        raise AssertionError(f"more than {cpu_seconds} s")

    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_BYTES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)


LEFT_OUT = re.compile(r"litslab: left out (\d+) of \d+ puzzles$")
"""The last line about a file of many puzzles of which some cannot be read."""


def lines_of_errors(status: int, told: str) -> set[int]:
    """Return how many lines an answer may have on standard error: one for each puzzle that was left
    out and one with their number, or one in all.
    """
    left_out = LEFT_OUT.search(told.rstrip("\n"))
    if left_out is not None:
        return {int(left_out[1]) + 1} if status == 2 else set()
    return {1} if status == 2 else {0, 1}


def check_answers(
    capfd: pytest.CaptureFixture[str],
    name: str,
    damage: Callable[[random.Random], list[str]],
    *,
    share: float = 1.0,
    cpu_seconds: float = CPU_SECONDS,
    forbidden: Callable[[list[str], str], bool] = lambda *_: False,
) -> None:
    """Run a command on damaged files, and see that each ends with a status from 0 to 3 and at most
    one line, or one for each puzzle that was left out.

    Parameters
    ----------
    capfd : CaptureFixture
        What is written comes from Rust and C++, too.
    name : str
        The kind of file, which seeds the damage.
    damage : callable
        Writes a damaged file and returns the command line that reads it.
    share : float
        Which share of all cases to run, where a case takes long.
    cpu_seconds : float
        The most processor time of a case.
    forbidden : callable
        Takes the command and what it printed, and says whether that must not be.
    """
    answers = set()
    for number in range(FIRST, FIRST + max(1, round(CASES * share))):
        command = damage(random.Random(f"{name}/{number}"))
        try:
            with limited(cpu_seconds):
                status = main(command)
        except BaseException as error:
            raise AssertionError(
                f"case {number} of {name}: {type(error).__name__}: {error}"
            ) from error
        out, told = capfd.readouterr()
        assert status in range(4), f"case {number} of {name}: status {status}: {told}"
        assert not forbidden(command, out), f"case {number} of {name}: {command}: {out}"
        assert "MemoryError" not in told, f"case {number} of {name}: more than {MOST_BYTES:,} bytes"
        assert len(told.splitlines()) in lines_of_errors(status, told), (
            f"case {number} of {name}: {told}"
        )
        answers.add(status)
    assert answers & {1, 2}, f"{name}: no case was refused: the files were not damaged"
