"""A generator that runs in a child process while this one does something else."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from litslab.jobs import child
from litslab.jobs.channel import Send, serve_once
from litslab.jobs.child import Child, wait_for

Found = TypeVar("Found")


class Background(AbstractContextManager["Background[Found]"], Generic[Found]):
    """A child process that runs the generator ``work(*arguments)``; leaving the context ends it.

    The function, its arguments and its results have to be picklable. If no process can be started,
    `poll` does the work step by step, in about half of the time.

    Parameters
    ----------
    work : callable
        A generator function of a module.
    *arguments
        Its arguments.

    Attributes
    ----------
    found : object or None
        The latest result that was yielded or returned; None before the first.
    done : bool
        Whether the work is complete.

    Raises
    ------
    WorkerError
        If no process can be started.
    """

    def __init__(self, work: Callable[..., Generator[Found, None, Found]], *arguments: Any) -> None:
        self._child = (
            Child(serve_once, _send_all, (work, arguments)) if child.CAN_START_PROCESSES else None
        )
        self._steps = work(*arguments)  # not started if there is a child
        self._started = time.monotonic()
        self._worked = 0.0
        self.found: Found | None = None
        self.done = False

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive new results, wait a limited time for the first, and return whether there are any.

        Raises
        ------
        ChildDiedError
            If the child ended without a result.
        """
        if self._child is None:
            return self._step(seconds)
        news = False
        while not self.done and wait_for([self._child], seconds):
            self.done, self.found = self._child.receive()
            news = True
            seconds = 0.0
        if not news and not self.done:
            self._child.warn_if_stopped()
        return news

    def _step(self, seconds: float) -> bool:
        """Do a step of the work, unless the caller does not wait and the work has had more than
        half of the time.
        """
        started = time.monotonic()
        if self.done or (not seconds and 2 * self._worked > started - self._started):
            return False
        try:
            self.found = next(self._steps)
        except StopIteration as end:
            self.found = end.value
            self.done = True
        self._worked += time.monotonic() - started
        return True

    def __exit__(self, *_: object) -> None:
        """End the child."""
        if self._child is not None:
            self._child.end()


def _send_all(
    work: Callable[..., Generator[Any, None, Any]],
    arguments: tuple[Any, ...],
    send: Send,
) -> Any:
    """Send the results that a generator yields, and return its last one."""
    steps = work(*arguments)
    while True:
        try:
            found = next(steps)
        except StopIteration as end:
            return end.value
        send(found)
