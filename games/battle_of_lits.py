"""Battle of LITS, by Grant Fikes: cover the opponent's symbols with a shared pool of
tetrominoes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from litslab.games.board_view import BoardView
from litslab.games.errors import NotationError, OptionError
from litslab.games.geometry import Board, mask_of, read_text_board
from litslab.games.group_colour import GroupColour
from litslab.games.language import mark, tr
from litslab.games.option import option
from litslab.games.optional_swap import OptionalSwap
from litslab.games.outcome import NOBODY_PLACED, Outcome
from litslab.games.phase import Phase
from litslab.games.pieces import plain_pieces
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.position import Position
from litslab.games.tetrominoes import Layout, LayoutPhase

LAST_PLACER_WINS = mark("whoever placed last wins ties")


@dataclass(frozen=True)
class BattleOfLits(OptionalSwap):
    """Battle of LITS on any rectangle of squares with X, O or nothing."""

    name: ClassVar[str] = "battle-of-lits"
    title: ClassVar[str] = mark("Battle of LITS")
    sides: ClassVar[tuple[str, str]] = (mark("X"), mark("O"))
    has_symbols: ClassVar[bool] = True
    shows_contacts: ClassVar[bool] = True
    in_text_protocol: ClassVar[bool] = True
    kernel_name: ClassVar[str | None] = "battle_of_lits"
    phase_class: ClassVar[type[Phase]] = LayoutPhase

    size: int = option(10, "squares in a row", lowest=2)
    rows: int | None = option(None, "rows, if the board is not square", lowest=2)
    supply: tuple[int, ...] = option(
        (5, 5, 5, 5), "pieces of each of L, I, T and S", lowest=0, by_shape=True
    )
    symbols: tuple[str, ...] | None = option(
        None, "the board's rows of X, O and '.', the top row first", setup=True
    )
    swap: bool = option(
        True,
        "the second player may swap on the first turn (without it a variant that the rule text "
        "does not have)",
        variant=True,
    )

    def __post_init__(self) -> None:
        """Check the options, and the symbols against the size.

        Raises
        ------
        OptionError
            If an option is outside its limits, or the symbols do not fit the board.
        """
        super().__post_init__()
        if self.rows is None:
            object.__setattr__(self, "rows", self.size)
        rows = self.board.rows
        if self.symbols is None:
            object.__setattr__(self, "symbols", ("." * self.size,) * rows)
        try:
            read, _ = read_text_board(self.symbols or (), "XO.")
        except NotationError as error:
            raise OptionError(f"board: {error}") from None
        if read != self.board:
            raise OptionError(
                f"board of {read.columns}×{read.rows} squares: expected "
                f"{self.board.columns}×{rows} as the options say"
            )

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.size, self.size if self.rows is None else self.rows)

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores, in one sentence."""
        return (tr("Every symbol that stays visible scores."),)

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence."""
        return tr("Whoever placed last wins ties.")

    @cached_property
    def table(self) -> PlacementTable:
        """All placements."""
        return placement_table(self.board, plain_pieces(self.supply))

    @cached_property
    def characters(self) -> str:
        """The symbol of each square, in the order of the squares."""
        return read_text_board(self.symbols or (), "XO.")[1]

    @cached_property
    def symbol_squares(self) -> tuple[int, int]:
        """The squares with X, and those with O."""
        x, o = (mask_of(s for s, c in enumerate(self.characters) if c == symbol) for symbol in "XO")
        return x, o

    def start(self) -> BattleOfLitsPosition:
        """Return the bare board."""
        return BattleOfLitsPosition(
            rules=self,
            placed=0,
            to_move=0,
            swapped=False,
            last=None,
            layout=Layout.empty(self.table),
        )

    def value_limit(self) -> int:
        """Return twice the symbols plus the tie rule."""
        return 2 * max(squares.bit_count() for squares in self.symbol_squares) + 1

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the placements; with symbols only the identity."""
        return self.table.symmetries[:1] if any(self.symbol_squares) else self.table.symmetries

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the board, the tetrominoes, the supply, and each square's symbol: 1 for X, -1 for
        O.
        """
        x, o = self.symbol_squares
        symbols = [(x >> square & 1) - (o >> square & 1) for square in range(self.board.size)]
        return (
            self.board.columns,
            self.board.rows,
            self.table,
            list(self.table.usable_counts),
            symbols,
        )

    @classmethod
    def on_square_board(cls, size: int) -> BattleOfLits:
        """Return the game with six pieces of each shape on 11×11, five on other boards."""
        return cls(size=size, supply=((6 if size == 11 else 5),) * 4)

    def options_for_size(self, size: int) -> dict[str, Any]:
        """Return the options that change on a board of another size, which is square and has no
        symbols.
        """
        return super().options_for_size(size) | {"rows": None}

    def with_fresh_board(
        self,
        rng: random.Random,
        *,
        x: int | None = None,
        o: int | None = None,
        antisymmetric: bool = True,
    ) -> Self:
        """Return the game with new random symbols, by default a standard board."""
        made = make_symbols(
            self.board.columns, self.board.rows, rng, x=x, o=o, antisymmetric=antisymmetric
        )
        return replace(self, symbols=made)


@dataclass(frozen=True, eq=False, repr=False)
class LayoutPosition(Position):
    """A position of Battle of LITS or TAILITS, which have only tetrominoes.

    Attributes
    ----------
    layout : Layout
        The tetrominoes on the board.
    """

    layout: Layout = field(repr=False)

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.layout.legal

    def place(self, index: int) -> Self:
        """Return the position after a legal placement."""
        layout = self.layout.place(index)
        placement = layout.table.placements[index]
        return type(self)(
            rules=self.rules,
            placed=layout.placed,
            to_move=1 - self.to_move,
            swapped=self.swapped,
            last=placement,
            layout=layout,
        )

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        return self.layout.broken_rules(placement, "")

    @property
    def protected(self) -> int:
        """The bare squares that no placement can cover any more, however play continues."""
        return self.layout.protected


@dataclass(frozen=True, eq=False, repr=False)
class BattleOfLitsPosition(LayoutPosition):
    """A position of Battle of LITS."""

    rules: BattleOfLits

    def scores(self) -> tuple[int, int]:
        """Return how many X and how many O are visible."""
        x, o = self.rules.symbol_squares
        return (x & ~self.layout.covered).bit_count(), (o & ~self.layout.covered).bit_count()

    def outcome(self) -> Outcome:
        """Return the result: visible symbols, and the player who placed last wins ties.

        If nothing can be placed at all, the side that cannot begin loses ties.
        """
        self.require_over()
        rule = LAST_PLACER_WINS if self.placed else NOBODY_PLACED
        return Outcome(self.rules.sides, self.scores(), 1 if self.to_move == 1 else -1, rule)

    def view(self) -> BoardView:
        """Return the tetrominoes and the symbols."""
        crosses, rings = self.rules.symbol_squares
        return BoardView(
            self.placements, crosses=crosses, rings=rings, protected=self.open_protected
        )

    def layers(self) -> dict[str, int]:
        """Return the covered squares."""
        return {mark("tetromino"): self.layout.covered}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the visible symbols; all of them score."""
        return tuple(
            GroupColour(
                "XO"[side], side, symbols & ~self.layout.covered, "all", protected=self.protected
            )
            for side, symbols in enumerate(self.rules.symbol_squares)
        )

    def square_characters(self) -> str:
        """Return shape letters on covered squares and the symbols elsewhere."""
        return self.layout.square_characters(self.rules.characters)


