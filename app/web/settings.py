"""What a server allows: bounds on every request, so that none can take the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

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
        How many analyses, generations and simulations may run at once.
    most_seconds : float
        The longest time limit that a request may ask for.
    most_squares : int
        The largest board or puzzle.
    most_body : int
        Bytes of a request.
    most_games : int
        Games of a simulation.
    body_seconds : float
        How long a request may take to arrive.
    memory : int
        Bytes of the kernel's table in each analysis.
    workers : int
        How many processes answer short questions.
    answer_seconds : float
        How long a short question may wait, and how long its answer may take.
    worker_memory : int
        Bytes after which such a process is replaced.
    """

    port: int = 8123
    folder: Path | None = None
    analyses: int = 2
    most_seconds: float = 3600.0
    most_squares: int = 400
    most_body: int = 1 << 20
    most_games: int = 1_000_000
    body_seconds: float = 10.0
    memory: int = 256 << 20
    workers: int = 2
    answer_seconds: float = 10.0
    worker_memory: int = 1 << 30
