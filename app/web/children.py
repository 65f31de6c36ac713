"""Analyses in processes of their own: started ahead, so that each begins at once, and ended at any moment.

A spare process has imported what analyses need and waits. Cancelling an analysis ends its process, and a new spare is
started in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Any

from litslab.games.errors import GameError
from litslab.jobs.child import Channel, Child, Reply, Send

Work = Callable[..., Any]
"""A function of a module, called with its arguments and a function that sends what is found on the way."""


class BusyError(GameError):
    """As many analyses are running as the server allows."""


class Children:
    """The processes of a server.

    Parameters
    ----------
    most : int
        How many may work at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._working: set[Child] = set()
        self._spare: Child | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def working(self) -> int:
        """How many analyses are running."""
        return len(self._working)

    def prepare(self) -> None:
        """Start a spare process, if there is none."""
        with self._lock:
            if self._spare is None and not self._closed:
                self._spare = Child(serve)

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            spare, self._spare = self._spare, None
        for child in [*self._working, *([spare] if spare else [])]:
            child.end()

    def _take(self) -> Child:
        with self._lock:
            if self._closed or len(self._working) >= self._most:
                raise BusyError(f"{self._most} analyses are running already; try again later")
            child, self._spare = self._spare or Child(serve), None
            self._working.add(child)
            return child

    async def run(self, work: Work, *arguments: Any) -> AsyncGenerator[tuple[bool, Any]]:
        """Yield what some work sends, and in the end its result; ending the iteration ends the process.

        Yields
        ------
        tuple of (bool, object)
            Whether it is the result, and the content.

        Raises
        ------
        BusyError
            If too many analyses are running.
        ChildDiedError
            If the process ended without a result.
        """
        child = self._take()
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[tuple[Reply, Any]] = asyncio.Queue()

        def read() -> None:
            while True:
                try:
                    message = child.receive()
                except Exception as error:
                    message = (Reply.ERROR, error)
                with contextlib.suppress(RuntimeError):  # the server has stopped
                    loop.call_soon_threadsafe(messages.put_nowait, message)
                if message[0] is not Reply.EVENT:
                    return

        child.send((work, arguments))
        reader = threading.Thread(target=read, name="reads an analysis", daemon=True)
        reader.start()
        try:
            while True:
                kind, content = await messages.get()
                if kind is Reply.ERROR:
                    raise content
                yield kind is Reply.RESULT, content
                if kind is Reply.RESULT:
                    return
        finally:
            self._working.discard(child)
            # Not awaited: what is being cancelled cannot wait, and would leave the process at work.
            loop.run_in_executor(None, self._replace, child)

    def _replace(self, child: Child) -> None:
        child.end()
        self.prepare()


def serve(channel: Channel) -> None:
    """Do one piece of work in a child process, with what analyses need imported before it comes."""
    import litslab.app.web.work  # noqa: F401, PLC0415 - that is what takes time

    work, arguments = channel.receive()
    send: Send = lambda event: channel.send(Reply.EVENT, event)  # noqa: E731
    channel.answer(work, *arguments, send)
