"""The interface of every engine: an `Oracle` proves values of positions within one limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from litslab.games.position import Move, Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.endgame.result import Limit, Score


def bounds_progress(score: Score, position: Position, nodes: int) -> Progress:
    """Return what an engine reports each time the bounds of a position's value have become tighter.

    Examples
    --------
    >>> from litslab.games import create
    >>> bounds_progress(Score(-3, 5), create("taiji").start(), 1200).text
    'between dark by 1 and light by 3, 1,200 nodes'
    """
    return Progress(nodes, text=f"{range_text(score.lower, score.upper, position)}, {nodes:,} nodes")


class LimitReachedError(Exception):
    """The engine has used up its limit; what it has proved so far stays valid."""


class StrategyTooLongError(Exception):
    """A strategy with more moves than were asked for."""


class Oracle(Protocol):
    """An engine that proves values, within one limit for all questions, and remembers what it has proved.

    Attributes
    ----------
    limit : Limit
        When to stop, counted from the first question; a wider one lets it go on.
    """

    limit: Limit

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

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:
        """Return all moves of a position, those first that most likely keep its value; nothing is searched."""

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
