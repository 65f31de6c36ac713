"""Ctrl-C while CP-SAT works in this process: the search stops, and Python sees the signal.

CP-SAT would take the signal itself. It then forgets to give it back: after its first search Ctrl-C ends the process at
once, and one that comes just as a solution is found is lost.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from litslab.jobs.interrupts import in_main_thread


class _Listener:
    """A thread that receives signals at once, whatever the main thread does.

    Attributes
    ----------
    stop : callable or None
        What it calls on Ctrl-C or SIGTERM.
    """

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        threading.Thread(target=self._listen, daemon=True).start()

    def fileno(self) -> int:
        """Return where Python writes the number of each signal."""
        return self._theirs.fileno()

    def _listen(self) -> None:
        while numbers := self._ours.recv(16):
            if {signal.SIGINT, signal.SIGTERM} & set(numbers) and (stop := self.stop) is not None:
                stop()


_listener = cache(_Listener)


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function as soon as Ctrl-C or SIGTERM arrives in the block, also while compiled code runs in it.

    Python's own handler runs as usual, but only when the compiled code has returned: `stop` is to make it do so.

    Parameters
    ----------
    stop : callable
        What to call, from another thread.
    """
    if not in_main_thread():
        yield
        return
    listener = _listener()
    before = signal.set_wakeup_fd(listener.fileno(), warn_on_full_buffer=False)
    try:
        listener.stop = stop
        yield
    finally:
        signal.set_wakeup_fd(before)
        listener.stop = None
