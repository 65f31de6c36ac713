"""Work in a process of its own: it can be stopped cleanly at any moment, whatever it is doing.

CP-SAT and other long work in compiled code hears neither Ctrl-C nor a clock that is not its own. Here it runs in a
child process that sends what it finds as it finds it; stopping is ending the child, and what was sent is kept.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from typing import Any, TypeVar

Result = TypeVar("Result")
Send = Callable[[Any], None]
"""Hands something found on to the process that asked."""

_EVENT, _RESULT, _ERROR = range(3)
_PATIENCE = 5.0


class Batches:
    """Things found one by one and sent many at once.

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
        self._waiting: list[Any] = []

    def add(self, found: Any) -> None:
        """Send a thing with the others of its batch, as soon as that is full."""
        self._waiting.append(found)
        if len(self._waiting) >= self.size:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        self.send(self._waiting)
        self._waiting = []


class ChildDiedError(RuntimeError):
    """The process that worked ended without an answer: it was killed, or ran out of memory."""


def run_apart(work: Callable[..., Result], *arguments: Any) -> Generator[Any, None, Result]:
    """Run ``work(*arguments, send)`` in a child process: yield whatever it sends, and return its result.

    Closing the generator, an exception in its consumer and Ctrl-C all end the child. The function, its arguments and
    what it sends have to be picklable.

    Parameters
    ----------
    work : callable
        A function of a module.
    *arguments
        What it is called with, before `send`.

    Raises
    ------
    ChildDiedError
        If the child ended without a result.
    """
    # A fresh interpreter: forking one that has started threads is not safe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, work, arguments), daemon=True)
    child.start()
    theirs.close()
    try:
        while True:
            try:
                kind, content = ours.recv()
            except EOFError:
                child.join()
                status = child.exitcode
                raise ChildDiedError(f"the solver's process ended without an answer (status {status})") from None
            if kind == _EVENT:
                yield content
            elif kind == _ERROR:
                raise content
            else:
                result: Result = content
                return result
    finally:
        ours.close()
        child.terminate()
        child.join(_PATIENCE)
        if child.exitcode is None:
            child.kill()
            child.join()
        child.close()


def _serve(connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    # Ctrl-C reaches all processes of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        connection.send((_RESULT, work(*arguments, lambda event: connection.send((_EVENT, event)))))
    except BrokenPipeError:
        pass  # nobody listens any more
    except Exception as error:
        connection.send((_ERROR, error))
