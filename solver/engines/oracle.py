"""The interface of every engine: an `Oracle` proves values of positions within one limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

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


@dataclass(kw_only=True)
class BoundsTable:
    """Proved bounds by position, with the clock and the count of what proving them took.

    Attributes
    ----------
    nodes : int
        Positions visited so far (by constraint programming: those that a model was made for).
    """

    nodes: int = 0
    _entries: dict[tuple[Any, ...], BoundsEntry] = field(default_factory=dict, repr=False)
    _started: float = field(default_factory=time.perf_counter, repr=False)

    @property
    def seconds(self) -> float:
        """Wall-clock time since the engine was made."""
        return time.perf_counter() - self._started

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

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:  # noqa: ARG002 - see `Oracle`
        """Return all moves, the one first that was best when the position was last visited."""
        choices, best = position.choices(), self._entries.get(position.key, BoundsEntry(0, 0)).best
        return choices if best not in choices else (best, *(move for move in choices if move != best))

    def keep(self, position: Position, score: Score) -> None:
        """Keep bounds in place of those that were known."""
        entry = self.entry(position)
        entry.lower, entry.upper = score.lower, score.upper

    def strategy(
        self,
        position: Position,  # noqa: ARG002 - for engines that write strategies themselves
        side: int,  # noqa: ARG002
        value: int,  # noqa: ARG002
        *,
        largest: int,  # noqa: ARG002
        report: Callable[[int], None],  # noqa: ARG002
    ) -> Sequence[int] | None:
        """Return None: this engine has to be asked move by move, see `Oracle.strategy`."""
        return None
