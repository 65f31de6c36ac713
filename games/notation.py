"""Moves as text, and back (``e5,e6``, ``L[a1,a2,a3,b3]``, ``T[e6b,f6w,f7b,g6w]``, ``swap``, ``pass``).

How a placement is written is the game's own matter (`Rules.format_placement`, `Rules.parse_placement`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from litslab.games.errors import NotationError
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules, Special


def format_move(move: Move, rules: Rules) -> str:
    """Return a move's text.

    Examples
    --------
    >>> import litslab as ll
    >>> rules = ll.new_game("battle-of-lits").rules
    >>> ll.format_move(rules.table[0], rules)
    'L[a1,a2,a3,b1]'
    """
    return move.value if isinstance(move, Special) else rules.format_placement(move)


def format_placements(placements: Iterable[Placement], rules: Rules) -> str:
    """Return a set of placements as text, sorted by level and then by the table, so that it can be read in order."""
    ordered = sorted(placements, key=lambda placement: (placement.level, placement.index))
    return " ".join(rules.format_placement(placement) for placement in ordered)


def parse_move(text: str, position: Position) -> Move:
    """Return the move that a text names in a position; whether it is legal is not checked.

    Raises
    ------
    NotationError
        If the text names no move of this game.
    IllegalMoveError
        If no piece of the game could ever be there: its colours exist on no piece, or it would be too high.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.new_game("taiji", size=7)
    >>> ll.format_move(ll.parse_move("e6,e5", position), position.rules)
    'e6,e5'
    """
    return position.parse_move(text)


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
    for word in text.split():
        placement = parse_placement(word, rules, heights)
        if placement in found:
            raise NotationError(word, "each placement once")
        found[placement] = None
        for square in placement.squares:
            heights[square] += 1
    return tuple(found)


def parse_placement(text: str, rules: Rules, heights: Sequence[int] = ()) -> Placement:
    """Return the placement that a text names; if pieces pile up, `heights` gives its level."""
    return rules.parse_placement(text, heights)
