"""Locks on open files, which also end with the process that holds them."""

from __future__ import annotations

import os
import warnings

RENAMES_OPEN_FILES = os.name != "nt"
"""Whether a file can be renamed and removed while it is open, as everywhere but on Windows."""


def lock(descriptor: int, *, wait: bool) -> bool:
    """Lock an open file against other processes; closing it unlocks it.

    Parameters
    ----------
    descriptor : int
        The file descriptor.
    wait : bool
        Whether to wait until no other process holds the lock.

    Returns
    -------
    bool
        Whether this process holds the lock now, as it always does if `wait` is set.

    Raises
    ------
    OSError
        If the file system or this system has no locks.
    """
    with warnings.catch_warnings(action="ignore"):  # it warns at its import where the system has no locks
        from filelock import lock_descriptor  # noqa: PLC0415 - it takes 30 ms, and the page without a server has none

    return lock_descriptor(descriptor, blocking=wait)
