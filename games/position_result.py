"""What all results about one position have in common."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.position import Position
from litslab.games.result_json import Hidden
from litslab.games.rules import Rules


@dataclass(frozen=True)
class PositionResult:
    """A result about a position, by whose rules its moves and squares are written."""

    position: Hidden[Position]
    """The position."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.position.rules
