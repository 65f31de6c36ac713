"""Work in a child process while this one does something else, and looks now and then at what has come of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from litslab.jobs import machine
from litslab.jobs.child import Send
from litslab.jobs.process import Channel, Child, Reply, wait_for

Found = TypeVar("Found")


class Background(Generic[Found]):
    """A child process that runs the generator ``work(*arguments)``; leaving the context ends it.

    The function, its arguments, what it yields and what it returns have to be picklable. Where no process can be
    started, the work is done by `look`, step by step, and gets about half of the time.

    Parameters
    ----------
    work : callable
        A generator function of a module.
    *arguments
        What it is called with.

    Attributes
    ----------
    found : object or None
        The newest that was yielded or returned; None before the first.
    done : bool
        Whether the work is complete.

    Raises
    ------
    WorkerError
        If no process can be started.
    """

    def __init__(self, work: Callable[..., Generator[Found, None, Found]], *arguments: Any) -> None:
        self._child: Child | None = None
        if machine.CAN_START_PROCESSES:
            self._child = Child(_serve, work, arguments)
        else:
            self._steps = work(*arguments)
            self._started = time.monotonic()
            self._worked = 0.0
        self.found: Found | None = None
        self.done = False

    def look(self, seconds: float = 0.0) -> bool:
        """Take in what has come, waiting for it for a limited time, and return whether anything has.

        Raises
        ------
        ChildDiedError
            If the child ended without a result.
        """
        if self._child is None:
            return self._step(seconds)
        news = False
        while not self.done and wait_for([self._child], seconds):
            kind, content = self._child.receive()
            if kind is Reply.ERROR:
                raise content
            self.found, self.done, news, seconds = content, kind is Reply.RESULT, True, 0.0
        if not news and not self.done:
            self._child.warn_if_stopped()
        return news

    def _step(self, seconds: float) -> bool:
        """Do a step of the work here, unless the caller has no time to wait and less than half of the time so far."""
        started = time.monotonic()
        if self.done or (not seconds and 2 * self._worked > started - self._started):
            return False
        try:
            self.found = next(self._steps)
        except StopIteration as end:
            self.found, self.done = end.value, True
        self._worked += time.monotonic() - started
        return True

    def __enter__(self) -> Self:
        """Return the work itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the child."""
        if self._child is not None:
            self._child.end()


def _serve(channel: Channel, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    channel.answer(_send_all, work, arguments, lambda event: channel.send(Reply.EVENT, event))


def _send_all(work: Callable[..., Generator[Any, None, Any]], arguments: tuple[Any, ...], send: Send) -> Any:
    """Send what a generator yields, and return what it returns."""
    steps = work(*arguments)
    while True:
        try:
            found = next(steps)
        except StopIteration as end:
            return end.value
        send(found)
