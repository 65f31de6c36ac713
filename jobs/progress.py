"""What long work tells of itself: how far it is, and notices in one line. Every command imports it, and no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far long work is.

    Attributes
    ----------
    done : int
        How much has been done since the work began: games, puzzles, nodes.
    total : int or None
        How much there is to do; None if that is not known.
    text : str
        What else there is to say, such as bounds found so far, or what is being worked out.
    """

    done: int = 0
    total: int | None = None
    text: str = ""


OnProgress = Callable[[Progress], None]
"""Receives progress, as often as the work finds convenient; where it raises an exception, the work ends."""


def ignore_progress(_: Progress) -> None:
    """Do nothing with progress: what functions call if the caller gave no `OnProgress`."""


class Notice(UserWarning):
    """Something that a user should know although there is an answer; its text is one line."""
