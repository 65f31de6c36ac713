"""How a command ends: the exit statuses, and the one line that says what was wrong."""

from __future__ import annotations

DONE = 0
NEGATIVE = 1
"""The answer is negative: no solution, an illegal record."""
BAD_INPUT = 2
"""Bad usage or bad input."""
LIMIT = 3
"""A limit was reached before the answer."""
INTERRUPTED = 130
"""Ctrl-C where there was nothing to keep."""
TERMINATED = 143
"""SIGTERM, whether or not there was something to keep."""
