"""The two double games of the TAILITS rule text: one game is played on top of the other, and the scores are added.

Both phases' placements stand in one table, the first phase's first, so that a position is still one set of
placements. The sides are *people*, named by the colour with which they began.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Self

from games.errors import OptionError
from games.geometry import Board
from games.outcome import Outcome, PhaseScore
from games.pieces import plain_pieces, taijitus
from games.placements import Placement, PlacementTable, domino_table, tetromino_table
from games.position import Position, option
from games.taiji import Packing, TaijiScoring
from games.tailits import USUAL_SUPPLY, TailitsRules, layout_colours, ranked_group_sizes
from games.tetrominoes import Layout

HALF_POINT = "the last tetromino's half point decides"
LAST_PLACER_WINS = "whoever placed the last tetromino wins ties"
NO_TETROMINO = "no tetromino could be placed: the side that could not begin that phase loses ties"


@lru_cache(maxsize=16)
def stack_tables(below: PlacementTable, above: PlacementTable) -> PlacementTable:
    """Return one table of the placements of two phases; the second phase's kinds and indices follow the first's."""
    moved = (
        replace(placement, index=len(below) + placement.index, kind=len(below.kinds) + placement.kind)
        for placement in above
    )
    return PlacementTable(below.board, below.kinds + above.kinds, (*below.placements, *moved))


@dataclass(frozen=True)
class TailitsTaiji(TailitsRules, TaijiScoring):
    """TAILITS+TAIJI: TAILITS first, then TAIJI on top of it.

    Black begins TAILITS; whoever places the last tetromino has half a point more. White (light) begins TAIJI. A
    taijitu lies flat: with both halves on the bare board or with both on tetrominoes, never on a taijitu.
    """

    name: ClassVar[str] = "tailits+taiji"
    title: ClassVar[str] = "TAILITS+TAIJI"
    sides: ClassVar[tuple[str, str]] = ("black", "white")

    groups: int | None = option(None, "TAIJI groups scored (default: 1, 2, 3 for 7, 9, 11)", lowest=1, highest=3)

    @cached_property
    def taijitus(self) -> PlacementTable:
        """All placements of taijitus."""
        return domino_table(self.board, taijitus())

    @cached_property
    def table(self) -> PlacementTable:
        """All placements: tetrominoes, then taijitus."""
        return stack_tables(self.tetrominoes, self.taijitus)

    def start(self) -> TailitsTaijiPosition:
        """Return the bare board.

        Where no tetromino fits at all, TAIJI begins at once, and White has the half point: as in the other games,
        the side that could not begin counts as the one that did not place last.
        """
        layout = self.empty_layout()
        if not layout.legal:
            return TailitsTaijiPosition(self, 0, 1, False, None, layout, self.flat_packing(layout), 1)
        return TailitsTaijiPosition(self, 0, 0, False, None, layout, Packing.empty(self.taijitus, 0), 0)

    def flat_packing(self, layout: Layout) -> Packing:
        """Return the start of TAIJI on a finished layout: taijitus lie flat, with both halves on one level."""
        bare = self.board.all & ~layout.covered
        return Packing.empty(self.taijitus, self.taijitus.within(bare) | self.taijitus.within(layout.covered))

    def value_limit(self) -> int:
        """Return twice the squares that both phases can bring one side, plus the half point."""
        return 2 * (self.board.size // 2 + 1) + 2 * (self.board.size // 2) + 1


@dataclass(frozen=True, eq=False)
class TailitsTaijiPosition(Position):
    """A position of TAILITS+TAIJI.

    Attributes
    ----------
    layout : Layout
        The tetrominoes.
    packing : Packing
        The taijitus on top; nothing is possible in it until the tetrominoes are all placed.
    last_placer : int
        The side that has the half point, once the first phase is over.
    """

    rules: TailitsTaiji
    layout: Layout = field(repr=False)
    packing: Packing = field(repr=False)
    last_placer: int = 0

    @property
    def second_phase(self) -> bool:
        """Whether TAIJI is being played."""
        return not self.layout.legal

    @property
    def half_point(self) -> str | None:
        """The side that placed the last tetromino, once the first phase is over."""
        return self.rules.sides[self.last_placer] if self.second_phase else None

    def with_half_point(self, side: int) -> Self:
        """Return the same placements with the half point given to a side."""
        return replace(self, last_placer=side) if self.second_phase else super().with_half_point(side)

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells this position from others: in the second phase the half point's owner too."""
        return (self.placed, self.to_move, self.last_placer if self.second_phase else 0)

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.layout.legal or self.packing.remaining << len(self.rules.tetrominoes)

    def place(self, index: int) -> Self:
        """Return the position after a legal placement; after the last tetromino White begins TAIJI."""
        rules = self.rules
        placement = rules.table.placements[index]
        placed = self.placed | 1 << index
        tetrominoes = len(rules.tetrominoes)
        if index >= tetrominoes:
            packing = self.packing.place(index - tetrominoes)
            return type(self)(rules, placed, 1 - self.to_move, False, placement, self.layout, packing, self.last_placer)
        layout = self.layout.place(index)
        if layout.legal:
            return type(self)(rules, placed, 1 - self.to_move, False, placement, layout, self.packing, 0)
        return type(self)(rules, placed, 1, False, placement, layout, rules.flat_packing(layout), self.to_move)

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        tetromino = placement.index < len(self.rules.tetrominoes)
        if tetromino:
            broken = self.layout.broken_rules(placement, self.rules.first_rule)
            if self.second_phase and not broken:
                raise AssertionError("a tetromino fits although the first phase is over")
            return broken
        if not self.second_phase:
            return ("a tetromino can still be placed: TAIJI has not begun",)
        broken = self.packing.overlap_rule(placement)
        on_tetrominoes = placement.mask & self.layout.covered
        if on_tetrominoes and on_tetrominoes != placement.mask:
            names = ", ".join(self.rules.board.name(square) for square in placement.squares)
            broken += (f"the taijitu on {names} would not lie flat: one half on the board, one on a tetromino",)
        return broken

    def phases(self) -> tuple[PhaseScore, PhaseScore]:
        """Return what each phase brings black and white."""
        rank = 1 if self.rules.scoring == "second" else 0
        black, white = ranked_group_sizes(self.layout)
        light, dark = self.packing.scores(self.rules.groups or 1)
        return PhaseScore("TAILITS", (black[rank], white[rank])), PhaseScore("TAIJI", (dark, light))

    def scores(self) -> tuple[int, int]:
        """Return the sums of both phases, without the half point."""
        first, second = self.phases()
        return first.scores[0] + second.scores[0], first.scores[1] + second.scores[1]

    def outcome(self) -> Outcome:
        """Return the result; the half point is the ±1 of its value, so no tie can occur."""
        self._require_over()
        rule = (
            HALF_POINT if self.layout.placed else f"no tetromino could be placed: {self.half_point} has the half point"
        )
        return Outcome(self.rules.sides, self.scores(), 1 if self.last_placer == 0 else -1, rule, self.phases())

    @property
    def protected(self) -> int:
        """In TAILITS the bare squares that no tetromino can cover any more; in TAIJI what no taijitu can cover."""
        return self.packing.protected if self.second_phase else self.layout.protected

    @property
    def protected_to_the_end(self) -> bool:
        """Whether TAIJI is being played: before it, taijitus are still to come."""
        return self.second_phase

    def square_characters(self) -> str:
        """Return shape letters, in TAILITS lower case on white squares; in TAIJI ``w`` and ``b`` over them."""
        letters = self.layout.square_characters("." * self.rules.board.size)
        if self.second_phase:
            return self.packing.square_characters(letters)
        black, _ = layout_colours(self.layout)
        return "".join(letter if black >> square & 1 else letter.lower() for square, letter in enumerate(letters))


