"""Proved upper bounds of how many games and positions there are, from the squares alone.

After k pieces of s squares each, n - sk squares are free. A placement that is still possible covers s free squares, so
the placements that are left are at most 1/s of the sum, over the free squares, of how many placements cover each; and
that is largest where the squares that most placements cover are free. The product over k bounds the games. A set of k
pieces is the end of k! orders of disjoint pieces, whatever else the rules demand, so the sum of the products divided
by k! bounds the positions.

In Wythe pieces lie on pieces: every piece keeps a bit uncovered, so there are at most as many pieces as squares; at any
time the possible placements are at most those of the bare board, as each pair of adjacent stacks has one height; and a
position is a set of disjoint dominoes on each level.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from litslab.games.phases import Phase
from litslab.games.placements import PlacementTable
from litslab.games.position import Rules


@dataclass(frozen=True)
class UpperBounds:
    """Upper bounds.

    Attributes
    ----------
    length : int
        No game has more placements.
    games, positions : float
        Decimal logarithms of numbers that are not exceeded; a position is a set of placements.
    """

    length: int
    games: float
    positions: float


def upper_bounds(rules: Rules) -> UpperBounds:
    """Return upper bounds for a game."""
    found = [_of_pieces(phase.table) if phase.levels == 1 else _of_stacks(phase) for phase in rules.phases]
    return UpperBounds(
        sum(each.length for each in found), sum(each.games for each in found), sum(each.positions for each in found)
    )


def _of_pieces(table: PlacementTable) -> UpperBounds:
    """Return the bounds for disjoint pieces of one size."""
    squares = len(table[0].squares) if len(table) else 1
    covered = sorted((members.bit_count() for members in table.covering), reverse=True)
    most = table.board.size // squares
    if all(kind.count is not None for kind in table.kinds):
        most = min(most, sum(kind.count or 0 for kind in table.kinds))
    games = 0.0
    by_pieces = [0.0]
    for placed in range(most):
        left = sum(covered[: table.board.size - squares * placed]) // squares
        if not left:
            return _summed(placed, games, by_pieces)
        games += math.log10(left)
        by_pieces.append(games - math.lgamma(placed + 2) / math.log(10))
    return _summed(most, games, by_pieces)


def _summed(length: int, games: float, by_pieces: list[float]) -> UpperBounds:
    largest = max(by_pieces)
    return UpperBounds(length, games, largest + math.log10(sum(10 ** (each - largest) for each in by_pieces)))


def _of_stacks(phase: Phase) -> UpperBounds:
    one_level = _of_pieces(phase.ground)
    most = phase.most_pieces
    return UpperBounds(most, most * math.log10(len(phase.ground)), phase.levels * one_level.positions)
