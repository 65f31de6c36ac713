"""An object, or one call of a function, in a child process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from litslab.jobs import child
from litslab.jobs.channel import Channel, Reply, Send
from litslab.jobs.child import Child
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.overtime import deadline, limited

Result = TypeVar("Result")


def run_in_child(
    work: Callable[..., Result],
    *arguments: Any,
    on_event: Send = lambda _: None,
    time_limit: float | None = None,
) -> Result:
    """Run ``work(*arguments, send)`` in a child process and return its result.

    An exception in `on_event` and Ctrl-C end the child. The function, its arguments and what it
    sends have to be picklable.

    Parameters
    ----------
    work : callable
        A function of a module.
    *arguments
        Its arguments before `send`.
    on_event : callable
        Receives the events that the function sends.
    time_limit : float, optional
        The time limit in seconds that the function observes itself. If it does not, for instance
        while it builds a large model, the child is ended `OVERTIME` later.

    Raises
    ------
    ChildTimeoutError
        If the child had to be ended.
    ChildDiedError
        If the child ended without a result.
    WorkerError
        If no process can be started.
    """
    with contextlib.closing(ChildObject(partial, work)) as served:
        result: Result = served.call(
            "__call__", *arguments, on_event=on_event, time_limit=time_limit
        )
        return result


class ChildObject:
    """An object that lives in a child process and answers one call after the other.

    Parameters
    ----------
    make : callable
        A class or function of a module that makes the object in the child.
    *arguments
        Its arguments.
    """

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self._child = Child(_serve_object, make, arguments) if child.CAN_START_PROCESSES else None
        self._object = make(*arguments) if self._child is None else None
        self.alive = True

    def call(
        self,
        name: str,
        *arguments: Any,
        on_event: Send = lambda _: None,
        time_limit: float | None = None,
    ) -> Any:
        """Return the result of a method of the object, called with ``(*arguments, send)``.

        An exception in the method does not end the child. Ctrl-C, an exception in `on_event`, and
        the end of `OVERTIME` after a time limit do.

        Parameters
        ----------
        name : str
            The method's name.
        *arguments
            Its arguments before `send`.
        on_event : callable
            Receives the events that the method sends.
        time_limit : float, optional
            The time limit in seconds that the method observes itself.

        Raises
        ------
        ChildTimeoutError
            If the child had to be ended.
        ChildDiedError
            If the child ended without a result, or before the call.
        """
        if not self.alive:
            raise ChildDiedError("the solver's process has ended")
        is_late = deadline(time_limit)
        if self._child is None:
            return getattr(self._object, name)(*arguments, limited(on_event, is_late))
        self._child.answered = False
        self._child.send((name, arguments))
        try:
            while True:
                done, content = self._child.receive(is_late)
                if done:
                    return content
                on_event(content)
        finally:
            if not self._child.answered:
                self.close()

    def close(self) -> None:
        """End the child."""
        self.alive = False
        self._object = None
        if self._child is not None:
            self._child.end()


def _serve_object(channel: Channel, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    served = make(*arguments)
    while True:
        method, given = channel.receive()
        channel.answer(getattr(served, method), *given, partial(channel.send, Reply.EVENT))
