"""Domineering (Göran Andersson, about 1973), a game that litslab does not have: all of it is in
this file.

Vertical and horizontal in turn place a domino on two free squares, each its own way round; who
cannot loses. Here the winner's lead is the number of further dominoes for which there is still
room.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from litslab.games.errors import IllegalMoveError
from litslab.games.geometry import Board, mask_of
from litslab.games.option import option
from litslab.games.outcome import Outcome
from litslab.games.phase import LastPlaced, Phase
from litslab.games.pieces import CELLS, PieceKind, Shape, orientations
from litslab.games.placements import Placement, PlacementTable, placement_table
from litslab.games.position import Position
from litslab.games.rules import Rules

if TYPE_CHECKING:
    from litslab.analysis.report.context import Context
    from litslab.analysis.report.model import Section

LAST_MOVER_WINS = "whoever moved last wins"


class _Alternating:
    """Dominoes in the order of play: the last one can be any of the side that has just moved."""

    def __init__(self, vertical: int) -> None:
        self._vertical = vertical
        self._pieces = [0, 0]

    def add(self, placement: Placement) -> int:
        """Add a domino and return how many can have been placed last."""
        side = 0 if self._vertical >> placement.index & 1 else 1
        self._pieces[side] += 1
        return self._pieces[side]


@dataclass(frozen=True, eq=False)
class _Dominoes(Phase):
    vertical: int = 0

    def last_placed(self) -> LastPlaced:
        return _Alternating(self.vertical)


@dataclass(frozen=True)
class Domineering(Rules):
    """Domineering on a rectangle."""

    name: ClassVar[str] = "domineering"
    title: ClassVar[str] = "Domineering"
    sides: ClassVar[tuple[str, str]] = ("vertical", "horizontal")
    summary: ClassVar[str] = (
        "Each side places dominoes its own way round; who cannot place one loses."
    )

    report_sections: ClassVar[tuple[str, ...]] = ("tests.domineering:first_sides",)

    size: int = option(5, "squares on a side", lowest=2)
    corners: bool = option(True, "whether the corner squares are in play")

    @cached_property
    def board(self) -> Board:
        return Board(self.size, self.size)

    @cached_property
    def table(self) -> PlacementTable:
        domino = PieceKind(Shape.DOMINO, orientations(CELLS[Shape.DOMINO]), None, coloured=False)
        return placement_table(self.board, (domino,))

    @cached_property
    def ways(self) -> tuple[int, int]:
        """The placements of either side."""
        upright = mask_of(
            p.index for p in self.table if len({self.board.column(s) for s in p.squares}) == 1
        )
        return upright, self.table.all & ~upright

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        return (_Dominoes(self.title, self.table, vertical=self.ways[0]),)

    @cached_property
    def open(self) -> int:
        """The placements on squares that are in play."""
        columns = self.board.columns
        rows = self.board.rows
        corners = mask_of(self.board.square(x, y) for x in (0, columns - 1) for y in (0, rows - 1))
        return mask_of(p.index for p in self.table if self.corners or not p.mask & corners)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Those of the board that do not turn one side's dominoes into the other's."""
        upright = self.ways[0]
        return tuple(
            each
            for each in self.table.symmetries
            if all(upright >> each[p] & 1 == upright >> p & 1 for p in range(len(each)))
        )

    def start(self) -> DomineeringPosition:
        return DomineeringPosition(self, 0, 0, False, None, self.open)

    def value_limit(self) -> int:
        return 2 * (self.board.size // 2) + 1

    def assemble(self, placements: list[Placement]) -> Position:
        """Return the position of a set of dominoes: in whatever order they were placed, the sides
        took turns.
        """
        position = self.start()
        for placement in placements:
            position = position.with_to_move(0 if self.ways[0] >> placement.index & 1 else 1)
            position.check(placement)
            position = position.place(placement.index)
        vertical = sum(self.ways[0] >> placement.index & 1 for placement in placements)
        lead = 2 * vertical - len(placements)
        if lead not in {0, 1}:
            side = self.sides[0 if lead > 0 else 1]
            raise IllegalMoveError(
                self.format_placement(placements[-1]), (f"{side} would have moved out of turn",)
            )
        return position.with_to_move(lead)


@dataclass(frozen=True, eq=False)
class DomineeringPosition(Position):
    """A position of Domineering; `free` are the placements whose squares are free, of
    either side.
    """

    rules: Domineering
    free: int = field(repr=False)

    @property
    def legal(self) -> int:
        return self.free & self.rules.ways[self.to_move]

    def place(self, index: int) -> Self:
        table = self.rules.table
        free = self.free & ~table.overlaps[index]
        return type(self)(
            self.rules,
            self.placed | 1 << index,
            1 - self.to_move,
            False,
            table.placements[index],
            free,
        )

    def broken_rules(self, placement: Placement) -> tuple[str, ...]:
        broken = []
        if not self.rules.ways[self.to_move] >> placement.index & 1:
            broken.append(f"{self.side} places its dominoes the other way round")
        if not self.free >> placement.index & 1:
            broken.append("it overlaps a domino")
        return tuple(broken)

    def scores(self) -> tuple[int, int]:
        vertical, horizontal = (self._room(way) for way in self.rules.ways)
        return vertical, horizontal

    def _room(self, way: int) -> int:
        """Return how many dominoes of one side fit, one after another in the order of the table."""
        free = self.free & way
        count = 0
        while free:
            free &= ~self.rules.table.overlaps[(free & -free).bit_length() - 1]
            count += 1
        return count

    def outcome(self) -> Outcome:
        self.require_over()
        return Outcome(
            self.rules.sides, self.scores(), 1 if self.to_move == 1 else -1, LAST_MOVER_WINS
        )

    @property
    def protected(self) -> int:
        coverable = 0
        for placement in self.rules.table.of(self.free):
            coverable |= placement.mask
        return self.rules.board.all & ~coverable

    def square_characters(self) -> str:
        characters = ["."] * self.rules.board.size
        for placement in self.placements:
            for square in placement.squares:
                characters[square] = "|" if self.rules.ways[0] >> placement.index & 1 else "-"
        return "".join(characters)


def first_sides(context: Context) -> Section:
    """Return a section that reports of this game alone have: how often the side that
    begins wins.
    """
    from litslab.analysis.report.model import Row, Section, Table  # noqa: PLC0415
    from litslab.analysis.report.quantities import share, simulated  # noqa: PLC0415
    from litslab.analysis.shares import balance  # noqa: PLC0415 - the rules are played without reports

    wins = share(balance(context.run).people[0], simulated(context.run.run.games, "random play"))
    rows = (Row(context.rules.sides[0], (wins,)),)
    return Section("first-sides", "The side that begins", (Table("Wins", ("side", "share"), rows),))
