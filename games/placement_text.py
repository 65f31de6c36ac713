"""Placements as text, and back: the usual notation, which `games.position.Rules` uses unless a game has its own.

Every placement has exactly one text. A text that differs from it in any way, even in the order of the squares, is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from litslab.games.errors import IllegalMoveError, NotationError
from litslab.games.geometry import Board, mask_of
from litslab.games.pieces import TETROMINOES, Shape, shape_of
from litslab.games.placements import Placement, PlacementTable

_TETROMINO = re.compile(r"([LITS])\[([^\[\]]*)\]")


def format_placement(placement: Placement, board: Board) -> str:
    """Return a placement's text.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> rules = create("battle-of-lits")
    >>> format_placement(rules.table[0], rules.board)
    'L[a1,a2,a3,b1]'
    """
    names = [board.name(square) for square in placement.squares]
    black = placement.black
    if placement.shape is Shape.DOMINO:
        if black is None:
            return ",".join(names)
        white, dark = (next(s for s in placement.squares if part >> s & 1) for part in (placement.white, black))
        return f"{board.name(white)},{board.name(dark)}"
    if black is not None:
        names = [f"{board.name(square)}{'b' if black >> square & 1 else 'w'}" for square in placement.squares]
    return f"{placement.shape.value}[{','.join(names)}]"


def parse_placement(
    text: str, table: PlacementTable, *, title: str, halves: tuple[str, str], heights: Sequence[int] = ()
) -> Placement:
    """Return the placement that a text names.

    Parameters
    ----------
    text : str
        What `format_placement` wrote.
    table : PlacementTable
        The placements of the game.
    title : str
        The game, for errors.
    halves : tuple of str
        What the two halves of a two-coloured domino are called, the one that is written first first.
    heights : sequence of int
        For each square how many pieces a two-coloured domino there is put on; empty for the bare board.

    Raises
    ------
    NotationError
        If the text names no placement of this game.
    IllegalMoveError
        If no piece of the game has these colours there, or it would be too high.
    """
    shapes = {kind.shape for kind in table.kinds}
    match = _TETROMINO.fullmatch(text)
    if match is not None and shapes & set(TETROMINOES):
        return _parse_tetromino(text, Shape(match[1]), match[2].split(","), table)
    if match is None and Shape.DOMINO in shapes:
        if any(kind.coloured for kind in table.kinds if kind.shape is Shape.DOMINO):
            return _parse_two_coloured(text, table, halves, heights)
        return _parse_plain_domino(text, table)
    raise NotationError(text, f"a move of {title} such as {' or '.join(_examples(table))}")


def _domino_squares(text: str, board: Board, expected: str) -> tuple[int, int]:
    """Return the two squares that a domino's text names, in its order.

    Raises
    ------
    NotationError
        If there are not two adjacent squares; `expected` says what two squares these should be.
    """
    names = text.split(",")
    if len(names) != 2:
        raise NotationError(text, f"{expected}, such as e5,e6")
    first, second = board.parse(names[0]), board.parse(names[1])
    if not board.adjacent(1 << first) >> second & 1:
        raise NotationError(text, "two squares that share an edge")
    return first, second


def _examples(table: PlacementTable) -> list[str]:
    kinds = table.kinds
    examples = []
    if any(kind.shape is not Shape.DOMINO and not kind.coloured for kind in kinds):
        examples.append("L[a1,a2,a3,b1]")
    if any(kind.shape is not Shape.DOMINO and kind.coloured for kind in kinds):
        examples.append("T[e6b,f6w,f7b,g6w]")
    if any(kind.shape is Shape.DOMINO for kind in kinds):
        examples.append("e5,e6")
    return examples


def _parse_tetromino(text: str, shape: Shape, words: list[str], table: PlacementTable) -> Placement:
    board = table.board
    coloured = any(kind.coloured and kind.shape is not Shape.DOMINO for kind in table.kinds)
    black = 0
    squares = []
    for word in words:
        name = word
        if coloured:
            if word[-1:] not in {"b", "w"} or not word[-2:-1].isdigit():
                raise NotationError(text, f"a colour, b or w, after the square {word!r}")
            name = word[:-1]
        square = board.parse(name)
        squares.append(square)
        if coloured and word.endswith("b"):
            black |= 1 << square
    mask = mask_of(squares)
    if len(squares) != 4 or mask.bit_count() != 4:
        raise NotationError(text, f"four different squares that form an {shape.value}")
    actual = shape_of((board.column(square), board.row(square)) for square in squares)
    if actual is not shape:
        found = "no tetromino of this game" if actual is None else f"the shape {actual.value}"
        raise NotationError(text, f"squares that form the shape {shape.value} (these form {found})")
    _check_order(text, squares, board)
    if coloured and black.bit_count() != 2:
        raise NotationError(text, f"two black squares and two white ones (these are {black.bit_count()} black)")
    placement = table.find(shape, mask, black if coloured else None)
    if placement is None:
        raise IllegalMoveError(text, (f"no {shape.value} piece of this game can lie so: its colours are other ones",))
    return placement


def _check_order(text: str, squares: list[int], board: Board) -> None:
    in_order = sorted(squares, key=lambda square: (board.column(square), board.row(square)))
    if squares != in_order:
        names = ",".join(board.name(square) for square in in_order)
        raise NotationError(text, f"the squares sorted by column, then row ({names})")


def _parse_two_coloured(text: str, table: PlacementTable, halves: tuple[str, str], heights: Sequence[int]) -> Placement:
    first, second = halves
    white, black = _domino_squares(text, table.board, f"two squares, the {first} one and the {second} one")
    level = heights[white] if heights else 0
    placement = table.find(Shape.DOMINO, 1 << white | 1 << black, 1 << black, level)
    if placement is None:
        raise IllegalMoveError(text, ("some piece under it would have no uncovered bit",))
    return placement


def _parse_plain_domino(text: str, table: PlacementTable) -> Placement:
    first, second = _domino_squares(text, table.board, "two squares")
    _check_order(text, [first, second], table.board)
    placement = table.find(Shape.DOMINO, 1 << first | 1 << second)
    if placement is None:
        raise IllegalMoveError(text, ("no piece of this game can be there",))
    return placement
