"""Child processes.

A child is a new Python process that exchanges messages with its parent and exits when its parent
does.

Ctrl-C and timeouts cannot interrupt CP-SAT and other long work in compiled code. A child process
can be stopped at any moment, and everything that it has sent before remains valid.

A child notices the end of its parent by their connection. A child that is stopped (SIGSTOP) notices
nothing, so Linux continues it when its parent ends; other systems leave it stopped.

Unlike `multiprocessing` with fresh interpreters, a child does not run its parent's program again.
So scripts need no ``if __name__ == "__main__":``.

If no process can be started, as in a browser, the work is done in this one. Its events arrive as
usual, and work past its time limit is stopped when it next sends an event
(`jobs.child_object`, `jobs.iterate`, `jobs.background`).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from litslab.games.notice import Notice
from litslab.jobs.channel import Channel, Reply
from litslab.jobs.errors import ChildDiedError, ChildTimeoutError, WorkerError

CAN_START_PROCESSES = sys.platform not in {"emscripten", "win32"}
"""Work can be done in other processes. Browsers have none, and on Windows a child inherits no
descriptors.
"""


if sys.platform != "emscripten":  # no `_multiprocessing` there
    from multiprocessing.connection import Connection, wait
    from multiprocessing.spawn import get_executable


INTERRUPT_INTERVAL = 0.2
"""Seconds between checks of a waiting parent for Ctrl-C, which another of its threads may have
received.
"""

STOPPED_SECONDS = 10.0
"""Seconds that a child is stopped before a warning."""

_SECONDS_TO_END = 5.0
_PR_SET_PDEATHSIG = 1

BOOTSTRAP = f"""
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
"""The program of a child before any import from litslab; it sends an import error as a message."""


def wait_for(children: Iterable[Child], seconds: float) -> list[Child]:
    """Wait, for a limited time, until some children have sent something or ended, and return these
    children.
    """
    by_connection = {child.connection: child for child in children}
    return [by_connection[connection] for connection in wait(list(by_connection), seconds)]  # type: ignore[index]


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
        command = [
            os.fsdecode(get_executable()),
            "-c",
            BOOTSTRAP,
            json.dumps(path),
            str(theirs.fileno()),
        ]
        with theirs, _sigint_blocked():
            try:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
                )
            except OSError as error:
                ours.close()
                raise WorkerError(
                    f"cannot start a worker process: {error.strerror or error}"
                ) from error
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
        return self.process.pid

    def send(self, message: Any) -> None:
        """Send a message; `receive` notices if the child has ended."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(message)

    def receive(self, is_late: Callable[[], bool] = lambda: False) -> tuple[bool, Any]:
        """Wait for the child's next message; return whether it is the result, and its content, or
        raise its error.

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
            raise ChildDiedError(
                f"a worker process ended without an answer ({self._ending()})"
            ) from None
        if kind is None:
            raise WorkerError(f"a worker process could not begin: {content}")
        self.answered = kind is not Reply.EVENT
        if kind is Reply.ERROR:
            raise content
        return self.answered, content

    def warn_if_stopped(self) -> None:
        """Warn, once, if the process has been stopped for a while: it sends nothing until it is
        continued.
        """
        if self._warned or not self.is_stopped():
            self._stopped_since = None
            return
        now = time.monotonic()
        self._stopped_since = self._stopped_since or now
        if now - self._stopped_since >= STOPPED_SECONDS:
            self._warned = True
            text = (
                f"worker process {self.pid} is stopped, and its work waits: continue it with "
                f"kill -CONT {self.pid}"
            )
            warnings.warn(text, Notice, stacklevel=2)

    def is_stopped(self) -> bool:
        """Return whether the process is stopped, for example by SIGSTOP."""
        try:
            # WNOWAIT leaves the exit status for `wait`.
            return os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
        except (AttributeError, ChildProcessError):  # macOS lacks the function
            return False

    def _ending(self) -> str:
        """Wait for the process, whose connection is closed, and return how it ended."""
        try:
            status = self.process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return "it closed its connection"
        return f"killed by {signal.Signals(-status).name}" if status < 0 else f"status {status}"

    def end(self) -> None:
        """End the process at once."""
        if self.connection.closed:
            return
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C, which reaches all processes of a terminal, in a child that is started in the
    block.
    """
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
    # The parent handles Ctrl-C for its children. It stays blocked as well, because Polars installs
    # its own handler.
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
    """Ask Linux to continue this process, if it is stopped, when its parent ends; it then exits by
    itself.

    The signal is also sent when only the parent's thread that started this process ends. So it is a
    signal that does not affect a running process. The connection shows if the parent has already
    ended.
    """
    if sys.platform == "linux":
        # Neither ctypes nor prctl is there on every system.
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes  # noqa: PLC0415 - only here

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGCONT))
