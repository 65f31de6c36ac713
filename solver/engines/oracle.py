"""What every engine is: an `Oracle` proves values of positions within one limit, and remembers what it has proved."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from litslab.games.notation import range_text
from litslab.games.position import Move, Position
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


@dataclass(slots=True)
class BoundsEntry:
    """What is known of a position.

    Attributes
    ----------
    lower, upper : int
        Bounds of its value.
    best : Move or None
        The move that was best when the position was last visited, where the engine keeps one.
    """

    lower: int
    upper: int
    best: Move | None = None


@dataclass
class Oracle(ABC):
    """An engine with one limit for all questions, and the proved bounds by position.

    Attributes
    ----------
    engine : str
        What the engine is called in results.
    limit : Limit
        When to stop, counted from the first question; a wider one lets it go on.
    nodes : int
        Positions visited so far (by constraint programming: those that a model was made for).
    """

    engine: ClassVar[str]

    limit: Limit = field(default_factory=Limit)
    nodes: int = field(default=0, kw_only=True)
    _entries: dict[tuple[Any, ...], BoundsEntry] = field(default_factory=dict, repr=False, kw_only=True)
    _started: float = field(default_factory=time.perf_counter, repr=False, kw_only=True)

    @abstractmethod
    def value(self, position: Position, progress: OnProgress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""

    @abstractmethod
    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises `LimitReachedError`."""

    @property
    def seconds(self) -> float:
        """Wall-clock time since the engine was made."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float | None:
        """The time that is left of the limit, None where there is none; raises `LimitReachedError` at its end."""
        if self.limit.seconds is None:
            return None
        left = self.limit.seconds - self.seconds
        if left <= 0:
            raise LimitReachedError
        return left

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""
        if position.is_over:
            value = position.outcome().value
            return Score(value, value)
        limit = position.rules.value_limit()
        entry = self._entries.get(position.key)
        return Score(-limit, limit) if entry is None else Score(entry.lower, entry.upper)

    def entry(self, position: Position) -> BoundsEntry:
        """Return the entry of a position, to be improved."""
        limit = position.rules.value_limit()
        return self._entries.setdefault(position.key, BoundsEntry(-limit, limit))

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:  # noqa: ARG002 - for the kernel
        """Return all moves, those first that most likely keep a value; nothing is searched."""
        choices, best = position.choices(), self._entries.get(position.key, BoundsEntry(0, 0)).best
        return choices if best not in choices else (best, *(move for move in choices if move != best))

    def keep(self, position: Position, score: Score) -> None:
        """Keep bounds in place of those that were known."""
        entry = self.entry(position)
        entry.lower, entry.upper = score.lower, score.upper

    def strategy(  # noqa: B027 - for the kernel
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
