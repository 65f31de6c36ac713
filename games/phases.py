"""The phases of a game: stretches of play in which pieces of one kind are placed under one set of rules.

Most games are one phase; a double game is put together from two. What can be said of a phase from its table alone
is here; the kinds of phases with rules of their own are `games.taiji.PackingPhase`,
`games.tetrominoes.LayoutPhase` and `games.wythe.StackPhase`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from litslab.games.placements import Placement, PlacementTable


class LastPlaced(Protocol):
    """Counts, while the pieces of a phase are added in the order of play, which of them can have been placed last."""

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many of all of them can have been placed last."""


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
        What it is called.
    table : PlacementTable
        Its placements.
    begins_at : int
        The index of its first placement in the table of the whole game.
    """

    colours_interchangeable: ClassVar[bool] = False
    """Whether the colours of a piece can be exchanged where it is without a consequence for what else fits."""

    name: str
    table: PlacementTable
    begins_at: int = 0

    @property
    def levels(self) -> int:
        """How many pieces can be on top of each other."""
        return 1

    @property
    def ground(self) -> PlacementTable:
        """The placements on the bare board."""
        return self.table

    @property
    def most_pieces(self) -> int:
        """A number of pieces that is never exceeded."""
        smallest = min((len(kind.orientations[0][0]) for kind in self.table.kinds), default=1)
        return min(self.supply, self.table.board.size // smallest)

    @property
    def supply(self) -> int:
        """How many pieces there are; as many as the board has squares where the supply never ends."""
        return sum(self.table.board.size if kind.count is None else kind.count for kind in self.table.kinds)

    def last_placed(self) -> LastPlaced:
        """Return a new count of the pieces that can have been placed last."""
        return AnyOrder()
