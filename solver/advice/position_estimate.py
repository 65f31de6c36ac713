"""The estimate of a position: win shares and margins of its moves, and a likely line."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.move import Move
from litslab.solver.score import Score


@dataclass(frozen=True)
class MoveEstimate:
    """The estimate of a move.

    Attributes
    ----------
    move : Move
        The move.
    share : float
        The win probability of the player who makes it.
    interval : tuple of float
        The 95 % interval of the share.
    margin : float
        The expected margin, from the first side's view.
    playouts : int
        The number of playouts that began with it.
    score : Score
        The proved bounds of the value after the move.
    """

    move: Move
    share: float
    interval: tuple[float, float]
    margin: float
    playouts: int
    score: Score


@dataclass(frozen=True)
class PositionEstimate:
    """The estimate of a position.

    Attributes
    ----------
    moves : tuple of MoveEstimate
        The moves that were tried, the best for the player to move first.
    line : tuple of Move
        A likely continuation.
    playouts : int
        The number of playouts.
    swap : bool or None
        Whether the player to move should swap; None if there is no swap.
    under_swap : bool
        Whether the moves are openings after which the other player may swap.
    """

    moves: tuple[MoveEstimate, ...]
    line: tuple[Move, ...]
    playouts: int
    swap: bool | None = None
    under_swap: bool = False

    @property
    def best(self) -> MoveEstimate:
        """The best move."""
        return self.moves[0]

    @property
    def share(self) -> float:
        """The win probability of the player to move, who may swap."""
        return 1 - self.best.share if self.swap else self.best.share

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        low, high = self.best.interval
        if self.swap is None:
            return low, high
        if self.swap:
            low, high = 1 - high, 1 - low
        return max(low, 0.5), max(high, 0.5)  # the better side is taken

    @property
    def margin(self) -> float:
        """The expected margin, from the first side's view."""
        return self.best.margin
