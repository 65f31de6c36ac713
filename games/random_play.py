"""Uniformly random play: every legal placement is equally likely, and no player swaps."""

from __future__ import annotations

import random
from typing import TypeVar

from litslab.games.geometry import nth_bit
from litslab.games.position import Position

AnyPosition = TypeVar("AnyPosition", bound=Position)


def random_placement(position: Position, rng: random.Random) -> int:
    """Return the index of a uniformly random legal placement; at least one has to exist."""
    legal = position.legal
    return nth_bit(legal, rng.randrange(legal.bit_count()))


def random_end(position: AnyPosition, rng: random.Random) -> AnyPosition:
    """Return the final position of a random game from a position.

    Examples
    --------
    >>> from litslab.games import create
    >>> end = random_end(create("taiji", size=7).start(), random.Random(1))
    >>> end.is_over, end.placed.bit_count()
    (True, 23)
    """
    while not position.is_over:
        position = position.place(random_placement(position, rng))
    return position
