"""Ctrl-C between steps and not within them: what has begun to be kept and told is kept and told whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block.

    Raises
    ------
    KeyboardInterrupt
        At the end of the block, where Ctrl-C came within it.
    """
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
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
