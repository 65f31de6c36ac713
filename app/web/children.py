"""Analyses in processes of their own: started ahead, so that each begins at once, and ended at any moment.

A spare process has imported what analyses need and waits. Cancelling an analysis ends its process, and a new spare is
started in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from litslab.app.web.failures import BusyError, refusal_of
from litslab.app.web.settings import Settings
from litslab.jobs.child import Channel, Child, Reply, Send
from litslab.jobs.errors import ChildTimeoutError

Work = Callable[..., Any]
"""A function of a module, called with its arguments and a function that sends what is found on the way."""


class Children:
    """The processes of a server.

    Parameters
    ----------
    most : int
        How many may work at once.
    scratch : Path
        The folder in which each analysis has one of its own, removed when it has ended.
    """

    def __init__(self, most: int, scratch: Path) -> None:
        self._most = most
        self._scratch = scratch
        self._working: dict[Child, Path] = {}
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
            children = [*self._working, *([spare] if spare else [])]
        for child in children:
            child.end()

    def start(self, longest: float, work: Work, asked: Any, settings: Settings) -> Analysis:
        """Start some work.

        Parameters
        ----------
        longest : float
            Seconds after which its process is ended, if it has not ended by itself.
        work : callable
            The work.
        asked : object
            The request.
        settings : Settings
            The bounds; it gets a folder of its own for files.

        Raises
        ------
        BusyError
            If too many analyses are running.
        """
        with self._lock:
            if self._closed or len(self._working) >= self._most:
                raise BusyError(f"{self._most} analyses are running already; try again later")
            child, self._spare = self._spare or Child(serve), None
            self._working[child] = own = Path(mkdtemp(dir=self._scratch))
        child.send((work, (asked, replace(settings, scratch=own))))
        return Analysis(child, longest, self._replace)

    def _replace(self, child: Child) -> None:
        """End a process, and start another to be ready for the next analysis."""
        child.end()
        with self._lock:
            own = self._working.pop(child)
        shutil.rmtree(own, ignore_errors=True)
        self.prepare()


class Analysis:
    """Some work in a process of its own, which ends with the ``async with`` block.

    Parameters
    ----------
    child : Child
        The process.
    longest : float
        Seconds after which it is ended.
    end : callable
        Ends it.
    """

    def __init__(self, child: Child, longest: float, end: Callable[[Child], None]) -> None:
        self._child = child
        self._longest = longest
        self._end = end

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        # Shielded: a request that is cancelled must not leave its process at work.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, self._end, self._child))

    async def events(self) -> AsyncGenerator[tuple[bool, Any]]:
        """Yield what the work sends, and in the end its result.

        Yields
        ------
        tuple of (bool, object)
            Whether it is the result, and the content.

        Raises
        ------
        ChildDiedError
            If the process ended without a result.
        ChildTimeoutError
            If it did not end in time.
        RefusedError
            If the request cannot be carried out.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self._longest
        messages: asyncio.Queue[tuple[Reply, Any]] = asyncio.Queue()

        def read() -> None:
            while True:
                try:
                    message = self._child.receive()
                except Exception as error:
                    message = (Reply.ERROR, error)
                with contextlib.suppress(RuntimeError):  # the server has stopped
                    loop.call_soon_threadsafe(messages.put_nowait, message)
                if message[0] is not Reply.EVENT:
                    return

        threading.Thread(target=read, name="reads an analysis", daemon=True).start()
        while True:
            try:
                kind, content = await asyncio.wait_for(messages.get(), until - loop.time())
            except TimeoutError:
                raise ChildTimeoutError(f"no result within {self._longest:g} s") from None
            if kind is Reply.ERROR:
                raise content
            yield kind is Reply.RESULT, content
            if kind is Reply.RESULT:
                return


def serve(channel: Channel) -> None:
    """Do one piece of work in a child process, with what analyses need imported before it comes."""
    import litslab.app.web.work  # noqa: F401, PLC0415 - that is what takes time

    work, arguments = channel.receive()
    send: Send = lambda event: channel.send(Reply.EVENT, event)  # noqa: E731
    channel.answer(_do, work, *arguments, send)


def _do(work: Work, *arguments: Any) -> Any:
    """Do the work; errors that a request can cause are made ones that can be sent."""
    try:
        return work(*arguments)
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        raise refusal from None
