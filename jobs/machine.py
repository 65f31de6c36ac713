"""The processors and the memory of this machine."""

from __future__ import annotations

import os
import sys


def processors() -> int:
    """Return the number of processors that this process may use, or the number in the machine if
    that is unknown.
    """
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def installed_memory() -> int | None:
    """Return the memory of this machine in MiB; None if it is unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return None


def largest_memory() -> int | None:
    """Return the peak memory of this process in MiB; None if it is unknown."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> (20 if sys.platform == "darwin" else 10)  # bytes or KiB
