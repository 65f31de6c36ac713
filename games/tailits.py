"""TAILITS, by Grant Fikes: tetrominoes of two black and two white squares; the largest connected
group wins.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from litslab.games.battle_of_lits import LAST_PLACER_WINS, BattleOfLits, LayoutPosition
from litslab.games.board_view import BoardView
from litslab.games.errors import OptionError
from litslab.games.geometry import Board, union
from litslab.games.group_colour import GroupColour, Scoring
from litslab.games.language import mark, tr
from litslab.games.option import option
from litslab.games.outcome import NOBODY_PLACED, Outcome
from litslab.games.phase import Phase
from litslab.games.pieces import (
    DrawnPiece,
    PieceKind,
    drawn_pieces,
    each_once_pieces,
    fixed_pieces,
    free_pieces,
)
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.rules import Rules
from litslab.games.tetrominoes import Layout, LayoutPhase

LARGEST_DECIDES = mark("equal second-largest groups: the larger largest group wins")
USUAL_SUPPLY = (6, 6, 6, 6)


@dataclass(frozen=True)
class TailitsRules(Rules):
    """The options and the board of TAILITS, which TAILITS+TAIJI shares.

    Only figures that are not available show the colours of each piece, so `colouring` is an
    assumption.
    """

    size: int = option(11, "squares on a side", lowest=3, odd=True)
    supply: tuple[int, ...] | None = option(
        None, "pieces of each of L, I, T and S (default: 6 of each)", lowest=0, by_shape=True
    )
    scoring: str = option(
        "largest", "which group of each player is compared", choices=("largest", "second")
    )
    colouring: str = option(
        "fixed",
        "where the colours sit on each piece (an assumption): one pattern per shape, any two "
        "squares, the six patterns "
        "once each, or drawn pieces",
        choices=("fixed", "free", "each-once", "pieces"),
    )
    flips: bool = option(True, "whether pieces may be turned over")
    pieces: tuple[DrawnPiece, ...] = option((), "the drawn pieces of the colouring 'pieces'")

    def __post_init__(self) -> None:
        """Check the options.

        Raises
        ------
        OptionError
            If an option is outside its limits, or two options contradict each other.
        """
        super().__post_init__()
        drawn = self.colouring == "pieces"
        if drawn != bool(self.pieces):
            raise OptionError(
                "pieces: expected drawings with the colouring 'pieces', and only with it"
            )
        if drawn and self.supply is not None:
            raise OptionError("supply: the drawn pieces are the supply: expected no other")
        if not drawn and self.supply is None:
            object.__setattr__(self, "supply", USUAL_SUPPLY)
        self.kinds  # noqa: B018 - checks the drawings and the supply

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The pieces."""
        if self.colouring == "pieces":
            return drawn_pieces(self.pieces, flips=self.flips)
        make = {"fixed": fixed_pieces, "free": free_pieces, "each-once": each_once_pieces}[
            self.colouring
        ]
        return make(self.supply or USUAL_SUPPLY, flips=self.flips)

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.size, self.size)

    @cached_property
    def tetrominoes(self) -> PlacementTable:
        """All placements of tetrominoes."""
        return placement_table(self.board, self.kinds)

    @property
    def first_rule(self) -> str:
        """The rule for the first tetromino."""
        return tr(
            "the first tetromino has to cover the centre {square}",
            square=self.board.name(self.board.size // 2),
        )

    @cached_property
    def tetromino_phase(self) -> LayoutPhase:
        """The phase of tetrominoes, the first of which has to cover the centre."""
        return LayoutPhase(Tailits.title, self.tetrominoes, first_square=self.board.size // 2)

    @property
    def rank(self) -> int:
        """The rank of the group that scores: 0 for the largest, 1 for the second largest."""
        return 1 if self.scoring == "second" else 0

    @property
    def layout_scoring_text(self) -> str:
        """What scores in TAILITS under these options, in one sentence."""
        if self.scoring == "second":
            return tr("The second-largest group of each colour scores; corners connect.")
        return tr("The largest group of each colour scores; corners connect.")

    def colourings(self) -> dict[str, Rules]:
        """Return the same game with each possible colouring of its pieces, its own first."""
        found: dict[str, Rules] = {self.colouring: self}
        supply = None if self.pieces else self.supply
        for colouring in ("fixed", "free", "each-once"):
            if colouring != self.colouring:
                with suppress(OptionError):  # the supply is not a multiple of six
                    found[colouring] = replace(self, colouring=colouring, pieces=(), supply=supply)
        return found


def layout_colours(layout: Layout) -> tuple[int, int]:
    """Return the black squares and the white squares of the tetrominoes on a board."""
    placements = layout.table.of(layout.placed)
    black = sum(placement.black or 0 for placement in placements)  # they never overlap
    return black, layout.covered & ~black


def coloured_letters(layout: Layout) -> str:
    """Return the shape's letter on each covered square, upper case on black squares and lower case
    on white ones.
    """
    black, _ = layout_colours(layout)
    letters = layout.square_characters("." * layout.table.board.size)
    return "".join(
        letter if black >> square & 1 else letter.lower() for square, letter in enumerate(letters)
    )


def ranked_group_sizes(layout: Layout) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the sizes of the largest and the second-largest group of black and of white; 0 for a
    missing group.

    Orthogonal and diagonal neighbours connect.
    """
    groups = (layout.table.board.groups(colour, diagonal=True) for colour in layout_colours(layout))
    black, white = ([*(group.bit_count() for group in each), 0, 0] for each in groups)
    return (black[0], black[1]), (white[0], white[1])


def layout_groups(layout: Layout, scoring: str) -> tuple[GroupColour, ...]:
    """Return the colours black and white, whose squares connect at edges and corners."""
    reachable = tuple(layout.table.of(layout.reachable))
    open_to = union(each.black or 0 for each in reachable), union(each.white for each in reachable)
    regions = layout.table.board.groups(open_to[0] | open_to[1])
    gains = tuple((region, 2 * (region.bit_count() // 4)) for region in regions)
    left = LayoutPhase("", layout.table).most_pieces - layout.placed.bit_count()
    kind: Scoring = "second" if scoring == "second" else "largest"
    return tuple(
        GroupColour(
            ("black", "white")[side],
            side,
            squares,
            kind,
            protected=squares,
            free=open_to[side],
            gains=gains,
            most=2 * left,
            counted=1,
            diagonal=True,
        )
        for side, squares in enumerate(layout_colours(layout))
    )


@dataclass(frozen=True)
class Tailits(TailitsRules):
    """TAILITS on a square board with a middle square."""

    name: ClassVar[str] = "tailits"
    title: ClassVar[str] = mark("TAILITS")
    sides: ClassVar[tuple[str, str]] = (mark("black"), mark("white"))
    kernel_name: ClassVar[str | None] = "tailits"

    @property
    def table(self) -> PlacementTable:
        """All placements."""
        return self.tetrominoes

    def start(self) -> TailitsPosition:
        """Return the bare board."""
        return TailitsPosition(
            rules=self,
            placed=0,
            to_move=0,
            swapped=False,
            last=None,
            layout=self.tetromino_phase.bare,
        )

    def value_limit(self) -> int:
        """Return twice the largest number of squares of one colour plus the tie rule."""
        return 2 * (self.board.size // 2 + 1) + 1

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """One phase of tetrominoes."""
        return (self.tetromino_phase,)

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the size, the tetrominoes, the supply, and whether the second-largest groups are
        compared.
        """
        return self.board.columns, self.table, list(self.table.usable_counts), self.rank == 1

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores under these options, in one sentence."""
        return (self.layout_scoring_text,)

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence."""
        if self.scoring == "second":
            return tr(
                "If they are equal, the larger largest group wins; then whoever placed last wins."
            )
        return tr("Whoever placed last wins ties.")

    def containing_game(self) -> BattleOfLits | None:
        """Return Battle of LITS with the same pieces.

        If pieces may be turned over, some piece fits in TAILITS wherever its shape fits in Battle
        of LITS. Then every finished position of TAILITS is one of Battle of LITS.
        """
        if self.colouring == "pieces" or not self.flips or self.supply is None:
            return None
        return BattleOfLits(size=self.size, supply=self.supply)


@dataclass(frozen=True, eq=False, repr=False)
class TailitsPosition(LayoutPosition):
    """A position of TAILITS."""

    rules: Tailits

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        return self.layout.broken_rules(placement, self.rules.first_rule)

    def scores(self) -> tuple[int, int]:
        """Return the sizes of the compared groups."""
        rank = self.rules.rank
        black, white = ranked_group_sizes(self.layout)
        return black[rank], white[rank]

    def outcome(self) -> Outcome:
        """Return the result; the last placer wins ties, with the scoring ``second`` only ties of
        the largest groups.
        """
        self.require_over()
        tie = 1 if self.to_move == 1 else -1
        rule = LAST_PLACER_WINS if self.placed else NOBODY_PLACED
        if self.rules.scoring == "second":
            (black, _), (white, _) = ranked_group_sizes(self.layout)
            if black != white:
                tie = 1 if black > white else -1
                rule = LARGEST_DECIDES
        return Outcome(self.rules.sides, self.scores(), tie, rule)

    def view(self) -> BoardView:
        """Return the tetrominoes."""
        black, _ = layout_colours(self.layout)
        return BoardView(self.placements, protected=self.open_protected, dark=black)

    def layers(self) -> dict[str, int]:
        """Return the black and the white squares."""
        return dict(zip(("black", "white"), layout_colours(self.layout), strict=True))

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return black and white."""
        return layout_groups(self.layout, self.rules.scoring)

    def square_characters(self) -> str:
        """Return the shape's letter, upper case on black squares and lower case on white ones."""
        return coloured_letters(self.layout)
