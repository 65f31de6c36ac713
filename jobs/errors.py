"""Errors of the processes that do the work; each text is one line that says what went wrong and why."""

from __future__ import annotations

from litslab.games.errors import GameError


class WorkerError(GameError):
    """Workers that cannot be used: they cannot be started, or the cluster does not answer."""


class ChildTimeoutError(WorkerError):
    """A child process that did not end in time, and was ended."""


class ChildDiedError(GameError):
    """A child process that ended without an answer: it was killed, or ran out of memory."""
