"""Base class of the positions of all games: immutable, equal by content.

A `Position` is a set of placements, the side to move and the part of the history that the rules
need: the swap, and in TAILITS+TAIJI the side that placed the last tetromino.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from litslab.games.board_view import BoardView
from litslab.games.drawable import Drawable
from litslab.games.errors import IllegalMoveError, OptionError, expect
from litslab.games.geometry import mask_of
from litslab.games.group_colour import GroupColour
from litslab.games.language import mark, tr
from litslab.games.move import PASS, SWAP, Move, Special
from litslab.games.outcome import Outcome, points_text
from litslab.games.placements import Placement
from litslab.games.rules import Rules


@dataclass(frozen=True, eq=False, repr=False)
class Position(Drawable, ABC):
    """A position: immutable, hashable, equal by content.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    placed : int
        The set of placements on the board, as a bit set over ``rules.table``.
    to_move : int
        The side to move: 0 for the side that moves first in the game, 1 for the other. In
        TAIJI+Battle of LITS a side is a player, whatever colour that player has.
    swapped : bool
        Whether the swap has been made.
    last : Placement, Special or None
        The last move, for pictures; it does not count for equality.
    """

    drawn_by = "games.drawing.svg:draw"

    rules: Rules
    placed: int
    to_move: int
    swapped: bool
    last: Move | None

    @property
    @abstractmethod
    def legal(self) -> int:
        """The set of legal placements, one bit per placement of ``rules.table``."""

    @abstractmethod
    def place(self, index: int) -> Self:
        """Return the position after a placement that the caller knows to be legal."""

    @abstractmethod
    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break here, in words; empty if it is legal."""

    @abstractmethod
    def scores(self) -> tuple[int, int]:
        """Return the scores of the sides if the game ended here."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return the result.

        Raises
        ------
        ValueError
            If the game is not over.
        """

    @property
    @abstractmethod
    def protected(self) -> int:
        """The visible squares that no placement can cover any more, however play continues.

        In the first phase of a double game only placements of that phase count (see
        `protected_to_the_end`).
        """

    @property
    def protected_to_the_end(self) -> bool:
        """Return whether `protected` holds until the end of the game, not only until the end of its
        first phase.
        """
        return self.phase == len(self.rules.phases) - 1

    def with_to_move(self, side: int) -> Self:
        """Return the same placements with the given side to move, even if no game leads there."""
        return replace(self, to_move=side)

    @property
    def constructed(self) -> bool:
        """Return whether no game leads here: the side to move or the half point contradicts the
        placements.
        """
        try:
            played = self.rules.from_placements(self.placements, swapped=self.swapped)
        except IllegalMoveError:
            return True
        return played.to_move != self.to_move or played.half_point != self.half_point

    @abstractmethod
    def square_characters(self) -> str:
        """Return the text drawing: one character per square, in the order of the squares."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The content that distinguishes this position from others of the same rules."""
        return (self.placed, self.to_move, self.swapped)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.key == other.key and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements on the board, in the order of the table."""
        return tuple(self.rules.table.of(self.placed))

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return self.rules.sides[self.to_move]

    @property
    def is_over(self) -> bool:
        """Return whether nothing can be placed any more."""
        return not self.legal

    @property
    def phase(self) -> int:
        """The current phase: an index of ``rules.phases``."""
        return 0

    @property
    def turn(self) -> str:
        """The side to move, in words."""
        return tr("{side} to move", side=tr(self.side))

    def tie_range(self) -> tuple[int, int]:
        """Return the least and the greatest `Outcome.tie` that is still possible."""
        if not self.is_over:
            return -1, 1
        tie = self.outcome().tie
        return tie, tie

    def stack_heights(self) -> Sequence[int]:
        """Return the height of each square's stack; empty if pieces do not pile up."""
        return ()

    def level_of(self, placement: Placement) -> int:
        """Return the level of a piece on the board: 0 on the bare board."""
        return placement.level

    def view(self) -> BoardView:
        """Return the content of drawings: by default each piece in the colour of its shape."""
        return BoardView(self.placements, protected=self.open_protected & ~self.covered)

    @property
    def covered(self) -> int:
        """The squares under pieces."""
        return mask_of(square for placement in self.placements for square in placement.squares)

    @property
    def open_protected(self) -> int:
        """The protected squares; none once the game is over."""
        return 0 if self.is_over else self.protected

    def layers(self) -> dict[str, int]:
        """Return the visible squares of each layer by its name, for statistics.

        Squares under a piece of the second phase of a double game show only that piece.
        """
        return {mark("piece"): self.covered}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the colours whose connected groups matter, two for each phase; empty if groups do
        not matter.
        """
        return ()

    def phase_scores(self) -> tuple[tuple[int, int], ...]:
        """Return the points of the two sides in each phase."""
        return (self.scores(),)

    @property
    def _of_swap_phase(self) -> int:
        """The placements on the board that count for the swap, which answers the first of them."""
        return self.placed

    @property
    def can_swap(self) -> bool:
        """Return whether the side to move may swap instead of placing: on the second player's first
        turn.
        """
        first_turn = self.to_move == 1 and self._of_swap_phase.bit_count() == 1
        return self.rules.has_swap and not self.swapped and first_turn

    @property
    def may_still_swap(self) -> bool:
        """Return whether the swap is legal now, or will be later in this game."""
        is_ahead = not self._of_swap_phase and not self.is_over
        return self.can_swap or (self.rules.has_swap and not self.swapped and is_ahead)

    @property
    def can_exchange_players(self) -> bool:
        """Return whether the side to move may swap, and the swap only exchanges the players and
        keeps the value.
        """
        return self.can_swap and not self.rules.swap_changes_value

    @property
    def swap_follows(self) -> bool:
        """Return whether the other player may swap after the placement, so that the strongest one
        is not the best.

        False in a double game: there the swap comes later, and search weighs it. False where
        nothing can be placed.
        """
        has_plain_swap = self.rules.has_swap and not self.rules.swap_changes_value
        return has_plain_swap and not (self.placed or self.to_move or self.is_over)

    def with_swap_made(self) -> Self:
        """Return the position after the swap: the same side, now the other player, is still to
        move.

        Raises
        ------
        IllegalMoveError
            If no swap can have been made: the game has none, nothing is placed yet, or the first
            placement ended the game.
        """
        if not self.rules.has_swap:
            raise IllegalMoveError(SWAP.value, (self._has_no_swap(),))
        if not self._of_swap_phase:
            raise IllegalMoveError(
                SWAP.value, (tr("the swap comes after the first placement, which is not made yet"),)
            )
        if self._of_swap_phase.bit_count() == 1 and not self.legal:
            raise IllegalMoveError(
                SWAP.value, (tr("the first placement ended the game, so the swap came too late"),)
            )
        return replace(self, swapped=True, last=SWAP)

    @property
    def half_point(self) -> str | None:
        """The side that has the half point of TAILITS+TAIJI; None before that, and in
        other games.
        """
        return None

    def score_texts(self) -> tuple[str, str]:
        """Return the scores of the sides as texts, with the half point if a side has it."""
        first, second = (
            points_text(2 * score + (side == self.half_point))
            for side, score in zip(self.rules.sides, self.scores(), strict=True)
        )
        return first, second

    def with_half_point(self, side: int) -> Self:
        """Return the same placements with the half point given to a side.

        Raises
        ------
        OptionError
            If this position has no half point.
        """
        raise OptionError(f"half point {self.rules.sides[side]!r}: expected none in this position")

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves: the placements in the order of the table, then the swap."""
        moves: tuple[Move, ...] = tuple(self.rules.table.of(self.legal))
        return (*moves, SWAP) if self.can_swap and moves else moves

    def choices(self) -> tuple[Move, ...]:
        """Return the moves that decide the value: the legal moves without a swap that only
        exchanges the players.
        """
        if self.rules.swap_changes_value:
            return self.legal_moves()
        return tuple(self.rules.table.of(self.legal))

    def check(self, move: Move) -> None:
        """Raise unless a move is legal.

        Raises
        ------
        IllegalMoveError
            If the move breaks rules; the error names all of them.
        """
        if isinstance(move, Placement):
            text = self.rules.format_placement(move)
            broken = self.broken_rules(move)
        else:
            text = move.value
            broken = self._broken_by_swap() if move is SWAP else self._broken_by_pass()
        if broken:
            raise IllegalMoveError(text, broken)

    def _broken_by_swap(self) -> tuple[str, ...]:
        if not self.rules.has_swap:
            return (self._has_no_swap(),)
        if not self.can_swap:
            return (tr("the swap is only for the second player's first turn"),)
        return () if self.legal else (tr("the game is over"),)

    def _has_no_swap(self) -> str:
        return tr("{game} has no swap", game=tr(self.rules.title))

    def _broken_by_pass(self) -> tuple[str, ...]:
        return (tr("{game} has no pass", game=tr(self.rules.title)),)

    def play(self, move: Move | str) -> Position:
        """Return the position after a move or after the move that a text names.

        Raises
        ------
        IllegalMoveError
            If the move breaks rules; the error names all of them.
        NotationError
            If a text names no move of this game.

        Examples
        --------
        >>> import litslab as ll
        >>> ll.new_game("taiji", size=7).play("e5,e6")
        <TAIJI 7×7, 1 placement, dark to move>
        """
        if not isinstance(move, Move):
            move = self.parse_move(move)
        self.check(move)
        return self.play_unchecked(move)

    def parse_move(self, text: str) -> Move:
        """Return the move that a text names; whether it is legal is not checked.

        Raises
        ------
        NotationError
            If the text names no move of this game.
        IllegalMoveError
            If no piece of the game could ever be there: no piece has these colours, or it would be
            too high.
        """
        word = expect(text, str, "the text of a move").strip().lower()
        if word in {special.value for special in Special}:
            return Special(word)
        return self.rules.parse_placement(text, self.stack_heights())

    def play_unchecked(self, move: Move) -> Position:
        """Return the position after a move that the caller knows to be legal."""
        if isinstance(move, Placement):
            return self.place(move.index)
        return self.with_swap_made() if move is SWAP else self.with_pass_made()

    def with_pass_made(self) -> Position:
        """Return the position after a pass, which the caller knows to be legal."""
        return replace(self, last=PASS)

    def text_rows(self) -> list[str]:
        """Return the board as text rows, the top row first, with a character per square."""
        return self.rules.board.draw(self.square_characters()).split("\n")

    def __str__(self) -> str:
        return self.rules.board.with_coordinates(self.text_rows())

    def __repr__(self) -> str:
        board = self.rules.board
        placed = self.placed.bit_count()
        turn = "finished" if self.is_over else f"{self.side} to move"
        return (
            f"<{self.rules.title} {board.columns}×{board.rows}, {placed} "
            f"placement{'s' * (placed != 1)}, {turn}>"
        )

    def require_over(self) -> None:
        """Raise unless the game is over; every `outcome` starts with this check.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.legal:
            raise ValueError("the game is not over: it has no outcome yet")
