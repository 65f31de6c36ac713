"""Which errors a request can cause, and how each is answered."""

from __future__ import annotations

from pydantic import ValidationError

from litslab.games.errors import GameError, IllegalMoveError
from litslab.games.files import WouldOverwriteError
from litslab.games.memory import OutOfMemoryError
from litslab.games.record import IllegalRecordError
from litslab.jobs.progress import ChildDiedError, ChildTimeoutError, WorkerError


class BusyError(GameError):
    """The server does as much as it may at once; later it can answer."""


class TooLargeError(GameError):
    """A board or a file that is larger than the server takes."""


class MissingError(GameError):
    """A file that is not there."""


class RefusedError(GameError):
    """A request that is not carried out; processes pass it on to the server.

    Attributes
    ----------
    status : int
        The HTTP status.
    error : str
        What was wrong, in one line.
    """

    def __init__(self, status: int, error: str) -> None:
        super().__init__(status, error)
        self.status = status
        self.error = error


STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (BusyError, 429),
    (TooLargeError, 413),
    (OutOfMemoryError, 413),
    (RecursionError, 413),
    (MemoryError, 413),
    (MissingError, 404),
    (WouldOverwriteError, 409),
    (IllegalMoveError, 409),
    (IllegalRecordError, 409),
    (ChildTimeoutError, 503),
    (ChildDiedError, 503),
    (WorkerError, 503),
    (GameError, 400),
)
"""The HTTP status of each error that a request can cause; the first that fits."""


def refusal_of(error: Exception) -> RefusedError | None:
    """Return how an error is answered; None where it is a bug."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the request"
        return RefusedError(422, _line(f"{where}: {first['msg']}"))
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), None)
    if status is None:
        return None
    text = "too large for this machine" if isinstance(error, RecursionError | MemoryError) else str(error)
    return RefusedError(status, _line(text))


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 500 else f"{line[:499]}…"
