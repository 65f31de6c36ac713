"""The strategy models as an `Oracle`: they work in a process of their own, which Ctrl-C ends at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from litslab.games.position import Position
from litslab.jobs.child import ChildObject
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.progress import OnProgress
from litslab.solver.endgame.result import CPSAT, Limit, Score
from litslab.solver.engines.oracle import BoundsTable, LimitReachedError, bounds_progress

if TYPE_CHECKING:
    from litslab.solver.model.strategy import Strategist

ENGINE = CPSAT

Event = tuple[Score, int]
"""The bounds of the position in question, and the nodes so far."""


class Questions:
    """What the oracle asks in the other process.

    Parameters
    ----------
    limit : Limit
        When to stop.
    workers, seed : int
        CP-SAT's threads, and where its randomness starts.
    """

    def __init__(self, limit: Limit, workers: int, seed: int) -> None:
        # OR-Tools takes long to import; here it happens in the other process.
        from litslab.solver.model.search import Settings  # noqa: PLC0415
        from litslab.solver.model.strategy import Strategist  # noqa: PLC0415

        self.strategist: Strategist = Strategist(limit, Settings(workers=workers, seed=seed))

    def value(self, position: Position, send: Callable[[Event], None]) -> None:
        """Find a value; bounds are sent as they become tighter."""
        try:
            self.strategist.value(position, lambda _: send((self.strategist.bounds(position), self.strategist.nodes)))
        finally:
            send((self.strategist.bounds(position), self.strategist.nodes))

    def reaches(self, position: Position, value: int, maximising: bool, send: Callable[[Event], None]) -> bool:
        """Return whether a value is reached; bounds are sent at the end."""
        try:
            return self.strategist.reaches(position, value, maximising)
        finally:
            send((self.strategist.bounds(position), self.strategist.nodes))


@dataclass
class CpSatOracle(BoundsTable):
    """Endgames by CP-SAT alone, with one limit for all questions; see `solver.model.strategy`.

    The other process starts with the first question and ends with the oracle.

    Attributes
    ----------
    limit : Limit
        When to stop.
    workers : int
        CP-SAT's threads; one is deterministic.
    seed : int
        The random seed.
    """

    engine: ClassVar[str] = ENGINE

    limit: Limit = field(default_factory=Limit)
    workers: int = 1
    seed: int = 0
    _child: ChildObject | None = field(default=None, repr=False)

    def __del__(self) -> None:
        if self._child is not None:
            self._child.close()

    def value(self, position: Position, progress: OnProgress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""
        score = self.bounds(position)
        if not score.is_exact:
            self._ask("value", position, (), progress)
            score = self.bounds(position)
        return score.lower

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises `LimitReachedError`."""
        score = self.bounds(position)
        target = value if maximising else value + 2
        if score.lower < target <= score.upper:
            self._ask("reaches", position, (value, maximising), None)
            score = self.bounds(position)
        return score.lower >= target if maximising else score.upper < target

    def _ask(self, method: str, position: Position, more: tuple[Any, ...], progress: OnProgress | None) -> None:
        left = None if self.limit.seconds is None else self.limit.seconds - self.seconds
        if left is not None and left <= 0:
            raise LimitReachedError
        if self._child is None:
            self._child = ChildObject(Questions, Limit(left, self.limit.nodes), self.workers, self.seed)

        def on_event(event: Event) -> None:
            score, self.nodes = event
            news = score != self.bounds(position)
            self.keep(position, score)
            if news and progress is not None:
                progress(bounds_progress(score, position, self.nodes))

        try:
            self._child.call(method, position, *more, on_event=on_event, time_limit=left)
        except ChildTimeoutError:
            raise LimitReachedError from None
