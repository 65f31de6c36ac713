"""Moves: placements, the swap and the pass."""

from __future__ import annotations

from enum import Enum

from litslab.games.placements import Placement


class Special(Enum):
    """A move that places nothing; the value is its notation."""

    SWAP = "swap"
    PASS = "pass"


SWAP = Special.SWAP
"""The exchange of sides, on the second player's first turn only; the placements do not change."""

PASS = Special.PASS
"""A pass in Wythe when nothing can be placed any more: accepted in records, never a choice."""

Move = Placement | Special
"""A placement of the game's table, `SWAP` or `PASS`."""
