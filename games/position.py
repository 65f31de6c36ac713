"""Base classes of all games: rules with options, and immutable positions.

A `Rules` object is one game with its options; it is a frozen dataclass whose fields *are* the options. A `Position`
is a set of placements, the side to move and the part of the history that the rules need: the swap, and in TAILITS+TAIJI
the side that placed the last tetromino.

A game is a plug-in. Everything that differs between games is a class attribute or a method here, with a default that
suits a plain game. `games.registry.register` registers a game by its name.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Self

from litslab.games.errors import IllegalMoveError, OptionError, UnreachableError, check_choice, expect
from litslab.games.geometry import Board, mask_of
from litslab.games.language import mark, tr
from litslab.games.placements import Placement, PlacementTable
from litslab.games.view import BoardView, Drawable, GroupColour, Outcome, Phase, format_placement, parse_placement


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


def option(
    default: Any, help: str, *, lowest: int | None = None, highest: int | None = None, odd: bool = False,
    choices: Sequence[str] = (), by_shape: bool = False, setup: bool = False,
) -> Any:  # fmt: skip
    """Declare a field of a `Rules` class as an option of the game, with its limits.

    Parameters
    ----------
    default
        The value if none is given.
    help : str
        One line of help.
    lowest, highest : int, optional
        The limits of a number, or of each number of a tuple.
    odd : bool
        Whether only odd numbers are allowed.
    choices : sequence of str
        The allowed texts.
    by_shape : bool
        Whether the value is one number for each of L, I, T and S.
    setup : bool
        Whether the option belongs to the starting position rather than to the rules.
    """
    limits = {"lowest": lowest, "highest": highest, "odd": odd, "choices": tuple(choices), "by_shape": by_shape}
    return field(default=default, metadata={"help": help, "setup": setup} | limits)


@dataclass(frozen=True)
class Rules(ABC):
    """One game with its options."""

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    """The names of the sides; the first moves first, and values are from its point of view."""
    has_swap: ClassVar[bool] = False
    swap_changes_value: ClassVar[bool] = False
    """`SWAP` is a choice that search has to weigh, as in a double game, whose values are from a player's point of view.

    Elsewhere values are from a side's point of view. There a swap changes neither the placements nor the side to move.
    """
    report_sections: ClassVar[tuple[str, ...]] = ()
    """The game's own sections of a report, as ``module:function``; see `analysis.report.build`."""
    summary: ClassVar[str] = ""
    """The rules in a few words, for games without a text in `games.rule_text`."""
    halves: ClassVar[tuple[str, str]] = ("light", "dark")
    """The names of the two halves of a domino, in the order of the notation."""
    has_symbols: ClassVar[bool] = False
    """Squares have symbols (`symbols`), which belong to the sides and score while they are visible."""
    shows_contacts: ClassVar[bool] = False
    """Pictures of groups show which pieces touch."""
    equal_scores_are_zero: ClassVar[bool] = False
    """Equal scores are possible only if both are 0."""
    has_matches: ClassVar[bool] = False
    """The rules define matches of two games with the sides exchanged."""
    in_text_protocol: ClassVar[bool] = False
    """Games can be written in the LITS Text Protocol."""
    kernel_name: ClassVar[str | None] = None
    """The name of the game in the kernel; None if the kernel does not play it."""
    phase_class: ClassVar[type[Phase]] = Phase
    """The class of the phase of a game that is not a double game."""

    def __post_init__(self) -> None:
        """Check each option against its limits.

        Raises
        ------
        OptionError
            If an option is outside its limits.
        """
        for described in self.options():
            _check_option(described, getattr(self, described.name))

    @classmethod
    def options(cls) -> tuple[Field[Any], ...]:
        """Return the dataclass fields that are the game's options; limits and help are in their metadata."""
        return fields(cls)

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board."""

    @property
    @abstractmethod
    def table(self) -> PlacementTable:
        """All placements of the game; in a double game, those of both phases."""

    @abstractmethod
    def start(self) -> Position:
        """Return the position before the first move."""

    @abstractmethod
    def value_limit(self) -> int:
        """Return an upper bound on the absolute value of every result."""

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in the order of play: two in a double game, otherwise one."""
        return (self.phase_class(self.title, self.table),)

    @property
    def is_double(self) -> bool:
        """Return whether the game has two phases, whose points are shown separately."""
        return len(self.phases) > 1

    @property
    def symbol_squares(self) -> tuple[int, int]:
        """The squares with the symbols of the first side, and with those of the second."""
        return 0, 0

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the starting position, as permutations of the placements; the first is the identity."""
        return self.table.symmetries

    @property
    def mirroring_proof(self) -> str | None:
        """The proof that the second player wins by mirroring; None if there is none."""
        return None

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the kernel's arguments: the board and the pieces.

        A `PlacementTable` among them stands for its placements of tetrominoes.
        """
        raise NotImplementedError(f"the kernel does not play {self.name}")

    @classmethod
    def setup_option(cls) -> str | None:
        """Return the name of the option that belongs to the starting position; None if there is none."""
        return next((each.name for each in cls.options() if each.metadata["setup"]), None)

    @classmethod
    def on_square_board(cls, size: int) -> Rules:
        """Return the game as it is usually played on a square board."""
        known = [each.name for each in cls.options()]
        return cls(**({"size": size} if "size" in known else {}))

    def resized(self, size: int) -> Rules | None:
        """Return the game with the same options on a square board of another size; None if there is none.

        Options that belong to the board return to their defaults.
        """
        described = next((each for each in self.options() if each.name == "size"), None)
        if described is None:
            return None
        lowest, odd = described.metadata["lowest"], described.metadata["odd"]
        if (lowest is not None and size < lowest) or (odd and size % 2 == 0):
            return None
        return replace(self, **({"size": size} | self.options_for_size(size)))

    def options_for_size(self, size: int) -> dict[str, Any]:
        """Return the options that change on a square board of another size."""
        return {each.name: each.default for each in self.options() if each.metadata["setup"]}

    def without_setup(self) -> Self:
        """Return the rules with the default starting position."""
        return replace(self, **{each.name: each.default for each in self.options() if each.metadata["setup"]})

    def with_fresh_board(
        self, rng: random.Random, *, x: int | None = None, o: int | None = None, antisymmetric: bool = True
    ) -> Rules:
        """Return the game with new random symbols, if its squares have symbols.

        Parameters
        ----------
        rng : random.Random
            The source of randomness.
        x, o, antisymmetric
            The parameters of `games.battle_of_lits.make_symbols`.
        """
        return self

    def colourings(self) -> dict[str, Rules]:
        """Return the same game with each possible colouring of its pieces, its own first, for comparison.

        The result is empty if the colouring is no assumption.
        """
        return {}

    def containing_game(self) -> Rules | None:
        """Return a game whose finished positions include all of this one's; None if none is known."""
        return None

    def format_placement(self, placement: Placement) -> str:
        """Return a placement's text."""
        return format_placement(placement, self.board)

    def parse_placement(self, text: str, heights: Sequence[int] = ()) -> Placement:
        """Return the placement that a text names.

        Parameters
        ----------
        text : str
            The text, as `format_placement` writes it.
        heights : sequence of int
            The number of pieces on each square; empty for the bare board.

        Raises
        ------
        NotationError
            If the text names no placement of this game.
        IllegalMoveError
            If no piece of the game could ever be there.
        """
        return parse_placement(text, self.table, title=self.title, halves=self.halves)

    def from_placements(
        self, placements: Iterable[Placement], to_move: str | None = None, *, swapped: bool = False,
        half_point: str | None = None, constructed: bool = False,
    ) -> Position:  # fmt: skip
        """Return the position that consists of the given placements, without a history.

        The placements and the swap determine the side to move and the owner of the half point in every game, because no
        player passes while anything can be placed. So both can be left out.

        Parameters
        ----------
        placements : iterable of Placement
            In any order.
        to_move : str, optional
            The side to move; by default the side whose turn it is when play leads to these placements.
        swapped : bool
            Whether the swap has been made.
        half_point : str, optional
            In the second phase of TAILITS+TAIJI, the side that placed the last tetromino; by default the side that did
            so when play leads to these placements.
        constructed : bool
            Whether to accept a side to move or an owner of the half point that no game leads to.

        Raises
        ------
        IllegalMoveError
            If the set breaks a rule, or if no swap can have been made.
        UnreachableError
            If no game leads to these placements with that side to move or that owner of the half point.
        OptionError
            If there is no such side, or no half point in this position.
        """
        played = self.assemble(sorted(placements, key=lambda placement: (placement.level, placement.index)))
        if swapped:
            played = played.with_swap_made()
        position = played
        if half_point is not None:
            position = position.with_half_point(self._side_index("half point", half_point))
        if to_move is not None:
            position = position.with_to_move(self._side_index("side to move", to_move))
        if not constructed and position.to_move != played.to_move:
            raise UnreachableError("side to move", position.side, played.side)
        if not constructed and position.half_point != played.half_point:
            raise UnreachableError("half point", str(position.half_point), str(played.half_point))
        return replace(position, last=None)  # the last placement is unknown

    def _side_index(self, what: str, side: str) -> int:
        check_choice(what, side, self.sides)
        return self.sides.index(side)

    def assemble(self, placements: list[Placement]) -> Position:
        """Return the position of a set of placements, sorted by level and index, without a history.

        They are played in some legal order: each round plays the placements that have become legal.

        Raises
        ------
        IllegalMoveError
            If the set breaks a rule.
        """
        position, waiting = self.start(), list(placements)
        while waiting:
            later = []
            for placement in waiting:
                if position.legal >> placement.index & 1:
                    position = position.place(placement.index)
                else:
                    later.append(placement)
            if len(later) == len(waiting):
                position.check(later[0])
                raise AssertionError("a placement that is not legal breaks no rule")
            waiting = later
        return position


