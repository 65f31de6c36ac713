"""The base of every engine: an `Oracle` proves values of positions within one limit, and remembers
the bounds that it proved.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from litslab.games.errors import OptionError
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.score import Score


class StrategyTooLongError(Exception):
    """A strategy has more moves than allowed."""


@dataclass(slots=True)
class BoundsEntry:
    """The bounds of a position's value.

    Attributes
    ----------
    lower, upper : int
        Bounds of its value.
    best : Move or None
        The best move of the last visit, if the engine stores it.
    """

    lower: int
    upper: int
    best: Move | None = None


@dataclass
class Oracle(ABC):
    """An engine with one limit for all questions, and the bounds that it has proved.

    Attributes
    ----------
    engine : str
        The name of the engine in results.
    limit : Limit
        The limit, which counts from the start of the engine; the search can be resumed with a wider
        one.
    rules : Rules or None
        The game of all questions; by default that of the first one.
    nodes : int
        Positions visited so far; with CP-SAT, positions for which a model was made.
    entries : dict
        What is known of positions, by their keys.
    """

    engine: ClassVar[str]

    limit: Limit = field(default_factory=Limit)
    rules: Rules | None = field(default=None, kw_only=True)
    nodes: int = field(default=0, kw_only=True)
    entries: dict[tuple[Any, ...], BoundsEntry] = field(
        default_factory=dict, repr=False, kw_only=True
    )
    _started: float = field(default_factory=time.perf_counter, repr=False, kw_only=True)

    @abstractmethod
    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""

    @abstractmethod
    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises
        `LimitReachedError`.
        """

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises
        `LimitReachedError`.
        """
        return self.at_least(position, value if maximising else value + 2) is maximising

    @property
    def seconds(self) -> float:
        """Wall-clock time since the engine was made."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float | None:
        """The remaining time, None if it is not limited; raises `LimitReachedError` when it has run
        out.
        """
        if self.limit.seconds is None:
            return None
        left = self.limit.seconds - self.seconds
        if left <= 0:
            raise LimitReachedError
        return left

    def check_rules(self, position: Position) -> None:
        """Raise unless a position is of this engine's game: the keys of the bounds do not contain
        the rules.

        Raises
        ------
        OptionError
            If it is of another game, or of the same with other options.
        """
        if self.rules is None:
            self.rules = position.rules
        elif position.rules is not self.rules and position.rules != self.rules:
            raise OptionError(
                f"{position!r}: expected a position of the {self.rules.title} that this engine "
                "began with, with the same options"
            )

    def bounds(self, position: Position) -> Score:
        """Return the bounds of a position's value that have been proved so far."""
        self.check_rules(position)
        entry = None if position.is_over else self.entries.get(position.key)
        return Score.by_rules(position) if entry is None else Score(entry.lower, entry.upper)

    def entry(self, position: Position) -> BoundsEntry:
        """Return the entry of a position; a new one has the bounds of all values."""
        self.check_rules(position)
        limit = position.rules.value_limit()
        return self.entries.setdefault(position.key, BoundsEntry(-limit, limit))

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:  # noqa: ARG002 - for the kernel
        """Return all moves without a search; the ones that most likely keep a value come first."""
        self.check_rules(position)
        choices = position.choices()
        best = self.entries.get(position.key, BoundsEntry(0, 0)).best
        return (
            choices if best not in choices else (best, *(move for move in choices if move != best))
        )

    def keep(self, position: Position, score: Score) -> None:
        """Replace the known bounds of a position."""
        entry = self.entry(position)
        entry.lower = score.lower
        entry.upper = score.upper

    def strategy(  # noqa: B027 - for the kernel
        self,
        position: Position,
        side: int,
        value: int,
        *,
        largest: int,
        report: Callable[[int], None],
    ) -> Sequence[int] | None:
        """Return a side's moves that keep at least (side 0) or at most (side 1) a value, in the
        order of a walk.

        A move is its number among all moves in the order of their texts.

        Parameters
        ----------
        position : Position
            The first position of the walk.
        side : int
            The strategist's side.
        value : int
            The value of the position, which the engine has found.
        largest : int
            The most moves.
        report : callable
            Receives the number of positions met, periodically.

        Returns
        -------
        sequence of int or None
            None if the engine has no faster way than a question about each move (`reaches`).

        Raises
        ------
        LimitReachedError
            If the limit is reached first.
        StrategyTooLongError
            If there are more moves.
        OutOfMemoryError
            If the positions of the walk do not fit into memory.
        """
