"""What every game has in common: rules with options, and immutable positions.

A `Rules` object is one game with its options; it is a frozen dataclass whose fields *are* the options. A `Position`
is a set of placements, the side to move and what little of the history the rules remember (the swap, and in the
double games who placed the last tetromino of a finished phase).

A game is a plug-in: whatever differs between games is a class attribute or a method here, with a default that suits a
plain game. `games.registry.register` makes a game known by its name.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Self

from litslab.games.errors import IllegalMoveError, OptionError, UnreachableError
from litslab.games.geometry import Board, mask_of
from litslab.games.placements import Placement, PlacementTable
from litslab.games.view import BoardView, Drawable, GroupColour, Outcome, Phase, format_placement, parse_placement


class Special(Enum):
    """The moves that place nothing; the value is their notation."""

    SWAP = "swap"
    PASS = "pass"


SWAP = Special.SWAP
"""The second player's first turn only: the two players exchange sides, and the position does not change."""

PASS = Special.PASS
"""Wythe, when nothing can be placed any more: recorded if a record has it, never a choice."""

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
        Its value if none is given.
    help : str
        One line on what it means.
    lowest, highest : int, optional
        The limits of a number, or of each number of a tuple.
    odd : bool
        Whether only odd numbers will do.
    choices : sequence of str
        The texts that are allowed.
    by_shape : bool
        Whether it has a number for each of L, I, T and S.
    setup : bool
        Whether it is part of the starting position rather than of the rules.
    """
    limits = {"lowest": lowest, "highest": highest, "odd": odd, "choices": tuple(choices), "by_shape": by_shape}
    return field(default=default, metadata={"help": help, "setup": setup} | limits)


@dataclass(frozen=True)
class Rules(ABC):
    """One game with its options: what does not change while it is played."""

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    """The names of the sides; the first moves first in the game, and values are seen from it."""
    has_swap: ClassVar[bool] = False
    swap_changes_value: ClassVar[bool] = False
    """Whether `SWAP` is a choice that search has to weigh: so in a double game, whose values are seen from a player.

    Elsewhere values are seen from a side, and a swap moves no piece and leaves the same side to move.
    """
    report_sections: ClassVar[tuple[str, ...]] = ()
    """The game's own sections of a report, as ``module:function``; see `analysis.report.build`."""
    summary: ClassVar[str] = ""
    """The rules in a few words, where `games.rule_text` has no text of the game."""
    halves: ClassVar[tuple[str, str]] = ("light", "dark")
    """What the halves of a two-coloured domino are called, the one that notation writes first first."""
    has_symbols: ClassVar[bool] = False
    """Whether squares have symbols (`symbols`) that belong to the sides and score as long as they are visible."""
    shows_contacts: ClassVar[bool] = False
    """Whether a picture of groups shows which piece touches which."""
    equal_scores_are_zero: ClassVar[bool] = False
    """Whether the sides can only have equal scores if both have none."""
    has_matches: ClassVar[bool] = False
    """Whether the rules know matches of two games with the sides exchanged."""
    in_text_protocol: ClassVar[bool] = False
    """Whether the LITS Text Protocol can write games of it."""
    kernel_name: ClassVar[str | None] = None
    """What the kernel calls the game; None where it does not play it."""

    def __post_init__(self) -> None:
        """Check each option against its limits.

        Raises
        ------
        OptionError
            Naming the option, its value and what was expected.
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
        """All placements of the game: a double game's tetrominoes and taijitus are in one table."""

    @abstractmethod
    def start(self) -> Position:
        """Return the position before the first move."""

    @abstractmethod
    def value_limit(self) -> int:
        """Return a number that no value of this game exceeds, however it is played, nor its negative undercuts."""

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in the order of play: one, but for the double games."""
        return (Phase(self.title, self.table),)

    @property
    def is_double(self) -> bool:
        """Whether the game has two phases, whose points are shown separately."""
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
        """Why the second player wins by mirroring; None if that is not proved."""
        return None

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return what the kernel needs to know of the board and the pieces.

        A `PlacementTable` among them stands for its placements of tetrominoes.
        """
        raise NotImplementedError(f"the kernel does not play {self.name}")

    @classmethod
    def setup_option(cls) -> str | None:
        """Return the name of the option that is part of the starting position; None if there is none."""
        return next((each.name for each in cls.options() if each.metadata["setup"]), None)

    @classmethod
    def on_square_board(cls, size: int) -> Rules:
        """Return the game as it is usually played on a square board."""
        known = [each.name for each in cls.options()]
        return cls(**({"size": size} if "size" in known else {}))

    def resized(self, size: int) -> Rules | None:
        """Return the game with the same options on a square board of another size; None if there is none.

        What belongs to the board gets its default again.
        """
        described = next((each for each in self.options() if each.name == "size"), None)
        if described is None:
            return None
        lowest, odd = described.metadata["lowest"], described.metadata["odd"]
        if (lowest is not None and size < lowest) or (odd and size % 2 == 0):
            return None
        return replace(self, **({"size": size} | self.options_for_size(size)))

    def options_for_size(self, size: int) -> dict[str, Any]:  # noqa: ARG002 - for games whose options depend on it
        """Return the options that are others on a square board of some size."""
        return {each.name: each.default for each in self.options() if each.metadata["setup"]}

    def without_setup(self) -> Self:
        """Return the rules alone: without what belongs to the starting position."""
        return replace(self, **{each.name: each.default for each in self.options() if each.metadata["setup"]})

    def with_fresh_board(
        self,
        rng: random.Random,  # noqa: ARG002 - for games with symbols
        *,
        x: int | None = None,  # noqa: ARG002
        o: int | None = None,  # noqa: ARG002
        antisymmetric: bool = True,  # noqa: ARG002
    ) -> Rules:
        """Return the game as it is played: with new random symbols where its squares have some.

        Parameters
        ----------
        rng : random.Random
            The source of randomness.
        x, o, antisymmetric
            How many squares get the symbols of either side, and whether a half turn exchanges them; see
            `games.battle_of_lits.make_symbols`.
        """
        return self

    def colourings(self) -> dict[str, Rules]:
        """Return the same game with each colouring that its pieces can have, its own first, to be compared.

        Empty if the colouring is no assumption.
        """
        return {}

    def containing_game(self) -> Rules | None:
        """Return a game whose finished positions include all of this one's; None if none is known."""
        return None

    def format_placement(self, placement: Placement) -> str:
        """Return a placement's text."""
        return format_placement(placement, self.board)

    def parse_placement(self, text: str, heights: Sequence[int] = ()) -> Placement:  # noqa: ARG002 - for stacks
        """Return the placement that a text names.

        Parameters
        ----------
        text : str
            What `format_placement` wrote.
        heights : sequence of int
            For each square how many pieces are on it; empty for the bare board.

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

        In every game the placements and the swap determine the side to move and the owner of the half point: no player
        passes while anything can be placed, and the swap moves no piece. So both need not be given.

        Parameters
        ----------
        placements : iterable of Placement
            In any order.
        to_move : str, optional
            The side to move; where it is not given, the side whose turn it is when play leads to these placements.
        swapped : bool
            Whether the swap has been made.
        half_point : str, optional
            In the second phase of TAILITS+TAIJI, the side that placed the last tetromino; where it is not given,
            the side that did so when play leads to these placements.
        constructed : bool
            Whether to accept a side to move, or an owner of the half point, that no game leads to.

        Raises
        ------
        IllegalMoveError
            If the set breaks a rule, or cannot have been swapped, so that no game can lead to it.
        UnreachableError
            If no game leads to these placements with that side to move, or with that owner of the half point.
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
        return replace(position, last=None)  # which of the placements was the last is not known

    def _side_index(self, what: str, side: str) -> int:
        if side not in self.sides:
            raise OptionError(f"{what} {side!r}: expected {' or '.join(self.sides)}")
        return self.sides.index(side)

    def assemble(self, placements: list[Placement]) -> Position:
        """Return the position of a set of placements, without a history; in the order of levels and table.

        They are played in some order that is legal: each round plays what has become legal.

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
    limits = described.metadata
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
    if limits["choices"] and value not in limits["choices"]:
        raise OptionError(f"{described.name} {value!r}: expected {' or '.join(limits['choices'])}")


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
        Whose turn it is: 0 the side that moves first in the game, 1 the other. In TAIJI+Battle of LITS a side is a
        player, whichever colour that player has.
    swapped : bool
        Whether the swap has been made.
    last : Placement, Special or None
        The move that led here, for pictures; it is not part of the content.
    """

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
        """Return every rule that a placement would break here, in the rule text's words; empty if it is legal."""

    @abstractmethod
    def scores(self) -> tuple[int, int]:
        """Return what the sides would score if the game ended here."""

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

        In the first phase of a double game: that none of this phase can cover (see `protected_to_the_end`).
        """

    @property
    def protected_to_the_end(self) -> bool:
        """Whether `protected` holds until the game is over, and not only until the first phase of a double game is."""
        return True

    def with_to_move(self, side: int) -> Self:
        """Return the same placements with the given side to move, whether or not a game leads there."""
        return replace(self, to_move=side)

    @property
    def constructed(self) -> bool:
        """Whether no game leads here: the side to move or the half point contradicts the placements and the swap."""
        try:
            played = self.rules.from_placements(self.placements, swapped=self.swapped)
        except IllegalMoveError:
            return True
        return played != self

    @abstractmethod
    def square_characters(self) -> str:
        """Return one character per square, in the order of the squares: the text drawing."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What distinguishes this position from others of the same rules."""
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
        """Whether nothing can be placed any more."""
        return not self.legal

    @property
    def phase(self) -> int:
        """The number of the phase that is being played: an index of ``rules.phases``."""
        return 0

    @property
    def turn(self) -> str:
        """Whose turn it is, in words."""
        return f"{self.side} to move"

    def tie_range(self) -> tuple[int, int]:
        """Return the least and the greatest that the tie rule can still say (`Outcome.tie`)."""
        if not self.is_over:
            return -1, 1
        tie = self.outcome().tie
        return tie, tie

    def stack_heights(self) -> Sequence[int]:
        """Return for each square how many pieces are on it, where pieces pile up; empty elsewhere."""
        return ()

    def level_of(self, placement: Placement) -> int:
        """Return how high a piece on the board is: 0 on the bare board."""
        return placement.level

    def view(self) -> BoardView:
        """Return what drawings show; as it is here, each piece in the colour of its shape."""
        return BoardView(self.placements, protected=self.open_protected & ~self.covered)

    @property
    def covered(self) -> int:
        """The squares under pieces."""
        return mask_of(square for placement in self.placements for square in placement.squares)

    @property
    def open_protected(self) -> int:
        """The protected squares as long as the game is not over, none after that."""
        return 0 if self.is_over else self.protected

    def layers(self) -> dict[str, int]:
        """Return what is visible on the squares, for statistics: for each layer its name and its set of squares.

        Squares under a piece of the second phase of a double game show that piece only.
        """
        return {"piece": self.covered}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the colours whose connected groups matter, two of each phase; none if no groups matter."""
        return ()

    @property
    def _of_swap_phase(self) -> int:
        """The set of placements on the board of which the swap answers the first."""
        return self.placed

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may swap instead of placing: on the second player's first turn."""
        first_turn = self.to_move == 1 and self._of_swap_phase.bit_count() == 1
        return self.rules.has_swap and not self.swapped and first_turn

    @property
    def can_exchange_players(self) -> bool:
        """Whether the side to move may swap, and the swap leaves the value as it is: it only exchanges the players."""
        return self.can_swap and not self.rules.swap_changes_value

    @property
    def swap_follows(self) -> bool:
        """Whether the other player may take over what is placed now, so that the strongest placement is not the best.

        Not in a double game: there the swap comes later, and search weighs it.
        """
        rules = self.rules
        return rules.has_swap and not rules.swap_changes_value and not self.placed and self.to_move == 0

    def with_swap_made(self) -> Self:
        """Return the position after the swap: the same side, now the other player, is still to move.

        Raises
        ------
        IllegalMoveError
            If the game has no swap, or nothing is placed yet, or the first placement ended the game, so that no swap
            can have been made.
        """
        if not self.rules.has_swap:
            raise IllegalMoveError(SWAP.value, (f"{self.rules.title} has no swap",))
        if not self._of_swap_phase:
            raise IllegalMoveError(SWAP.value, ("the swap comes after the first placement, which is not made yet",))
        if self._of_swap_phase.bit_count() == 1 and not self.legal:
            raise IllegalMoveError(SWAP.value, ("the first placement ended the game, so the swap came too late",))
        return replace(self, swapped=True, last=SWAP)

    @property
    def half_point(self) -> str | None:
        """The side that has the half point of TAILITS+TAIJI; None while neither side has it, and in other games."""
        return None

    def with_half_point(self, side: int) -> Self:
        """Return the same placements with the half point given to a side.

        Raises
        ------
        OptionError
            If there is none in this position.
        """
        raise OptionError(f"half point {self.rules.sides[side]!r}: expected none in this position")

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves: the placements in the order of the table, then the swap."""
        moves: tuple[Move, ...] = tuple(self.rules.table.of(self.legal))
        return (*moves, SWAP) if self.can_swap and moves else moves

    def choices(self) -> tuple[Move, ...]:
        """Return the moves that decide the value: the legal ones, without a swap that only exchanges the players."""
        return self.legal_moves() if self.rules.swap_changes_value else tuple(self.rules.table.of(self.legal))

    def check(self, move: Move) -> None:
        """Raise unless a move is legal.

        Raises
        ------
        IllegalMoveError
            Naming all rules that the move breaks.
        """
        if isinstance(move, Placement):
            text, broken = self.rules.format_placement(move), self.broken_rules(move)
        else:
            text, broken = move.value, self._broken_by_swap() if move is SWAP else self._broken_by_pass()
        if broken:
            raise IllegalMoveError(text, broken)

    def _broken_by_swap(self) -> tuple[str, ...]:
        if not self.rules.has_swap:
            return (f"{self.rules.title} has no swap",)
        if not self.can_swap:
            return ("the swap is only for the second player's first turn",)
        return () if self.legal else ("the game is over",)

    def _broken_by_pass(self) -> tuple[str, ...]:
        return (f"{self.rules.title} has no pass",)

    def play(self, move: Move | str) -> Position:
        """Return the position after a move, which may be given as text.

        Raises
        ------
        IllegalMoveError
            Naming all rules that the move breaks.
        NotationError
            If a text names no move of this game.

        Examples
        --------
        >>> import litslab as ll
        >>> ll.new_game("taiji", size=7).play("e5,e6")
        <TAIJI 7×7, 1 placement, dark to move>
        """
        if isinstance(move, str):
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
            If no piece of the game could ever be there: its colours exist on no piece, or it would be too high.
        """
        if text in {special.value for special in Special}:
            return Special(text)
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
        """Raise unless the game is over; every outcome starts with this check.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        if self.legal:
            raise ValueError("the game is not over: it has no outcome yet")
