"""Tetrominoes on a board: the three placement rules that Battle of LITS, TAILITS and the double
games share.

* Every tetromino shares an edge with another one; the game decides where the first may be.
* No two tetrominoes of one shape share an edge.
* No 2×2 block of squares is fully covered.
* The supply of each kind of piece is limited.

All but the first only remove placements. So a `Layout` keeps the remaining placements and updates
them with a few big-integer operations per move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from litslab.games.geometry import Board, bits, union
from litslab.games.language import tr
from litslab.games.phase import LastPlaced, Phase
from litslab.games.placements import Placement, PlacementTable


@dataclass(frozen=True, slots=True)
class Layout:
    """Tetrominoes on a board.

    Attributes
    ----------
    table : PlacementTable
        All placements.
    first : int
        The possible placements of the first tetromino.
    placed : int
        The placements on the board.
    covered : int
        The squares that they cover.
    supply : tuple of int
        The number of pieces of each kind that are left.
    remaining : int
        The placements without overlap, full 2×2 block, contact with an equal shape or exhausted
        supply.
    touching : int
        The placements that share an edge with a tetromino on the board.
    """

    table: PlacementTable
    first: int
    placed: int
    covered: int
    supply: tuple[int, ...]
    remaining: int
    touching: int

    @classmethod
    def empty(cls, table: PlacementTable, first: int | None = None) -> Self:
        """Return a layout without tetrominoes; `first` limits the first placement."""
        remaining = table.all
        for members, count in zip(table.of_kind, table.counts, strict=True):
            if not count:
                remaining &= ~members
        return cls(
            table=table,
            first=table.all if first is None else first,
            placed=0,
            covered=0,
            supply=table.counts,
            remaining=remaining,
            touching=0,
        )

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.remaining & (self.touching if self.placed else self.first)

    def place(self, index: int) -> Layout:
        """Return the layout after a placement that the caller knows to be legal."""
        table = self.table
        placement = table.placements[index]
        covered = self.covered | placement.mask
        remaining = self.remaining & table.compatible[index]
        for window in table.windows_of[index]:
            remaining &= table.not_filling(window & ~covered)
        kind = placement.kind
        supply = self.supply
        left = supply[kind] - 1
        supply = (*supply[:kind], left, *supply[kind + 1 :])
        if not left:
            remaining &= ~table.of_kind[kind]
        return Layout(
            table=table,
            first=self.first,
            placed=self.placed | 1 << index,
            covered=covered,
            supply=supply,
            remaining=remaining,
            touching=self.touching | table.touches[index],
        )

    def broken_rules(self, placement: Placement, first_rule: str) -> tuple[str, ...]:
        """Return every rule that a placement would break.

        Parameters
        ----------
        placement : Placement
            A placement of the table.
        first_rule : str
            The rule for the first tetromino, for the message.
        """
        board = self.table.board
        broken = []
        overlapping = placement.mask & self.covered
        if overlapping:
            squares = tr(", ").join(board.names(overlapping))
            broken.append(tr("it overlaps a tetromino on {squares}", squares=squares))
        if not self.placed and not self.first >> placement.index & 1:
            broken.append(first_rule)
        around = board.adjacent(placement.mask)
        if self.placed and not around & self.covered:
            broken.append(tr("it shares no edge with another tetromino"))
        for other in self.table.of(self.placed & self.table.of_shape[placement.shape]):
            if other.mask & around and not other.mask & placement.mask:
                squares = tr(", ").join(board.name(square) for square in other.squares)
                shape = other.shape.value
                broken.append(
                    tr(
                        "it shares an edge with the {shape} on {squares}",
                        shape=shape,
                        squares=squares,
                    )
                )
        covered = self.covered | placement.mask
        for window in self.table.windows_of[placement.index]:
            if not window & ~covered and window & ~self.covered:
                squares = tr(", ").join(board.names(window))
                broken.append(tr("it completes the 2×2 block {squares}", squares=squares))
        if not self.supply[placement.kind]:
            broken.append(tr("no such {shape} is left in the supply", shape=placement.shape.value))
        return tuple(broken)

    @property
    def reachable(self) -> int:
        """The remaining placements that are legal or connected to a legal one by a chain of
        remaining placements.
        """
        found = frontier = self.legal
        while frontier:
            spread = union(self.table.touches[index] for index in bits(frontier))
            frontier = spread & self.remaining & ~found
            found |= frontier
        return found

    @property
    def protected(self) -> int:
        """The bare squares that no placement can cover any more, however play continues.

        Other squares are not necessarily covered in some game, because combinations of placements
        are not considered.
        """
        coverable = union(placement.mask for placement in self.table.of(self.reachable))
        return self.table.board.all & ~self.covered & ~coverable

    def square_characters(self, bare: str) -> str:
        """Return the shape's letter on covered squares and the character of `bare` elsewhere."""
        characters = list(bare)
        for placement in self.table.of(self.placed):
            for square in placement.squares:
                characters[square] = placement.shape.value
        return "".join(characters)


class Connected:
    """Tetrominoes of a phase: each can have been the last if the others are connected without it.

    Parameters
    ----------
    board : Board
        The board.
    first : int, optional
        The square that the first piece has to cover; None if it may be anywhere.
    """

    def __init__(self, board: Board, first: int | None = None) -> None:
        self._board = board
        self._first = first
        self._masks: list[int] = []
        self._touching: list[int] = []
        self._fixed = 0

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        number = len(self._masks)
        around = self._board.adjacent(placement.mask)
        touching = sum(1 << other for other, mask in enumerate(self._masks) if mask & around)
        for other in bits(touching):
            self._touching[other] |= 1 << number
        self._masks.append(placement.mask)
        self._touching.append(touching)
        if self._first is not None and placement.mask >> self._first & 1:
            self._fixed = 1 << number
        pieces = (1 << len(self._masks)) - 1
        if not number:
            return 1
        return sum(
            self._are_connected(pieces & ~(1 << each)) for each in bits(pieces & ~self._fixed)
        )

    def _are_connected(self, pieces: int) -> bool:
        reached = edge = pieces & -pieces
        while edge:
            edge = union(self._touching[piece] for piece in bits(edge)) & pieces & ~reached
            reached |= edge
        return reached == pieces


@dataclass(frozen=True, eq=False)
class LayoutPhase(Phase):
    """A phase of tetrominoes.

    Attributes
    ----------
    first_square : int or None
        The square that the first tetromino has to cover; None if it may be anywhere.
    """

    first_square: int | None = None

    @property
    def bare(self) -> Layout:
        """The layout before the first tetromino."""
        first = None if self.first_square is None else self.table.covering[self.first_square]
        return Layout.empty(self.table, first)

    @property
    def most_pieces(self) -> int:
        """A bound by the supply and the board: each of the disjoint 2×2 blocks keeps a
        free square.
        """
        board = self.table.board
        blocks = (board.columns // 2) * (board.rows // 2)
        return min(self.supply, (board.size - blocks) // 4)

    def last_placed(self) -> LastPlaced:
        """Return a new count of the tetrominoes that can have been placed last."""
        return Connected(self.table.board, self.first_square)
