"""How much memory may be used for what grows with the question: a table of placements, a set of positions.

No command takes more than about a gigabyte, whatever its input. What is known beforehand to need more is refused;
what turns out to need more ends there, as at any other limit.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Protocol

from litslab.games.errors import GameError
from litslab.games.geometry import Board

LARGEST_TABLE = 400 << 20
"""The most bytes that a table of placements may take, with all sets that are derived from it."""

LARGEST_COLLECTION = 500 << 20
"""The most bytes that collected positions, or their stored parts, may take."""

_ENTRY_BYTES = 300
"""What an entry of a dictionary takes with its key and value, but for the set of placements in it."""

_POSITION_BYTES = 800
"""What a position takes without its sets of placements and of squares."""

_SETS = 4
"""The sets of placements that a position holds, with all its parts."""

_SQUARE_BYTES = 8
"""What a position holds of each square: Wythe two references, the other games less."""


class OnBoard(Protocol):
    """What is played with a table of placements on a board: the rules of a game."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def table(self) -> Sized:
        """All placements."""


class OutOfMemoryError(GameError):
    """A result that would take more memory than is allowed; the text says what was collected and how much."""


def most_positions(rules: OnBoard) -> int:
    """Return how many whole positions of a game may be stored at a time.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> most_positions(create("taiji", size=3)) > most_positions(create("taiji", size=30))
    True
    """
    squares = rules.board.size
    return LARGEST_COLLECTION // (_POSITION_BYTES + _SETS * len(rules.table) // 8 + _SQUARE_BYTES * squares)


def most_entries(rules: OnBoard) -> int:
    """Return of how many positions the set of placements may be stored at a time, with a small value each."""
    return LARGEST_COLLECTION // (_ENTRY_BYTES + len(rules.table) // 8)
