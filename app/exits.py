"""How a command ends: the exit statuses, and the one line that says what was wrong."""

from __future__ import annotations

import typer

DONE = 0
NEGATIVE = 1
"""The answer is negative: no solution, an illegal record."""
BAD_INPUT = 2
"""Bad usage or bad input."""
LIMIT = 3
"""A limit was reached before the answer."""
INTERRUPTED = 130
"""Ctrl-C, with nothing finished to keep."""
TERMINATED = 143
"""SIGTERM, whether or not something was finished."""


def describe(error: Exception) -> str:
    """Return the message of an error; for those of the operating system, with the file."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}"
    return str(error)


def complain(message: str, status: int) -> int:
    """Print what was wrong as one line on standard error, and return the exit status."""
    line = " ".join(message.split())
    typer.echo(f"litslab: {line}", err=True)
    return status
