"""Ctrl-C between steps: a step that has to be done as a whole is finished first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def in_main_thread() -> bool:
    """Return whether this is the main thread, the only one that can handle signals."""
    return threading.current_thread() is threading.main_thread()


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

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
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
