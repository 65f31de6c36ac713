"""Work in a child process: a function, or an object that answers calls.

A child is a new Python process that exchanges messages with its parent and exits when its parent does.

Ctrl-C and timeouts cannot interrupt CP-SAT and other long work in compiled code. A child process can be stopped at any
moment, and everything that it has sent before remains valid.

A child notices the end of its parent by their connection. A child that is stopped (SIGSTOP) notices nothing, so Linux
continues it when its parent ends; other systems leave it stopped.

Unlike `multiprocessing` with fresh interpreters, a child does not run its parent's program again. So scripts need no
``if __name__ == "__main__":``.

If no process can be started, as in a browser, the work is done in this one. Its events arrive as usual, and work past
its time limit is stopped when it next sends an event.

The number of processors and the memory of this machine are here, too.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import Enum, auto
from functools import partial
from typing import Any, Generic, TypeVar

from litslab.games.errors import GameError
from litslab.jobs.progress import Notice

CAN_START_PROCESSES = sys.platform not in {"emscripten", "win32"}
"""Work can be done in other processes. Browsers have none, and on Windows a child inherits no descriptors."""


class WorkerError(GameError):
    """Workers that cannot be used: they cannot be started, or the cluster does not answer."""


class ChildTimeoutError(WorkerError):
    """A child process that was stopped because it did not end in time."""


class ChildDiedError(GameError):
    """A child process that ended without an answer: it was killed, or ran out of memory."""


def processors() -> int:
    """Return the number of processors that this process may use, or the number in the machine if that is unknown."""
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def installed_memory() -> int | None:
    """Return the memory of this machine in MiB; None if it is unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return None


def largest_memory() -> int | None:
    """Return the peak memory of this process in MiB; None if it is unknown."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> (20 if sys.platform == "darwin" else 10)  # bytes or KiB


if sys.platform != "emscripten":  # no `_multiprocessing` there
    from multiprocessing.connection import Connection, wait
    from multiprocessing.spawn import get_executable


INTERRUPT_INTERVAL = 0.2
"""Seconds between checks of a waiting parent for Ctrl-C, which another of its threads may have received."""

STOPPED_SECONDS = 10.0
"""Seconds that a child is stopped before a warning."""

_SECONDS_TO_END = 5.0
_PR_SET_PDEATHSIG = 1

# Runs in the child before any import from litslab. An import error is sent as a message.
_BOOTSTRAP = f"""
import json, sys
sys.path[:] = json.loads(sys.argv[1])
descriptor = int(sys.argv[2])
try:
    from {__name__} import serve_parent
except BaseException as error:
    from multiprocessing.connection import Connection
    Connection(descriptor).send((None, f"{{type(error).__name__}}: {{error}}"))
    sys.exit(1)
serve_parent(descriptor)
"""


def wait_for(children: Iterable[Child], seconds: float) -> list[Child]:
    """Wait, for a limited time, until some children have sent something or ended, and return these children."""
    by_connection = {child.connection: child for child in children}
    return [by_connection[connection] for connection in wait(list(by_connection), seconds)]  # type: ignore[index]


class Reply(Enum):
    """The kind of a child's message."""

    EVENT = auto()
    RESULT = auto()
    ERROR = auto()


