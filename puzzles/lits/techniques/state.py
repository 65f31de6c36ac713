"""States of a puzzle that is solved by hand, steps between them, and the work of a human solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from litslab.games.geometry import bits, mask_of
from litslab.games.language import listed, tr, trn
from litslab.puzzles.lits.puzzle import Premise, PuzzleRules
from litslab.puzzles.lits.techniques.table import RegionTable


@dataclass(slots=True)
class State:
    """Knowledge about each square, and the placements left to each region.

    A placement is alive until a square that it shades is unshaded, a square of its region that it does not is shaded,
    or a deduction rules it out. A state only ever learns.

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
        For each technique, by its number, the regions that it has to look at (again): what it sees there has changed
        since it last found nothing.
    stuck : int
        The regions for which no placement is left: where there is one, the state contradicts itself.
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
        """Return what is known before the first deduction: what is given, and that no square outside is shaded.

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
        state.stuck = mask_of(region for region, members in enumerate(table.of_region) if not members)
        marks = puzzle.givens
        shaded, unshaded = (mask_of(square for square, mark in enumerate(marks) if mark == given) for given in "#.")
        lettered = mask_of(square for square, mark in enumerate(marks) if mark not in "?#.")
        shaded, unshaded = (shaded, unshaded | lettered) if puzzle.rules.inverse else (shaded | lettered, unshaded)
        state.learn(shaded, unshaded | puzzle.board.all & ~table.inside)
        return state

    def copy(self) -> State:
        """Return a state that can learn without this one."""
        return State(self.table, self.shaded, self.unshaded, self.fitting, self.alive, self.due.copy(), self.stuck)

    def learn(self, shaded: int, unshaded: int, excluded: int = 0) -> None:
        """Take in squares that are shaded or unshaded, and placements that are ruled out."""
        table = self.table
        regions, covering = table.puzzle.regions, table.covering
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
        """Return the placements of a region that agree with what is known of the squares and yet are ruled out."""
        return self.fitting & ~self.alive & self.table.of_region[region]

    def rows(self) -> list[str]:
        """Return what is known as text rows of ``#``, ``.`` and ``?``, the top row first."""
        shaded, unshaded, board = self.shaded, self.unshaded, self.table.board
        cells = ["#" if shaded >> each & 1 else "." if unshaded >> each & 1 else "?" for each in range(board.size)]
        return board.draw(cells).split("\n")


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Attributes
    ----------
    technique : str
        The name of the technique that found it.
    regions : int
        The regions that the deduction looks at, as a set.
    looks : int
        The squares that it looks at.
    shaded, unshaded : int
        The squares that it decides.
    excluded : int
        The placements that it rules out; 0 for a step that decides squares.
    key : int
        The object of the explanation: a square, a 2×2 block, a group or a region, depending on the technique.
    rests : int
        The placements ruled out before without which the deduction would not hold: the steps that ruled them out
        belong to its reasons.
    chain : tuple of Step
        In a trial, the steps that lead from the assumption to the contradiction.
    end : Contradiction or None
        In a trial, the contradiction.
    other_chain : tuple of Step
        In a comparison of both branches of a square, the steps that follow if it is unshaded; `chain` has those that
        follow if it is shaded.
    """

    technique: str
    regions: int
    looks: int
    shaded: int = 0
    unshaded: int = 0
    excluded: int = 0
    key: int = 0
    rests: int = 0
    chain: tuple[Step, ...] = ()
    end: Contradiction | None = None
    other_chain: tuple[Step, ...] = ()

    @property
    def decides(self) -> int:
        """The squares that the step decides."""
        return self.shaded | self.unshaded


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction.

    Attributes
    ----------
    tell : callable
        Says what is wrong, in a clause: "the region at a1 has no room left for its tetromino".
    regions, looks : int
        The regions and squares concerned, as sets.
    rests : int
        As in a step.
    """

    tell: Callable[[], str] = field(compare=False)
    regions: int
    looks: int
    rests: int = 0

    @property
    def text(self) -> str:
        """The clause in the language in use."""
        return self.tell()

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickled clause stays in the language in use: `tell` is a local function, which cannot be pickled.
        return Contradiction, (partial(str, self.text), self.regions, self.looks, self.rests)


