"""Wythe, by Luis Bolaños Mures: two-coloured pieces pile up, and the largest size with more groups
scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from litslab.games.board_view import BoardView, Stack
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.group_colour import GroupColour
from litslab.games.language import mark, tr
from litslab.games.move import PASS
from litslab.games.option import option
from litslab.games.optional_swap import OptionalSwap
from litslab.games.outcome import Outcome
from litslab.games.phase import LastPlaced, Phase
from litslab.games.pieces import taijitus
from litslab.games.placement_notation import parse_placement
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.position import Position

LAST_PLACER_LOSES = mark("whoever placed last loses when both score 0")


def levels(board: Board) -> int:
    """Return an upper bound on the number of levels of a game on the board.

    A piece at level h is on two stacks of h bits. The piece of every covered bit has its other bit
    uncovered, on a square of its own, at the same level. So h levels below two squares need ``2 **
    (h + 1)`` distinct squares.

    Examples
    --------
    >>> levels(Board(8, 8)), levels(Board(3, 3))
    (6, 3)
    """
    return max(1, board.size.bit_length() - 1)


class Stacked:
    """Pieces of Wythe in the order of play: each without another on top can have been the last."""

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


@dataclass(frozen=True, eq=False)
class StackPhase(Phase):
    """A phase of two-coloured pieces that pile up."""

    @property
    def levels(self) -> int:
        """The number of pieces that can be on top of each other."""
        return levels(self.table.board)

    @property
    def ground(self) -> PlacementTable:
        """The placements on the bare board."""
        return placement_table(self.table.board, self.table.kinds)

    @property
    def most_pieces(self) -> int:
        """The number of squares: every piece keeps a bit uncovered, on a stack of its own."""
        return self.table.board.size

    def last_placed(self) -> LastPlaced:
        """Return a new count of the pieces that can have been placed last."""
        return Stacked()


@dataclass(frozen=True)
class Wythe(OptionalSwap):
    """Wythe on a square board of any size."""

    name: ClassVar[str] = "wythe"
    title: ClassVar[str] = mark("Wythe")
    sides: ClassVar[tuple[str, str]] = (mark("black"), mark("white"))
    halves: ClassVar[tuple[str, str]] = ("white", "black")
    equal_scores_are_zero: ClassVar[bool] = True
    kernel_name: ClassVar[str | None] = "wythe"
    phase_class: ClassVar[type[Phase]] = StackPhase

    size: int = option(8, "squares on a side", lowest=2)
    swap: bool = option(
        True,
        "the second player may swap on the first turn (without it a variant that the rule text "
        "does not have)",
        variant=True,
    )

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.size, self.size)

    @cached_property
    def table(self) -> PlacementTable:
        """All placements on all levels."""
        return placement_table(self.board, taijitus(), levels(self.board))

    @cached_property
    def at_square_and_level(self) -> dict[tuple[int, int], int]:
        """The set of placements with a bit at each square and level."""
        found: dict[tuple[int, int], int] = {}
        for placement in self.table:
            for square in placement.squares:
                key = square, placement.level
                found[key] = found.get(key, 0) | 1 << placement.index
        return found

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores, in one sentence."""
        return (tr("The largest size of which a side has more groups is its score."),)

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence."""
        return tr("If both score 0, whoever placed last loses.")

    def start(self) -> WythePosition:
        """Return the bare board."""
        bare = self.board.size
        first_level = mask_of(placement.index for placement in self.table if not placement.level)
        return WythePosition(
            rules=self,
            placed=0,
            to_move=0,
            swapped=False,
            last=None,
            heights=(0,) * bare,
            tops=(None,) * bare,
            locked=0,
            legal_set=first_level,
        )

    def value_limit(self) -> int:
        """Return twice the squares plus the tie rule: no group is larger than the board."""
        return 2 * self.board.size + 1

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the size, and each placement's white and black square and its level."""
        return self.board.columns, [
            (*placement.white_and_black, placement.level) for placement in self.table
        ]

    def parse_placement(self, text: str, heights: Sequence[int] = ()) -> Placement:
        """Return the placement that a text names, at the height of the stacks there."""
        return parse_placement(
            text, self.table, title=self.title, halves=self.halves, heights=heights
        )


