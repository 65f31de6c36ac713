"""Work in a child process: a function, or an object that answers calls.

Where no process can be started, as in a browser, the work is done in this one: its events arrive as usual, and what
runs on past its time limit is ended when it next sends something.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from litslab.jobs import machine
from litslab.jobs.errors import ChildDiedError, ChildTimeoutError
from litslab.jobs.process import Channel, Child, Reply, wait_for

Result = TypeVar("Result")
Send = Callable[[Any], None]
"""Passes a result on to the parent."""

OVERTIME = 2.0
"""Seconds that a child gets beyond the limit that it keeps by itself, to start and to send what it has found."""


def _ignore(_: Any) -> None:
    """Do nothing with an event."""


def run_in_child(
    work: Callable[..., Result],
    *arguments: Any,
    on_event: Send = _ignore,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Result:
    """Run ``work(*arguments, send)`` in a child process and return its result.

    An exception in `on_event` and Ctrl-C end the child. The function, its arguments and what it sends have to be
    picklable.

    Parameters
    ----------
    work : callable
        A function of a module.
    *arguments
        What it is called with, before `send`.
    on_event : callable
        Receives what the function sends.
    time_limit : float, optional
        The limit in seconds that the function is to keep by itself. Where it does not, as it is building a large model,
        the child is ended `OVERTIME` later.
    clock : callable
        Returns the time in seconds.

    Raises
    ------
    ChildTimeoutError
        If the child had to be ended.
    ChildDiedError
        If the child ended without a result.
    WorkerError
        If it could not be started.
    """
    if not machine.CAN_START_PROCESSES:
        return work(*arguments, _limited(on_event, _deadline(time_limit, clock)))
    events = iterate_in_child(work, *arguments, time_limit=time_limit, clock=clock)
    with contextlib.closing(events):
        while True:
            try:
                event = next(events)
            except StopIteration as end:
                result: Result = end.value
                return result
            on_event(event)


def iterate_in_child(
    work: Callable[..., Result],
    *arguments: Any,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Generator[Any, None, Result]:
    """Run ``work(*arguments, send)`` in a child process: yield whatever it sends, and return its result.

    Closing the generator, an exception in its consumer and Ctrl-C all end the child. Where no process can be started,
    everything is yielded when the work is complete. Parameters and errors are those of `run_in_child`.
    """
    is_late = _deadline(time_limit, clock)
    if not machine.CAN_START_PROCESSES:
        sent: list[Any] = []
        try:
            result = work(*arguments, _limited(sent.append, is_late))
        finally:
            yield from sent
        return result
    child = Child(_serve_once, work, arguments)
    try:
        result = yield from _events(child, is_late)
        return result
    finally:
        child.end()


class ChildObject:
    """An object that lives in a child process and answers one call after the other.

    Parameters
    ----------
    make : callable
        A class or function of a module that makes the object, in the child.
    *arguments
        What it is called with.
    """

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self._child: Child | None = None
        self._object: Any = None
        if machine.CAN_START_PROCESSES:
            self._child = Child(_serve_object, make, arguments)
        else:
            self._object = make(*arguments)
        self.alive = True

    def call(self, method: str, *arguments: Any, on_event: Send = _ignore, time_limit: float | None = None) -> Any:
        """Return ``method(*arguments, send)`` of the object.

        An exception that the method raises leaves the object as it is; whatever else comes before the result, Ctrl-C
        or an exception in `on_event`, ends the child, and so does the end of `OVERTIME` after a limit.

        Parameters
        ----------
        method : str
            The method's name.
        *arguments
            What it is called with, before `send`.
        on_event : callable
            Receives what the method sends.
        time_limit : float, optional
            The limit in seconds that the method is to keep by itself.

        Raises
        ------
        ChildTimeoutError
            If the child had to be ended.
        ChildDiedError
            If the child ended without a result, or before the call.
        """
        if not self.alive:
            raise ChildDiedError("the solver's process has ended")
        is_late = _deadline(time_limit, time.monotonic)
        if self._child is None:
            return getattr(self._object, method)(*arguments, _limited(on_event, is_late))
        self._child.send((method, arguments))
        answered = False
        try:
            while True:
                kind, content = self._child.receive(is_late)
                answered = kind is not Reply.EVENT
                if kind is Reply.ERROR:
                    raise content
                if kind is Reply.RESULT:
                    return content
                on_event(content)
        finally:
            if not answered:
                self.close()

    def close(self) -> None:
        """End the child."""
        self.alive = False
        self._object = None
        if self._child is not None:
            self._child.end()


def _deadline(time_limit: float | None, clock: Callable[[], float]) -> Callable[[], bool] | None:
    """Return what tells whether a child that has a limit of its own is to be ended."""
    if time_limit is None:
        return None
    latest = clock() + time_limit + OVERTIME
    return lambda: clock() >= latest


def _limited(on_event: Send, is_late: Callable[[], bool] | None) -> Send:
    """Return a function that passes events on, and ends work in this process that runs on past its limit."""
    if is_late is None:
        return on_event

    def send(event: Any) -> None:
        on_event(event)
        if is_late():
            raise ChildTimeoutError("the work did not end in time")

    return send


def _events(child: Child, is_late: Callable[[], bool] | None) -> Generator[Any, None, Any]:
    """Yield what a child sends until its result, which is returned."""
    while True:
        kind, content = child.receive(is_late)
        if kind is Reply.RESULT:
            return content
        if kind is Reply.ERROR:
            raise content
        yield content


def _serve_once(channel: Channel, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    channel.answer(work, *arguments, _sender(channel))


def _serve_object(channel: Channel, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    served = make(*arguments)
    while True:
        method, given = channel.receive()
        channel.answer(getattr(served, method), *given, _sender(channel))


def _sender(channel: Channel) -> Send:
    return lambda event: channel.send(Reply.EVENT, event)


class Batches:
    """Things found one by one and sent many at a time.

    Attributes
    ----------
    send : callable
        Takes a list of things.
    size : int
        How many travel together.
    """

    def __init__(self, send: Send, size: int) -> None:
        self.send = send
        self.size = size
        self._collected: list[Any] = []

    def add(self, found: Any) -> None:
        """Send a thing with the others of its batch, as soon as that is full."""
        self._collected.append(found)
        if len(self._collected) >= self.size:
            self.flush()

    def flush(self) -> None:
        """Send what has been collected."""
        self.send(self._collected)
        self._collected = []


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
