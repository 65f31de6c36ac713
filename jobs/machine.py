"""What this machine has: processors and memory, as far as its system says."""

from __future__ import annotations

import os
import sys

CAN_START_PROCESSES = sys.platform != "emscripten"
"""Whether work can be done in other processes. A browser has none, so there it is done in this one."""


def processors() -> int:
    """Return how many processors this process may use, or at least how many the machine has."""
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        count: int | None = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count()
    return count or 1


def installed_memory() -> int | None:
    """Return the bytes of memory of this machine, if its system says."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def largest_memory() -> int | None:
    """Return the most bytes that this process has had in memory, if its system says."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10
