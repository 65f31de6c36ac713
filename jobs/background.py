"""Work in a child process while this one does something else, and looks now and then at what has come of it."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from litslab.jobs.child import Channel, Child, Reply

Found = TypeVar("Found")


class Background(Generic[Found]):
    """A child process that runs ``work(*arguments, send)``; leaving the context ends it.

    The function, its arguments, what it sends and what it returns have to be picklable.

    Parameters
    ----------
    work : callable
        A function of a module.
    *arguments
        What it is called with, before `send`.

    Attributes
    ----------
    found : object or None
        The newest that was sent or returned; None before the first.
    done : bool
        Whether the work is complete.

    Raises
    ------
    WorkerError
        If no process can be started.
    """

    def __init__(self, work: Callable[..., Found], *arguments: Any) -> None:
        self._child = Child(_serve, work, arguments)
        self.found: Found | None = None
        self.done = False

    def look(self, seconds: float = 0.0) -> bool:
        """Take in what has come, waiting for it for a limited time, and return whether anything has.

        Raises
        ------
        ChildDiedError
            If the child ended without a result.
        """
        news = False
        while not self.done and wait([self._child.connection], seconds):
            kind, content = self._child.receive()
            if kind is Reply.ERROR:
                raise content
            self.found, self.done, news, seconds = content, kind is Reply.RESULT, True, 0.0
        if not news and not self.done:
            self._child.warn_if_stopped()
        return news

    def __enter__(self) -> Self:
        """Return the work itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the child."""
        self._child.end()


def _serve(channel: Channel, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    channel.answer(work, *arguments, lambda event: channel.send(Reply.EVENT, event))
