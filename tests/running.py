"""Processes that tests start, watch, interrupt and kill: commands that print, and the children they
start.

Whatever the tests were started from, signals have their usual effect on these processes (a shell
starts its background jobs with Ctrl-C ignored, nohup with SIGHUP). They are killed when the test
ends, and by the system when the tests themselves are killed. Waiting is for events: how fast the
machine is does not matter.
"""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
"""The documentation."""

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
"""Linux's units of processor time; a test may take the function away for its time."""

PATIENCE = 180.0
"""Seconds after which a test gives up waiting, long enough for the busiest machine."""

# Runs in the new process, which then becomes the command: a function to call between fork and exec
# is not safe if the tests have threads. Linux alone can kill a process when its parent ends
# (PR_SET_PDEATHSIG is 1); if the parent ended before it was asked to, somebody else is the parent
# now.
_PREPARE = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
if sys.platform == "linux":
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() != int(sys.argv[1]):
        sys.exit("the tests have ended")
os.execvp(sys.argv[2], sys.argv[2:])
"""


def prepared(*command: str | Path) -> list[str]:
    """Return the command line that runs a command with Ctrl-C as usual and ends it with this
    process.
    """
    return [sys.executable, "-I", "-S", "-c", _PREPARE, str(os.getpid()), *map(str, command)]


@dataclass(frozen=True)
class Ended:
    """The exit status and the output of a process."""

    status: int
    out: str
    err: str


class Printed:
    """The output of a process, read as it comes.

    Parameters
    ----------
    descriptor : int
        The reading end of a pipe or a terminal; it is closed in the end.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._text = b""
        self._ended = False
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                piece = os.read(self._descriptor, 1 << 16)
            except OSError:  # a terminal that no process has open any more
                piece = b""
            with self._news:
                self._text += piece
                self._ended = not piece
                self._news.notify_all()
            if not piece:
                os.close(self._descriptor)
                return

    @property
    def text(self) -> str:
        """All that has been printed."""
        return self._text.decode(errors="replace")

    def wait_for(self, words: str) -> None:
        """Wait until some words are printed."""
        self._wait(lambda: words in self.text or self._ended)
        assert words in self.text, f"expected {words!r}, got {self.text!r}"

    def whole(self) -> str:
        """Wait until no process has the other end open, and return all that was printed."""
        self._wait(lambda: self._ended)
        return self.text

    def _wait(self, happened: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(happened, PATIENCE), (
                f"nothing more after {PATIENCE} s: {self.text!r}"
            )


class Running:
    """A command at work, the first process of a group and a session of its own.

    Attributes
    ----------
    process : subprocess.Popen
        The process.
    out, err : Printed
        What it prints.
    """

    def __init__(self, process: subprocess.Popen[bytes], out: Printed, err: Printed) -> None:
        self.process = process
        self.out = out
        self.err = err

    def interrupt(self, *, everyone: bool = False) -> None:
        """Send Ctrl-C to the process, or as a terminal does to it and all its children."""
        if everyone:
            os.killpg(self.process.pid, signal.SIGINT)
        else:
            self.process.send_signal(signal.SIGINT)

    def wait_until(self, happened: Callable[[], object]) -> None:
        """Wait until something has happened while the command runs."""

        def ended() -> bool:
            return self.process.poll() is not None

        assert wait_until(lambda: bool(happened()) or ended()), f"not within {PATIENCE} s"
        assert not ended() or happened(), f"the command ended before: {self.err.whole()}"

    def end(self) -> Ended:
        """Wait for the end of the process and of all others that could still print."""
        status = self.process.wait(PATIENCE)
        return Ended(status, self.out.whole(), self.err.whole())


@contextlib.contextmanager
def running(
    *command: str | Path,
    terminal: bool = False,
    env: dict[str, str] | None = None,
) -> Iterator[Running]:
    """Run a command alongside the test; it and its children are killed in the end.

    Parameters
    ----------
    *command
        The program and its arguments.
    terminal : bool
        Whether standard error is a terminal, on which commands show their progress.
    env : dict, optional
        The environment; this process's own if not given.
    """
    ours, theirs = pty.openpty() if terminal else os.pipe()
    try:
        process = subprocess.Popen(
            prepared(*command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
            env=env,
        )
    finally:
        os.close(theirs)
    assert process.stdout is not None
    started = Running(process, Printed(os.dup(process.stdout.fileno())), Printed(ours))
    process.stdout.close()
    try:
        yield started
    finally:
        kill(process)


def run_to_end(*command: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command, and return its exit status and what it has printed."""
    return subprocess.run(
        prepared(*command),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        **options,
    )


def run_python(
    program: str,
    *arguments: str | Path,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python process of its own to its end."""
    return run_to_end(sys.executable, "-c", program, *arguments, **options)


def interrupted_at(
    call: int,
    work: Callable[..., Any] = lambda *_: None,
    error: type[BaseException] = KeyboardInterrupt,
) -> Callable[..., Any]:
    """Return a function that does some work, but at one call, counted from 1, raises Ctrl-C or
    another error.
    """
    calls = count(1)

    def called(*arguments: Any, **options: Any) -> Any:
        if next(calls) == call:
            raise error
        return work(*arguments, **options)

    return called


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children if they still run."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def litslab(*arguments: str | Path) -> list[str]:
    """Return the command line of litslab with some arguments."""
    return [sys.executable, "-m", "litslab.app.cli", *map(str, arguments)]


def wait_until(true: Callable[[], bool]) -> bool:
    """Wait until something is true, and return whether it became so."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def descendants(pid: int, before: Collection[int] = ()) -> list[int]:
    """Return the processes that a process has started, and those that they have started; not those
    of `before`.

    In the process of the tests, the servers and browsers of other tests are among them.
    """
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # it has just ended
                parents[int(entry.name)] = int(stat_fields(entry)[1])
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return [each for each in found[1:] if each not in before]


def state_of(pid: int) -> str:
    """Return the letter of a process's state, as ``ps`` shows it; X if there is no such process."""
    try:
        return stat_fields(Path(f"/proc/{pid}"))[0]
    except OSError:
        return "X"


def stat_fields(folder: Path) -> list[str]:
    """Return what Linux says about a process or a thread in its folder, from the state on."""
    return (folder / "stat").read_text().rsplit(")", 1)[1].split()


def processor_time(pid: int) -> float:
    """Return the seconds of processor time of a process and of all that descend from it.

    Those that have ended count if their parents have waited for them.
    """
    ticks = 0
    for each in (pid, *descendants(pid)):
        with contextlib.suppress(OSError):  # it has just ended
            # User and system time of its own, and of the children that it has waited for.
            ticks += sum(map(int, stat_fields(Path(f"/proc/{each}"))[11:15]))
    return ticks / TICKS_A_SECOND


def is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended; a zombie has ended."""
    return state_of(pid) not in {"Z", "X"}


def any_ended(pids: list[int]) -> bool:
    """Return whether one of some processes has ended."""
    return not all(map(is_running, pids))


def all_ended(pids: list[int]) -> bool:
    """Return whether none of some processes is running."""
    return not any(is_running(pid) for pid in pids)


def kill_quietly(pid: int, signal: int) -> None:
    """Send a signal to a process that may have ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal)
