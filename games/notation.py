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


def format_move(move: Move, rules: Rules | Position) -> str:
    """Return a move's text; a position stands for its rules.

    Examples
    --------
    >>> import litslab as ll
    >>> rules = ll.new_game("battle-of-lits").rules
    >>> ll.format_move(rules.table[0], rules)
    'L[a1,a2,a3,b1]'
    """
    game = (
        rules.rules if isinstance(rules, Position) else expect(rules, Rules, "rules or a position")
    )
    if isinstance(move, Special):
        return move.value
    return game.format_placement(
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


def parse_move(text: str, position: Position) -> Move:
    """Return the move that a text names in a position; whether it is legal is not checked.

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
    >>> ll.format_move(ll.parse_move("e6,e5", position), position.rules)
    'e6,e5'
    """
    return expect(position, Position, "a position").parse_move(text)


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
