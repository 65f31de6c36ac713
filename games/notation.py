"""Moves as text (``e5,e6``, ``L[a1,a2,a3,b3]``, ``swap``) and as numbers, and back.

Each game has its own notation of placements (`Rules.format_placement`, `Rules.parse_placement`).
"""

from __future__ import annotations

from collections.abc import Iterable

from litslab.games.errors import IllegalMoveError, NotationError, expect
from litslab.games.language import tr
from litslab.games.move import SWAP, Move, Special
from litslab.games.placement_notation import split_moves, squares_of_moves
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules


def format_move(move: Move, position: Position | Rules) -> str:
    """Return a move's text.

    Parameters
    ----------
    move : Placement or Special
        The move; it need not be legal.
    position : Position or Rules
        The position in which it is made, or the rules of the game.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.new_game("battle-of-lits")
    >>> ll.format_move(position.legal_moves()[0], position)
    'L[a1,a2,a3,b1]'
    """
    rules = position if isinstance(position, Rules) else _position(position).rules
    if isinstance(move, Special):
        return move.value
    return rules.format_placement(
        expect(move, Placement, "a move, such as one of position.legal_moves()")
    )


def move_number(move: Move, rules: Rules) -> int:
    """Return a move's number: its index in the table of placements; the swap comes after all
    placements.
    """
    return move.index if isinstance(move, Placement) else len(rules.table)


def numbered_move(number: int, rules: Rules) -> Move:
    """Return the move with a number: the inverse of `move_number`."""
    return SWAP if number == len(rules.table) else rules.table[number]


def format_placements(placements: Iterable[Placement], rules: Rules) -> str:
    """Return a set of placements as text, sorted by level and then by index, so that it can be read
    in order.
    """
    ordered = sorted(placements, key=lambda placement: (placement.level, placement.index))
    return " ".join(rules.format_placement(placement) for placement in ordered)


def _position(given: Position | Rules) -> Position:
    """Return a position itself, or the start of a game for its rules."""
    return given.start() if isinstance(given, Rules) else expect(given, Position, "a position")


def parse_move(text: str, position: Position | Rules) -> Move:
    """Return the move that a text names in a position; whether it is legal is not checked.

    Parameters
    ----------
    text : str
        The move.
    position : Position or Rules
        The position in which it is made; the rules of a game stand for its start.

    Raises
    ------
    NotationError
        If the text names no move of this game.
    IllegalMoveError
        If no piece of the game could ever be there: no piece has these colours, or it would be too
        high.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.new_game("taiji", size=7)
    >>> ll.format_move(ll.parse_move("e6,e5", position), position)
    'e6,e5'
    """
    return _position(position).parse_move(text)


def parse_placements(text: str, rules: Rules) -> tuple[Placement, ...]:
    """Return the set of placements that `format_placements` wrote.

    In Wythe a piece is on top of those written before it.

    Raises
    ------
    NotationError
        If a word is no placement of this game, or one is named twice.
    IllegalMoveError
        As for `parse_move`.
    """
    heights = [0] * rules.board.size
    found: dict[Placement, None] = {}
    for word in split_moves(text, squares=squares_of_moves(rules.table)):
        placement = rules.parse_placement(word, heights)
        if placement in found:
            raise NotationError(word, "each placement once")
        found[placement] = None
        for square in placement.squares:
            heights[square] += 1
    return tuple(found)


def illegal_text(error: IllegalMoveError) -> str:
    """Return the message of an illegal move in the language in use; the error's own is
    in English.
    """
    return tr(
        "illegal move {move}: {reasons}", move=error.move, reasons=tr("; ").join(error.broken)
    )
