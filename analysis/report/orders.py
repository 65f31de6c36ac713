"""In how many ways a position can have come about: which of its pieces can have been placed last.

A random game reaches a set of k pieces in one of the orders in which they can be placed. Let b₁, …, bₖ be the numbers
of legal placements that it met, and rᵢ how many of the first i pieces can have been the last of them: those without
which the rest is a position in which they are legal. Taking back such a piece at random, again and again, gives each
order of the set some probability, and this order 1/(r₁·…·rₖ); over all orders these probabilities sum to 1. So the mean
of b₁·…·bₖ/(r₁·…·rₖ) over random games is the number of positions with k pieces: an unbiased estimate, as importance
sampling with an auxiliary backward kernel is (P. Del Moral, A. Doucet and A. Jasra, "Sequential Monte Carlo
samplers", 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.geometry import Board, bits
from litslab.games.placements import Placement
from litslab.games.position import Rules
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe


class Phase(Protocol):
    """The pieces of a phase of a game, in the order in which they are placed."""

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many of all of them can have been placed last."""


class AnyOrder:
    """Taijitus on a board: each can have been the last."""

    def __init__(self) -> None:
        self._pieces = 0

    def add(self, _: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        self._pieces += 1
        return self._pieces


class Connected:
    """Tetrominoes: the last was one without which the others still hang together.

    Parameters
    ----------
    board : Board
        The board.
    first : int, optional
        The square that the first piece has to cover; any where it is not given.
    """

    def __init__(self, board: Board, first: int | None = None) -> None:
        self._board = board
        self._first = first
        self._masks: list[int] = []
        self._touching: list[int] = []
        self._fixed = 0

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        number = len(self._masks)
        around = self._board.adjacent(placement.mask)
        touching = sum(1 << other for other, mask in enumerate(self._masks) if mask & around)
        for other in bits(touching):
            self._touching[other] |= 1 << number
        self._masks.append(placement.mask)
        self._touching.append(touching)
        if self._first is not None and placement.mask >> self._first & 1:
            self._fixed = 1 << number
        pieces = (1 << len(self._masks)) - 1
        if not number:
            return 1
        return sum(self._hang_together(pieces & ~(1 << each)) for each in bits(pieces & ~self._fixed))

    def _hang_together(self, pieces: int) -> bool:
        reached = edge = pieces & -pieces
        while edge:
            around = 0
            for piece in bits(edge):
                around |= self._touching[piece]
            edge = around & pieces & ~reached
            reached |= edge
        return reached == pieces


class Stacked:
    """Wythe: the last piece is one on which no other lies."""

    def __init__(self) -> None:
        self._top: dict[int, int] = {}
        self._bare: set[int] = set()
        self._pieces = 0

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        for square in placement.squares:
            self._bare.discard(self._top.get(square, -1))
            self._top[square] = self._pieces
        self._bare.add(self._pieces)
        self._pieces += 1
        return len(self._bare)


def lasts(rules: Rules, placements: Iterable[Placement]) -> Iterator[int]:
    """Yield after each placement of a game how many pieces can have been placed last.

    In a double game that is one of the second phase as soon as one of them is placed.
    """
    first, second, border = _phases(rules)
    for placement in placements:
        yield (first if placement.index < border else second).add(placement)


def _phases(rules: Rules) -> tuple[Phase, Phase, int]:
    """Return both phases of a game, and the first index of the second one's placements; one phase stands twice."""
    one: Phase
    match rules:
        case TailitsTaiji():
            return Connected(rules.board, rules.centre), AnyOrder(), len(rules.tetrominoes)
        case TaijiBattle():
            return AnyOrder(), Connected(rules.board), len(rules.taijitus)
        case Taiji():
            one = AnyOrder()
        case Tailits():
            one = Connected(rules.board, rules.centre)
        case BattleOfLits():
            one = Connected(rules.board)
        case Wythe():
            one = Stacked()
        case _:
            raise TypeError(f"no orders of {rules.name}")
    return one, one, len(rules.table)
