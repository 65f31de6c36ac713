"""The interface of every engine: an `Oracle` proves values of positions within one limit."""

from __future__ import annotations

from typing import Protocol

from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.result import Score


def bounds_progress(score: Score, nodes: int) -> Progress:
    """Return what an engine reports each time its bounds have become tighter.

    Examples
    --------
    >>> bounds_progress(Score(-3, 5), 1200)
    Progress(done=1200, total=None, text='value between -3 and 5, 1,200 nodes')
    """
    return Progress(nodes, text=f"value between {score.lower} and {score.upper}, {nodes:,} nodes")


class LimitReachedError(Exception):
    """The engine has used up its limit; what it has proved so far stays valid."""


class Oracle(Protocol):
    """An engine that proves values, within one limit for all questions, and remembers what it has proved."""

    @property
    def engine(self) -> str:
        """What the engine is called in results."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def seconds(self) -> float:
        """Wall-clock time since the first question."""

    def value(self, position: Position, progress: OnProgress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises `LimitReachedError`."""

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""
