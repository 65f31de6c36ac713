"""SIGTERM ends a command as Ctrl-C does."""

from __future__ import annotations

import signal
from types import FrameType

from litslab.jobs.interrupts import in_main_thread


class Termination:
    """SIGTERM handled like Ctrl-C within a ``with`` block: it raises `KeyboardInterrupt` there.

    Attributes
    ----------
    came : bool
        Whether SIGTERM was received.
    """

    def __init__(self) -> None:
        self.came = False
        self._before: object = None

    def __enter__(self) -> Termination:
        """Set the handler, in the main thread only, as no other can."""
        if in_main_thread():
            self._before = signal.signal(signal.SIGTERM, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGTERM, self._before)  # type: ignore[arg-type]

    def _handle(self, _number: int, frame: FrameType | None) -> None:
        self.came = True
        on_interrupt = signal.getsignal(signal.SIGINT)
        if callable(on_interrupt):  # while Ctrl-C has to wait, so does SIGTERM
            on_interrupt(signal.SIGINT, frame)
        else:  # Ctrl-C is ignored, as in the background of a script
            raise KeyboardInterrupt
