"""The pieces: the tetrominoes L, I, T and S, the taijitu, and the ways to colour a TAILITS
tetromino.

A piece here has no position: its cells are (column, row) pairs. The figures of the TAILITS rule
text with the colours of each piece are not available, so every colouring is an *assumption* that a
user can choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations

from litslab.games.errors import OptionError

Cell = tuple[int, int]


class Shape(Enum):
    """The shape of a piece; the value is the letter that notation uses.

    ``DOMINO`` is the taijitu of TAIJI and the piece of Wythe: two adjacent squares, one of each
    colour. ``O`` is the fifth tetromino, which only puzzles similar to LITS have.
    """

    L = "L"
    I = "I"  # noqa: E741 - the usual name of the shape
    T = "T"
    S = "S"
    DOMINO = "D"
    O = "O"  # noqa: E741


TETROMINOES = (Shape.L, Shape.I, Shape.T, Shape.S)
"""The four tetrominoes in the order of the name LITS, which every supply uses."""

CELLS: dict[Shape, tuple[Cell, ...]] = {
    # The cells of L, I and S run from one end to the other, so that every second cell gives
    # alternating colours.
    Shape.L: ((0, 2), (0, 1), (0, 0), (1, 0)),
    Shape.I: ((0, 0), (0, 1), (0, 2), (0, 3)),
    # An arm, the centre, the other arm, the stem.
    Shape.T: ((0, 0), (1, 0), (2, 0), (1, 1)),
    Shape.S: ((0, 0), (1, 0), (1, 1), (2, 1)),
    Shape.DOMINO: ((0, 0), (1, 0)),
    Shape.O: ((0, 0), (1, 0), (0, 1), (1, 1)),
}
"""The cells of each shape, in the order that colour patterns refer to."""

FIXED_PATTERNS: dict[Shape, frozenset[int]] = {
    Shape.L: frozenset({0, 2}),
    Shape.I: frozenset({0, 2}),
    Shape.T: frozenset({0, 3}),
    Shape.S: frozenset({0, 2}),
}
"""The colouring ``fixed``: the indices of the black cells in `CELLS`. T has one black arm and a
black stem.
"""

ALL_PATTERNS = tuple(frozenset(pair) for pair in combinations(range(4), 2))
"""The six ways to make two of four cells black."""

ColouredCells = tuple[frozenset[Cell], frozenset[Cell]]
"""All cells of a piece and its black cells, moved to the origin."""


def _at_origin(cells: Iterable[Cell], black: Iterable[Cell]) -> ColouredCells:
    cells = list(cells)
    left, bottom = min(column for column, _ in cells), min(row for _, row in cells)
    whole, dark = (
        frozenset((column - left, row - bottom) for column, row in each) for each in (cells, black)
    )
    return whole, dark


def _sort_key(coloured: ColouredCells) -> tuple[list[Cell], list[Cell]]:
    return sorted(coloured[0]), sorted(coloured[1])


@cache
def orientations(
    cells: tuple[Cell, ...],
    black: frozenset[int] = frozenset(),
    *,
    flips: bool = True,
) -> tuple[ColouredCells, ...]:
    """Return every distinct orientation of a piece: all rotations and, with `flips`, reflections.

    Parameters
    ----------
    cells : tuple of (column, row)
        The cells of the piece in any orientation.
    black : frozenset of int
        The indices of the black cells in `cells`; empty for a piece without colours.
    flips : bool
        Whether the piece may be turned over.

    Returns
    -------
    tuple of (cells, black cells)
        The orientations, moved to the origin, in a fixed order.

    Examples
    --------
    >>> [len(orientations(CELLS[shape])) for shape in TETROMINOES]
    [8, 2, 4, 4]
    """
    found: set[ColouredCells] = set()
    turned = list(cells)
    for turn in range(8 if flips else 4):
        if turn == 4:
            turned = [(-column, row) for column, row in turned]
        found.add(_at_origin(turned, [turned[i] for i in black]))
        turned = [(row, -column) for column, row in turned]
    return tuple(sorted(found, key=_sort_key))


_SHAPE_OF = {
    cells: shape
    for shape in Shape
    if shape is not Shape.O
    for cells, _ in orientations(CELLS[shape])
}


def shape_of(cells: Iterable[Cell]) -> Shape | None:
    """Return the shape of a set of cells anywhere on the grid; None if no game has such a piece.

    Examples
    --------
    >>> shape_of([(5, 5), (6, 5), (7, 5), (6, 6)])
    <Shape.T: 'T'>
    """
    cells = list(cells)
    return _SHAPE_OF.get(_at_origin(cells, ())[0]) if cells else None


_AT_A_CORNER: tuple[Cell, ...] = ((0, 0), (1, 1))
"""The cells of a taijitu whose halves touch at a corner."""


@dataclass(frozen=True)
class PieceKind:
    """Interchangeable pieces: they have the same orientations and share one supply.

    Attributes
    ----------
    shape : Shape
        Their shape.
    orientations : tuple of (cells, black cells)
        Every distinct orientation of such a piece, moved to the origin.
    count : int or None
        The number of pieces; None if the supply is unlimited.
    coloured : bool
        Whether the colours of its cells matter.
    """

    shape: Shape
    orientations: tuple[ColouredCells, ...]
    count: int | None
    coloured: bool = True


def plain_pieces(supply: tuple[int, ...]) -> tuple[PieceKind, ...]:
    """Return tetrominoes without colours, as in Battle of LITS; `supply` counts L, I, T and S."""
    return tuple(
        PieceKind(shape, orientations(CELLS[shape]), count, coloured=False)
        for shape, count in zip(TETROMINOES, supply, strict=True)
    )


def taijitus(*, corners: bool = False) -> tuple[PieceKind, ...]:
    """Return the taijitu: a domino with one light and one dark (black) half, in
    unlimited supply; with `corners` its halves may also touch at a corner.
    """
    ways = orientations(CELLS[Shape.DOMINO], frozenset({1}))
    if corners:
        ways += orientations(_AT_A_CORNER, frozenset({1}))
    return (PieceKind(Shape.DOMINO, ways, None),)


def touch_at_corners(kinds: tuple[PieceKind, ...]) -> bool:
    """Return whether pieces are taijitus whose halves may touch at a corner."""
    return kinds == taijitus(corners=True)


def fixed_pieces(supply: tuple[int, ...], *, flips: bool) -> tuple[PieceKind, ...]:
    """Return TAILITS pieces of the colouring ``fixed``: one pattern per shape
    (`FIXED_PATTERNS`).
    """
    return tuple(
        PieceKind(shape, orientations(CELLS[shape], FIXED_PATTERNS[shape], flips=flips), count)
        for shape, count in zip(TETROMINOES, supply, strict=True)
    )


def free_pieces(supply: tuple[int, ...], *, flips: bool) -> tuple[PieceKind, ...]:
    """Return TAILITS pieces of the colouring ``free``: the mover chooses which two
    cells are black.
    """
    kinds = []
    for shape, count in zip(TETROMINOES, supply, strict=True):
        ways = {
            way
            for pattern in ALL_PATTERNS
            for way in orientations(CELLS[shape], pattern, flips=flips)
        }
        kinds.append(PieceKind(shape, tuple(sorted(ways, key=_sort_key)), count))
    return tuple(kinds)


def each_once_pieces(supply: tuple[int, ...], *, flips: bool) -> tuple[PieceKind, ...]:
    """Return TAILITS pieces of the colouring ``each-once``: the six pieces of a shape have the six
    patterns.

    Patterns that a rotation (or a flip) makes equal are one kind with all their pieces.

    Raises
    ------
    OptionError
        If a supply is not a multiple of six.
    """
    drawn = []
    for shape, count in zip(TETROMINOES, supply, strict=True):
        if count % len(ALL_PATTERNS):
            raise OptionError(
                f"supply: {count} pieces of {shape.value}: expected a multiple of 6, as the "
                "colouring each-once "
                "gives the six patterns of a shape to one piece each"
            )
        drawn += [(CELLS[shape], pattern, count // len(ALL_PATTERNS)) for pattern in ALL_PATTERNS]
    return _merge_alike(drawn, flips=flips)


def _merge_alike(
    drawn: Iterable[tuple[tuple[Cell, ...], frozenset[int], int]],
    *,
    flips: bool,
) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces: pieces with the same orientations are interchangeable and become
    one kind.
    """
    counts: Counter[tuple[ColouredCells, ...]] = Counter()
    for cells, black, count in drawn:
        counts[orientations(cells, black, flips=flips)] += count
    kinds = (PieceKind(_SHAPE_OF[ways[0][0]], ways, count) for ways, count in counts.items())
    # Sorting keeps the order within a shape.
    return tuple(sorted(kinds, key=lambda kind: TETROMINOES.index(kind.shape)))


