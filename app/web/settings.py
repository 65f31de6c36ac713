"""Bounds of a server on every request, and the answer to each error."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from litslab.app.web import documents
from litslab.games.errors import GameError, IllegalMoveError, OptionError
from litslab.games.files import WouldOverwriteError
from litslab.games.language import ENGLISH, tr
from litslab.games.line_breaks import one_line
from litslab.games.memory import OutOfMemoryError
from litslab.games.notation import illegal_text
from litslab.games.refusal import IllegalRecordError
from litslab.games.result_json import plain
from litslab.games.toml import first_mistake
from litslab.jobs.errors import ChildDiedError, ChildTimeoutError, WorkerError
from litslab.jobs.progress import Progress

if TYPE_CHECKING:
    from litslab.solver.engines.limit import Limit

D = TypeVar("D")

HOST = "127.0.0.1"
"""The only address that the server binds to."""


@dataclass(frozen=True)
class Settings:
    """The bounds of a server.

    Attributes
    ----------
    port : int
        The port; 0 for any free one.
    folder : Path or None
        The only folder whose files the page may open and write; None for none.
    analyses : int
        Most analyses, generations and simulations at once.
    usual_seconds : float
        The default time limit of a review, and of generating puzzles or studies.
    most_seconds : float
        The longest time limit that a request may ask for.
    overtime : float
        Seconds beyond its time limit during which an analysis may send nothing.
    most_squares : int
        The largest board or puzzle.
    most_body : int
        Bytes of a request.
    most_nodes : int
        Positions that an exact search may visit, and playouts that an engine may play for one move.
    most_games : int
        Games of a simulation.
    most_entries : int
        Puzzles or studies of a booklet.
    body_seconds : float
        Seconds in which a request has to arrive.
    memory : int
        Size of the kernel's table in each analysis, in MiB.
    workers : int
        Number of processes that answer short questions.
    answer_seconds : float
        Seconds that a short question may wait, and that its answer may take.
    check_seconds : float
        Seconds after which the check of a puzzle that is being drawn or solved leaves it undecided.
    worker_memory : int
        Memory in MiB beyond which such a process is replaced.
    scratch : Path or None
        The folder for the temporary files of an analysis; None for the system's own.
    language : str
        The language of the texts of an answer.
    """

    port: int = 8123
    folder: Path | None = None
    analyses: int = 2
    usual_seconds: float = 60.0
    most_seconds: float = 3600.0
    overtime: float = 60.0
    most_squares: int = 400
    most_body: int = 1 << 20
    most_nodes: int = 100_000_000_000
    most_games: int = 1_000_000
    most_entries: int = 200
    body_seconds: float = 10.0
    memory: int = 256
    workers: int = 2
    answer_seconds: float = 10.0
    check_seconds: float = 2.0
    worker_memory: int = 1024
    scratch: Path | None = None
    language: str = ENGLISH


Send = Callable[[dict[str, Any]], None]


def seconds_of(
    request: documents.TimedRequest,
    settings: Settings,
    default: float | None = None,
) -> float:
    """Return the time of a request."""
    return min(request.time_limit or default or settings.most_seconds, settings.most_seconds)


def limit_of(request: documents.SolveRequest | documents.ClueRequest, settings: Settings) -> Limit:
    """Return the time and the nodes of an exact search."""
    from litslab.solver.engines.limit import Limit  # noqa: PLC0415 - for exact searches alone

    nodes = settings.most_nodes
    if request.nodes is not None:
        nodes = min(request.nodes, nodes)
    return Limit(seconds_of(request, settings), nodes)


def sending(send: Send) -> Callable[[Progress], None]:
    """Return a function that sends the progress of some work."""
    return lambda progress: send(
        {"done": progress.done, "total": progress.total, "text": progress.text}
    )


def sent(made: Iterable[D], name: str, send: Send) -> list[D]:
    """Return answers, and send each under a name as soon as it is made."""
    found = []
    for document in made:
        found.append(document)
        send({name: plain(document)})
    return found


class BusyError(GameError):
    """The server is at its limit, and can answer later."""


class TooLargeError(GameError):
    """A board or a file that is larger than the server takes."""


def check_fit(what: str, squares: int, settings: Settings) -> None:
    """Refuse a board, puzzle or picture that is larger than the server takes.

    Raises
    ------
    TooLargeError
        If it is.
    """
    if squares > settings.most_squares:
        text = tr(
            "a {what} of {squares} squares: expected at most {most}",
            what=tr(what),
            squares=squares,
            most=settings.most_squares,
        )
        raise TooLargeError(text)


class MissingError(GameError):
    """A file that is not there."""


class RefusedError(GameError):
    """A request that is not carried out; processes pass it on to the server.

    Attributes
    ----------
    status : int
        The HTTP status.
    error : str
        The mistake, in one line.
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


def refusal_of(error: Exception) -> RefusedError:
    """Return the answer to an error; a bug is raised again."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, ValidationError):
        return RefusedError(422, _line(_mistake_of_request(error)))
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), None)
    if status is None:
        raise error
    text = str(error)
    if isinstance(error, RecursionError | MemoryError):
        text = tr("too large for this machine")
    elif isinstance(error, ChildDiedError):
        text = tr("the work was ended: the server is closing, or out of memory")
    elif isinstance(error, IllegalMoveError):
        text = illegal_text(error)
    return RefusedError(status, _line(text))


def _mistake_of_request(error: ValidationError) -> str:
    """Return the first mistake of a request: in the words of an option's check, if it has one."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "string_too_long":
        most = f"{first['ctx']['max_length']:,}"
        return tr("This text is too long; at most {most} characters are read.", most=most)
    cause = first.get("ctx", {}).get("error")
    return str(cause) if isinstance(cause, OptionError) else first_mistake(error, "the request")


def _line(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= 500 else f"{line[:499]}…"