@dataclass(frozen=True)
class Technique:
    """A named rule by which a human solver finds the next step.

    Exactly one of `at` and `anywhere` is given.

    Attributes
    ----------
    name : str
        Its name in commands and JSON; people read its translation.
    level : int
        Its difficulty, from 1 to 5 (`puzzles.lits.grade`).
    tell : callable
        Says in a sentence what a step of this technique does and why.
    at : callable or None
        Finds a step at one region of a state, from what is known of it and the regions around it; None where it has
        none there.
    anywhere : callable or None
        For a technique that looks at the whole grid: yields its steps.
    relies_on : Premise
        Premises beside those that all rules share: without them the technique does not hold.
    """

    name: str
    level: int
    tell: Callable[[RegionTable, Step], str]
    at: Callable[[State, int], Step | Contradiction | None] | None = None
    anywhere: Callable[[State], Iterator[Step | Contradiction]] | None = None
    relies_on: Premise = Premise.NONE

    def holds(self, rules: PuzzleRules) -> bool:
        """Return whether rules have what the technique relies on."""
        return self.relies_on in rules.facts


def squares_text(table: RegionTable, squares: int) -> str:
    """Return the names of squares, in reading order, as in "a1", "a1 and b1" or "a1, b1 and c1"."""
    return listed([table.board.name(square) for square in table.in_reading_order(squares)])


def are(table: RegionTable, squares: int, *, shaded: bool) -> str:
    """Return that squares are shaded, or that they are not: "a1 is shaded" or "a1 and b1 are unshaded"."""
    count, names = squares.bit_count(), squares_text(table, squares)
    if shaded:
        return trn("{squares} is shaded", "{squares} are shaded", count, squares=names)
    return trn("{squares} is unshaded", "{squares} are unshaded", count, squares=names)


def region_text(table: RegionTable, region: int) -> str:
    """Return how a region is called: by its first square in reading order."""
    return tr("the region at {square}", square=table.puzzle.region_name(region))


def placements_text(table: RegionTable, placements: int, *, either: bool = False) -> str:
    """Return placements in notation, as in "L[a1,a2,a3,b3]"; of more than four, two and the number of the others."""
    count = placements.bit_count()
    names = [placement_text(table, index) for index in list(bits(placements))[:4]]
    if count > 4:
        first, second, *_ = names
        if either:
            return tr("{first}, {second} or {count} more placements", first=first, second=second, count=count - 2)
        return tr("{first}, {second} and {count} more placements", first=first, second=second, count=count - 2)
    return listed(names, either=either)


def ruled_out(table: RegionTable, step: Step, *, either: bool = True) -> dict[str, str]:
    """Return the region, the squares and the placements of a step that rules these out, for the sentence about it."""
    region, squares = region_text(table, step.key), squares_text(table, step.looks)
    return {"region": region, "squares": squares, "placements": placements_text(table, step.excluded, either=either)}


def placement_text(table: RegionTable, index: int) -> str:
    """Return a placement in notation: its shape, and its squares by column, then row."""
    board = table.board
    if table.shapes[index] is None:
        return table.letter(index)
    squares = sorted(bits(table.bodies[index]), key=lambda square: (board.column(square), board.row(square)))
    return f"{table.letter(index)}[{','.join(map(board.name, squares))}]"


TRIAL_LEVEL = 4
"""The level that the weight of every kind of trial is taken from."""

WEIGHTS = {1: 1, 2: 2, 3: 4, TRIAL_LEVEL: 16}
"""The weight of a step of each level; a trial weighs one more for each step that follows from its assumption."""


def weight(step: Step) -> int:
    """Return the weight of a trial, with the steps inside it."""
    return WEIGHTS[TRIAL_LEVEL] + len(step.chain) + len(step.other_chain)


FINDING = 4
"""The work of one place that is looked at before a step is found, against 1 for taking the step."""

PLACES = 16
"""Most undecided regions that a human solver surveys to find the next step."""


def round_work(level: int, found: int, open_regions: int, *, steps: int, inside: int = 0) -> float:
    """Return the work of one look at the grid: the steps that were taken, and the places looked at before the first.

    Where `found` of `open_regions` places show a step and one looks at them in any order, the first is met after
    open_regions / (found + 1) places on average.

    Parameters
    ----------
    level : int
        The level of the techniques with which one looked.
    found : int
        Number of steps that there were to be found.
    open_regions : int
        Number of regions that were not yet decided.
    steps : int
        Number of steps taken.
    inside : int
        Number of steps that follow from the assumptions of trials.
    """
    places = min(open_regions, PLACES) / (found + 1)
    return (WEIGHTS[level] + inside) * (steps + FINDING * places)
