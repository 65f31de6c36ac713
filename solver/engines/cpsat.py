"""CP-SAT as an `Oracle`: a child process answers by models (`solver.engines.strategy`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from litslab.games.position import Position
from litslab.jobs.child_object import ChildObject
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.progress import bounds_progress
from litslab.solver.model.settings import CPSAT, Inspection, Settings
from litslab.solver.score import Score

Event = tuple[Score, int]
"""The bounds of the position, and the nodes so far."""


class _Questions:
    """The object in the child process that answers the oracle."""

    def __init__(self, limit: Limit, settings: Settings) -> None:
        # OR-Tools takes long to import, so only the child process does.
        from litslab.solver.engines.strategy import Strategist  # noqa: PLC0415

        self.strategist = Strategist(limit, settings)

    def ask(self, position: Position, target: int | None, send: Callable[[Event], None]) -> None:
        """Find a value, or whether it is at least `target`; send bounds as they become tighter, and
        at the end.
        """

        def send_bounds(_: object = None) -> None:
            send((self.strategist.bounds(position), self.strategist.nodes))

        try:
            if target is None:
                self.strategist.value(position, send_bounds)
            else:
                self.strategist.at_least(position, target)
        finally:
            send_bounds()


@dataclass
class CpSatOracle(Oracle):
    """Endgames by CP-SAT alone (`solver.engines.strategy`), in a child process that Ctrl-C ends at
    once.

    The child starts with the first question and ends with the oracle.

    Attributes
    ----------
    threads : int
        CP-SAT's threads; one is deterministic.
    inspection : Inspection
        The search log, and the file of the first model.
    """

    engine: ClassVar[str] = CPSAT

    threads: int = 1
    inspection: Inspection = field(default_factory=Inspection, kw_only=True)
    _child: ChildObject | None = field(default=None, repr=False)

    def __del__(self) -> None:
        if self._child is not None:
            self._child.close()

    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""
        if not self.bounds(position).is_exact:
            self._ask(position, None, progress)
        return self.bounds(position).lower

    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises
        `LimitReachedError`.
        """
        score = self.bounds(position)
        if score.lower < target <= score.upper:
            self._ask(position, target, ignore_progress)
            score = self.bounds(position)
        return score.lower >= target

    def _ask(self, position: Position, target: int | None, progress: OnProgress) -> None:
        left = self.seconds_left
        if self._child is None:
            settings = Settings(workers=self.threads, inspection=self.inspection)
            self._child = ChildObject(_Questions, Limit(left, self.limit.nodes), settings)

        def on_event(event: Event) -> None:
            score, self.nodes = event
            news = score != self.bounds(position)
            self.keep(position, score)
            if news:
                progress(bounds_progress(score, position, self.nodes))

        try:
            self._child.call("ask", position, target, on_event=on_event, time_limit=left)
        except ChildTimeoutError:
            raise LimitReachedError from None
