"""TAIJI, by Néstor Romeral Andrés: every piece has one square of each colour; the largest groups
score.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from litslab.games.board_view import BoardView
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.group_colour import GroupColour, Scoring, score_of
from litslab.games.language import mark, tr, trn
from litslab.games.option import option
from litslab.games.outcome import Outcome
from litslab.games.phase import Phase
from litslab.games.pieces import taijitus, touch_at_corners
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.position import Position
from litslab.games.rules import Rules

DARK_WINS = mark("Dark wins ties")

_MIRRORING_PROOF = mark(
    "On this board mirroring is a proof: Dark wins. The half turn of a taijitu on a board with "
    "even sides never shares "
    "a square with it, so Dark can always answer by the half turn with the colours exchanged, and "
    "places last. The "
    "final position is its own image, both sides have equal groups, and Dark wins ties."
)


@dataclass(frozen=True, slots=True)
class Packing:
    """Taijitus on a board, each on two adjacent free squares.

    Attributes
    ----------
    table : PlacementTable
        All placements.
    placed : int
        The placements on the board.
    light, dark : int
        The squares of each colour.
    remaining : int
        The placements that are still possible; in TAIJI these are the legal ones.
    """

    table: PlacementTable
    placed: int
    light: int
    dark: int
    remaining: int

    @classmethod
    def empty(cls, table: PlacementTable, possible: int | None = None) -> Self:
        """Return a packing without pieces; `possible` limits the placements."""
        return cls(table, 0, 0, 0, table.all if possible is None else possible)

    def place(self, index: int) -> Packing:
        """Return the packing after a placement that the caller knows to be legal."""
        placement = self.table.placements[index]
        return Packing(
            self.table,
            self.placed | 1 << index,
            self.light | placement.white,
            self.dark | (placement.black or 0),
            self.remaining & ~self.table.overlaps[index],
        )

    def overlap_rule(self, placement: Placement) -> tuple[str, ...]:
        """Return the rule that a placement breaks by covering occupied squares; empty if it covers
        none.
        """
        occupied = placement.mask & (self.light | self.dark)
        if not occupied:
            return ()
        return (
            tr(
                "it overlaps a taijitu on {squares}",
                squares=tr(", ").join(self.table.board.names(occupied)),
            ),
        )

    @property
    def touches_at_corners(self) -> bool:
        """Whether a taijitu may also lie on two squares that touch at a corner."""
        return touch_at_corners(self.table.kinds)

    @property
    def occupied(self) -> int:
        """The squares under taijitus."""
        return self.light | self.dark

    def colours(
        self,
        counted: int,
        sides: tuple[int, int] = (0, 1),
        phase: int = 0,
        scoring: Scoring = "largest",
    ) -> tuple[GroupColour, ...]:
        """Return the two colours, whose `counted` largest groups score; `sides` are the sides of
        light and dark.
        """
        table = self.table
        possible = list(table.of(self.remaining))
        free = mask_of({square for placement in possible for square in placement.squares})
        regions = table.board.groups(free, diagonal=self.touches_at_corners)
        gains = tuple((region, region.bit_count() // 2) for region in regions)
        by_colour = zip(("light", "dark"), sides, (self.light, self.dark), strict=True)
        return tuple(
            GroupColour(
                colour=colour,
                side=side,
                squares=squares,
                scoring=scoring,
                protected=squares,
                free=free,
                gains=gains,
                counted=counted,
                phase=phase,
            )
            for colour, side, squares in by_colour
        )

    def layers(self, covered: int = 0) -> dict[str, int]:
        """Return the visible squares of each colour; `covered` are the squares under
        other pieces.
        """
        return {"light": self.light & ~covered, "dark": self.dark & ~covered}

    def scores(self, groups: int, scoring: Scoring = "largest") -> tuple[int, int]:
        """Return the scores of the `groups` largest groups of light and of dark."""
        counted = (self.table.board.groups(colour)[:groups] for colour in (self.light, self.dark))
        light, dark = (score_of(map(int.bit_count, largest), scoring) for largest in counted)
        return light, dark

    @property
    def protected(self) -> int:
        """The squares that no taijitu can cover any more: occupied ones, and free ones without a
        free neighbour.
        """
        return mask_of(
            square for square, over in enumerate(self.table.covering) if not over & self.remaining
        )

    def square_characters(self, bare: str) -> str:
        """Return ``w`` on light squares, ``b`` on dark ones and the character of `bare`
        elsewhere.
        """
        characters = list(bare)
        for colour, character in ((self.light, "w"), (self.dark, "b")):
            for square in bits(colour):
                characters[square] = character
        return "".join(characters)


@dataclass(frozen=True, eq=False)
class PackingPhase(Phase):
    """A phase of taijitus, each on two adjacent free squares."""

    colours_interchangeable: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class CornerPackingPhase(Phase):
    """A phase of taijitus, each on two free squares that share an edge or touch at a corner."""

    colours_interchangeable: ClassVar[bool] = True


def usual_groups(size: int) -> int:
    """Return the recommended number of groups to score: 1, 2, 3 for 7, 9, 11; other sizes as the
    nearest of these.
    """
    if size < 8:
        return 1
    return 2 if size < 10 else 3


@dataclass(frozen=True)
class TaijiScoring(Rules):
    """A game that scores groups of taijitus; the default number of groups depends on the size of
    the board.
    """

    if TYPE_CHECKING:
        size: int
        groups: int | None

    def __post_init__(self) -> None:
        """Check the options.

        Raises
        ------
        OptionError
            If an option is outside its limits.
        """
        super().__post_init__()
        if self.groups is None:
            object.__setattr__(self, "groups", usual_groups(self.size))

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.size, self.size)

    @cached_property
    def taijitus(self) -> PlacementTable:
        """All placements of taijitus."""
        return placement_table(self.board, taijitus())

    @property
    def counted(self) -> int:
        """The number of groups that score."""
        return self.groups or 1

    @property
    def sum_text(self) -> str:
        """What scores where the sizes of the groups are added, in one sentence."""
        return trn(
            "The largest group of each colour scores.",
            "The {count} largest groups of each colour score, added up.",
            self.counted,
        )

    def options_for_size(self, size: int) -> dict[str, Any]:
        """Return the options that change on a board of another size, where one group scores."""
        options = super().options_for_size(size)
        return options if size == self.board.columns else options | {"groups": 1}


SCORINGS: dict[str, Scoring] = {"sum": "largest", "squares": "squares", "products": "products"}
"""The values of the option `scoring`, as analyses of groups name them."""


@dataclass(frozen=True)
class Taiji(TaijiScoring):
    """TAIJI on a square board of any size.

    The scorings ``squares`` and ``products``, and ``tonga``, are variants that the rule text does
    not have. Their source is ``src/games/taiji.ts`` of AbstractPlay/gameslib on GitHub. Equal
    scores are a tie there; here Dark wins ties.
    """

    name: ClassVar[str] = "taiji"
    title: ClassVar[str] = mark("TAIJI")
    sides: ClassVar[tuple[str, str]] = (mark("light"), mark("dark"))
    has_matches: ClassVar[bool] = True
    shows_colours: ClassVar[bool] = True
    kernel_name: ClassVar[str | None] = "taiji"

    size: int = option(9, "squares on a side (published: 7, 9, 11)", lowest=2)
    groups: int | None = option(
        None, "groups scored (default: 1, 2, 3 for 7, 9, 11)", lowest=1, highest=3
    )
    scoring: str = option(
        "sum",
        "sum of the sizes of the groups scored, of their squares, or their product (squares and "
        "products are variants that the rule text does not have)",
        choices=tuple(SCORINGS),
        variant=True,
    )
    tonga: bool = option(
        False,
        "pieces may also cover two squares that touch at a corner (a variant that the rule text "
        "does not have)",
        variant=True,
    )

    @property
    def table(self) -> PlacementTable:
        """All placements."""
        return self.taijitus

    @cached_property
    def taijitus(self) -> PlacementTable:
        """All placements of taijitus."""
        return placement_table(self.board, taijitus(corners=self.tonga))

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The only phase."""
        phase = CornerPackingPhase if self.tonga else PackingPhase
        return (phase(self.title, self.table),)

    def start(self) -> TaijiPosition:
        """Return the bare board."""
        return TaijiPosition(
            rules=self,
            placed=0,
            to_move=0,
            swapped=False,
            last=None,
            packing=Packing.empty(self.table),
        )

    def value_limit(self) -> int:
        """Return twice the highest score of one colour plus the tie rule."""
        squares = self.board.size // 2
        if self.scoring == "squares":
            squares **= 2
        elif self.scoring == "products":
            squares = max(
                math.prod((squares + part) // groups for part in range(groups))
                for groups in range(1, self.counted + 1)
            )
        return 2 * squares + 1

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores under these options, in one sentence."""
        if self.scoring == "squares":
            text = trn(
                "The square of the size of each colour's largest group scores.",
                "The squares of the sizes of each colour's {count} largest groups score, added up.",
                self.counted,
            )
        elif self.scoring == "products":
            text = trn(
                "The size of each colour's largest group scores.",
                "The sizes of each colour's {count} largest groups are multiplied.",
                self.counted,
            )
        else:
            text = self.sum_text
        if self.tonga:
            text = tr("{scoring} Pieces may cross corners.", scoring=text)
        return (text,)

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence."""
        return tr("Dark wins ties.")

    @property
    def scored(self) -> Scoring:
        """The scoring of the groups of either colour."""
        return SCORINGS[self.scoring]

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the size, the groups scored, and each placement's light and dark square; of a
        variant also the scoring, and whether pieces may lie across corners.
        """
        placements = [placement.white_and_black for placement in self.table]
        variant = (self.scoring, self.tonga)
        return (
            self.board.columns,
            self.counted,
            placements,
            *(variant if variant != ("sum", False) else ()),
        )

    @property
    def mirroring_proof(self) -> str | None:
        """The proof that Dark wins by mirroring on a board with even sides; with `tonga` a piece on
        the middle squares can be its own image.
        """
        return None if self.board.columns % 2 or self.tonga else _MIRRORING_PROOF


@dataclass(frozen=True, eq=False, repr=False)
class TaijiPosition(Position):
    """A position of TAIJI.

    Attributes
    ----------
    packing : Packing
        The taijitus on the board.
    """

    rules: Taiji
    packing: Packing = field(repr=False)

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.packing.remaining

    def place(self, index: int) -> Self:
        """Return the position after a legal placement."""
        packing = self.packing.place(index)
        return type(self)(
            rules=self.rules,
            placed=packing.placed,
            to_move=1 - self.to_move,
            swapped=False,
            last=packing.table.placements[index],
            packing=packing,
        )

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        return self.packing.overlap_rule(placement)

    def scores(self) -> tuple[int, int]:
        """Return the score of each colour's largest groups."""
        return self.packing.scores(self.rules.counted, self.rules.scored)

    def outcome(self) -> Outcome:
        """Return the result; Dark wins ties."""
        self.require_over()
        return Outcome(self.rules.sides, self.scores(), -1, DARK_WINS)

    @property
    def protected(self) -> int:
        """The squares that no taijitu can cover any more."""
        return self.packing.protected

    def tie_range(self) -> tuple[int, int]:
        """Return the tie rule: it favours Dark."""
        return -1, -1

    def view(self) -> BoardView:
        """Return the taijitus."""
        protected = self.open_protected & ~self.packing.occupied
        return BoardView(taijitus=self.placements, protected=protected, dark=self.packing.dark)

    def layers(self) -> dict[str, int]:
        """Return the light and the dark squares."""
        return self.packing.layers()

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return light and dark."""
        return self.packing.colours(self.rules.counted, scoring=self.rules.scored)

    def square_characters(self) -> str:
        """Return ``w`` and ``b`` for light and dark."""
        return self.packing.square_characters("." * self.rules.board.size)


@dataclass(frozen=True)
class TournamentResult:
    """The result of two games of TAIJI in which each player is Light once (rule text, "Tournament
    play").
    """

    totals: tuple[int, int]
    """The total scores of the player who was Light in the first game, and of the other."""

    @property
    def winner(self) -> int | None:
        """The player with the higher total, 0 or 1; None for a drawn match."""
        first, second = self.totals
        return None if first == second else int(first < second)


def tournament(first: Outcome, second: Outcome) -> TournamentResult:
    """Return the result of a match of two games, with the sides exchanged in the second.

    Examples
    --------
    >>> one = Outcome(("light", "dark"), (13, 10), -1, DARK_WINS)
    >>> two = Outcome(("light", "dark"), (12, 11), -1, DARK_WINS)
    >>> tournament(one, two).totals
    (24, 22)
    """
    return TournamentResult(
        (first.scores[0] + second.scores[1], first.scores[1] + second.scores[0])
    )
