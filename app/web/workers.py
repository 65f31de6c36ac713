"""Short questions, answered in processes that stay: a request that takes too long costs its process, not the server.

Tables of placements remain in these processes, so that the second question about a board is answered quickly.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from litslab.app.web.failures import BusyError, RefusedError, refusal_of
from litslab.app.web.settings import Settings
from litslab.jobs.child import ChildObject
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.machine import largest_memory

Answer = Callable[[Any, Settings], BaseModel]
"""A function of a module that answers a request."""


class Workers:
    """The processes that answer short questions, one question each at a time.

    Parameters
    ----------
    settings : Settings
        How many there are, and how long an answer may take.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(settings.workers)
        self._idle: list[ChildObject] = []
        self._busy: set[ChildObject] = set()
        self._closed = False
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Start the processes."""
        with self._lock:
            while not self._closed and len(self._idle) + len(self._busy) < self._settings.workers:
                self._idle.append(ChildObject(Answerer))

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._busy]
        for worker in workers:
            worker.close()

    async def answer(self, work: Answer, asked: BaseModel) -> bytes:
        """Return the JSON document that answers a request.

        Raises
        ------
        BusyError
            If no process was free in time.
        RefusedError
            If the request cannot be carried out, or not in time.
        """
        try:
            async with asyncio.timeout(self._settings.answer_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise BusyError("other requests take all processes; try again later") from None
        # A client that leaves does not free the process: only the end of its question does.
        asking = asyncio.ensure_future(asyncio.to_thread(self._ask, work, asked))
        asking.add_done_callback(self._done)
        return await asyncio.shield(asking)

    def _done(self, asking: asyncio.Future[bytes]) -> None:
        self._free.release()
        if not asking.cancelled():
            asking.exception()  # whoever asked may have left

    def _ask(self, work: Answer, asked: BaseModel) -> bytes:
        """Ask one process, in a thread of its own, and keep the process if it can be asked again."""
        worker = self._take()
        keep = False
        try:
            worker.call("wait")  # a process that has just been started is not late yet
            limit = self._settings.answer_seconds
            content: bytes
            content, is_large = worker.call("answer", work, asked, self._settings, time_limit=limit)
            keep = not is_large
            return content
        except RefusedError:
            keep = True
            raise
        except ChildTimeoutError:
            raise RefusedError(503, f"no answer within {self._settings.answer_seconds:g} s") from None
        finally:
            self._give_back(worker, keep=keep)

    def _take(self) -> ChildObject:
        with self._lock:
            if self._closed:
                raise BusyError("the server is ending")
            worker = self._idle.pop() if self._idle else ChildObject(Answerer)
            self._busy.add(worker)
            return worker

    def _give_back(self, worker: ChildObject, *, keep: bool) -> None:
        with self._lock:
            self._busy.discard(worker)
            if keep and worker.alive and not self._closed:
                self._idle.append(worker)
                return
        worker.close()
        self.prepare()


class Answerer:
    """What lives in such a process."""

    def __init__(self) -> None:
        import litslab.app.web.endpoints  # noqa: F401, PLC0415 - that is what takes time

    def wait(self, _: Any) -> None:
        """Do nothing: that this is answered says that the process has started."""

    def answer(self, work: Answer, asked: BaseModel, settings: Settings, _: Any) -> tuple[bytes, bool]:
        """Return the JSON document that answers a request, and whether this process has grown too large.

        Raises
        ------
        RefusedError
            If the request cannot be carried out.
        """
        try:
            content = to_json(work(asked, settings))
        except Exception as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            raise refusal from None
        return content, (largest_memory() or 0) > settings.worker_memory


def to_json(document: BaseModel) -> bytes:
    """Return a document as the bytes of JSON, without the keys that do not apply."""
    return document.model_dump_json(exclude_unset=True).encode()
