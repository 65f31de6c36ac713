"""Results in words: the winner and the margin (``dark by the tie rule``).

Texts name these instead of the odd integers of the search. An odd value does not determine the
margin: 5 is a margin of 2 with the tie rule or of 3 against it. Only one of the two is possible if
the tie rule always favours the same side, as in TAIJI, or at the largest margin of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from litslab.games.language import mark, tr
from litslab.games.outcome import Outcome, points_text
from litslab.games.position import Position


def possible_margins(value: int, position: Position) -> tuple[int, ...]:
    """Return the possible margins of a value in a game that continues from a position, in ascending
    order.

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
    value: int,
    position: Position,
    sides: Sequence[str] | None = None,
    *,
    verb: Literal["", "wins"] = "",
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
    winner = _winner(value, position, sides)
    if position.rules.tie_is_half_point:
        return _side_text(winner, points_text(abs(value)), verb)
    margins = sorted(abs(margin) for margin in possible_margins(value, position))
    points = tr(" or ").join(str(margin) for margin in margins if margin)
    return _side_text(winner, points, verb, tie=margins[0] == 0)


def range_text(
    lower: int,
    upper: int,
    position: Position,
    sides: Sequence[str] | None = None,
    *,
    verb: Literal["", "wins"] = "",
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
    least, most = _ends(lower, upper, position)
    if lower < 0 < upper:
        names = sides or position.rules.sides
        return tr(
            "between {low} and {high}",
            low=_margin_text(names[1], -least),
            high=_margin_text(names[0], most),
        )
    low, high = (least, most) if lower > 0 else (-most, -least)
    if low > 0:
        points = tr("{low} to {high}", low=points_text(low), high=points_text(high))
    else:
        points = tr("{points} at most", points=points_text(high))
    return _side_text(_winner(lower, position, sides), points, verb)


def _ends(lower: int, upper: int, position: Position) -> tuple[int, int]:
    """Return the least and the greatest possible margin between two values, in half points."""
    limit = position.rules.value_limit()
    if position.rules.tie_is_half_point:
        return max(lower, -limit), min(upper, limit)
    largest = limit // 2
    least = max(possible_margins(lower, position)[0], -largest)
    most = min(possible_margins(upper, position)[-1], largest)
    return 2 * least, 2 * most


def outcome_text(outcome: Outcome, winner: str = "", *, verb: Literal["", "wins"] = "") -> str:
    """Return the winner and the margin; `winner` replaces the name of the winning side.

    Examples
    --------
    >>> from litslab.games.outcome import Outcome
    >>> outcome_text(Outcome(("light", "dark"), (7, 7), -1, "Dark wins ties"))
    'dark by the tie rule'
    """
    halves = outcome.value if outcome.tie_is_half_point else 2 * outcome.margin
    return _margin_text(winner or outcome.winner, abs(halves), verb)


_RESULTS = {
    "points": (mark("{side} by {points}"), mark("{side} wins by {points}")),
    "tie": (mark("{side} by the tie rule"), mark("{side} wins by the tie rule")),
    "either": (
        mark("{side} by {points} or by the tie rule"),
        mark("{side} wins by {points} or by the tie rule"),
    ),
}
"""The texts of a result without a verb, and with "wins"."""


def _side_text(name: str, points: str, verb: str, *, tie: bool = False) -> str:
    """Return that a side wins by some points, or by the tie rule, or perhaps by it."""
    if not points:
        texts = _RESULTS["tie"]
    elif tie:
        texts = _RESULTS["either"]
    else:
        texts = _RESULTS["points"]
    return tr(texts[bool(verb)], side=tr(name), points=points)


def _margin_text(name: str, halves: int, verb: str = "") -> str:
    return _side_text(name, points_text(halves) if halves > 0 else "", verb)


def _winner(value: int, position: Position, sides: Sequence[str] | None) -> str:
    return (sides or position.rules.sides)[0 if value > 0 else 1]
