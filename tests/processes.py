"""Processes that tests start and kill: which of them are there, and waiting until they are not."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.running import PATIENCE


def wait_until(true: Callable[[], bool]) -> bool:
    """Wait until something is true, and tell whether it became so."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
            except OSError:
                continue  # it has just ended
            parents[int(entry.name)] = int(status.rsplit(")", 1)[1].split()[1])
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def is_running(pid: int) -> bool:
    """Tell whether a process is there and has not ended; one that nobody has waited for yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def all_ended(pids: list[int]) -> bool:
    """Tell whether none of some processes is running."""
    return not any(is_running(pid) for pid in pids)


def kill_quietly(pid: int, signal: int) -> None:
    """Send a signal to a process that may have ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal)
