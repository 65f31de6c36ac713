"""Ctrl-C between steps, where a step has to be done as a whole, and in libraries that take it for an error."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def in_main_thread() -> bool:
    """Return whether this is the main thread, the only one that can handle signals."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def _handled_by(on_interrupt: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have Ctrl-C call a function within the block."""
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block.

    Raises
    ------
    KeyboardInterrupt
        At the end of the block, if Ctrl-C was pressed within it.
    """
    if not in_main_thread():
        yield
        return
    came = False

    def remember(*_: object) -> None:
        nonlocal came
        came = True

    with _handled_by(remember):
        yield
    if came:
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` after Ctrl-C whatever a library has made of it.

    What calls back from compiled code may turn an interrupt in the callback into an error of its own, or lose it.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C was pressed within the block.
    """
    on_interrupt = signal.getsignal(signal.SIGINT)
    if not in_main_thread() or not callable(on_interrupt):
        yield
        return
    came = False

    def remember(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        on_interrupt(number, frame)

    try:
        with _handled_by(remember):
            yield
    except BaseException:
        if came:
            raise KeyboardInterrupt from None
        raise
    if came:
        raise KeyboardInterrupt


def yield_saved(item: T, save: Callable[[T], None]) -> Iterator[T]:
    """Save an item, then yield it; Ctrl-C while it is saved waits until it has been yielded.

    So whoever iterates has seen everything that is saved.
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
