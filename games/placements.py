"""The table of all placements of a board, which all games share.

A placement is a shape with its orientation, colouring and squares. The relations of placements that
do not depend on the position (overlap, shared edges, equal shapes, common 2×2 blocks) are computed
once per board. A set of placements is a Python integer with one bit per placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeVar

from litslab.games.errors import OptionError
from litslab.games.geometry import Board, bits, mask_of, union
from litslab.games.pieces import Cell, ColouredCells, PieceKind, Shape

T = TypeVar("T")

LARGEST_TABLE = 400 << 20
"""The most bytes that a table of placements may take, including all sets derived from it."""

_PLACEMENT_BYTES = 400
"""The size of a `Placement` without its sets of squares."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to put one piece on the board.

    Attributes
    ----------
    index : int
        Its index in the table.
    shape : Shape
        The shape of the piece.
    squares : tuple of int
        The squares that it covers, by column, then row, as notation sorts them.
    mask : int
        The same as a set.
    black : int or None
        The set of its black (dark) squares; None for a piece without colours.
    kind : int
        The index of its kind of piece in the table.
    level : int
        Its level: 0 on the board; in Wythe the height of the two stacks below it.
    """

    index: int = field(compare=False)
    shape: Shape
    squares: tuple[int, ...] = field(compare=False)
    mask: int
    black: int | None
    kind: int = field(default=0, compare=False)
    level: int = 0

    def __repr__(self) -> str:
        squares = ", ".join(map(str, self.squares))
        level = f", level {self.level}" if self.level else ""
        return f"<{self.shape.value} on squares {squares}{level}>"

    @property
    def white(self) -> int:
        """The set of its white (light) squares: all that are not black."""
        return self.mask & ~(self.black or 0)

    @property
    def white_and_black(self) -> tuple[int, int]:
        """The white (light) square and the black (dark) one of a two-coloured domino."""
        return self.white.bit_length() - 1, (self.black or 0).bit_length() - 1


@dataclass(frozen=True, eq=False)
class PlacementTable:
    """All placements of some pieces on a board, and the relations between them.

    Attributes
    ----------
    board : Board
        The board.
    kinds : tuple of PieceKind
        The pieces; `Placement.kind` points into it.
    placements : tuple of Placement
        In the order shape, orientation, square.
    """

    board: Board
    kinds: tuple[PieceKind, ...]
    placements: tuple[Placement, ...]
    _not_filling: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.placements)

    def __getitem__(self, index: int) -> Placement:
        return self.placements[index]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def of(self, mask: int) -> Iterator[Placement]:
        """Yield the placements of a set of placements."""
        return (self.placements[index] for index in bits(mask))

    def find(
        self,
        shape: Shape,
        mask: int,
        black: int | None = None,
        level: int = 0,
    ) -> Placement | None:
        """Return the placement of that shape on those squares in those colours, or None if there is
        none.
        """
        index = self._by_content.get((shape, mask, black, level))
        return None if index is None else self.placements[index]

    @cached_property
    def _by_content(self) -> dict[tuple[Shape, int, int | None, int], int]:
        return {(p.shape, p.mask, p.black, p.level): p.index for p in self.placements}

    @cached_property
    def all(self) -> int:
        """The set of all placements."""
        return (1 << len(self.placements)) - 1

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of pieces of each kind; 0 if the supply is unlimited."""
        return tuple(kind.count or 0 for kind in self.kinds)

    @property
    def usable_counts(self) -> tuple[int, ...]:
        """The same numbers, but at most one piece per square of the board, which no
        game exceeds.
        """
        return tuple(min(count, self.board.size) for count in self.counts)

    @cached_property
    def of_kind(self) -> tuple[int, ...]:
        """For each kind of piece, the set of its placements."""
        return tuple(
            mask_of(p.index for p in self.placements if p.kind == kind)
            for kind in range(len(self.kinds))
        )

    @cached_property
    def of_shape(self) -> dict[Shape, int]:
        """For each shape, the set of its placements."""
        found = dict.fromkeys((kind.shape for kind in self.kinds), 0)
        for kind, members in zip(self.kinds, self.of_kind, strict=True):
            found[kind.shape] |= members
        return found

    @cached_property
    def covering(self) -> tuple[int, ...]:
        """For each square, the set of placements that cover it."""
        found = [bytearray(len(self.placements) // 8 + 1) for _ in range(self.board.size)]
        for placement in self.placements:
            byte, bit = divmod(placement.index, 8)
            for square in placement.squares:
                found[square][byte] |= 1 << bit
        return tuple(int.from_bytes(members, "little") for members in found)

    def covering_any(self, squares: int) -> int:
        """Return the placements that cover at least one of a set of squares."""
        return union(self.covering[square] for square in bits(squares))

    def covering_all(self, squares: int) -> int:
        """Return the placements that cover all of a set of squares; all placements if the set is
        empty.
        """
        found = self.all
        for square in bits(squares):
            found &= self.covering[square]
        return found

    def within(self, squares: int) -> int:
        """Return the placements that cover only the given squares."""
        return self.all & ~self.covering_any(self.board.all & ~squares)

    def _by_mask(self, relation: Callable[[Placement], T]) -> tuple[T, ...]:
        """Return the relation of each placement, computed once for all placements on the same
        squares.
        """
        known: dict[int, T] = {}
        for placement in self.placements:
            if placement.mask not in known:
                known[placement.mask] = relation(placement)
        return tuple(known[placement.mask] for placement in self.placements)

    @cached_property
    def overlaps(self) -> tuple[int, ...]:
        """For each placement, the placements that share a square with it, including itself."""
        return self._by_mask(lambda placement: self.covering_any(placement.mask))

    @cached_property
    def touches(self) -> tuple[int, ...]:
        """For each placement, the placements that share an edge with it and no square."""
        return self._by_mask(
            lambda placement: (
                self.covering_any(self.board.adjacent(placement.mask))
                & ~self.overlaps[placement.index]
            )
        )

    @cached_property
    def excludes(self) -> tuple[int, ...]:
        """For each placement, the placements that exclude it: by overlap, or by equal shape and a
        shared edge.
        """
        touches = self.touches
        of_shape = self.of_shape
        return self._by_mask(
            lambda each: self.overlaps[each.index] | (touches[each.index] & of_shape[each.shape])
        )

    @cached_property
    def compatible(self) -> tuple[int, ...]:
        """For each placement, the placements that remain possible after it: the complement of
        `excludes`.
        """
        return self._by_mask(lambda placement: self.all & ~self.excludes[placement.index])

    @cached_property
    def windows_of(self) -> tuple[tuple[int, ...], ...]:
        """For each placement, the 2×2 blocks of squares in which it covers something."""
        by_square: list[list[int]] = [[] for _ in range(self.board.size)]
        for window in self.board.windows:
            for square in bits(window):
                by_square[square].append(window)
        return self._by_mask(
            lambda placement: tuple({w: None for s in placement.squares for w in by_square[s]})
        )

    def not_filling(self, free: int) -> int:
        """Return the placements that do not cover all of `free`, the uncovered squares of a 2×2
        block.

        A placement that covers all of them completes the block, which the rules forbid.
        """
        found = self._not_filling.get(free)
        if found is None:
            found = self._not_filling[free] = self.all & ~self.covering_all(free)
        return found

    def image(self, placement: Placement, squares: Sequence[int]) -> Placement | None:
        """Return the image of a placement under a symmetry of the board; None if no piece has that
        orientation.
        """
        mask = mask_of(squares[square] for square in placement.squares)
        black = None
        if placement.black is not None:
            black = mask_of(squares[square] for square in bits(placement.black))
        return self.find(placement.shape, mask, black, placement.level)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's symmetries as permutations of the placements, without those that the pieces
        forbid.

        The first is the identity. ``symmetries[k][i]`` is the image of placement ``i``. TAILITS
        without flips has no reflections, unless the supply contains as many mirror images of each
        piece.
        """
        found = []
        for symmetry in self.board.symmetries:
            images = [self.image(placement, symmetry.squares) for placement in self.placements]
            if all(
                image is not None
                and self.kinds[image.kind].count == self.kinds[placement.kind].count
                for image, placement in zip(images, self.placements, strict=True)
            ):
                found.append(tuple(image.index for image in images if image is not None))
        return tuple(found)


def _room_for(board: Board, cells: frozenset[Cell]) -> int:
    """Return the number of places where a piece with these cells fits on a board."""
    wide, high = max(column for column, _ in cells), max(row for _, row in cells)
    return max(0, board.columns - wide) * max(0, board.rows - high)


def _check_table(board: Board, kinds: tuple[PieceKind, ...], levels: int) -> None:
    """Raise if the table of some pieces on a board would take more than `LARGEST_TABLE`.

    Sets of placements take most of the memory: one for each place of a piece and each relation
    between places, and some for each square (and level). They are counted before any is made.
    """
    placements = levels * sum(
        _room_for(board, cells) for kind in kinds for cells, _ in kind.orientations
    )
    places = sum(
        _room_for(board, cells)
        for cells in {cells for kind in kinds for cells, _ in kind.orientations}
    )
    tetrominoes = any(kind.shape is not Shape.DOMINO for kind in kinds)
    # Tetrominoes have four relations, and partly covered 2×2 blocks per square. Dominoes have only
    # overlaps.
    sets = 4 * places + 16 * board.size if tetrominoes else places + levels * board.size
    size = placements * (_PLACEMENT_BYTES + board.size // 8) + sets * (placements // 8)
    if size > LARGEST_TABLE:
        raise OptionError(
            f"size {board.columns}×{board.rows}: the table of its {placements:,} placements would "
            "take "
            f"{-(-size >> 20):,} MiB: expected a board that takes at most {LARGEST_TABLE >> 20} MiB"
        )


@lru_cache(maxsize=128)
def placement_table(board: Board, kinds: tuple[PieceKind, ...], levels: int = 1) -> PlacementTable:
    """Return the table of all placements of some kinds of pieces, on the board or on several levels
    (Wythe).

    Raises
    ------
    OptionError
        If it would take more than `LARGEST_TABLE`.

    Examples
    --------
    >>> from litslab.games.pieces import plain_pieces, taijitus
    >>> len(placement_table(Board(10, 10), plain_pieces((5, 5, 5, 5))))
    1292
    >>> len(placement_table(Board(7, 7), taijitus()))
    168
    """
    _check_table(board, kinds, levels)
    placements: list[Placement] = []
    for level in range(levels):
        for number, kind in enumerate(kinds):
            for orientation in kind.orientations:
                for squares, mask, black in _everywhere(board, orientation):
                    placement = Placement(
                        index=len(placements),
                        shape=kind.shape,
                        squares=squares,
                        mask=mask,
                        black=black if kind.coloured else None,
                        kind=number,
                        level=level,
                    )
                    placements.append(placement)
    return PlacementTable(board, kinds, tuple(placements))


def _everywhere(
    board: Board,
    orientation: ColouredCells,
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the squares of an orientation at each place: all in order, all as a set, and the set of
    the black ones.
    """
    cells = sorted(orientation[0])
    black = orientation[1]
    wide, high = max(column for column, _ in cells), max(row for _, row in cells)
    offsets = [board.square(column, row) for column, row in cells]  # sorted by column, then row
    pattern = mask_of(offsets)
    black_pattern = mask_of(board.square(column, row) for column, row in black)
    for row in range(board.rows - high):
        for column in range(board.columns - wide):
            corner = board.square(column, row)
            yield (
                tuple([corner + offset for offset in offsets]),
                pattern << corner,
                black_pattern << corner,
            )
