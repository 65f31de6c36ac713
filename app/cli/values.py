"""Values of options that several commands read, and the refusal of those that cannot be used."""

from __future__ import annotations

from datetime import date
from typing import NoReturn


def refuse(message: str) -> NoReturn:
    """End a command whose options cannot be used."""
    from litslab.games.errors import OptionError

    raise OptionError(message)


def read_range(name: str, text: str, between: str = "..") -> tuple[int, int]:
    """Read a range: one number, which is both of its ends, or two; for example ``3``, ``2..4`` or
    ``12x9``.

    Raises
    ------
    OptionError
        If the text is no range; the error names the option.
    """
    words = text.lower().split(between)
    if len(words) > 2 or not all(
        word.isascii() and word.isdigit() and len(word) < 7 for word in words
    ):
        refuse(f"--{name} {text!r}: expected a number, or two such as 2{between}4")
    return int(words[0]), int(words[-1])


def read_day(text: str) -> date:
    """Read the day of ``--day``.

    Raises
    ------
    OptionError
        If the text is no day.
    """
    try:
        return date.today() if text == "today" else date.fromisoformat(text)
    except ValueError:
        refuse(f"--day {text[:20]!r}: expected a date such as 2026-11-24, or today")


def table_size(memory: int) -> int:
    """Return the size of the kernel's table in MiB, as `--memory` gives it.

    Raises
    ------
    OptionError
        If this machine has less memory.
    """
    from litslab.jobs.machine import installed_memory

    installed = installed_memory()
    if installed is not None and memory > installed:
        refuse(f"memory {memory} MiB: expected at most {installed} MiB, all that this machine has")
    return memory
