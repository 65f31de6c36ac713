"""Moves and values as text (``e5,e6``, ``L[a1,a2,a3,b3]``, ``swap``; ``dark by the tie rule``), and moves back.

Each game has its own notation of placements (`Rules.format_placement`, `Rules.parse_placement`).

Texts name the winner and the margin instead of the odd integers of the search. An odd value does not determine the
margin: 5 is a margin of 2 with the tie rule or of 3 against it. Only one of the two is possible if the tie rule always
favours the same side, as in TAIJI, or at the largest margin of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from litslab.games.errors import IllegalMoveError, NotationError, expect
from litslab.games.language import mark, tr
from litslab.games.placements import Placement
from litslab.games.position import SWAP, Move, Position, Rules, Special
from litslab.games.view import Outcome, close_up


def format_move(move: Move, rules: Rules | Position) -> str:
    """Return a move's text; a position stands for its rules.

    Examples
    --------
    >>> import litslab as ll
    >>> rules = ll.new_game("battle-of-lits").rules
    >>> ll.format_move(rules.table[0], rules)
    'L[a1,a2,a3,b1]'
    """
    game = rules.rules if isinstance(rules, Position) else expect(rules, Rules, "rules or a position")
    if isinstance(move, Special):
        return move.value
    return game.format_placement(expect(move, Placement, "a move, such as one of position.legal_moves()"))


def move_number(move: Move, rules: Rules) -> int:
    """Return a move's number: its index in the table of placements; the swap comes after all placements."""
    return move.index if isinstance(move, Placement) else len(rules.table)


def numbered_move(number: int, rules: Rules) -> Move:
    """Return the move with a number: the inverse of `move_number`."""
    return SWAP if number == len(rules.table) else rules.table[number]


def format_placements(placements: Iterable[Placement], rules: Rules) -> str:
    """Return a set of placements as text, sorted by level and then by index, so that it can be read in order."""
    ordered = sorted(placements, key=lambda placement: (placement.level, placement.index))
    return " ".join(rules.format_placement(placement) for placement in ordered)


def parse_move(text: str, position: Position) -> Move:
    """Return the move that a text names in a position; whether it is legal is not checked.

    Raises
    ------
    NotationError
        If the text names no move of this game.
    IllegalMoveError
        If no piece of the game could ever be there: no piece has these colours, or it would be too high.

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
    for word in close_up(text).split():
        placement = rules.parse_placement(word, heights)
        if placement in found:
            raise NotationError(word, "each placement once")
        found[placement] = None
        for square in placement.squares:
            heights[square] += 1
    return tuple(found)


def illegal_text(error: IllegalMoveError) -> str:
    """Return the message of an illegal move in the language in use; the error's own is in English."""
    return tr("illegal move {move}: {reasons}", move=error.move, reasons=tr("; ").join(error.broken))


CONSTRUCTED = mark("constructed: no game leads here")
"""The mark of a position whose side to move or half point no game leads to."""


