"""The two double games of the TAILITS rule text: one game is played on top of another, and the
scores are added.

One table contains the placements of the first phase, then those of the second, so that a position
is still one set of placements. The sides are *players*, named by the colour with which they began.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from litslab.games import tailits
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.board_view import BoardView
from litslab.games.group_colour import GroupColour
from litslab.games.language import mark, tr
from litslab.games.option import option
from litslab.games.outcome import Outcome, PhaseScore
from litslab.games.phase import Phase
from litslab.games.pieces import plain_pieces
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.position import Position
from litslab.games.taiji import Packing, PackingPhase, Taiji, TaijiScoring
from litslab.games.tetrominoes import Layout, LayoutPhase

HALF_POINT = mark("the last tetromino's half point decides")
LAST_PLACER_WINS = mark("whoever placed the last tetromino wins ties")
NO_TETROMINO = mark(
    "no tetromino could be placed: the side that could not begin that phase loses ties"
)


@lru_cache(maxsize=16)
def stack_tables(below: PlacementTable, above: PlacementTable) -> PlacementTable:
    """Return one table of the placements of two phases, with the kinds and indices of the second
    after the first.
    """
    moved = (
        replace(each, index=len(below) + each.index, kind=len(below.kinds) + each.kind)
        for each in above
    )
    return PlacementTable(below.board, below.kinds + above.kinds, (*below.placements, *moved))


@dataclass(frozen=True, eq=False, repr=False)
class DoublePosition(Position):
    """A position of a double game.

    Attributes
    ----------
    layout : Layout
        The tetrominoes.
    packing : Packing
        The taijitus.
    """

    layout: Layout = field(repr=False)
    packing: Packing = field(repr=False)

    @property
    @abstractmethod
    def second_phase(self) -> bool:
        """Return whether the second phase is being played."""

    @property
    def phase(self) -> int:
        """The current phase."""
        return int(self.second_phase)

    @abstractmethod
    def phases(self) -> tuple[PhaseScore, PhaseScore]:
        """Return the points of the two players in each phase."""

    def phase_scores(self) -> tuple[tuple[int, int], ...]:
        """Return the points of the two players in each phase."""
        return tuple(phase.scores for phase in self.phases())

    def scores(self) -> tuple[int, int]:
        """Return the two players' total points of both phases, without the half point."""
        first, second = self.phases()
        return first.scores[0] + second.scores[0], first.scores[1] + second.scores[1]

    def pieces(self) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
        """Return the tetrominoes and the taijitus on the board, as placements of their
        own phases.
        """
        layout = self.layout
        packing = self.packing
        return tuple(layout.table.of(layout.placed)), tuple(packing.table.of(packing.placed))


