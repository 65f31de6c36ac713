"""Work in a process of its own: it can be stopped cleanly at any moment, whatever it is doing.

CP-SAT and other long work in compiled code hears neither Ctrl-C nor a clock that is not its own. Here it runs in a
child process that sends what it finds as it finds it; stopping is ending the child, and what was sent is kept.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
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
    ours, child = _start(_serve, work, arguments)
    try:
        result: Result = yield from _listen(ours, child)
        return result
    finally:
        _end(ours, child)


class Servant:
    """An object that lives in a child process and answers one question after the other.

    Parameters
    ----------
    make : callable
        A class or function of a module that makes the object, in the child.
    *arguments
        What it is called with.
    """

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self._ours, self._child = _start(_serve_questions, make, arguments)
        self.alive = True

    def ask(self, method: str, *arguments: Any) -> Generator[Any, None, Any]:
        """Call ``method(*arguments, send)`` of the object: yield whatever it sends, and return its result.

        An exception that the method raises leaves the object as it is; whatever else ends the generator before the
        result, Ctrl-C above all, ends the child.

        Raises
        ------
        ChildDiedError
            If the child ended without a result, or before the question.
        """
        if not self.alive:
            raise ChildDiedError("the solver's process has ended")
        self._ours.send((method, arguments))
        answered = False
        try:
            result = yield from _listen(self._ours, self._child)
            answered = True
            return result
        except Exception:
            answered = self._child.is_alive()
            raise
        finally:
            if not answered:
                self.close()

    def close(self) -> None:
        """End the child."""
        if self.alive:
            self.alive = False
            _end(self._ours, self._child)


def _start(serve: Callable[..., None], work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    # A fresh interpreter: forking one that has started threads is not safe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=serve, args=(theirs, work, arguments), daemon=True)
    child.start()
    theirs.close()
    return ours, child


def _listen(ours: Connection, child: Any) -> Generator[Any, None, Any]:
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
            return content


def _end(ours: Connection, child: Any) -> None:
    ours.close()
    child.terminate()
    child.join(_PATIENCE)
    if child.exitcode is None:
        child.kill()
        child.join()
    child.close()


def _serve(connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    leave_signals_to_the_parent()
    _answer(connection, work, arguments)


def _serve_questions(connection: Connection, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    leave_signals_to_the_parent()
    served = make(*arguments)
    while True:
        try:
            method, given = connection.recv()
        except EOFError:
            return  # nobody asks any more
        _answer(connection, getattr(served, method), given)


def leave_signals_to_the_parent() -> None:
    """Ignore Ctrl-C, which reaches all processes of a terminal: the parent decides what it means to its children."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _answer(connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    one_at_a_time = threading.Lock()  # CP-SAT calls back from several threads

    def send(event: Any) -> None:
        with one_at_a_time:
            connection.send((_EVENT, event))

    try:
        connection.send((_RESULT, work(*arguments, send)))
    except BrokenPipeError:
        pass  # nobody listens any more
    except Exception as error:
        connection.send((_ERROR, error))