@dataclass(frozen=True)
class TaijiBattle(TaijiScoring):
    """TAIJI+Battle of LITS: TAIJI first, then Battle of LITS on top, with the visible taijitu squares as symbols.

    White (light) begins both. On Black's first turn of the second phase only, the people may exchange colours; the
    points of TAIJI stay with the people.
    """

    name: ClassVar[str] = "taiji+battle-of-lits"
    title: ClassVar[str] = "TAIJI+Battle of LITS"
    sides: ClassVar[tuple[str, str]] = ("white", "black")
    has_swap: ClassVar[bool] = True
    swap_changes_value: ClassVar[bool] = True

    size: int = option(11, "squares on a side", lowest=2)
    groups: int | None = option(None, "TAIJI groups scored (default: 1, 2, 3 for 7, 9, 11)", lowest=1, highest=3)
    supply: tuple[int, ...] = option(USUAL_SUPPLY, "pieces of each of L, I, T and S", lowest=0)

    def __post_init__(self) -> None:
        """Check the options.

        Raises
        ------
        OptionError
            Naming what was wrong and what was expected.
        """
        super().__post_init__()
        if len(self.supply) != 4:
            raise OptionError(f"supply {self.supply}: expected four numbers, for L, I, T and S")

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.size, self.size)

    @cached_property
    def taijitus(self) -> PlacementTable:
        """All placements of taijitus."""
        return domino_table(self.board, taijitus())

    @cached_property
    def tetrominoes(self) -> PlacementTable:
        """All placements of tetrominoes."""
        return tetromino_table(self.board, plain_pieces(self.supply))

    @cached_property
    def table(self) -> PlacementTable:
        """All placements: taijitus, then tetrominoes."""
        return stack_tables(self.taijitus, self.tetrominoes)

    def start(self) -> TaijiBattlePosition:
        """Return the bare board."""
        packing, layout = Packing.empty(self.taijitus), Layout.empty(self.tetrominoes)
        return TaijiBattlePosition(self, 0, 0, False, None, packing, layout)

    def value_limit(self) -> int:
        """Return twice the squares that both phases can bring one side, plus the tie rule."""
        return 4 * (self.board.size // 2) + 1


@dataclass(frozen=True, eq=False)
class TaijiBattlePosition(Position):
    """A position of TAIJI+Battle of LITS.

    `to_move` and the scores are those of the two people; `white_person` tells who plays which colour.

    Attributes
    ----------
    packing : Packing
        The taijitus.
    layout : Layout
        The tetrominoes on top.
    """

    rules: TaijiBattle
    packing: Packing = field(repr=False)
    layout: Layout = field(repr=False)

    @property
    def second_phase(self) -> bool:
        """Whether Battle of LITS is being played."""
        return not self.packing.remaining

    @property
    def white_person(self) -> int:
        """The person who plays White now: 0 who began as White, 1 the other, after the swap."""
        return int(self.swapped)

    @property
    def colour_to_move(self) -> int:
        """The colour whose turn it is: 0 white, 1 black."""
        return self.to_move ^ self.white_person

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.packing.remaining or self.layout.legal << len(self.rules.taijitus)

    def place(self, index: int) -> Self:
        """Return the position after a legal placement; after the last taijitu White begins Battle of LITS."""
        rules = self.rules
        placement = rules.table.placements[index]
        placed = self.placed | 1 << index
        taijitus = len(rules.taijitus)
        if index >= taijitus:
            layout = self.layout.place(index - taijitus)
            return type(self)(rules, placed, 1 - self.to_move, self.swapped, placement, self.packing, layout)
        packing = self.packing.place(index)
        to_move = 1 - self.to_move if packing.remaining else 0
        return type(self)(rules, placed, to_move, self.swapped, placement, packing, self.layout)

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        if placement.index < len(self.rules.taijitus):
            broken = self.packing.overlap_rule(placement)
            if self.second_phase and not broken:
                raise AssertionError("a taijitu fits although the first phase is over")
            return broken
        if not self.second_phase:
            return ("a taijitu can still be placed: Battle of LITS has not begun",)
        tetromino = self.rules.tetrominoes[placement.index - len(self.rules.taijitus)]
        return self.layout.broken_rules(tetromino, "")

    @property
    def _of_swap_phase(self) -> int:
        """The tetrominoes: the swap answers the first of the second phase."""
        return self.layout.placed

    def with_swap_made(self) -> Self:
        """Return the position after the swap: Black is still to move, and that is now the other person."""
        return replace(super().with_swap_made(), to_move=1 - self.to_move)

    def phases(self) -> tuple[PhaseScore, PhaseScore]:
        """Return what each phase brings the person who began as White, and the other."""
        covered = self.layout.covered
        visible = (self.packing.light & ~covered).bit_count(), (self.packing.dark & ~covered).bit_count()
        return (
            PhaseScore("TAIJI", self.packing.scores(self.rules.groups or 1)),
            PhaseScore("Battle of LITS", (visible[self.white_person], visible[1 - self.white_person])),
        )

    def scores(self) -> tuple[int, int]:
        """Return the two people's sums of both phases."""
        first, second = self.phases()
        return first.scores[0] + second.scores[0], first.scores[1] + second.scores[1]

    def outcome(self) -> Outcome:
        """Return the result; the person who placed the last tetromino wins ties.

        On a board too small for a tetromino the person who could not begin the second phase loses ties.
        """
        self._require_over()
        rule = LAST_PLACER_WINS if self.layout.placed else NO_TETROMINO
        return Outcome(self.rules.sides, self.scores(), 1 if self.to_move == 1 else -1, rule, self.phases())

    @property
    def protected(self) -> int:
        """In TAIJI what no taijitu can cover any more; in Battle of LITS the visible squares no tetromino can."""
        return self.layout.protected if self.second_phase else self.packing.protected

    @property
    def protected_to_the_end(self) -> bool:
        """Whether Battle of LITS is being played: before it, tetrominoes are still to come."""
        return self.second_phase

    def square_characters(self) -> str:
        """Return shape letters over ``w`` and ``b``."""
        return self.layout.square_characters(self.packing.square_characters("." * self.rules.board.size))