@dataclass(frozen=True)
class TailitsTaiji(tailits.TailitsRules, TaijiScoring):
    """TAILITS+TAIJI: TAILITS first, then TAIJI on top of it.

    Black begins TAILITS; the player who places the last tetromino gets half a point. White (light)
    begins TAIJI. A taijitu lies flat: with both halves on the bare board or both on tetrominoes,
    never on a taijitu.
    """

    name: ClassVar[str] = "tailits+taiji"
    tie_is_half_point: ClassVar[bool] = True
    title: ClassVar[str] = mark("TAILITS+TAIJI")
    sides: ClassVar[tuple[str, str]] = ("black", "white")
    kernel_name: ClassVar[str | None] = "tailits_taiji"

    groups: int | None = option(
        None, "TAIJI groups scored (default: 1, 2, 3 for 7, 9, 11)", lowest=1, highest=3
    )

    @cached_property
    def table(self) -> PlacementTable:
        """All placements: tetrominoes, then taijitus."""
        return stack_tables(self.tetrominoes, self.taijitus)

    def start(self) -> TailitsTaijiPosition:
        """Return the bare board.

        If no tetromino fits at all, TAIJI begins at once, and White has the half point: as in the
        other games, the side that could not begin loses ties.
        """
        layout = self.tetromino_phase.bare
        if layout.legal:
            first = 0
            packing = Packing.empty(self.taijitus, 0)
        else:
            first = 1
            packing = self.flat_packing(layout)
        return TailitsTaijiPosition(
            rules=self,
            placed=0,
            to_move=first,
            swapped=False,
            last=None,
            layout=layout,
            packing=packing,
            last_placer=first,
        )

    def flat_packing(self, layout: Layout) -> Packing:
        """Return the start of TAIJI on a finished layout: both halves of a taijitu lie on one
        level.
        """
        bare = self.board.all & ~layout.covered
        return Packing.empty(
            self.taijitus, self.taijitus.within(bare) | self.taijitus.within(layout.covered)
        )

    def value_limit(self) -> int:
        """Return twice the largest score of one side in both phases, plus the half point."""
        return 2 * (self.board.size // 2 + 1) + 2 * (self.board.size // 2) + 1

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """Tetrominoes, then taijitus."""
        return self.tetromino_phase, PackingPhase(Taiji.title, self.taijitus, len(self.tetrominoes))

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores in TAILITS and in TAIJI under these options, a sentence each."""
        return self.layout_scoring_text, self.sum_text

    @property
    def tie_text(self) -> str:
        """What decides between equal scores, in one sentence."""
        return tr("Whoever places the last tetromino has half a point more.")

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the kernel's arguments for TAILITS, then those for TAIJI."""
        tetrominoes = self.tetrominoes
        taijitus = [placement.white_and_black for placement in self.taijitus]
        return (
            self.board.columns,
            tetrominoes,
            list(tetrominoes.usable_counts),
            self.rank == 1,
            taijitus,
            self.counted,
        )


@dataclass(frozen=True, eq=False, repr=False)
class TailitsTaijiPosition(DoublePosition):
    """A position of TAILITS+TAIJI.

    Attributes
    ----------
    layout : Layout
        The tetrominoes.
    packing : Packing
        The taijitus on top; none is possible before all tetrominoes are placed.
    last_placer : int
        The side that has the half point after the first phase.
    """

    rules: TailitsTaiji
    last_placer: int = 0

    @property
    def second_phase(self) -> bool:
        """Return whether TAIJI is being played."""
        return not self.layout.legal

    @property
    def half_point(self) -> str | None:
        """The side that placed the last tetromino; None in the first phase."""
        return self.rules.sides[self.last_placer] if self.second_phase else None

    def with_half_point(self, side: int) -> Self:
        """Return the same placements with the half point given to a side."""
        return (
            replace(self, last_placer=side) if self.second_phase else super().with_half_point(side)
        )

    @property
    def key(self) -> tuple[int, int, int]:
        """The content of the position; in the second phase with the owner of the half point."""
        return (self.placed, self.to_move, self.last_placer if self.second_phase else 0)

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.layout.legal or self.packing.remaining << len(self.rules.tetrominoes)

    def place(self, index: int) -> Self:
        """Return the position after a legal placement; after the last tetromino White
        begins TAIJI.
        """
        rules = self.rules
        tetrominoes = len(rules.tetrominoes)
        layout = self.layout
        packing = self.packing
        to_move = 1 - self.to_move
        last_placer = self.last_placer
        if index >= tetrominoes:
            packing = packing.place(index - tetrominoes)
        else:
            layout = layout.place(index)
            last_placer = 0
            if not layout.legal:
                packing = rules.flat_packing(layout)
                to_move = 1
                last_placer = self.to_move
        return type(self)(
            rules=rules,
            placed=self.placed | 1 << index,
            to_move=to_move,
            swapped=False,
            last=rules.table.placements[index],
            layout=layout,
            packing=packing,
            last_placer=last_placer,
        )

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        if placement.index < len(self.rules.tetrominoes):
            return self.layout.broken_rules(placement, self.rules.first_rule)
        if not self.second_phase:
            return (tr("a tetromino can still be placed: TAIJI has not begun"),)
        broken = self.packing.overlap_rule(placement)
        on_tetrominoes = placement.mask & self.layout.covered
        if on_tetrominoes and on_tetrominoes != placement.mask:
            names = tr(", ").join(self.rules.board.name(square) for square in placement.squares)
            wrong = mark(
                "the taijitu on {squares} would not lie flat: one half on the board, one on a "
                "tetromino"
            )
            broken += (tr(wrong, squares=names),)
        return broken

    def phases(self) -> tuple[PhaseScore, PhaseScore]:
        """Return the points of black and white in each phase."""
        rank = self.rules.rank
        black, white = tailits.ranked_group_sizes(self.layout)
        light, dark = self.packing.scores(self.rules.counted)
        return PhaseScore(tailits.Tailits.title, (black[rank], white[rank])), PhaseScore(
            Taiji.title, (dark, light)
        )

    def outcome(self) -> Outcome:
        """Return the result; the half point is the ±1 of its value, so no tie can occur."""
        self.require_over()
        rule = HALF_POINT
        if not self.layout.placed:
            rule = tr(
                "no tetromino could be placed: {side} has the half point",
                side=tr(str(self.half_point)),
            )
        return Outcome(
            self.rules.sides,
            self.scores(),
            tie=1 if self.last_placer == 0 else -1,
            tie_rule=rule,
            phases=self.phases(),
            tie_is_half_point=True,
        )

    @property
    def protected(self) -> int:
        """The squares that no tetromino can cover any more in TAILITS, or no taijitu in TAIJI."""
        return self.packing.protected if self.second_phase else self.layout.protected

    def tie_range(self) -> tuple[int, int]:
        """Return the owner of the half point as a range, which is known after the first phase."""
        if not self.second_phase:
            return super().tie_range()
        tie = 1 if self.last_placer == 0 else -1
        return tie, tie

    def level_of(self, placement: Placement) -> int:
        """Return the level of a piece: 1 for a taijitu on tetrominoes, otherwise 0."""
        taijitu = placement.index >= len(self.rules.tetrominoes)
        return int(taijitu and bool(placement.mask & self.layout.covered))

    def view(self) -> BoardView:
        """Return the tetrominoes, and the taijitus on top."""
        occupied = self.packing.occupied
        black, _ = tailits.layout_colours(self.layout)
        dark = self.packing.dark | (black & ~occupied)
        return BoardView(
            *self.pieces(),
            taijitus_above=True,
            protected=self.open_protected & ~occupied,
            dark=dark,
        )

    def layers(self) -> dict[str, int]:
        """Return the light and the dark squares, and the visible squares of the tetrominoes."""
        return self.packing.layers() | {"tetromino": self.layout.covered & ~self.packing.occupied}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the colours of TAILITS, then those of TAIJI, where Black plays the dark halves."""
        below = tailits.layout_groups(self.layout, self.rules.scoring)
        return below + self.packing.colours(self.rules.counted, (1, 0), phase=1)

    def square_characters(self) -> str:
        """Return shape letters, in TAILITS lower case on white squares; in TAIJI ``w`` and ``b``
        over them.
        """
        if self.second_phase:
            return self.packing.square_characters(
                self.layout.square_characters("." * self.rules.board.size)
            )
        return tailits.coloured_letters(self.layout)


@dataclass(frozen=True)
class TaijiBattle(TaijiScoring):
    """TAIJI+Battle of LITS: TAIJI first, then Battle of LITS on top, with the visible taijitu
    squares as symbols.

    White (light) begins both. On Black's first turn of the second phase only, the players may
    exchange colours; the points of TAIJI stay with the players.
    """

    name: ClassVar[str] = "taiji+battle-of-lits"
    title: ClassVar[str] = mark("TAIJI+Battle of LITS")
    sides: ClassVar[tuple[str, str]] = ("white", "black")
    swap_changes_value: ClassVar[bool] = True
    kernel_name: ClassVar[str | None] = "taiji_battle"

    size: int = option(11, "squares on a side", lowest=2)
    groups: int | None = option(
        None, "TAIJI groups scored (default: 1, 2, 3 for 7, 9, 11)", lowest=1, highest=3
    )
    supply: tuple[int, ...] = option(
        tailits.USUAL_SUPPLY, "pieces of each of L, I, T and S", lowest=0, by_shape=True
    )

    @cached_property
    def tetrominoes(self) -> PlacementTable:
        """All placements of tetrominoes."""
        return placement_table(self.board, plain_pieces(self.supply))

    @cached_property
    def table(self) -> PlacementTable:
        """All placements: taijitus, then tetrominoes."""
        return stack_tables(self.taijitus, self.tetrominoes)

    def start(self) -> TaijiBattlePosition:
        """Return the bare board."""
        layout = Layout.empty(self.tetrominoes)
        packing = Packing.empty(self.taijitus)
        return TaijiBattlePosition(
            rules=self,
            placed=0,
            to_move=0,
            swapped=False,
            last=None,
            layout=layout,
            packing=packing,
        )

    @property
    def has_swap(self) -> bool:
        """Return True: Black may swap on the first turn of the second phase."""
        return True

    def value_limit(self) -> int:
        """Return twice the largest score of one side in both phases, plus the tie rule."""
        return 4 * (self.board.size // 2) + 1

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """Taijitus, then tetrominoes."""
        return (
            PackingPhase(Taiji.title, self.taijitus),
            LayoutPhase(BattleOfLits.title, self.tetrominoes, len(self.taijitus)),
        )

    @property
    def scoring_texts(self) -> tuple[str, ...]:
        """What scores in TAIJI and in Battle of LITS, a sentence each."""
        return self.sum_text, tr("Every half of a taijitu that stays visible scores.")

    @property
    def tie_text(self) -> str:
        """Who wins if the scores are equal, in one sentence."""
        return tr("Whoever places the last tetromino wins ties.")

    def kernel_arguments(self) -> tuple[Any, ...]:
        """Return the kernel's arguments: the board, TAIJI's pieces, the tetrominoes, and the number
        of groups.
        """
        taijitus = [placement.white_and_black for placement in self.taijitus]
        return (
            self.board.columns,
            taijitus,
            self.tetrominoes,
            list(self.tetrominoes.usable_counts),
            self.counted,
        )


@dataclass(frozen=True, eq=False, repr=False)
class TaijiBattlePosition(DoublePosition):
    """A position of TAIJI+Battle of LITS.

    `to_move` and the scores refer to the two players; `white_player` is the player who has White.

    Attributes
    ----------
    packing : Packing
        The taijitus.
    layout : Layout
        The tetrominoes on top.
    """

    rules: TaijiBattle

    @property
    def second_phase(self) -> bool:
        """Return whether Battle of LITS is being played."""
        return not self.packing.remaining

    @property
    def white_player(self) -> int:
        """The player who has White now: 0 is the player who began as White, 1 the other, after the
        swap.
        """
        return int(self.swapped)

    @property
    def colour_to_move(self) -> int:
        """The colour to move: 0 for white, 1 for black."""
        return self.to_move ^ self.white_player

    @property
    def legal(self) -> int:
        """The legal placements."""
        return self.packing.remaining or self.layout.legal << len(self.rules.taijitus)

    def place(self, index: int) -> Self:
        """Return the position after a legal placement; after the last taijitu White begins Battle
        of LITS.
        """
        rules = self.rules
        placement = rules.table.placements[index]
        placed = self.placed | 1 << index
        taijitus = len(rules.taijitus)
        if index >= taijitus:
            return type(self)(
                rules=rules,
                placed=placed,
                to_move=1 - self.to_move,
                swapped=self.swapped,
                last=placement,
                layout=self.layout.place(index - taijitus),
                packing=self.packing,
            )
        packing = self.packing.place(index)
        return type(self)(
            rules=rules,
            placed=placed,
            to_move=1 - self.to_move if packing.remaining else 0,
            swapped=self.swapped,
            last=placement,
            layout=self.layout,
            packing=packing,
        )

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        """Return every rule that a placement would break."""
        if placement.index < len(self.rules.taijitus):
            return self.packing.overlap_rule(placement)
        if not self.second_phase:
            return (tr("a taijitu can still be placed: Battle of LITS has not begun"),)
        tetromino = self.rules.tetrominoes[placement.index - len(self.rules.taijitus)]
        return self.layout.broken_rules(tetromino, "")

    @property
    def _of_swap_phase(self) -> int:
        """The tetrominoes on the board: the swap answers the first of them."""
        return self.layout.placed

    def with_swap_made(self) -> Self:
        """Return the position after the swap: Black is still to move, but is now the
        other player.
        """
        return replace(super().with_swap_made(), to_move=1 - self.to_move)

    def phases(self) -> tuple[PhaseScore, PhaseScore]:
        """Return the points of the player who began as White, and of the other, in each phase."""
        visible = [
            squares.bit_count() for squares in self.packing.layers(self.layout.covered).values()
        ]
        return (
            PhaseScore(Taiji.title, self.packing.scores(self.rules.counted)),
            PhaseScore(
                BattleOfLits.title, (visible[self.white_player], visible[1 - self.white_player])
            ),
        )

    def outcome(self) -> Outcome:
        """Return the result; the player who placed the last tetromino wins ties.

        On a board too small for a tetromino the player who could not begin the second phase loses
        ties.
        """
        self.require_over()
        rule = LAST_PLACER_WINS if self.layout.placed else NO_TETROMINO
        return Outcome(
            self.rules.sides, self.scores(), 1 if self.to_move == 1 else -1, rule, self.phases()
        )

    @property
    def protected(self) -> int:
        """The squares that no taijitu can cover any more in TAIJI, or no tetromino in Battle of
        LITS.
        """
        return self.layout.protected if self.second_phase else self.packing.protected

    @property
    def turn(self) -> str:
        """The side to move, in words: after the swap a side, which is a player, has the other
        colour.
        """
        if not self.swapped:
            return super().turn
        colour = tr(self.rules.sides[self.colour_to_move])
        return tr("{side} to move as {colour}", side=tr(self.side), colour=colour)

    def level_of(self, placement: Placement) -> int:
        """Return the level of a piece: 1 for a tetromino, 0 for a taijitu."""
        return int(placement.index >= len(self.rules.taijitus))

    def view(self) -> BoardView:
        """Return the taijitus, and the tetrominoes on top."""
        occupied = 0 if self.second_phase else self.packing.occupied
        dark = self.packing.dark & ~self.layout.covered
        return BoardView(*self.pieces(), protected=self.open_protected & ~occupied, dark=dark)

    def layers(self) -> dict[str, int]:
        """Return the visible light and dark squares, and the squares of the tetrominoes."""
        return self.packing.layers(self.layout.covered) | {"tetromino": self.layout.covered}

    def group_colours(self) -> tuple[GroupColour, ...]:
        """Return the colours of TAIJI, then the visible halves, which score in the second phase.

        The halves that come with further taijitus are visible, too, so these groups grow as those
        of TAIJI do until that phase is over.
        """
        taiji = self.packing.colours(self.rules.counted)
        names = (mark("visible light"), mark("visible dark"))
        visible = tuple(
            replace(
                colour,
                colour=name,
                side=colour.side ^ self.white_player,
                squares=colour.squares & ~self.layout.covered,
                scoring="all",
                protected=self.protected,
                counted=0,
                phase=1,
            )
            for name, colour in zip(names, taiji, strict=True)
        )
        return taiji + visible

    def square_characters(self) -> str:
        """Return shape letters over ``w`` and ``b``."""
        return self.layout.square_characters(
            self.packing.square_characters("." * self.rules.board.size)
        )
