"""Time limits of work in a child process, or in this one if no process can be started."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from litslab.jobs.channel import Send
from litslab.jobs.errors import ChildTimeoutError

OVERTIME = 2.0
"""Extra seconds for a child beyond its own time limit, to start and to send its results."""


def deadline(time_limit: float | None) -> Callable[[], bool]:
    """Return a function that returns whether a child has exceeded its time limit and `OVERTIME`."""
    latest = math.inf if time_limit is None else time.monotonic() + time_limit + OVERTIME
    return lambda: time.monotonic() >= latest


def limited(on_event: Send, is_late: Callable[[], bool]) -> Send:
    """Return a function that passes events on and stops late work in this process."""

    def send(event: Any) -> None:
        on_event(event)
        if is_late():
            raise ChildTimeoutError("the work did not end in time")

    return send
