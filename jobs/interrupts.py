"""Ctrl-C during steps that must be completed, and in compiled code, which may lose it."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def in_main_thread() -> bool:
    """Return whether this is the main thread, the only one that can handle signals."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def _noticed(on_interrupt: Callable[[int, FrameType | None], None]) -> Iterator[threading.Event]:
    """Call a function on Ctrl-C within the block, and set the event."""
    came = threading.Event()

    def notice(number: int, frame: FrameType | None) -> None:
        came.set()
        on_interrupt(number, frame)

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def held_back() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block.

    Raises
    ------
    KeyboardInterrupt
        At the end of the block, if Ctrl-C was pressed within it.
    """
    if not in_main_thread():
        yield
        return
    with _noticed(lambda _, __: None) as came:
        yield
    if came.is_set():
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` after Ctrl-C even if a library swallows it.

    Compiled code may turn an interrupt in a callback into another error, or lose it.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C was pressed within the block.
    """
    on_interrupt = signal.getsignal(signal.SIGINT)
    if not in_main_thread() or not callable(on_interrupt):
        yield
        return
    with _noticed(on_interrupt) as came:
        try:
            yield
        finally:
            if came.is_set():
                raise KeyboardInterrupt from None


class _Listener:
    """A thread that receives signals at once, even while the main thread is busy.

    Attributes
    ----------
    stop : callable or None
        The function to call on Ctrl-C or SIGTERM.
    """

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        threading.Thread(target=self._listen, daemon=True).start()

    def fileno(self) -> int:
        """Return the file descriptor to which Python writes the number of each signal."""
        return self._theirs.fileno()

    def _listen(self) -> None:
        while numbers := self._ours.recv(16):
            if {signal.SIGINT, signal.SIGTERM} & set(numbers) and (stop := self.stop) is not None:
                stop()


_listener = cache(_Listener)


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function as soon as Ctrl-C or SIGTERM arrives in the block, even while compiled code runs.

    Python's own handler runs only after the compiled code has returned, so `stop` makes the code return.

    Parameters
    ----------
    stop : callable
        The function, which is called from another thread.
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


def yield_saved(item: T, save: Callable[[T], None]) -> Iterator[T]:
    """Save an item, then yield it. Ctrl-C during the saving is delayed until the item has been yielded.

    So the consumer has received every saved item.
    """
    saved = False
    try:
        with held_back():
            save(item)
            saved = True
    except KeyboardInterrupt:
        if saved:
            yield item
        raise
    yield item
