"""Full minimax: every line of play to its end, with no pruning, no table and no bounds."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games import SWAP, Move, Position


class TooLargeError(Exception):
    """The position has more lines of play than were allowed."""


def reachable(position: Position, most: int | None = None) -> list[Position]:
    """Return a position and all that play can reach from it, with the swap as a move of its own."""
    seen = {position.key}
    found = [position]
    for here in found:
        for move in here.legal_moves():
            after = here.play_unchecked(move)
            if after.key not in seen:
                seen.add(after.key)
                found.append(after)
                if most is not None and len(seen) > most:
                    raise TooLargeError
    return found


def ends_of(position: Position, most: int | None = None) -> list[Position]:
    """Return all finished positions that play can reach."""
    return [each for each in reachable(position, most) if each.is_over]


@dataclass
class BruteForce:
    """Minimax over a limited number of positions, those met twice counted twice."""

    budget: int

    def moves(self, position: Position) -> list[Move]:
        """The moves that decide: in a single game the swap only exchanges the players, and the
        value is a side's.
        """
        double = "+" in position.rules.name
        return [move for move in position.legal_moves() if double or move is not SWAP]

    def value(self, position: Position) -> int:
        """The value from the first side's view."""
        self.budget -= 1
        if self.budget < 0:
            raise TooLargeError
        if not (values := [self.value(position.play(move)) for move in self.moves(position)]):
            return position.outcome().value
        return max(values) if position.to_move == 0 else min(values)

    def move_values(self, position: Position) -> list[tuple[Move, int]]:
        """Each move and the value of the position after it."""
        return [(move, self.value(position.play(move))) for move in self.moves(position)]

    def people_value(self, position: Position, first_side: int = 0) -> int:
        """The value for the player who moved first, the swap weighed as a move of a single game.

        `first_side` is the side which that player plays now.
        """
        self.budget -= 1
        if self.budget < 0:
            raise TooLargeError
        if position.is_over:
            value = position.outcome().value
            return value if first_side == 0 else -value
        values = [
            self.people_value(position.play(move), 1 - first_side if move is SWAP else first_side)
            for move in position.legal_moves()
        ]
        return max(values) if position.to_move == first_side else min(values)
