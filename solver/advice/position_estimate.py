"""The estimate of a position: win shares and margins of its moves, and a likely line."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import computed_field

from litslab.games.result_json import JsonMove, does_not_apply
from litslab.solver.score import Score

SAYS_NOTHING = 0.9
"""The width of the 95 % interval of a win share from which on the share says nothing."""


@dataclass(frozen=True)
class MoveEstimate:
    """The estimate of a move."""

    move: JsonMove
    """The move."""
    share: float
    """The win probability of the player who makes it."""
    interval: tuple[float, float]
    """The 95 % interval of the share."""
    margin: float
    """The expected margin, from the first side's view."""
    playouts: int
    """The number of playouts that began with it."""
    score: Score
    """The proved bounds of the value after the move."""


@dataclass(frozen=True)
class PositionEstimate:
    """The estimate of a position."""

    moves: tuple[MoveEstimate, ...]
    """The moves that were tried, the best for the player to move first."""
    line: tuple[JsonMove, ...]
    """A likely continuation."""
    playouts: int
    """The number of playouts."""
    should_swap: bool | None = None
    """Whether the player to move should swap; None if there is no swap."""
    under_swap: bool = False
    """Whether the moves are openings after which the other player may swap."""

    @property
    def best(self) -> MoveEstimate:
        """The best move."""
        return self.moves[0]

    @computed_field
    @property
    def share(self) -> float:
        """The win probability of the player to move, who may swap."""
        return 1 - self.best.share if self.should_swap else self.best.share

    @computed_field
    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        low, high = self.best.interval
        if self.should_swap is None:
            return low, high
        if self.should_swap:
            low, high = 1 - high, 1 - low
        return max(low, 0.5), max(high, 0.5)  # the better side is taken

    @computed_field(exclude_if=does_not_apply)
    @property
    def undecided(self) -> bool:
        """Whether the playouts are too few to say who wins."""
        low, high = self.best.interval
        return high - low > SAYS_NOTHING

    @computed_field
    @property
    def margin(self) -> float:
        """The expected margin, from the first side's view."""
        return self.best.margin
