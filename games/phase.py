"""Phases of games: in a phase, pieces of one kind are placed under one set of rules.

Most games have one phase, and a double game has two. Phases with rules of their own are
`games.taiji.PackingPhase`, `games.tetrominoes.LayoutPhase` and `games.wythe.StackPhase`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from litslab.games.placements import Placement, PlacementTable


class LastPlaced(Protocol):
    """A count of the pieces that can have been placed last; the pieces of a phase are added in the
    order of play.
    """

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many of all pieces can have been placed last."""


class AnyOrder:
    """Pieces that can be placed in any order: each can have been the last."""

    def __init__(self) -> None:
        self._pieces = 0

    def add(self, _: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        self._pieces += 1
        return self._pieces


@dataclass(frozen=True, eq=False)
class Phase:
    """A phase of a game.

    Attributes
    ----------
    name : str
        The name.
    table : PlacementTable
        The placements.
    begins_at : int
        The index of the first placement in the table of the whole game.
    """

    colours_interchangeable: ClassVar[bool] = False
    """Exchanging the colours of a placed piece does not change which pieces fit."""

    name: str
    table: PlacementTable
    begins_at: int = 0

    @property
    def levels(self) -> int:
        """The number of pieces that can be on top of each other."""
        return 1

    @property
    def ground(self) -> PlacementTable:
        """The placements on the bare board."""
        return self.table

    @property
    def most_pieces(self) -> int:
        """An upper bound on the number of pieces."""
        smallest = min((len(kind.orientations[0][0]) for kind in self.table.kinds), default=1)
        return min(self.supply, self.table.board.size // smallest)

    @property
    def supply(self) -> int:
        """The number of pieces; an unlimited supply counts as one piece per square of the board."""
        return sum(
            self.table.board.size if kind.count is None else kind.count for kind in self.table.kinds
        )

    def last_placed(self) -> LastPlaced:
        """Return a new count of the pieces that can have been placed last."""
        return AnyOrder()