def possible_margins(value: int, position: Position) -> tuple[int, ...]:
    """Return the possible margins of a value in a game that continues from a position, in ascending order.

    Parameters
    ----------
    value : int
        An odd value, from the first side's point of view.
    position : Position
        The position, which limits the tie rule and the margin.

    Examples
    --------
    >>> from litslab.games import create
    >>> possible_margins(5, create("wythe").start()), possible_margins(5, create("taiji").start())
    ((2, 3), (3,))
    """
    largest = position.rules.value_limit() // 2
    margins = sorted({(value - tie) // 2 for tie in position.tie_range()})
    return tuple(margin for margin in margins if abs(margin) <= largest) or tuple(margins)


def value_text(
    value: int, position: Position, sides: Sequence[str] | None = None, *, verb: Literal["", "wins"] = ""
) -> str:
    """Return the winner and the margin of a value, as far as the value determines the margin.

    Parameters
    ----------
    value : int
        An odd value, from the first side's point of view.
    position : Position
        The position with this value.
    sides : sequence of str, optional
        The names of the two sides; by default those of the game.
    verb : str
        A verb after the winner's name: "wins" or none.

    Examples
    --------
    >>> from litslab.games import create
    >>> start = create("wythe").start()
    >>> value_text(5, start), value_text(-1, start), value_text(-1, create("taiji").start())
    ('black by 2 or 3', 'white by 1 or by the tie rule', 'dark by the tie rule')
    """
    margins = sorted(abs(margin) for margin in possible_margins(value, position))
    points = tr(" or ").join(str(margin) for margin in margins if margin)
    return _side_text(_winner(value, position, sides), points, verb, tie=margins[0] == 0)


def range_text(
    lower: int, upper: int, position: Position, sides: Sequence[str] | None = None, *, verb: Literal["", "wins"] = ""
) -> str:
    """Return the range of a result as text; the parameters are those of `value_text`.

    Examples
    --------
    >>> from litslab.games import create
    >>> start = create("wythe").start()
    >>> range_text(-9, 5, start), range_text(3, 9, start), range_text(1, 5, start)
    ('between white by 5 and black by 3', 'black by 1 to 5', 'black by 3 at most')
    """
    if lower == upper:
        return value_text(lower, position, sides, verb=verb)
    largest = position.rules.value_limit() // 2
    least = max(possible_margins(lower, position)[0], -largest)
    most = min(possible_margins(upper, position)[-1], largest)
    if lower < 0 < upper:
        names = sides or position.rules.sides
        return tr("between {low} and {high}", low=_margin_text(names[1], -least), high=_margin_text(names[0], most))
    low, high = (least, most) if lower > 0 else (-most, -least)
    points = tr("{low} to {high}", low=low, high=high) if low > 0 else tr("{points} at most", points=high)
    return _side_text(_winner(lower, position, sides), points, verb)


def outcome_text(outcome: Outcome, winner: str = "", *, verb: Literal["", "wins"] = "") -> str:
    """Return the winner and the margin; `winner` replaces the name of the winning side.

    Examples
    --------
    >>> from litslab.games.view import Outcome
    >>> outcome_text(Outcome(("light", "dark"), (7, 7), -1, "Dark wins ties"))
    'dark by the tie rule'
    """
    return _margin_text(winner or outcome.winner, abs(outcome.margin), verb)


def caption(position: Position) -> tuple[str, ...]:
    """Return the caption of a position: the game, the side to move and the scores, or the result.

    The last part marks a constructed position.
    """
    title = tr(position.rules.title)
    marks = (tr(CONSTRUCTED),) if position.constructed else ()
    if position.is_over:
        return title, str(position.outcome()), *marks
    turn = tr("{turn} (or swap)", turn=position.turn) if position.can_swap else position.turn
    named = zip(position.rules.sides, position.scores(), strict=True)
    return title, turn, tr(", ").join(f"{tr(side)} {score}" for side, score in named), *marks


_RESULTS = {
    "points": (mark("{side} by {points}"), mark("{side} wins by {points}")),
    "tie": (mark("{side} by the tie rule"), mark("{side} wins by the tie rule")),
    "either": (mark("{side} by {points} or by the tie rule"), mark("{side} wins by {points} or by the tie rule")),
}
"""The texts of a result without a verb, and with "wins"."""


def _side_text(name: str, points: str, verb: str, *, tie: bool = False) -> str:
    """Return that a side wins by some points, or by the tie rule, or perhaps by it."""
    kind = "tie" if not points else "either" if tie else "points"
    return tr(_RESULTS[kind][bool(verb)], side=tr(name), points=points)


def _margin_text(name: str, margin: int, verb: str = "") -> str:
    return _side_text(name, str(margin) if margin > 0 else "", verb)


def _winner(value: int, position: Position, sides: Sequence[str] | None) -> str:
    return (sides or position.rules.sides)[0 if value > 0 else 1]
