"""Ctrl-C during steps that must be completed, and in compiled code, which may lose it."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def in_main_thread() -> bool:
    """Return whether this is the main thread, the only one that can handle signals."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def _noticed(on_interrupt: Callable[[int, FrameType | None], object] | None) -> Iterator[None]:
    """Call a function, if any, on Ctrl-C within the block, and raise `KeyboardInterrupt` at the end
    of the block.

    With a function, which raises it within the block, it takes the place of what the block makes of
    it.
    """
    came = threading.Event()

    def notice(number: int, frame: FrameType | None) -> None:
        came.set()
        if on_interrupt is not None:
            on_interrupt(number, frame)

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield
    except BaseException:
        if on_interrupt is None or not came.is_set():
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if came.is_set():
        raise KeyboardInterrupt


def held_back() -> AbstractContextManager[None]:
    """Delay Ctrl-C until the end of the block.

    Raises
    ------
    KeyboardInterrupt
        At the end of the block, if Ctrl-C was pressed within it.
    """
    return _noticed(None) if in_main_thread() else nullcontext()


def interruptible() -> AbstractContextManager[None]:
    """Raise `KeyboardInterrupt` after Ctrl-C even if a library swallows it.

    Compiled code may turn an interrupt in a callback into another error, or lose it.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C was pressed within the block.
    """
    on_interrupt = signal.getsignal(signal.SIGINT)
    return _noticed(on_interrupt) if in_main_thread() and callable(on_interrupt) else nullcontext()


class Listener:
    """A thread that receives signals at once, even while the main thread is busy.

    Attributes
    ----------
    stop : callable or None
        The function to call on Ctrl-C or SIGTERM.
    written : socket
        The socket to which Python writes the number of each signal.
    """

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self._ours, self.written = socket.socketpair()
        self.written.setblocking(False)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while numbers := self._ours.recv(16):
            asks_to_stop = not {signal.SIGINT, signal.SIGTERM}.isdisjoint(numbers)
            stop = self.stop  # another thread may change it
            if asks_to_stop and stop is not None:
                stop()


shared_listener = cache(Listener)
"""The listener of this process, whose thread starts at the first use."""


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function as soon as Ctrl-C or SIGTERM arrives in the block, even while compiled code
    runs.

    Python's own handler runs only after the compiled code has returned, so `stop` makes the code
    return.

    Parameters
    ----------
    stop : callable
        The function, which is called from another thread.
    """
    if not in_main_thread():
        yield
        return
    listener = shared_listener()
    before = signal.set_wakeup_fd(listener.written.fileno(), warn_on_full_buffer=False)
    try:
        listener.stop = stop
        yield
    finally:
        signal.set_wakeup_fd(before)
        listener.stop = None


def yield_saved(item: T, save: Callable[[T], None]) -> Iterator[T]:
    """Save an item, then yield it. Ctrl-C during the saving is delayed until the item has been
    yielded.

    So the consumer has received every saved item.
    """
    saved: list[T] = []
    try:
        with held_back():
            save(item)
            saved.append(item)
    finally:
        yield from saved
