"""Memory limits for sets of positions.

No command takes more than about a gigabyte, whatever its input. A request that is known in advance
to need more is refused; other work stops when it reaches the limit. `games.placements` limits the
tables of placements.
"""

from __future__ import annotations

from litslab.games.errors import GameError
from litslab.games.rules import Rules

LARGEST_COLLECTION = 500 << 20
"""The most bytes that collected positions, or their stored parts, may take."""

_ENTRY_BYTES = 300
"""The size of a dictionary entry with its key and value, without the set of placements in it."""

_NUMBER_BYTES = 80
"""The size of an entry of a set, without the set of placements in it."""

_POSITION_BYTES = 800
"""The size of a position without its sets of placements and of squares."""

_SETS = 4
"""The number of sets of placements in a position and its parts."""

_SQUARE_BYTES = 8
"""The size of a position per square: two references in Wythe, less in the other games."""


class OutOfMemoryError(GameError):
    """A result that would take more memory than is allowed; the text says what was collected and
    how much.
    """


def most_positions(rules: Rules) -> int:
    """Return how many whole positions of a game may be stored at a time.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> most_positions(create("taiji", size=3)) > most_positions(create("taiji", size=30))
    True
    """
    squares = rules.board.size
    return LARGEST_COLLECTION // (
        _POSITION_BYTES + _SETS * len(rules.table) // 8 + _SQUARE_BYTES * squares
    )


def most_entries(rules: Rules, *, values: bool = True) -> int:
    """Return how many sets of placements may be stored at a time, each with a small
    value or alone.
    """
    return LARGEST_COLLECTION // (
        (_ENTRY_BYTES if values else _NUMBER_BYTES) + len(rules.table) // 8
    )