class Channel:
    """A child's connection to its parent. The child exits as soon as the parent has closed the other end or ended.

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
            If the message cannot be read here, such as a function of a script that cannot be imported.
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


class Child:
    """A child process that runs ``serve(channel, *arguments)``.

    Parameters
    ----------
    serve : callable
        A function of a module; its first argument is the `Channel` to this process.
    *arguments
        Its other arguments, which have to be picklable.

    Attributes
    ----------
    connection : Connection
        The connection to the child, whose messages are pairs of a `Reply` and a content.
    answered : bool
        Whether the last message was a result or an error.

    Raises
    ------
    WorkerError
        If no process can be started.
    """

    def __init__(self, serve: Callable[..., None], *arguments: Any) -> None:
        ours, theirs = socket.socketpair()
        path = [entry or os.getcwd() for entry in sys.path]  # noqa: PTH109 - text
        command = [os.fsdecode(get_executable()), "-c", _BOOTSTRAP, json.dumps(path), str(theirs.fileno())]
        with theirs, _sigint_blocked():
            try:
                self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
            except OSError as error:
                ours.close()
                raise WorkerError(f"cannot start a worker process: {error.strerror or error}") from error
        self.connection = Connection(ours.detach())
        self.answered = False
        self._stopped_since: float | None = None
        self._warned = False
        try:
            self.send((serve, arguments))
        except BaseException:
            self.end()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: Any) -> None:
        """Send a message; `receive` notices if the child has ended."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(message)

    def receive(self, is_late: Callable[[], bool] = lambda: False) -> tuple[bool, Any]:
        """Wait for the child's next message; return whether it is the result, and its content, or raise its error.

        Parameters
        ----------
        is_late : callable, optional
            Called periodically; a true result ends the wait.

        Raises
        ------
        ChildTimeoutError
            If `is_late` returned true.
        ChildDiedError
            If the child has ended.
        WorkerError
            If the child could not begin.
        """
        while True:
            if is_late():
                raise ChildTimeoutError("a worker process did not end in time")
            if wait([self.connection], INTERRUPT_INTERVAL):
                break
            self.warn_if_stopped()
        try:
            kind, content = self.connection.recv()
        except (EOFError, OSError):
            raise ChildDiedError(f"a worker process ended without an answer ({self._ending()})") from None
        if kind is None:
            raise WorkerError(f"a worker process could not begin: {content}")
        self.answered = kind is not Reply.EVENT
        if kind is Reply.ERROR:
            raise content
        return self.answered, content

    def warn_if_stopped(self) -> None:
        """Warn, once, if the process has been stopped for a while: it sends nothing until it is continued."""
        if self._warned or not self._is_stopped():
            self._stopped_since = None
            return
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        if now - self._stopped_since >= STOPPED_SECONDS:
            self._warned = True
            text = f"worker process {self.pid} is stopped, and its work waits: continue it with kill -CONT {self.pid}"
            warnings.warn(text, Notice, stacklevel=2)

    def _is_stopped(self) -> bool:
        try:
            # WNOWAIT leaves the exit status for `wait`.
            return os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
        except (AttributeError, ChildProcessError):  # macOS lacks the function
            return False

    def _ending(self) -> str:
        """Wait for the process, whose connection is closed, and return how it ended."""
        try:
            status = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return "it closed its connection"
        return f"killed by {signal.Signals(-status).name}" if status < 0 else f"status {status}"

    def end(self) -> None:
        """End the process at once."""
        if self.connection.closed:
            return
        self.connection.close()
        self._process.terminate()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C, which reaches all processes of a terminal, in a child that is started in the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve_parent(descriptor: int) -> None:
    """Run the work that the parent sends, in a child process.

    Parameters
    ----------
    descriptor : int
        The file descriptor of the connection.
    """
    # The parent handles Ctrl-C for its children. It stays blocked as well, because Polars installs its own handler.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _continue_when_the_parent_ends()
    warnings.filterwarnings("ignore", "the kernel was not built", Notice)  # the parent warns
    channel = Channel(Connection(descriptor))
    try:
        serve, arguments = channel.receive()
        serve(channel, *arguments)
    except Exception as error:
        channel.send_error(error)


def _continue_when_the_parent_ends() -> None:
    """Ask Linux to continue this process, if it is stopped, when its parent ends; it then exits by itself.

    The signal is also sent when only the parent's thread that started this process ends. So it is a signal that does
    not affect a running process. The connection shows if the parent has already ended.
    """
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):  # ctypes and prctl are optional
            import ctypes  # noqa: PLC0415 - only here

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGCONT))


Result = TypeVar("Result")
Send = Callable[[Any], None]
"""A function that sends a result to the parent."""

OVERTIME = 2.0
"""Extra seconds for a child beyond its own time limit, to start and to send its results."""


def run_in_child(
    work: Callable[..., Result], *arguments: Any, on_event: Send = lambda _: None, time_limit: float | None = None
) -> Result:
    """Run ``work(*arguments, send)`` in a child process and return its result.

    An exception in `on_event` and Ctrl-C end the child. The function, its arguments and what it sends have to be
    picklable.

    Parameters
    ----------
    work : callable
        A function of a module.
    *arguments
        Its arguments before `send`.
    on_event : callable
        Receives the events that the function sends.
    time_limit : float, optional
        The time limit in seconds that the function observes itself. If it does not, for instance while it builds a
        large model, the child is ended `OVERTIME` later.

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
        result: Result = served.call("__call__", *arguments, on_event=on_event, time_limit=time_limit)
        return result


def iterate_in_child(
    work: Callable[..., Result], *arguments: Any, time_limit: float | None = None
) -> Generator[Any, None, Result]:
    """Run ``work(*arguments, send)`` in a child process: yield what it sends in `Batches`, and return its result.

    Closing the generator, an exception in its consumer and Ctrl-C all end the child. If no process can be started,
    everything is yielded when the work is complete. Parameters and errors are those of `run_in_child`.
    """
    is_late = _deadline(time_limit)
    if not CAN_START_PROCESSES:
        sent: list[Any] = []
        try:
            result = work(*arguments, _limited(sent.extend, is_late))
        finally:
            yield from sent
        return result
    child = Child(_serve_once, work, arguments)
    try:
        while True:
            done, content = child.receive(is_late)
            if done:
                result = content
                return result
            yield from content
    finally:
        child.end()


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
        self._child = Child(_serve_object, make, arguments) if CAN_START_PROCESSES else None
        self._object = make(*arguments) if self._child is None else None
        self.alive = True

    def call(self, name: str, *arguments: Any, on_event: Send = lambda _: None, time_limit: float | None = None) -> Any:
        """Return the result of a method of the object, called with ``(*arguments, send)``.

        An exception in the method does not end the child. Ctrl-C, an exception in `on_event`, and the end of `OVERTIME`
        after a time limit do.

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
        is_late = _deadline(time_limit)
        if self._child is None:
            return getattr(self._object, name)(*arguments, _limited(on_event, is_late))
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


