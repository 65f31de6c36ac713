"""The server's processes: a request that takes too long costs its process, not the server.

Short questions are answered in processes that stay: their tables of placements remain, so that the second question
about a board is answered quickly. An analysis can be cancelled at any moment, which ends its process. All processes are
started ahead, and have imported what takes time.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, TypeVar

from pydantic import BaseModel

from litslab.app.documents.base import to_json
from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import BusyError, RefusedError, Settings, refusal_of
from litslab.games.language import ENGLISH, using
from litslab.jobs.child import ChildObject, ChildTimeoutError, Send, largest_memory

T = TypeVar("T")

Answer = Callable[[Any, Settings], BaseModel]
"""A function of a module that answers a request."""

Work = Callable[[Any, Settings, Send], Any]
"""A function of a module that analyses, and sends what is found on the way."""


class Processes:
    """The processes of a server.

    Parameters
    ----------
    settings : Settings
        The bounds of the server.

    Attributes
    ----------
    settings : Settings
        The bounds of the server.
    scratch : Path
        The folder in which each analysis has one of its own for its files; it is removed in the end.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._scratch = TemporaryDirectory(prefix="litslab-", ignore_cleanup_errors=True)
        self.scratch = Path(self._scratch.name)
        self._free = asyncio.Semaphore(settings.workers)
        self._idle: list[ChildObject] = []  # the one that has answered last at the end
        self._answering: set[ChildObject] = set()
        self._analysing: set[ChildObject] = set()
        self._closed = False
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Start the processes that answer, and one for the next analysis."""
        with self._lock:
            while not self._closed and len(self._idle) + len(self._answering) <= self.settings.workers:
                self._idle.insert(0, ChildObject(Worker))

    def close(self) -> None:
        """End all processes, and remove their files."""
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._answering, *self._analysing]
        for worker in workers:
            worker.close()
        self._scratch.cleanup()

    async def answer(self, work: Answer, request: BaseModel, language: str = ENGLISH) -> bytes:
        """Return the JSON document that answers a request, with its texts in a language.

        Raises
        ------
        BusyError
            If no process was free in time.
        RefusedError
            If the request cannot be carried out, or not in time.
        """
        try:
            async with asyncio.timeout(self.settings.answer_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise BusyError("other requests take all processes; try again later") from None
        # A client that leaves does not free the process: only the end of its question does.
        answering = asyncio.ensure_future(asyncio.to_thread(self._answer, work, request, language))
        answering.add_done_callback(self._done)
        return await asyncio.shield(answering)

    def _done(self, answering: asyncio.Future[bytes]) -> None:
        self._free.release()
        if not answering.cancelled():
            answering.exception()  # the client may have left

    def _answer(self, work: Answer, request: BaseModel, language: str) -> bytes:
        """Have one process answer, and keep it if it can answer again."""
        worker = self._take(self._answering, last=True)
        keep = False
        try:
            worker.call("wait")  # a process that has just been started is not late yet
            limit = self.settings.answer_seconds
            content: bytes
            settings = replace(self.settings, language=language)
            content, is_large = worker.call("answer", work, request, settings, time_limit=limit)
            keep = not is_large
            return content
        except RefusedError:
            keep = True
            raise
        except ChildTimeoutError:
            raise RefusedError(503, f"no answer within {self.settings.answer_seconds:g} s") from None
        finally:
            self._give_back(worker, self._answering, keep=keep)

    def start(self, longest: float, work: Work, request: Any, language: str = ENGLISH) -> Analysis:
        """Return an analysis that begins with its events.

        Parameters
        ----------
        longest : float
            Seconds after which its process is ended, if it has not ended by itself.
        work : callable
            The work.
        request : object
            The request.
        language : str
            The language of its texts.

        Raises
        ------
        BusyError
            If too many analyses are running.
        """
        worker = self._take(self._analysing, self.settings.analyses)
        own = Path(mkdtemp(dir=self.scratch))

        def end(*, keep: bool) -> None:
            self._give_back(worker, self._analysing, keep=keep)
            shutil.rmtree(own, ignore_errors=True)

        return Analysis(worker, longest, (work, request, replace(self.settings, scratch=own, language=language)), end)

    def _take(self, busy: set[ChildObject], most: float = float("inf"), *, last: bool = False) -> ChildObject:
        """Return an idle process, or a new one: for an analysis the one that has answered longest ago."""
        with self._lock:
            if self._closed:
                raise BusyError("the server is ending")
            if len(busy) >= most:
                raise BusyError(f"{most} analyses are running already; try again later")
            worker = self._idle.pop(-1 if last else 0) if self._idle else ChildObject(Worker)
            busy.add(worker)
            return worker

    def _give_back(self, worker: ChildObject, busy: set[ChildObject], *, keep: bool) -> None:
        with self._lock:
            busy.discard(worker)
            has_room = len(self._idle) + len(self._answering) <= self.settings.workers
            if keep and has_room and worker.alive and not self._closed:
                self._idle.insert(0 if busy is self._analysing else len(self._idle), worker)
                return
        worker.close()
        self.prepare()


class Analysis:
    """Some work in a process of its own, which ends with the ``async with`` block unless it has its result.

    Parameters
    ----------
    worker : ChildObject
        The process.
    longest : float
        Seconds after which it is ended.
    arguments : tuple
        The work, its request and the settings.
    end : callable
        Ends it, or keeps its process.
    """

    def __init__(
        self, worker: ChildObject, longest: float, arguments: tuple[Work, Any, Settings], end: Callable[..., None]
    ) -> None:
        self._worker = worker
        self._longest = longest
        self._arguments = arguments
        self._end = end
        self._keep = False

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        # Shielded: a request that is cancelled must not leave its process at work.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, partial(self._end, keep=self._keep)))

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
        messages: asyncio.Queue[tuple[bool, Any] | Exception] = asyncio.Queue()

        def put(message: tuple[bool, Any] | Exception) -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(messages.put_nowait, message)

        def work() -> None:
            try:
                found, is_large = self._worker.call(
                    "analyse", *self._arguments, on_event=lambda event: put((False, event))
                )
                self._keep = not is_large
                put((True, found))
            except Exception as error:
                put(error)

        threading.Thread(target=work, name="reads an analysis", daemon=True).start()
        is_result = False
        while not is_result:
            try:
                message = await asyncio.wait_for(messages.get(), until - loop.time())
            except TimeoutError:
                raise ChildTimeoutError(f"no result within {self._longest:g} s") from None
            if isinstance(message, Exception):
                raise message
            is_result = message[0]
            yield message


class Worker:
    """What lives in such a process."""

    def __init__(self) -> None:
        for each in ENDPOINTS:
            _ = each.answer  # to import it is what takes time

    def wait(self, _: Send) -> None:
        """Do nothing: that this is answered says that the process has started."""

    def answer(self, work: Answer, request: BaseModel, settings: Settings, _: Send) -> tuple[bytes, bool]:
        """Return the JSON document that answers a request, and whether this process has grown too large.

        Raises
        ------
        RefusedError
            If the request cannot be carried out.
        """
        return _refusing(lambda: to_json(work(request, settings)).encode(), settings), _is_large(settings)

    def analyse(self, work: Work, request: Any, settings: Settings, send: Send) -> tuple[Any, bool]:
        """Return the result of an analysis, and whether this process has grown too large.

        Raises
        ------
        RefusedError
            If the request cannot be carried out.
        """
        return _refusing(lambda: work(request, settings, send), settings), _is_large(settings)


def _is_large(settings: Settings) -> bool:
    return (largest_memory() or 0) > settings.worker_memory


def _refusing(work: Callable[[], T], settings: Settings) -> T:
    """Return what some work returns; errors that a request can cause are made ones that can be sent."""
    try:
        with using(settings.language):
            return work()
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        raise refusal from None
