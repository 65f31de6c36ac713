"""How much a request may take: what it asks for, but no more than the server allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litslab.app.web import documents
from litslab.app.web.settings import Settings
from litslab.jobs.machine import processors
from litslab.jobs.progress import Progress
from litslab.solver.endgame.result import Limit

Send = Callable[[dict[str, Any]], None]


def seconds_of(request: documents.TimedRequest, settings: Settings, default: float | None = None) -> float:
    """Return the time of a request."""
    return min(request.time_limit or default or settings.most_seconds, settings.most_seconds)


def limit_of(
    request: documents.SolveRequest | documents.AttemptRequest | documents.ClueRequest, settings: Settings
) -> Limit:
    """Return the time and the nodes of an exact search."""
    nodes = settings.most_nodes if request.nodes is None else min(request.nodes, settings.most_nodes)
    return Limit(seconds_of(request, settings), nodes)


def threads_of(request: int) -> int:
    """Return how many threads a search uses: no more than there are processors."""
    return min(request, processors())


def sending(send: Send) -> Callable[[Progress], None]:
    """Return what passes on how far some work has come."""
    return lambda progress: send({"done": progress.done, "total": progress.total, "text": progress.text})