def _deadline(time_limit: float | None) -> Callable[[], bool]:
    """Return a function that returns whether a child has exceeded its time limit and `OVERTIME`."""
    latest = math.inf if time_limit is None else time.monotonic() + time_limit + OVERTIME
    return lambda: time.monotonic() >= latest


def _limited(on_event: Send, is_late: Callable[[], bool]) -> Send:
    """Return a function that passes events on and stops late work in this process."""

    def send(event: Any) -> None:
        on_event(event)
        if is_late():
            raise ChildTimeoutError("the work did not end in time")

    return send


def _serve_once(channel: Channel, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    channel.answer(work, *arguments, partial(channel.send, Reply.EVENT))


def _serve_object(channel: Channel, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    served = make(*arguments)
    while True:
        method, given = channel.receive()
        channel.answer(getattr(served, method), *given, partial(channel.send, Reply.EVENT))


class Batches:
    """A buffer for things that are found one by one and sent many at a time.

    Attributes
    ----------
    send : callable
        A function that sends a list of things.
    size : int
        The number of things in a batch.
    """

    def __init__(self, send: Send, size: int) -> None:
        self.send = send
        self.size = size
        self._collected: list[Any] = []

    def add(self, found: Any) -> None:
        """Add a thing, and send the batch if it is full."""
        self._collected.append(found)
        if len(self._collected) >= self.size:
            self.flush()

    def flush(self) -> None:
        """Send the collected things."""
        self.send(self._collected)
        self._collected = []


Found = TypeVar("Found")


class Background(AbstractContextManager["Background[Found]"], Generic[Found]):
    """A child process that runs the generator ``work(*arguments)``; leaving the context ends it.

    The function, its arguments and its results have to be picklable. If no process can be started, `poll` does the work
    step by step, in about half of the time.

    Parameters
    ----------
    work : callable
        A generator function of a module.
    *arguments
        Its arguments.

    Attributes
    ----------
    found : object or None
        The latest result that was yielded or returned; None before the first.
    done : bool
        Whether the work is complete.

    Raises
    ------
    WorkerError
        If no process can be started.
    """

    def __init__(self, work: Callable[..., Generator[Found, None, Found]], *arguments: Any) -> None:
        self._child = Child(_serve_once, _send_all, (work, arguments)) if CAN_START_PROCESSES else None
        self._steps = work(*arguments)  # not started if there is a child
        self._started = time.monotonic()
        self._worked = 0.0
        self.found: Found | None = None
        self.done = False

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive new results, wait a limited time for the first, and return whether there are any.

        Raises
        ------
        ChildDiedError
            If the child ended without a result.
        """
        if self._child is None:
            return self._step(seconds)
        news = False
        while not self.done and wait_for([self._child], seconds):
            self.done, self.found = self._child.receive()
            news, seconds = True, 0.0
        if not news and not self.done:
            self._child.warn_if_stopped()
        return news

    def _step(self, seconds: float) -> bool:
        """Do a step of the work, unless the caller does not wait and the work has had more than half of the time."""
        started = time.monotonic()
        if self.done or (not seconds and 2 * self._worked > started - self._started):
            return False
        try:
            self.found = next(self._steps)
        except StopIteration as end:
            self.found, self.done = end.value, True
        self._worked += time.monotonic() - started
        return True

    def __exit__(self, *_: object) -> None:
        """End the child."""
        if self._child is not None:
            self._child.end()


def _send_all(work: Callable[..., Generator[Any, None, Any]], arguments: tuple[Any, ...], send: Send) -> Any:
    """Send the results that a generator yields, and return its last one."""
    steps = work(*arguments)
    while True:
        try:
            found = next(steps)
        except StopIteration as end:
            return end.value
        send(found)
