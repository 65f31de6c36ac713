"""What long work tells of itself: how far it is, notices in one line, and errors of the processes that do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from litslab.games.errors import GameError


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


class WorkerError(GameError):
    """Workers that cannot be used: they cannot be started, or the cluster does not answer."""


class ChildTimeoutError(WorkerError):
    """A child process that did not end in time, and was ended."""


class ChildDiedError(GameError):
    """A child process that ended without an answer: it was killed, or ran out of memory."""
