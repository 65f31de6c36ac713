"""Counting positions by the number of placements: the exact test of any implementation of the
rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.errors import OptionError
from litslab.games.memory import OutOfMemoryError, most_positions
from litslab.games.position import Position
from litslab.games.rules import Rules

LARGEST_DEPTH = 10_000
"""A depth beyond the end of every game that can be counted."""


@dataclass(frozen=True)
class Perft:
    """The numbers of positions by depth."""

    counts: tuple[int, ...]
    """The number of distinct sets of placements after 0, 1, … placements."""
    final: tuple[int, ...]
    """The number of these sets that are final: nothing can be placed any more."""


def perft(rules: Rules, depth: int) -> Perft:
    """Count the distinct positions after 0, 1, …, `depth` placements, breadth first.

    Different orders of the same placements count once. Swaps and passes do not count.

    Raises
    ------
    OptionError
        If the depth is below 0 or above `LARGEST_DEPTH`.
    OutOfMemoryError
        If there are too many positions after that many placements to keep in memory.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> perft(create("battle-of-lits", size=4), 3)
    Perft(counts=(1, 104, 344, 56), final=(0, 0, 256, 56))
    """
    if not 0 <= depth <= LARGEST_DEPTH:
        raise OptionError(f"depth {depth}: expected 0 to {LARGEST_DEPTH}")
    most = most_positions(rules)
    layer: dict[int, Position] = {0: rules.start()}
    counts = []
    final = []
    for ply in range(depth + 1):
        counts.append(len(layer))
        final.append(sum(position.is_over for position in layer.values()))
        if ply < depth:
            following: dict[int, Position] = {}
            for position in layer.values():
                for placement in rules.table.of(position.legal):
                    placed = position.placed | 1 << placement.index
                    if placed not in following:
                        if len(layer) + len(following) >= most:
                            raise OutOfMemoryError(
                                f"depth {depth}: more than {len(following):,} positions after "
                                f"{ply + 1} placements do "
                                f"not fit into memory: expected a depth of at most {ply}"
                            )
                        following[placed] = position.place(placement.index)
            layer = following
    return Perft(tuple(counts), tuple(final))
