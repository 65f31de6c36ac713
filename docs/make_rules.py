"""Draw the pictures of ``docs/rules.md``: run ``python docs/make_rules.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from litslab.games import Position, create
from litslab.games.drawing.svg import draw, draw_pieces
from litslab.games.files import write_new
from litslab.games.geometry import Board, mask_of
from litslab.games.notation import parse_placements
from litslab.games.pieces import (
    CELLS,
    FIXED_PATTERNS,
    TETROMINOES,
    ColouredCells,
    PieceKind,
    Shape,
    fixed_pieces,
    orientations,
)
from litslab.games.placements import Placement, tetromino_table

PICTURES = Path(__file__).parent / "pictures" / "rules"

Lie = tuple[Shape, ColouredCells]
"""A tetromino and one way in which it can lie, moved to the origin."""


def as_defined() -> list[list[Lie]]:
    """Return the four fixed pieces in one row, each as the code defines it."""
    row: list[Lie] = []
    for shape in TETROMINOES:
        cells = CELLS[shape]
        row.append((shape, (frozenset(cells), frozenset(cells[number] for number in FIXED_PATTERNS[shape]))))
    return [row]


def turned() -> list[list[Lie]]:
    """Return for each fixed piece the ways it can lie when it may only be turned: a row for each shape."""
    return [
        [(shape, lie) for lie in orientations(CELLS[shape], FIXED_PATTERNS[shape], flips=False)]
        for shape in TETROMINOES
    ]


def turned_over() -> list[list[Lie]]:
    """Return for each fixed piece the further ways it can lie once it is turned over; rows without any are left out."""
    rows = []
    for shape in TETROMINOES:
        allowed = orientations(CELLS[shape], FIXED_PATTERNS[shape], flips=False)
        further = [lie for lie in orientations(CELLS[shape], FIXED_PATTERNS[shape]) if lie not in allowed]
        if further:
            rows.append([(shape, lie) for lie in further])
    return rows


def sheet(rows: list[list[Lie]], note: str) -> str:
    """Draw rows of pieces, separated by one bare square, on a board that just holds them."""
    heights = [1 + max(_extent(lie, 1) for _, lie in row) for row in rows]
    board = Board(1 + max(sum(1 + _extent(lie, 0) for _, lie in row) for row in rows), 1 + sum(heights))
    table = tetromino_table(board, _kinds())
    pieces: list[Placement] = []
    bottom = board.rows
    for row, height in zip(rows, heights, strict=True):
        bottom -= height
        left = 1
        for shape, (cells, black) in row:
            squares, dark = (
                mask_of(board.square(left + column, bottom + up) for column, up in part) for part in (cells, black)
            )
            placement = table.find(shape, squares, dark)
            if placement is None:
                raise AssertionError(f"no such {shape.value}")
            pieces.append(placement)
            left += 1 + _extent((cells, black), 0)
    return draw_pieces(board, pieces, notes=(note,), square_size=24)


def _extent(lie: ColouredCells, axis: int) -> int:
    return 1 + max(cell[axis] for cell in lie[0])


def _kinds() -> tuple[PieceKind, ...]:
    return fixed_pieces((6, 6, 6, 6), flips=True)


def battle_on_bare_squares() -> Position:
    """Return a position of TAIJI+Battle of LITS whose tetromino lies on a square that TAIJI left bare."""
    rules = create("taiji+battle-of-lits", size=3, groups=1)
    position: Position = rules.start()
    for placement in parse_placements("a1,b1 a2,a3 c3,b3 c1,c2 L[a1,b1,b2,b3]", rules):
        position = position.play(placement)
    return position


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name of each picture and the picture itself."""
    yield "fixed.svg", sheet(as_defined(), "the fixed pieces")
    yield "turned.svg", sheet(turned(), "turned only: all there is with --no-flips")
    yield "turned-over.svg", sheet(turned_over(), "turned over: not with --no-flips")
    yield "bare-squares.svg", draw(battle_on_bare_squares(), show_protected=False)


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        write_new(PICTURES / name, picture, force=True)


if __name__ == "__main__":
    main()