@dataclass(frozen=True, eq=False, repr=False)
class WythePosition(Position):
    """A position of Wythe.

    Attributes
    ----------
    heights : tuple of int
        The number of bits in each square's stack.
    tops : tuple of (Placement or None)
        The piece whose bit is uppermost on each square.
    locked : int
        The squares whose uppermost bit is the only uncovered bit of its piece, so that it can never
        be covered.
    legal_set : int
        The legal placements.
    passes : int
        The number of passes after the last placement.
    """

    rules: Wythe
    heights: tuple[int, ...] = field(repr=False)
    tops: tuple[Placement | None, ...] = field(repr=False)
    locked: int = field(repr=False)
    legal_set: int = field(repr=False)
    passes: int = 0

    @property
    def key(self) -> tuple[int, int, bool, int]:
        """The content of the position, with the passes, which decide whether one may pass."""
        return (self.placed, self.to_move, self.swapped, self.passes)

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.legal_set

    def colour(self, square: int) -> int | None:
        """Return the side that owns the stack on a square (0 black, 1 white), or None if there is
        none.
        """
        top = self.tops[square]
        if top is None:
            return None
        return 0 if (top.black or 0) >> square & 1 else 1

    def _fits(self, placement: Placement) -> bool:
        """Return whether the stacks below a placement allow it."""
        if placement.mask & self.locked:
            return False
        for square in placement.squares:
            if self.heights[square] != placement.level:
                return False
            if self.colour(square) == (0 if (placement.black or 0) >> square & 1 else 1):
                return False
        first, second = placement.squares
        # Covering both bits of one piece would leave it without an uncovered bit.
        return self.tops[first] is None or self.tops[first] is not self.tops[second]

    def place(self, index: int) -> Self:
        """Return the position after a legal placement."""
        rules = self.rules
        placement = rules.table.placements[index]
        heights = list(self.heights)
        tops = list(self.tops)
        locked = self.locked
        gone = 0
        for square in placement.squares:
            below = tops[square]
            if below is not None:
                other = below.mask & ~(1 << square)
                locked |= other
                other_square = other.bit_length() - 1
                gone |= rules.at_square_and_level.get((other_square, heights[other_square]), 0)
            gone |= rules.at_square_and_level[square, heights[square]]
            heights[square] += 1
            tops[square] = placement
        partial = type(self)(
            rules=rules,
            placed=self.placed | 1 << index,
            to_move=1 - self.to_move,
            swapped=self.swapped,
            last=placement,
            heights=tuple(heights),
            tops=tuple(tops),
            locked=locked,
            legal_set=0,  # found below, from the stacks of this position
        )
        legal = self.legal_set & ~gone
        for square in placement.squares:
            above = rules.at_square_and_level.get((square, placement.level + 1), 0)
            for candidate in rules.table.of(above):
                if partial._fits(candidate):
                    legal |= 1 << candidate.index
        object.__setattr__(partial, "legal_set", legal)
        return partial

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        board = self.rules.board
        first, second = placement.squares
        broken = []
        if self.heights[first] != self.heights[second]:
            different = mark(
                "the stacks on {first} and {second} differ in height ({height} and {other})"
            )
            names = {"first": board.name(first), "second": board.name(second)}
            broken.append(
                tr(different, **names, height=self.heights[first], other=self.heights[second])
            )
        elif self.heights[first] != placement.level:
            high = tr(
                "the stacks are {height} high, not {level}",
                height=self.heights[first],
                level=placement.level,
            )
            broken.append(high)
        for square in placement.squares:
            bit = 0 if (placement.black or 0) >> square & 1 else 1
            if self.colour(square) == bit:
                lies = mark("a {colour} bit would lie on a {colour} bit on {square}")
                broken.append(tr(lies, colour=tr(self.rules.sides[bit]), square=board.name(square)))
        is_on_one_piece = self.tops[first] is self.tops[second]
        hidden: dict[tuple[int, ...], None] = {}  # each piece once, in order
        for square in placement.squares:
            top = self.tops[square]
            if top is not None and (is_on_one_piece or self.locked >> square & 1):
                hidden[top.squares] = None
        for squares in hidden:
            one, other = (board.name(square) for square in squares)
            broken.append(
                tr(
                    "the piece on {first} and {second} would have no uncovered bit",
                    first=one,
                    second=other,
                )
            )
        return tuple(broken)

    def _broken_by_pass(self) -> tuple[str, ...]:
        if self.legal:
            return (tr("passing is allowed only if no piece can be placed"),)
        return (tr("both have passed: the game is over"),) if self.passes == 2 else ()

    def with_pass_made(self) -> Self:
        """Return the position after a pass."""
        return replace(self, last=PASS, passes=self.passes + 1)

    def scores(self) -> tuple[int, int]:
        """Return each side's score: the largest group size of which it has more groups than the
        other; 0 if none.
        """
        groups = self.rules.board.groups
        black, white = (
            Counter(group.bit_count() for group in groups(self.of_side(side))) for side in (0, 1)
        )
        return max(black - white, default=0), max(white - black, default=0)

    def outcome(self) -> Outcome:
        """Return the result; if both score 0, the player who placed last loses."""
        self.require_over()
        return Outcome(
            self.rules.sides, self.scores(), 1 if self.to_move == 0 else -1, LAST_PLACER_LOSES
        )

    @property
    def protected(self) -> int:
        """The squares that no bit can cover any more: locked bits, and squares without a partner
        left.

        Other squares are not necessarily covered in some game.
        """
        board = self.rules.board
        if not self.legal:
            return board.all
        unlocked = board.all & ~self.locked
        with_partner = mask_of(
            square for square in bits(unlocked) if board.adjacent(1 << square) & unlocked
        )
        return board.all & ~with_partner

    def stack_heights(self) -> Sequence[int]:
        """Return the height of each square's stack."""
        return self.heights

    def of_side(self, side: int) -> int:
        """Return the squares whose stacks a side owns."""
        return mask_of(
            square for square in range(self.rules.board.size) if self.colour(square) == side
        )

    def view(self) -> BoardView:
        """Return the stacks."""
        stacks = tuple(
            Stack(square, self.heights[square], top, self.colour(square) == 0)
            for square, top in enumerate(self.tops)
            if top is not None
        )
        return BoardView(stacks=stacks, protected=self.open_protected, dark=self.of_side(0))

    def layers(self) -> dict[str, int]:
        """Return the squares of black's stacks and of white's."""
        return {"black": self.of_side(0), "white": self.of_side(1)}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the stacks of both sides, whose group sizes are compared.

        A piece on two stacks does not change the number of stacks of a colour.
        """
        protected = self.protected
        board = self.rules.board
        bare = mask_of(square for square, height in enumerate(self.heights) if not height)
        regions = board.groups(bare & ~protected)
        gains = tuple((region, region.bit_count() // 2) for region in regions)
        free = board.all & ~protected
        return tuple(
            GroupColour(
                colour=colour,
                side=side,
                squares=self.of_side(side),
                scoring="uneven",
                protected=protected,
                free=free & ~self.of_side(side),
                gains=gains,
            )
            for side, colour in enumerate(self.rules.sides)
        )

    def square_characters(self) -> str:
        """Return ``b`` and ``w`` for the colours of stacks."""
        colours = (self.colour(square) for square in range(self.rules.board.size))
        return "".join("." if colour is None else "bw"[colour] for colour in colours)
