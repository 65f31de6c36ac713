"""A child process's connection to its parent."""

from __future__ import annotations

import os
import queue
import threading
import traceback
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from litslab.jobs.errors import WorkerError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection  # a browser has none


class Reply(Enum):
    """The kind of a child's message."""

    EVENT = auto()
    RESULT = auto()
    ERROR = auto()


class Channel:
    """A child's connection to its parent. The child exits as soon as the parent has closed the
    other end or ended.

    A thread reads ahead, so that the parent can always send.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = threading.Lock()  # CP-SAT calls back from several threads
        self._received: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="reads what the parent sends", daemon=True).start()

    def send(self, kind: Reply, content: Any) -> None:
        """Send a message to the parent."""
        with self._sending:
            try:
                self._connection.send((kind, content))
            except (BrokenPipeError, ConnectionResetError):
                os._exit(0)

    def receive(self) -> Any:
        """Wait for the parent's next message and return it.

        Raises
        ------
        WorkerError
            If the message cannot be read here, such as a function of a script that cannot be
            imported.
        """
        message = self._received.get()
        if isinstance(message, WorkerError):
            raise message
        return message

    def answer(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Call ``work(*arguments)`` and send its result or its exception."""
        try:
            self.send(Reply.RESULT, work(*arguments))
        except Exception as error:
            self.send_error(error)

    def send_error(self, error: Exception) -> None:
        """Send an exception with its traceback as a note."""
        error.add_note("".join(traceback.format_exception(error)))
        try:
            self.send(Reply.ERROR, error)
        except Exception:  # it cannot be pickled
            self.send(Reply.ERROR, WorkerError(f"{type(error).__name__}: {error}"))

    def _read(self) -> None:
        while True:
            try:
                message = self._connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            except Exception as error:
                message = WorkerError(f"a worker process cannot read its task: {error}")
            self._received.put(message)


Send = Callable[[Any], None]
"""A function that sends a result to the parent."""


def serve_once(channel: Channel, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Answer once, with the result of a function that can send events before it."""
    channel.answer(work, *arguments, partial(channel.send, Reply.EVENT))
