"""The server's processes: a request that takes too long costs its process, not the server.

Short questions are answered in processes that stay: their tables of placements remain, so the
second question about a board is answered quickly. An analysis can be cancelled at any moment, which
ends its process. All processes are started ahead, with all imports done.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from pydantic import BaseModel

from litslab.app.web.endpoints import ENDPOINTS
from litslab.app.web.settings import BusyError, RefusedError, Settings, refusal_of
from litslab.games.language import language, tr, using
from litslab.games.result_json import to_json
from litslab.jobs.channel import Send
from litslab.jobs.child_object import ChildObject
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.machine import largest_memory

Work = Callable[..., object]
"""A function of a module that answers a request by the settings; a long one also sends its
progress.
"""


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
        The folder for the files of analyses, each in a folder of its own; it is removed in the end.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._scratch = TemporaryDirectory(prefix="litslab-", ignore_cleanup_errors=True)
        self.scratch = Path(self._scratch.name)
        self._free = asyncio.Semaphore(settings.workers)
        self._idle: list[ChildObject] = []  # the most recently used last
        self._answering: set[ChildObject] = set()
        self._analysing: set[ChildObject] = set()
        self._closed = False
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Start the processes that answer, and one for the next analysis."""
        with self._lock:
            while self._has_room():
                self._idle.insert(0, ChildObject(Worker))

    def _has_room(self) -> bool:
        """Return whether one more idle process is wanted; the lock must be held."""
        if self._closed:
            return False
        return len(self._idle) + len(self._answering) <= self.settings.workers

    def close(self) -> None:
        """End all processes, and remove their files."""
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._answering, *self._analysing]
        for worker in workers:
            worker.close()
        self._scratch.cleanup()

    async def answer(self, work: Work, request: BaseModel) -> bytes:
        """Return the JSON document that answers a request, with its texts in the language in use.

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
            raise BusyError(tr("other requests take all processes; try again later")) from None
        # Only the end of its question frees the process, even if the client leaves.
        answering = asyncio.ensure_future(asyncio.to_thread(self._answer, work, request))
        answering.add_done_callback(self._done)
        return await asyncio.shield(answering)

    def _done(self, answering: asyncio.Future[bytes]) -> None:
        self._free.release()
        if not answering.cancelled():
            answering.exception()  # the client may have left

    def _answer(self, work: Work, request: BaseModel) -> bytes:
        """Return the answer of one process, and keep the process if it can answer again."""
        worker = self._take(self._answering)
        limit = self.settings.answer_seconds
        settings = replace(self.settings, language=language())
        keep = False
        content: bytes
        try:
            worker.call("wait")  # the time limit does not include the start of a process
            content, is_large = worker.call(
                "answer_at_once", work, request, settings, time_limit=limit
            )
            keep = not is_large
            return content
        except RefusedError:
            keep = True
            raise
        except ChildTimeoutError:
            raise RefusedError(503, tr("no answer within {seconds:g} s", seconds=limit)) from None
        finally:
            self._give_back(worker, self._answering, keep=keep)

    def start(self, time_limit: float, work: Work, request: Any) -> Analysis:
        """Return an analysis that begins with its events.

        Parameters
        ----------
        time_limit : float
            The seconds that the work may take, which it observes itself.
        work : callable
            The work.
        request : object
            The request.

        Raises
        ------
        BusyError
            If too many analyses are running.
        """
        worker = self._take(self._analysing)
        own = Path(mkdtemp(dir=self.scratch))

        def end(*, keep: bool) -> None:
            self._give_back(worker, self._analysing, keep=keep)
            shutil.rmtree(own, ignore_errors=True)

        settings = replace(self.settings, scratch=own, language=language())
        return Analysis(worker, time_limit, work, request, settings, end)

    def _take(self, busy: set[ChildObject]) -> ChildObject:
        """Return an idle process or a new one; an analysis takes the one least recently used."""
        with self._lock:
            if self._closed:
                raise BusyError(tr("the server is closing"))
            most = self.settings.analyses
            if busy is self._analysing and len(busy) >= most:
                raise BusyError(
                    tr("{count} analyses are running already; try again later", count=most)
                )
            if not self._idle:
                worker = ChildObject(Worker)
            elif busy is self._analysing:
                worker = self._idle.pop(0)
            else:
                worker = self._idle.pop()
            busy.add(worker)
            return worker

    def _give_back(self, worker: ChildObject, busy: set[ChildObject], *, keep: bool) -> None:
        with self._lock:
            busy.discard(worker)
            if keep and self._has_room() and worker.alive:
                if busy is self._analysing:
                    self._idle.insert(0, worker)
                else:
                    self._idle.append(worker)
                return
        worker.close()
        self.prepare()


class Silence:
    """How long nothing may be heard of some work before it counts as hung.

    A slow machine takes longer than a time limit says, and goes on sending; what it has found by
    then is not lost.

    Parameters
    ----------
    now : float
        The time in seconds when the work begins.
    time_limit : float
        The seconds that it may take.
    overtime : float
        The seconds that it may send nothing after that.

    Attributes
    ----------
    until : float
        The time when it counts as hung.
    """

    def __init__(self, now: float, time_limit: float, overtime: float) -> None:
        self.until = now + time_limit + overtime
        self._overtime = overtime

    def broken(self, now: float) -> None:
        """Note that something was heard."""
        self.until = max(self.until, now + self._overtime)


@dataclass
class Analysis:
    """Some work in a process of its own, which ends with the ``async with`` block unless it has its
    result.

    Attributes
    ----------
    worker : ChildObject
        The process.
    time_limit : float
        The seconds that the work may take. Its process is ended when it has sent nothing for the
        overtime of the settings after that.
    work : callable
        The work.
    request : object
        Its request.
    settings : Settings
        The bounds, with the folder and the language of this analysis.
    end : callable
        Ends the process, or keeps it.
    """

    worker: ChildObject
    time_limit: float
    work: Work
    request: Any
    settings: Settings
    end: Callable[..., None]
    _keep: bool = field(default=False, init=False)

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(self, *_: object) -> None:
        ending = asyncio.get_running_loop().run_in_executor(
            None, partial(self.end, keep=self._keep)
        )
        # Shielded: a request that is cancelled must not leave its process at work.
        await asyncio.shield(ending)

    async def events(self) -> AsyncGenerator[tuple[bool, bytes]]:
        """Yield the events that the work sends, and in the end its result.

        Yields
        ------
        tuple of (bool, bytes)
            True for the result, and the content as JSON.

        Raises
        ------
        ChildDiedError
            If the process ended without a result.
        RefusedError
            If the request cannot be carried out, or not in time.
        """
        loop = asyncio.get_running_loop()
        silence = Silence(loop.time(), self.time_limit, self.settings.overtime)
        messages: asyncio.Queue[tuple[bool, bytes] | Exception] = asyncio.Queue()

        def put(message: tuple[bool, bytes] | Exception) -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(messages.put_nowait, message)

        def tell(event: dict[str, Any]) -> None:
            put((False, json.dumps(event, ensure_ascii=False).encode()))

        def read() -> None:
            try:
                found, is_large = self.worker.call(
                    "answer_and_send", self.work, self.request, self.settings, on_event=tell
                )
                self._keep = not is_large
                put((True, found))
            except Exception as error:
                put(error)

        threading.Thread(target=read, name="reads an analysis", daemon=True).start()
        is_result = False
        while not is_result:
            try:
                message = await asyncio.wait_for(messages.get(), silence.until - loop.time())
            except TimeoutError:
                seconds = self.time_limit + self.settings.overtime
                with using(self.settings.language):
                    why = tr("no answer within {seconds:g} s", seconds=seconds)
                raise RefusedError(503, why) from None
            silence.broken(loop.time())
            if isinstance(message, Exception):
                raise message
            is_result = message[0]
            yield message


class Worker:
    """The object in such a process that answers."""

    def __init__(self) -> None:
        for each in ENDPOINTS:
            _ = each.answer  # imports its module

    def wait(self, _: Send) -> None:
        """Do nothing; the answer shows that the process has started."""

    def answer_at_once(
        self,
        work: Work,
        request: BaseModel,
        settings: Settings,
        _: Send,
    ) -> tuple[bytes, bool]:
        """Return the JSON document that answers a request, and whether this process has grown too
        large.

        Raises
        ------
        RefusedError
            If the request cannot be carried out; unlike some errors, it can be sent.
        """
        return _content(partial(work, request, settings), settings)

    def answer_and_send(
        self,
        work: Work,
        request: BaseModel,
        settings: Settings,
        send: Send,
    ) -> tuple[bytes, bool]:
        """Return the same for work that sends its progress."""
        return _content(partial(work, request, settings, send), settings)


def _content(answer: Callable[[], object], settings: Settings) -> tuple[bytes, bool]:
    with using(settings.language):
        try:
            content = to_json(answer()).encode()
        except Exception as error:
            raise refusal_of(error) from None
    return content, (largest_memory() or 0) > settings.worker_memory
