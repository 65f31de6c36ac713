"""Moves as text, and back (``e5,e6``, ``L[a1,a2,a3,b3]``, ``T[e6b,f6w,f7b,g6w]``, ``swap``, ``pass``).

Every move has exactly one text. A text that differs from it in any way, be it the order of the squares, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from litslab.games.errors import IllegalMoveError, NotationError
from litslab.games.geometry import mask_of
from litslab.games.pieces import TETROMINOES, Shape, shape_of
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules, Special
from litslab.games.wythe import Wythe, WythePosition

_TETROMINO = re.compile(r"([LITS])\[([^\[\]]*)\]")


def format_move(move: Move, rules: Rules) -> str:
    """Return a move's text.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> rules = create("battle-of-lits")
    >>> format_move(rules.table[0], rules)
    'L[a1,a2,a3,b1]'
    """
    if isinstance(move, Special):
        return move.value
    board = rules.board
    if move.shape is Shape.DOMINO:
        white, black = (next(s for s in move.squares if part >> s & 1) for part in (move.white, move.black or 0))
        return f"{board.name(white)},{board.name(black)}"
    if move.black is None:
        names = [board.name(square) for square in move.squares]
    else:
        names = [f"{board.name(square)}{'b' if move.black >> square & 1 else 'w'}" for square in move.squares]
    return f"{move.shape.value}[{','.join(names)}]"


def format_placements(placements: Iterable[Placement], rules: Rules) -> str:
    """Return a set of placements as text, sorted by level and then by the table, so that it can be read in order."""
    ordered = sorted(placements, key=lambda placement: (placement.level, placement.index))
    return " ".join(format_move(placement, rules) for placement in ordered)


def parse_move(text: str, position: Position) -> Move:
    """Return the move that a text names in a position; whether it is legal is not asked.

    Raises
    ------
    NotationError
        If the text names no move of this game.
    IllegalMoveError
        If no piece of the game could ever lie so: its colours exist on no piece, or it would lie too high.
    """
    if text in {special.value for special in Special}:
        return Special(text)
    heights = position.heights if isinstance(position, WythePosition) else ()
    return parse_placement(text, position.rules, heights)


def parse_placements(text: str, rules: Rules) -> tuple[Placement, ...]:
    """Return the set of placements that `format_placements` wrote.

    In Wythe a piece lies on those written before it.

    Raises
    ------
    NotationError
        If a word is no placement of this game, or one is named twice.
    IllegalMoveError
        As for `parse_move`.
    """
    heights = [0] * rules.board.size
    found: dict[Placement, None] = {}
    for word in text.split():
        placement = parse_placement(word, rules, heights)
        if placement in found:
            raise NotationError(word, "each placement once")
        found[placement] = None
        for square in placement.squares:
            heights[square] += 1
    return tuple(found)


def parse_placement(text: str, rules: Rules, heights: Sequence[int] = ()) -> Placement:
    """Return the placement that a text names; in Wythe `heights` tells on which level it lies."""
    shapes = {kind.shape for kind in rules.table.kinds}
    match = _TETROMINO.fullmatch(text)
    if match is not None and shapes & set(TETROMINOES):
        return _parse_tetromino(text, Shape(match[1]), match[2].split(","), rules)
    if match is None and Shape.DOMINO in shapes:
        return _parse_domino(text, rules, heights)
    raise NotationError(text, f"a move of {rules.title} such as {' or '.join(_examples(rules))}")


def _examples(rules: Rules) -> list[str]:
    kinds = rules.table.kinds
    examples = []
    if any(kind.shape is not Shape.DOMINO and not kind.coloured for kind in kinds):
        examples.append("L[a1,a2,a3,b1]")
    if any(kind.shape is not Shape.DOMINO and kind.coloured for kind in kinds):
        examples.append("T[e6b,f6w,f7b,g6w]")
    if any(kind.shape is Shape.DOMINO for kind in kinds):
        examples.append("e5,e6")
    return examples


def _parse_tetromino(text: str, shape: Shape, words: list[str], rules: Rules) -> Placement:
    board = rules.board
    coloured = any(kind.coloured and kind.shape is not Shape.DOMINO for kind in rules.table.kinds)
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
    in_order = sorted(squares, key=lambda square: (board.column(square), board.row(square)))
    if squares != in_order:
        names = ",".join(board.name(square) for square in in_order)
        raise NotationError(text, f"the squares sorted by column, then row ({names})")
    if coloured and black.bit_count() != 2:
        raise NotationError(text, f"two black squares and two white ones (these are {black.bit_count()} black)")
    placement = rules.table.find(shape, mask, black if coloured else None)
    if placement is None:
        raise IllegalMoveError(text, (f"no {shape.value} piece of this game can lie so: its colours are other ones",))
    return placement


def _parse_domino(text: str, rules: Rules, heights: Sequence[int]) -> Placement:
    board = rules.board
    names = text.split(",")
    if len(names) != 2:
        first, second = ("white", "black") if isinstance(rules, Wythe) else ("light", "dark")
        raise NotationError(text, f"two squares, the {first} one and the {second} one, such as e5,e6")
    white, black = board.parse(names[0]), board.parse(names[1])
    if not board.adjacent(1 << white) >> black & 1:
        raise NotationError(text, "two squares that share an edge")
    level = heights[white] if isinstance(rules, Wythe) and heights else 0
    placement = rules.table.find(Shape.DOMINO, 1 << white | 1 << black, 1 << black, level)
    if placement is None:
        raise IllegalMoveError(text, ("some piece beneath it would have no uncovered bit",))
    return placement
