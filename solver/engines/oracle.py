"""What every engine can be asked: an `Oracle` proves values of positions within one limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from litslab.games.position import Position
from litslab.solver.result import Score

Progress = Callable[[Score, int], None]
"""Called with the bounds known so far and the nodes visited, each time the bounds have become tighter."""


class LimitReachedError(Exception):
    """The engine has used up its limit; what it has proved so far stays valid."""


class StrategyTooLongError(Exception):
    """A strategy with more moves than were asked for."""


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

    def value(self, position: Position, progress: Progress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` where the limit comes first."""

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Tell whether a position is worth at least (maximising) or at most a value; may raise `LimitReachedError`."""

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""

    def strategy(
        self, position: Position, side: int, value: int, *, largest: int, report: Callable[[int], None]
    ) -> Sequence[int] | None:
        """Return a side's moves that keep at least (side 0) or at most (side 1) a value, in the order of a `Walk`.

        A move is its number among all moves in the order of their texts.

        Parameters
        ----------
        position : Position
            Where the walk begins.
        side : int
            Whose strategy it is.
        value : int
            The value, which the engine has found.
        largest : int
            The most moves.
        report : callable
            Receives, now and then, how many positions have been met.

        Returns
        -------
        sequence of int or None
            None where the engine has no faster way than to ask it move by move (`reaches`).

        Raises
        ------
        LimitReachedError
            If the limit comes first.
        StrategyTooLongError
            If there are more moves.
        OutOfMemoryError
            If the positions of the walk do not fit into memory.
        """
