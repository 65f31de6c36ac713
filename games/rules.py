"""Base class of the rules of all games.

A `Rules` object is one game with its options; it is a frozen dataclass whose fields *are* the
options.

A game is a plug-in. Everything that differs between games is a class attribute or a method here or
in `games.position.Position`, with a default that suits a plain game. `games.registry.register`
registers a game by its name.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from litslab.games.errors import UnreachableError, check_choice
from litslab.games.geometry import Board
from litslab.games.language import sentence_case, tr
from litslab.games.option import check_option
from litslab.games.phase import Phase
from litslab.games.placement_notation import format_placement, parse_placement
from litslab.games.placements import Placement, PlacementTable

if TYPE_CHECKING:
    from litslab.games.position import Position


@dataclass(frozen=True)
class Rules(ABC):
    """One game with its options."""

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    """The names of the sides; the first moves first, and values are from its point of view."""
    tie_is_half_point: ClassVar[bool] = False
    """The tie rule is half a point more for one side, as in TAILITS+TAIJI: part of its score."""
    swap_changes_value: ClassVar[bool] = False
    """`SWAP` is a choice that search has to weigh, as in a double game, whose values are from a
    player's point of view.

    Elsewhere values are from a side's point of view. There a swap changes neither the placements
    nor the side to move.
    """
    report_sections: ClassVar[tuple[str, ...]] = ()
    """The game's own sections of a report, as ``module:function``; see `analysis.report.build`."""
    summary: ClassVar[str] = ""
    """The rules in a few words, for games without a text in `games.rule_text`."""
    halves: ClassVar[tuple[str, str]] = ("light", "dark")
    """The names of the two halves of a domino, in the order of the notation."""
    has_symbols: ClassVar[bool] = False
    """Squares have symbols (`symbols`), which belong to the sides and score while they
    are visible.
    """
    shows_contacts: ClassVar[bool] = False
    """Pictures of groups show which pieces touch."""
    equal_scores_are_zero: ClassVar[bool] = False
    """Equal scores are possible only if both are 0."""
    shows_colours: ClassVar[bool] = False
    """The colours of the squares tell all that matters of a position (`games.colour_rows`)."""
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
            value = getattr(self, described.name)
            if isinstance(value, list):
                value = tuple(value)
                object.__setattr__(self, described.name, value)
            check_option(type(self), described, value)

    @classmethod
    def options(cls) -> tuple[Field[Any], ...]:
        """Return the dataclass fields that are the game's options; limits and help are in their
        metadata.
        """
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
        """The symmetries of the starting position, as permutations of the placements; the first is
        the identity.
        """
        return self.table.symmetries

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores under these options, one sentence for each phase; empty if the game does not
        say.
        """
        return ()

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence; empty if the game does not say."""
        return ""

    @property
    def has_swap(self) -> bool:
        """Return whether the second player may swap on the first turn."""
        return False

    @property
    def swap_text(self) -> str:
        """Who may swap and when, in one sentence; empty if nobody may."""
        if not self.has_swap:
            return ""
        second = tr(self.sides[1])
        if self.is_double:
            game = tr(self.phases[1].name)
            return tr(
                "{side} may swap sides on the first turn of {game}.",
                side=sentence_case(second),
                game=game,
            )
        return tr("{side} may swap sides on the first turn.", side=sentence_case(second))

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
        """Return the name of the option that belongs to the starting position; None if there is
        none.
        """
        return next((each.name for each in cls.options() if each.metadata["setup"]), None)

    @classmethod
    def on_square_board(cls, size: int) -> Rules:
        """Return the game as it is usually played on a square board."""
        known = [each.name for each in cls.options()]
        return cls(**({"size": size} if "size" in known else {}))

    def resized(self, size: int) -> Rules | None:
        """Return the game with the same options on a square board of another size; None if there is
        none.

        Options that belong to the board return to their defaults.
        """
        described = next((each for each in self.options() if each.name == "size"), None)
        if described is None:
            return None
        lowest = described.metadata["lowest"]
        odd = described.metadata["odd"]
        if (lowest is not None and size < lowest) or (odd and size % 2 == 0):
            return None
        return replace(self, **({"size": size} | self.options_for_size(size)))

    def options_for_size(self, size: int) -> dict[str, Any]:
        """Return the options that change on a square board of another size."""
        return {each.name: each.default for each in self.options() if each.metadata["setup"]}

    def without_setup(self) -> Self:
        """Return the rules with the default starting position."""
        return replace(
            self, **{each.name: each.default for each in self.options() if each.metadata["setup"]}
        )

    def with_fresh_board(
        self,
        rng: random.Random,
        *,
        x: int | None = None,
        o: int | None = None,
        antisymmetric: bool = True,
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
        """Return the same game with each possible colouring of its pieces, its own first, for
        comparison.

        The result is empty if the colouring is no assumption.
        """
        return {}

    def containing_game(self) -> Rules | None:
        """Return a game whose finished positions include all of this one's; None if
        none is known.
        """
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
        self,
        placements: Iterable[Placement],
        to_move: str | None = None,
        *,
        swapped: bool = False,
        half_point: str | None = None,
        constructed: bool = False,
    ) -> Position:
        """Return the position that consists of the given placements, without a history.

        The placements and the swap determine the side to move and the owner of the half point in
        every game, because no player passes while anything can be placed. So both can be left out.

        Parameters
        ----------
        placements : iterable of Placement
            In any order.
        to_move : str, optional
            The side to move; by default the side whose turn it is when play leads to these
            placements.
        swapped : bool
            Whether the swap has been made.
        half_point : str, optional
            In the second phase of TAILITS+TAIJI, the side that placed the last tetromino; by
            default the side that did so when play leads to these placements.
        constructed : bool
            Whether to accept a side to move or an owner of the half point that no game leads to.

        Raises
        ------
        IllegalMoveError
            If the set breaks a rule, or if no swap can have been made.
        UnreachableError
            If no game leads to these placements with that side to move or that owner of the half
            point.
        OptionError
            If there is no such side, or no half point in this position.
        """
        played = self.assemble(
            sorted(placements, key=lambda placement: (placement.level, placement.index))
        )
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
        position = self.start()
        waiting = list(placements)
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