def _check_option(described: Field[Any], value: Any) -> None:
    limits, kind = described.metadata, type(described.default)
    if None not in (value, described.default):
        expect(value, kind, f"{described.name} as {kind.__name__}, such as {described.default!r}")
    numbers = value if isinstance(value, tuple) else (value,)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            continue
        lowest, highest = limits["lowest"], limits["highest"]
        if (lowest is not None and number < lowest) or (highest is not None and number > highest):
            upper = f" to {highest}" if highest is not None else " or more"
            raise OptionError(f"{described.name} {number}: expected {lowest}{upper}")
        if limits["odd"] and number % 2 == 0:
            raise OptionError(f"{described.name} {number}: expected an odd number")
    if limits["by_shape"] and value is not None and len(value) != 4:
        raise OptionError(f"{described.name} {value}: expected four numbers, for L, I, T and S")
    if limits["choices"]:
        check_choice(described.name, value, limits["choices"])


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
        The side to move: 0 for the side that moves first in the game, 1 for the other. In TAIJI+Battle of LITS a side
        is a player, whatever colour that player has.
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

        In the first phase of a double game only placements of that phase count (see `protected_to_the_end`).
        """

    @property
    def protected_to_the_end(self) -> bool:
        """Return whether `protected` holds until the end of the game, not only until the end of its first phase."""
        return self.phase == len(self.rules.phases) - 1

    def with_to_move(self, side: int) -> Self:
        """Return the same placements with the given side to move, even if no game leads there."""
        return replace(self, to_move=side)

    @property
    def constructed(self) -> bool:
        """Return whether no game leads here: the side to move or the half point contradicts the placements."""
        try:
            played = self.rules.from_placements(self.placements, swapped=self.swapped)
        except IllegalMoveError:
            return True
        return played != self

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
        """Return the colours whose connected groups matter, two for each phase; empty if groups do not matter."""
        return ()

    @property
    def _of_swap_phase(self) -> int:
        """The placements on the board that count for the swap, which answers the first of them."""
        return self.placed

    @property
    def can_swap(self) -> bool:
        """Return whether the side to move may swap instead of placing: on the second player's first turn."""
        first_turn = self.to_move == 1 and self._of_swap_phase.bit_count() == 1
        return self.rules.has_swap and not self.swapped and first_turn

    @property
    def can_exchange_players(self) -> bool:
        """Return whether the side to move may swap, and the swap only exchanges the players and keeps the value."""
        return self.can_swap and not self.rules.swap_changes_value

    @property
    def swap_follows(self) -> bool:
        """Return whether the other player may swap after the placement, so that the strongest one is not the best.

        False in a double game: there the swap comes later, and search weighs it. False where nothing can be placed.
        """
        has_plain_swap = self.rules.has_swap and not self.rules.swap_changes_value
        return has_plain_swap and not (self.placed or self.to_move or self.is_over)

    def with_swap_made(self) -> Self:
        """Return the position after the swap: the same side, now the other player, is still to move.

        Raises
        ------
        IllegalMoveError
            If no swap can have been made: the game has none, nothing is placed yet, or the first placement ended the
            game.
        """
        if not self.rules.has_swap:
            raise IllegalMoveError(SWAP.value, (self._has_no_swap(),))
        if not self._of_swap_phase:
            raise IllegalMoveError(SWAP.value, (tr("the swap comes after the first placement, which is not made yet"),))
        if self._of_swap_phase.bit_count() == 1 and not self.legal:
            raise IllegalMoveError(SWAP.value, (tr("the first placement ended the game, so the swap came too late"),))
        return replace(self, swapped=True, last=SWAP)

    @property
    def half_point(self) -> str | None:
        """The side that has the half point of TAILITS+TAIJI; None before that, and in other games."""
        return None

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
        """Return the moves that decide the value: the legal moves without a swap that only exchanges the players."""
        return self.legal_moves() if self.rules.swap_changes_value else tuple(self.rules.table.of(self.legal))

    def check(self, move: Move) -> None:
        """Raise unless a move is legal.

        Raises
        ------
        IllegalMoveError
            If the move breaks rules; the error names all of them.
        """
        if isinstance(move, Placement):
            text, broken = self.rules.format_placement(move), self.broken_rules(move)
        else:
            text, broken = move.value, self._broken_by_swap() if move is SWAP else self._broken_by_pass()
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
            If no piece of the game could ever be there: no piece has these colours, or it would be too high.
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

    def __str__(self) -> str:
        return self.rules.board.draw(self.square_characters())

    def __repr__(self) -> str:
        board, placed = self.rules.board, self.placed.bit_count()
        turn = "finished" if self.is_over else f"{self.side} to move"
        return f"<{self.rules.title} {board.columns}×{board.rows}, {placed} placement{'s' * (placed != 1)}, {turn}>"

    def require_over(self) -> None:
        """Raise unless the game is over; every `outcome` starts with this check.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.legal:
            raise ValueError("the game is not over: it has no outcome yet")
