"""Results of work in a child process, as they are found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from litslab.jobs import child
from litslab.jobs.channel import Send, serve_once
from litslab.jobs.child import Child
from litslab.jobs.overtime import deadline, limited

Result = TypeVar("Result")


def iterate_in_child(
    work: Callable[..., Result],
    *arguments: Any,
    time_limit: float | None = None,
) -> Generator[Any, None, Result]:
    """Run ``work(*arguments, send)`` in a child process: yield what it sends in `Batches`, and
    return its result.

    Closing the generator, an exception in its consumer and Ctrl-C all end the child. If no process
    can be started, everything is yielded when the work is complete. Parameters and errors are those
    of `run_in_child`.
    """
    is_late = deadline(time_limit)
    if not child.CAN_START_PROCESSES:
        sent: list[Any] = []
        try:
            result = work(*arguments, limited(sent.extend, is_late))
        finally:
            yield from sent
        return result
    process = Child(serve_once, work, arguments)
    try:
        while True:
            done, content = process.receive(is_late)
            if done:
                result = content
                return result
            yield from content
    finally:
        process.end()


class Batches:
    """A buffer for things that are found one by one and sent many at a time.

    Attributes
    ----------
    send : callable
        A function that sends a list of things.
    size : int
        The number of things in a batch.
    """

    def __init__(self, send: Send, size: int) -> None:
        self.send = send
        self.size = size
        self._collected: list[Any] = []

    def add(self, found: Any) -> None:
        """Add a thing, and send the batch if it is full."""
        self._collected.append(found)
        if len(self._collected) >= self.size:
            self.flush()

    def flush(self) -> None:
        """Send the collected things."""
        self.send(self._collected)
        self._collected = []