def make_symbols(
    columns: int,
    rows: int,
    rng: random.Random,
    *,
    x: int | None = None,
    o: int | None = None,
    antisymmetric: bool = True,
) -> tuple[str, ...]:
    """Make a board's symbols at random, as text rows, the top row first.

    Parameters
    ----------
    columns, rows : int
        The size of the board.
    rng : random.Random
        The source of randomness.
    x, o : int, optional
        The number of squares with each symbol: by default three in ten, which is the usual 30 on
        10×10.
    antisymmetric : bool
        Whether a half turn exchanges X and O, as on the published boards. The middle square of an
        odd board is blank.

    Raises
    ------
    OptionError
        If there are not enough squares, or unequal numbers are to be antisymmetric.
    """
    board = Board(columns, rows)
    usual = min(round(0.3 * board.size), board.size // 2)
    if antisymmetric and (x is None) != (o is None):  # one number stands for both
        x = o if x is None else x
        o = x
    x = usual if x is None else x
    o = usual if o is None else o
    if x < 0 or o < 0 or x + o > board.size:
        raise OptionError(
            f"{x} X and {o} O: expected 0 or more of each and at most {board.size} together"
        )
    characters = ["."] * board.size
    if antisymmetric:
        if x != o:
            raise OptionError(
                f"{x} X and {o} O: expected equal numbers, as a half turn exchanges them"
            )
        # A half turn exchanges square s and square size - 1 - s. Pairs are drawn first, then the
        # square of the X.
        for square in rng.sample(range(board.size // 2), x):
            opposite = board.size - 1 - square
            first, second = (square, opposite) if rng.random() < 0.5 else (opposite, square)
            characters[first] = "X"
            characters[second] = "O"
    else:
        for number, square in enumerate(rng.sample(range(board.size), x + o)):
            characters[square] = "X" if number < x else "O"
    return tuple(board.draw(characters).split("\n"))
