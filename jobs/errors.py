"""Errors of workers and child processes."""

from __future__ import annotations

from litslab.games.errors import GameError


class WorkerError(GameError):
    """Workers that cannot be used: they cannot be started, or the cluster does not answer."""


class ChildTimeoutError(WorkerError):
    """A child process that was stopped because it did not end in time."""


class ChildDiedError(GameError):
    """A child process that ended without an answer: it was killed, or ran out of memory."""
