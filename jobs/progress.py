"""Progress of long work, and notices in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """The progress of long work.

    Attributes
    ----------
    done : int
        The amount of work done so far: games, puzzles, nodes.
    total : int or None
        The total amount of work; None if it is unknown.
    text : str
        More details, such as the bounds so far or the current step.
    """

    done: int = 0
    total: int | None = None
    text: str = ""


OnProgress = Callable[[Progress], None]
"""A function that receives progress from time to time; an exception in it ends the work."""


def ignore_progress(_: Progress) -> None:
    """Ignore progress: the default if the caller gave no `OnProgress`."""
