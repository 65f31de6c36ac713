"""Bounds of a value, from the first side's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import computed_field

from litslab.games.position import Position


@dataclass(frozen=True)
class Score:
    """Bounds of a value: odd integers from the first side's view, ``lower ≤ value ≤ upper``."""

    lower: int
    upper: int
    """The same as `lower` if the value is exact."""

    @classmethod
    def by_rules(cls, position: Position) -> Score:
        """Return the bounds by the rules alone: the value if the game is over, otherwise the limits
        of all values.
        """
        if position.is_over:
            value = position.outcome().value
            return cls(value, value)
        return cls(-position.rules.value_limit(), position.rules.value_limit())

    @property
    def is_exact(self) -> bool:
        """Return whether the value is known."""
        return self.lower == self.upper

    @computed_field
    @property
    def value(self) -> int | None:
        """The value: twice the margin, plus or minus one for the tie rule; None if only bounds are
        known.
        """
        return self.lower if self.is_exact else None

    @property
    def winning_side(self) -> int | None:
        """The side that wins by every value within the bounds; None if there is no such side."""
        if self.lower > 0:
            return 0
        return 1 if self.upper < 0 else None

    def winner(self, sides: Sequence[str]) -> str | None:
        """Return the name of the winning side, one of two names; None if the winner is unknown."""
        return None if self.winning_side is None else sides[self.winning_side]

    def __and__(self, other: Score) -> Score:
        """Return the intersection of both bounds."""
        return Score(max(self.lower, other.lower), min(self.upper, other.upper))
