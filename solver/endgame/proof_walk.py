"""The walk over the positions that one side's strategy allows: what a certificate is written and checked by.

From a position in which the strategist is to move, one chosen move is followed; from any other, every move. The walk
goes depth first, moves in the order of their texts, and passes by a position that it has met before: what follows from
it was walked then, or is being walked by an earlier branch. Games end, so no position leads back to itself, and passing
by is no circle. Two positions are one, too, where a symmetry turns one into the other; only symmetries that keep the
position in which the walk begins are asked, because the others hardly ever apply.

So the positions form a directed acyclic graph that nothing has to describe: it follows from the rules and from the
chosen moves, and a file with a strategy needs only one small number for each of those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from litslab.games.geometry import bits
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import SWAP, Move, Position, Rules

Choose = Callable[[Position, Sequence[Move]], int]
"""Returns the number of the move that is followed, given a position and its moves in the order of their texts."""

REPORT_EVERY = 256
"""Progress is reported each time this many more positions have been met."""


@lru_cache(maxsize=4)
def text_ranks(rules: Rules) -> tuple[int, ...]:
    """Return the rank of each placement's text among all, in the order of the table; and last, the swap's.

    Equal texts, which no position offers together, keep the order of the table.
    """
    texts = [*(format_move(placement, rules) for placement in rules.table), SWAP.value]
    ranks = [0] * len(texts)
    for rank, number in enumerate(sorted(range(len(texts)), key=lambda number: (texts[number], number))):
        ranks[number] = rank
    return tuple(ranks)


def sorted_choices(position: Position) -> list[Move]:
    """Return the moves that decide a position's value, in the order of their texts."""
    ranks = text_ranks(position.rules)
    return sorted(position.choices(), key=lambda move: ranks[_number(move)])


def _number(move: Move) -> int:
    return move.index if isinstance(move, Placement) else -1


def kept_symmetries(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the starting position that turn a position into itself; the first is the identity."""
    placed = position.placed
    return tuple(images for images in position.rules.symmetries if _image(placed, images) == placed)


def _image(placed: int, images: tuple[int, ...]) -> int:
    image = 0
    for index in bits(placed):
        image |= 1 << images[index]
    return image


@dataclass
class Walk:
    """A walk over the positions that a strategy allows.

    Attributes
    ----------
    root : Position
        Where it begins.
    side : int
        Whose strategy it is.
    choose : callable
        Names the strategist's move.
    at_end : callable
        Receives each finished position.
    report : callable
        Receives, now and then, how many positions have been met.
    """

    root: Position
    side: int
    choose: Choose
    at_end: Callable[[Position], None]
    report: Callable[[int], None]

    def __post_init__(self) -> None:
        rules = self.root.rules
        # Each of the two memories may take half of what is allowed.
        self._most_met = most_entries(rules) // 2
        self._most_waiting = most_positions(rules) // 2
        self._symmetries = kept_symmetries(self.root)
        self._met: set[tuple[int, bool]] = set()
        self._waiting: list[tuple[Position, Move]] = []

    def __call__(self) -> int:
        """Walk to the end, and return how many positions were met.

        Raises
        ------
        OutOfMemoryError
            Where the positions met, or those that are still to come, would not fit into memory.
        """
        self._meet(self.root.placed, self.root.swapped)
        self._visit(self.root)
        while self._waiting:
            parent, move = self._waiting.pop()
            # From one root, the placements and the swap determine whose turn it is, and what else a position has.
            placed = parent.placed | 1 << move.index if isinstance(move, Placement) else parent.placed
            if self._meet(placed, parent.swapped or move is SWAP):
                self._visit(parent.play_unchecked(move))
        return len(self._met)

    def _meet(self, placed: int, swapped: bool) -> bool:
        """Note a position, and tell whether it is met for the first time."""
        if len(self._symmetries) > 1:
            placed = min(_image(placed, images) for images in self._symmetries)
        before = len(self._met)
        self._met.add((placed, swapped))
        return len(self._met) > before

    def _visit(self, position: Position) -> None:
        met = len(self._met)
        if not met % REPORT_EVERY:
            self.report(met)
        if position.is_over:
            self.at_end(position)
            return
        moves = sorted_choices(position)
        if met > self._most_met or len(self._waiting) + len(moves) > self._most_waiting:
            raise OutOfMemoryError(
                f"certificate: after {met:,} positions the ones that follow do not fit into memory: expected a "
                "position closer to the end"
            )
        if position.to_move == self.side:
            self._waiting.append((position, moves[self.choose(position, moves)]))
        else:
            self._waiting.extend((position, move) for move in reversed(moves))
