"""Positions and values in words: people read who wins and by how much; the odd integers of the search stay inside.

An odd value does not determine the margin: 5 is a margin of 2 with the tie rule or of 3 against it. Where the tie rule
can only speak for one side, as in TAIJI, one of the two is left, and so it is at the greatest margin that a game has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litslab.games.outcome import Outcome
    from litslab.games.position import Position

BY_TIE_RULE = "by the tie rule"

CONSTRUCTED = "constructed: no game leads here"
"""What every text says of a position whose side to move or half point no game leads to."""


def possible_margins(value: int, position: Position) -> tuple[int, ...]:
    """Return the margins that a value can stand for in a game that continues from a position, the least first.

    Parameters
    ----------
    value : int
        An odd value, seen from the first side.
    position : Position
        Tells what the tie rule can still say, and which margins the game can have.

    Examples
    --------
    >>> from litslab.games import create
    >>> possible_margins(5, create("wythe").start()), possible_margins(5, create("taiji").start())
    ((2, 3), (3,))
    """
    largest = position.rules.value_limit() // 2
    margins = sorted({(value - tie) // 2 for tie in position.tie_range()})
    return tuple(margin for margin in margins if abs(margin) <= largest) or tuple(margins)


def value_text(value: int, position: Position, sides: Sequence[str] | None = None, *, verb: str = "") -> str:
    """Say who wins and by how much, as far as a value determines it.

    Parameters
    ----------
    value : int
        An odd value, seen from the first side.
    position : Position
        The position that is worth it.
    sides : sequence of str, optional
        What to call the two sides; by their names where not given.
    verb : str
        What stands after the winner's name, such as "wins".

    Examples
    --------
    >>> from litslab.games import create
    >>> start = create("wythe").start()
    >>> value_text(5, start), value_text(-1, start), value_text(-1, create("taiji").start())
    ('black by 2 or 3', 'white by 1 or by the tie rule', 'dark by the tie rule')
    """
    margins = sorted(abs(margin) for margin in possible_margins(value, position))
    points = " or ".join(str(margin) for margin in margins if margin)
    ways = [f"by {points}"] if points else []
    ways += [BY_TIE_RULE] if margins[0] == 0 else []
    return f"{_winner(value, position, sides, verb)} {' or '.join(ways)}"


def range_text(
    lower: int, upper: int, position: Position, sides: Sequence[str] | None = None, *, verb: str = ""
) -> str:
    """Say between which margins a result lies; parameters as for `value_text`.

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
        return f"between {_side_text(names[1], -least)} and {_side_text(names[0], most)}"
    winner = _winner(lower, position, sides, verb)
    low, high = (least, most) if lower > 0 else (-most, -least)
    return f"{winner} by {low} to {high}" if low > 0 else f"{winner} by {high} at most"


def outcome_text(outcome: Outcome, winner: str = "", *, verb: str = "") -> str:
    """Say who won and by how much; `winner` is what to call the winner, if not by the side.

    Examples
    --------
    >>> from litslab.games.outcome import Outcome
    >>> outcome_text(Outcome(("light", "dark"), (7, 7), -1, "Dark wins ties"))
    'dark by the tie rule'
    """
    name = f"{winner or outcome.winner} {verb}".rstrip()
    return f"{name} {BY_TIE_RULE if outcome.by_tie_rule else f'by {abs(outcome.margin)}'}"


def caption(position: Position) -> tuple[str, ...]:
    """Return what is to be said below a position: the game, whose turn it is or who won, and the scores.

    Last, where no game leads to the position, that it is constructed.
    """
    title = position.rules.title
    marks = (CONSTRUCTED,) if position.constructed else ()
    if position.is_over:
        return title, str(position.outcome()), *marks
    turn = f"{position.turn} (or swap)" if position.can_swap else position.turn
    scores = ", ".join(f"{side} {score}" for side, score in zip(position.rules.sides, position.scores(), strict=True))
    return title, turn, scores, *marks


def _side_text(name: str, margin: int) -> str:
    return f"{name} by {margin}" if margin > 0 else f"{name} {BY_TIE_RULE}"


def _winner(value: int, position: Position, sides: Sequence[str] | None, verb: str) -> str:
    return f"{(sides or position.rules.sides)[0 if value > 0 else 1]} {verb}".rstrip()