@dataclass(frozen=True)
class DrawnPiece:
    """A TAILITS piece as drawn in a pattern file.

    Attributes
    ----------
    drawing : tuple of str
        Rows from the top: ``b`` is a black square, ``w`` a white one, ``.`` or a space no square.
    count : int
        The number of such pieces in the supply.
    """

    drawing: tuple[str, ...]
    count: int = 1

    def cells(self) -> tuple[tuple[Cell, ...], frozenset[int]]:
        """Return the cells and the indices of the black ones.

        Raises
        ------
        OptionError
            If the drawing is no tetromino with two black and two white squares, or the count is
            below 1.
        """
        picture = " / ".join(self.drawing)
        cells: list[Cell] = []
        black: list[int] = []
        for row, line in enumerate(reversed(self.drawing)):
            for column, character in enumerate(line):
                if character in "bw":
                    if character == "b":
                        black.append(len(cells))
                    cells.append((column, row))
                elif character not in ". ":
                    raise OptionError(
                        f"pieces: {character!r} in the drawing {picture!r}: expected b, w or ."
                    )
        if shape_of(cells) not in TETROMINOES:
            raise OptionError(
                f"pieces: the drawing {picture!r}: expected an L, I, T or S tetromino"
            )
        if len(black) != 2:
            raise OptionError(
                f"pieces: the drawing {picture!r} has {len(black)} black squares: expected 2 of 4"
            )
        if self.count < 1:
            raise OptionError(
                f"pieces: a count of {self.count} of {picture!r}: expected at least 1"
            )
        return tuple(cells), frozenset(black)


def drawn_pieces(pieces: Iterable[DrawnPiece], *, flips: bool) -> tuple[PieceKind, ...]:
    """Return the TAILITS pieces of a pattern file; pieces with the same orientations are merged."""
    return _merge_alike(((*piece.cells(), piece.count) for piece in pieces), flips=flips)
