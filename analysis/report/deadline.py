"""The time at which a report stops."""

from __future__ import annotations

import math
import time
from collections.abc import Callable


class TimeUpError(Exception):
    """The time of a report is over; the part that was being made is left out."""


class Deadline:
    """A time limit that begins now. It only stops a report: no result depends on the time.

    Parameters
    ----------
    seconds : float, optional
        The time limit; None for no limit.
    clock : callable
        Returns the time in seconds.
    """

    def __init__(
        self,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._end = math.inf if seconds is None else clock() + seconds

    @property
    def left(self) -> float | None:
        """The remaining seconds; None if there is no limit."""
        return None if math.isinf(self._end) else max(0.0, self._end - self._clock())

    @property
    def left_and_a_second(self) -> float | None:
        """The limit of a search: if it stops a search, then `check` raises for certain, whatever
        the clock of the search.
        """
        return None if self.left is None else self.left + 1.0

    def check(self) -> None:
        """Raise `TimeUpError` if the time is over."""
        if self.left == 0.0:
            raise TimeUpError
