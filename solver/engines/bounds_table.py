"""What an engine has proved so far, by position: the part of an `Oracle` that every engine has in common."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from litslab.games.position import Move, Position
from litslab.solver.endgame.result import Score


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
