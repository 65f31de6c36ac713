"""States of a puzzle that is solved by hand: knowledge of its squares and placements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from litslab.games.geometry import bits, mask_of
from litslab.puzzles.lits.techniques.table import RegionTable


@dataclass(slots=True)
class State:
    """Knowledge about each square, and the placements left to each region.

    A placement is alive until a square that it shades is unshaded, a square of its region that it
    does not is shaded, or a deduction rules it out. A state only ever learns.

    Attributes
    ----------
    table : RegionTable
        The puzzle's placements.
    shaded, unshaded : int
        The squares known so; both hold a square where the state contradicts itself.
    fitting : int
        The placements that agree with these squares.
    alive : int
        Those of them that no deduction has ruled out: the placements that are still possible.
    due : list of int
        For each technique, by its number, the regions that it has to look at (again): what it sees
        there has changed since it last found nothing.
    stuck : int
        The regions for which no placement is left: where there is one, the state contradicts
        itself.
    """

    table: RegionTable
    shaded: int
    unshaded: int
    fitting: int
    alive: int
    due: list[int]
    stuck: int = 0

    @classmethod
    def start(cls, table: RegionTable, techniques: int) -> Self:
        """Return what is known before the first deduction: what is given, and that no square
        outside is shaded.

        Parameters
        ----------
        table : RegionTable
            The placements.
        techniques : int
            Number of techniques with a set of regions that are due.
        """
        puzzle = table.puzzle
        everything = (1 << len(table.regions)) - 1
        state = cls(table, 0, 0, table.all, table.all, [everything] * techniques)
        state.stuck = mask_of(
            region for region, members in enumerate(table.of_region) if not members
        )
        shaded = 0
        unshaded = puzzle.board.all & ~table.inside
        for square, given in enumerate(puzzle.givens):
            if given == "?":
                continue
            # A letter is on a square of the tetromino, which the inverse rules leave unshaded.
            is_shaded = given == "#" or (given != "." and not puzzle.rules.inverse)
            if is_shaded:
                shaded |= 1 << square
            else:
                unshaded |= 1 << square
        state.learn(shaded, unshaded)
        return state

    def copy(self) -> State:
        """Return a state that can learn without this one."""
        return State(
            self.table,
            self.shaded,
            self.unshaded,
            self.fitting,
            self.alive,
            self.due.copy(),
            self.stuck,
        )

    def learn(self, shaded: int, unshaded: int, excluded: int = 0) -> None:
        """Take in squares that are shaded or unshaded, and placements that are ruled out."""
        table = self.table
        regions = table.puzzle.regions
        covering = table.covering
        changed = 0
        fitting = self.fitting
        for square in bits(unshaded & ~self.unshaded):
            fitting &= ~covering[square]
            if regions[square] >= 0:
                changed |= 1 << regions[square]
        for square in bits(shaded & ~self.shaded):
            region = regions[square]
            if region >= 0:
                fitting &= covering[square] | ~table.of_region[region]
                changed |= 1 << region
        for region in bits(table.owners_of(excluded)):
            changed |= 1 << region
        self.shaded |= shaded
        self.unshaded |= unshaded
        self.fitting = fitting
        self.alive = alive = self.alive & fitting & ~excluded
        if changed:
            looking = 0
            for region in bits(changed):
                looking |= table.near[region]
                if not alive & table.of_region[region]:
                    self.stuck |= 1 << region
            self.due = [waiting | looking for waiting in self.due]

    @property
    def open(self) -> int:
        """The squares of which nothing is known."""
        return self.table.board.all & ~self.shaded & ~self.unshaded

    @property
    def candidates(self) -> int:
        """The squares that may be shaded, those that are among them."""
        return self.table.inside & ~self.unshaded

    @property
    def is_complete(self) -> bool:
        """True if every square is known."""
        return not self.open

    def left_in(self, region: int) -> int:
        """Return the placements that a region may still take."""
        return self.alive & self.table.of_region[region]

    def ruled_out_in(self, region: int) -> int:
        """Return the placements of a region that agree with what is known of the squares and yet
        are ruled out.
        """
        return self.fitting & ~self.alive & self.table.of_region[region]

    def rows(self) -> list[str]:
        """Return what is known as text rows of ``#``, ``.`` and ``?``, the top row first."""
        board = self.table.board
        cells = ["?"] * board.size
        for square in bits(self.unshaded):
            cells[square] = "."
        for square in bits(self.shaded):
            cells[square] = "#"
        return board.draw(cells).split("\n")
