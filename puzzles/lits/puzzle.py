"""The LITS puzzle and the puzzles next to it: their rules, a rectangle cut into regions, and what
solvers answer.

All have in common that each region has a tetromino (or two), that equal shapes of different regions
never share an edge, turned or mirrored alike, that all shaded squares are orthogonally connected,
and that no 2×2 block is fully shaded except by an O tetromino. Squares outside every region stay
unshaded. What differs from one puzzle to another is a field of its `PuzzleRules`; ``docs/rules.md``
tells where they come from.

Squares are numbered as everywhere in litslab, ``a1`` at the bottom left first (`games.geometry`);
texts give the top row first. A set of squares, a *shading* among them, is an integer with a bit a
square. Two solvers answer, the kernel and the CP-SAT model, and tests hold one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, StrEnum, auto
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Annotated

from pydantic import computed_field

from litslab.games.drawable import Drawable
from litslab.games.errors import GameError, check_choice
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import mark, tr
from litslab.games.pieces import TETROMINOES, Shape
from litslab.games.result_json import Hidden, JsonSquares, Written, does_not_apply


class Premise(Flag):
    """Rules that a deduction may rely on."""

    NONE = 0
    SHADED_TETROMINOES = auto()
    """The shaded squares of a region are its tetromino."""
    EVERY_REGION = auto()
    """Every region has a tetromino."""
    ONE_TETROMINO = auto()
    """No region has more than one tetromino."""
    ONE_SHADED = SHADED_TETROMINOES | ONE_TETROMINO
    ONE_SHADED_IN_EACH = ONE_SHADED | EVERY_REGION
    NO_BLANK_BLOCK = auto()
    """No 2×2 block inside regions stays unshaded."""


@dataclass(frozen=True, eq=False)
class PuzzleRules:
    """The rules of a puzzle: one of `RULES`, so that rules are equal where they are the same
    object.

    Attributes
    ----------
    name : str
        Their name in commands and JSON.
    title : str
        The title of the puzzle.
    summary : str
        The rules in short.
    shapes : tuple of Shape
        The tetrominoes that may be used: the four of LITS, or these and O.
    inverse : bool
        Whether the tetromino of a region is what stays unshaded there, and everything else is
        shaded.
    optional : bool
        Whether a region may be left out: it has at most one tetromino.
    blank_blocks : bool
        Whether 2×2 blocks of squares inside regions may stay unshaded.
    tetrominoes : int
        The number of tetrominoes of a region: 1, or 2 that share no edge.
    """

    name: str
    title: str
    summary: str
    shapes: tuple[Shape, ...] = TETROMINOES
    inverse: bool = False
    optional: bool = False
    blank_blocks: bool = True
    tetrominoes: int = 1

    def __reduce__(self) -> tuple[Callable[[str], PuzzleRules], tuple[str]]:
        """Let copies and other processes have the same rules."""
        return rules_of, (self.name,)

    @cached_property
    def givens(self) -> str:
        """The characters of givens: nothing given, shaded, unshaded, or the shape of the tetromino
        on the square.
        """
        return "?#." + "".join(shape.value for shape in self.shapes)

    @cached_property
    def facts(self) -> Premise:
        """The premises of deductions that hold."""
        return (
            (Premise.NONE if self.inverse else Premise.SHADED_TETROMINOES)
            | (Premise.NONE if self.optional else Premise.EVERY_REGION)
            | (Premise.NONE if self.blank_blocks else Premise.NO_BLANK_BLOCK)
            | (Premise.NONE if self.tetrominoes > 1 else Premise.ONE_TETROMINO)
        )

    @property
    def covered(self) -> int:
        """The number of squares that the tetrominoes of a region cover."""
        return self.tetrominoes * TETROMINO_SIZE

    @property
    def smallest_region(self) -> int:
        """The fewest squares of a connected region: another one is between two tetrominoes that
        share no edge.
        """
        return self.covered + self.tetrominoes - 1

    @property
    def may_leave_all_out(self) -> bool:
        """True if shading nothing solves every puzzle without givens, so that no other solution of
        it is unique.
        """
        return self.optional and self.blank_blocks


LITS = PuzzleRules(
    "lits",
    "LITS",
    summary=mark(
        "Shade four connected squares in each region: an L, I, T or S. Equal shapes share no "
        "edge, no 2×2 block is full, and all that is shaded is connected."
    ),
)
"""The puzzle itself: a region has one L, I, T or S."""

LITSO = PuzzleRules(
    "litso",
    "LITSO",
    summary=mark(
        "Shade four connected squares in each region: an L, I, T, S or O. Equal shapes share "
        "no edge, no 2×2 block is full unless it is one O, and all that is shaded is "
        "connected."
    ),
    shapes=(*TETROMINOES, Shape.O),
)
"""LITS with the O tetromino."""

INVERSE_LITSO = PuzzleRules(
    "inverse-litso",
    mark("Inverse LITSO"),
    summary=mark(
        "Leave four connected squares unshaded in each region, an L, I, T, S or O, and shade "
        "all others. Equal shapes share no edge, no 2×2 block is full, and all that is shaded "
        "is connected."
    ),
    shapes=(*TETROMINOES, Shape.O),
    inverse=True,
)
"""Shading around the tetrominoes: each region has one of the five unshaded."""

OPTIONAL_REGIONS = PuzzleRules(
    "optional-regions",
    mark("LITS with regions left out"),
    summary=mark(
        "Shade four connected squares, an L, I, T or S, in a region, or none. Equal shapes "
        "share no edge, no 2×2 block is full, and all that is shaded is connected."
    ),
    optional=True,
)
"""LITS in which regions may be left out; only givens keep all of them from being left out."""

LITS_PLUS = PuzzleRules(
    "lits-plus",
    "LITS+",
    summary=mark(
        "Shade four connected squares, an L, I, T or S, in a region, or none. Equal shapes "
        "share no edge, no 2×2 block is full or blank, and all that is shaded is connected."
    ),
    optional=True,
    blank_blocks=False,
)
"""LITS in which regions may be left out, and no 2×2 block stays unshaded."""

DOUBLE_LITS = PuzzleRules(
    "double-lits",
    mark("Double LITS"),
    summary=mark(
        "Shade two tetrominoes in each region, an L, I, T or S each, that share no edge; they "
        "may be equal. Equal shapes of different regions share no edge, no 2×2 block is full, "
        "and all that is shaded is connected."
    ),
    tetrominoes=2,
)
"""LITS with two tetrominoes in each region, of equal or different shapes, which share no edge."""

RULES: dict[str, PuzzleRules] = {
    each.name: each
    for each in (LITS, LITSO, INVERSE_LITSO, OPTIONAL_REGIONS, LITS_PLUS, DOUBLE_LITS)
}
"""All of them by their names."""


def rules_of(name: str) -> PuzzleRules:
    """Return the rules of a name.

    Raises
    ------
    OptionError
        If there are none.
    """
    check_choice("rules", name, RULES)
    return RULES[name]


LARGEST_SIDE = 99
"""The longest side of a puzzle, in squares."""

TETROMINO_SIZE = 4
"""The squares of a tetromino."""

OUTSIDE = -1
"""The region number of a square that belongs to no region."""


_FORMATS = "litslab.puzzles.lits.formats"
"""The module that writes puzzles, in a higher layer."""


class PuzzleError(GameError):
    """Invalid data of a LITS puzzle; the text says where, and what was expected."""


@dataclass(frozen=True)
class LitsPuzzle(Drawable):
    """A LITS puzzle.

    Attributes
    ----------
    board : Board
        The rectangle of squares.
    regions : tuple of int
        For each square, in the order of the board, the number of its region, or `OUTSIDE`. Regions
        are numbered from 0 in the order in which a reader meets them, from the top left, row by
        row; other numbers that are given are replaced by these, so that equal puzzles compare
        equal.
    givens : str
        For each square a character of the `givens` of the rules; the empty string where nothing is
        given.
    rules : PuzzleRules
        The rules: those of LITS, if nothing else is specified.
    """

    drawn_by = "puzzles.lits.svg:draw_alone"

    board: Board
    regions: tuple[int, ...]
    givens: str = ""
    rules: PuzzleRules = LITS

    def __repr__(self) -> str:
        count = len(self.masks)
        text = "1 region" if count == 1 else f"{count} regions"
        return f"<{self.rules.title} {self.board.columns}×{self.board.rows}, {text}>"

    def __post_init__(self) -> None:
        board = self.board
        if max(board.columns, board.rows) > LARGEST_SIDE:
            raise PuzzleError(
                f"a puzzle of {board.columns}×{board.rows}: expected at most {LARGEST_SIDE} per "
                "side"
            )
        if len(self.regions) != board.size:
            raise PuzzleError(
                f"{len(self.regions)} region numbers for {board.columns}×{board.rows} squares"
            )
        if self.givens and len(self.givens) != board.size:
            raise PuzzleError(f"{len(self.givens)} givens for {board.columns}×{board.rows} squares")
        if wrong := set(self.givens) - set(self.rules.givens):
            raise PuzzleError(
                f"the given {min(wrong)!r}: expected one of {' '.join(self.rules.givens)}"
            )
        numbers = region_numbers(self.regions[square] for square in reading_order(board))
        object.__setattr__(self, "regions", tuple(numbers[region] for region in self.regions))
        if not self.givens.strip("?"):
            object.__setattr__(self, "givens", "")

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[int]],
        givens: Sequence[str] = (),
        rules: PuzzleRules = LITS,
    ) -> LitsPuzzle:
        """Return the puzzle with these region numbers (and givens), the top row first.

        Raises
        ------
        PuzzleError
            If there is no row, or the rows differ in length.
        """
        if not rows or not rows[0]:
            raise PuzzleError("a puzzle without squares: expected at least one row")
        for name, lines in (("region numbers", rows), ("givens", givens)):
            for number, line in enumerate(lines, start=1):
                if len(line) != len(rows[0]):
                    raise PuzzleError(
                        f"row {number} has {len(line)} {name}: expected {len(rows[0])}, as in the "
                        "first"
                    )
        if givens and len(givens) != len(rows):
            raise PuzzleError(f"{len(givens)} rows of givens: expected {len(rows)}")
        return cls(
            Board(len(rows[0]), len(rows)),
            tuple(region for row in reversed(rows) for region in row),
            "".join("".join(row) for row in reversed(givens)),
            rules,
        )

    @property
    def url(self) -> str | None:
        """The puzz.link address of the puzzle; None if no address can say what is given.

        Examples
        --------
        >>> import litslab as ll
        >>> ll.puzzle("lits/4/4/9q02jg").url
        'https://puzz.link/p?lits/4/4/9q02jg'
        """
        formats = import_module(_FORMATS)
        address: str | None = formats.link_to(formats.PuzzleEntry(self))
        return address

    def write(self, format: str) -> str:
        """Return the puzzle in a format of `puzzles.lits.formats`, such as ``pzprv3``.

        Raises
        ------
        OptionError
            If there is no such format.
        FormatError
            If it cannot say what this puzzle needs.

        Examples
        --------
        >>> import litslab as ll
        >>> print(ll.puzzle("lits/4/4/9q02jg").write("grid"))
        AABB
        AABC
        ABBC
        CCCC
        """
        formats = import_module(_FORMATS)
        text: str = formats.write(formats.PuzzleEntry(self), format)
        return text

    def rows(self) -> list[list[int]]:
        """Return the region numbers row by row, the top row first: the inverse of `from_rows`."""
        columns = self.board.columns
        return [
            list(self.regions[start : start + columns])
            for start in range(self.board.size - columns, -1, -columns)
        ]

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each region the set of its squares."""
        found = [0] * (max(self.regions, default=OUTSIDE) + 1)
        for square, region in enumerate(self.regions):
            if region != OUTSIDE:
                found[region] |= 1 << square
        return tuple(found)

    def covered(self, region: int, shading: int) -> int:
        """Return the squares of a region's tetrominoes in a shading: those shaded there, or those
        that are not.
        """
        return self.masks[region] & (~shading if self.rules.inverse else shading)

    def tetrominoes(self, region: int, shading: int) -> tuple[int, ...]:
        """Return the squares of each of a region's tetrominoes in a shading, in reading order: the
        connected groups where a region has two, and one set, connected or empty or neither, where
        it has one.
        """
        squares = self.covered(region, shading)
        if self.rules.tetrominoes == 1:
            return (squares,)
        rank = reading_rank(self.board).__getitem__
        groups = self.board.groups(squares)
        return tuple(sorted(groups, key=lambda group: min(map(rank, bits(group)))))

    def region_name(self, region: int) -> str:
        """Return what a region is called: the name of its first square in reading order."""
        return first_name(self.board, self.masks[region])

    def given(self, square: int) -> str:
        """Return what is given of a square: a character of the `givens` of the rules."""
        return self.givens[square] if self.givens else "?"


def region_numbers(regions: Iterable[int]) -> dict[int, int]:
    """Return a number for each region, from 0 in the order of their first squares;
    `OUTSIDE` stays.
    """
    met = dict.fromkeys(regions)
    met.pop(OUTSIDE, None)
    return {region: number for number, region in enumerate(met)} | {OUTSIDE: OUTSIDE}


def reading_order(board: Board) -> Iterable[int]:
    """Yield the squares as a reader meets them: from the top left, row by row."""
    for row in reversed(range(board.rows)):
        yield from range(row * board.columns, (row + 1) * board.columns)


@lru_cache(maxsize=64)
def reading_rank(board: Board) -> dict[int, int]:
    """Return for each square how many come before it as a reader meets them."""
    return {square: place for place, square in enumerate(reading_order(board))}


def first_name(board: Board, squares: int) -> str:
    """Return the name of the first square of a set as a reader meets it."""
    return board.name(min(bits(squares), key=reading_rank(board).__getitem__))


def regions_of(board: Board, parts: Iterable[int]) -> list[int]:
    """Return the region of each square where each set of squares is a region, numbered from 0;
    `OUTSIDE` elsewhere.
    """
    regions = [OUTSIDE] * board.size
    for number, part in enumerate(parts):
        for square in bits(part):
            regions[square] = number
    return regions


def draw_shading(board: Board, shading: int) -> list[str]:
    """Return a shading as text rows of ``#`` and ``.``, the top row first."""
    return board.draw([".#"[shading >> square & 1] for square in range(board.size)]).split("\n")


def parse_shading(board: Board, rows: Sequence[str]) -> int:
    """Return the shading that text rows of ``#`` and ``.`` draw, the top row first: the inverse of
    `draw_shading`.

    Raises
    ------
    PuzzleError
        If the rows are not of the board's size, or have another character.
    """
    if len(rows) != board.rows:
        raise PuzzleError(f"a shading of {len(rows)} rows: expected {board.rows}")
    for number, line in enumerate(rows, start=1):
        if len(line) != board.columns or set(line) - set("#."):
            raise PuzzleError(
                f"row {number} of a shading is {line!r}: expected {board.columns} squares of # and "
                "."
            )
    return mask_of(square for square, mark in enumerate("".join(reversed(rows))) if mark == "#")


class SolutionStatus(StrEnum):
    """The number of solutions of a puzzle, as a word that commands print."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"
    """A limit stopped the work: nothing is proved."""

    @classmethod
    def of(cls, found: int, *, complete: bool) -> SolutionStatus:
        """Return what some solutions that were found show, and whether these are all; two are a
        proof in any case.
        """
        return (
            (cls.IMPOSSIBLE, cls.UNIQUE, cls.MULTIPLE)[min(found, 2)]
            if complete or found > 1
            else cls.UNDECIDED
        )

    @property
    def refusal(self) -> str:
        """Why a puzzle is refused where exactly one solution is needed; empty if it has one."""
        if self is SolutionStatus.IMPOSSIBLE:
            return tr("the puzzle has no solution: expected exactly one")
        if self is SolutionStatus.MULTIPLE:
            return tr("the puzzle has several solutions: expected exactly one")
        if self is SolutionStatus.UNDECIDED:
            return tr("the puzzle was not solved in time: expected exactly one solution")
        return ""


JsonShading = Annotated[
    int,
    Written(
        lambda shading, puzzle: draw_shading(puzzle.board, shading),
        {"type": "array", "items": {"type": "string"}},
    ),
]
"""A set of shaded squares, written as rows of ``#`` and ``.``, the top row first."""

JsonRegion = Annotated[
    int, Written(lambda region, puzzle: puzzle.region_name(region), {"type": "string"})
]
"""A region, written as the name of its first square."""

JsonRegions = tuple[JsonRegion, ...]
"""Regions, written as the names of their first squares."""


@dataclass(frozen=True)
class PuzzleSolution:
    """A solution of a puzzle."""

    shading: JsonShading
    """The shaded squares; in JSON as rows of ``#`` and ``.``."""
    shapes: tuple[Shape | None, ...]
    """The shape of each region's tetromino, in the order of the regions; None for a region that is
    left out. In Double LITS two shapes for each region, its tetrominoes in reading order.
    """

    def letters(self) -> list[str | None]:
        """Return the letter of each tetromino; None for a region that is left out."""
        return [None if shape is None else shape.value for shape in self.shapes]

    def tetrominoes(self, puzzle: LitsPuzzle) -> Iterator[tuple[Shape, int]]:
        """Yield the shape and the squares of each tetromino, in the order of the regions."""
        squares = (
            each
            for region in range(len(puzzle.masks))
            for each in puzzle.tetrominoes(region, self.shading)
        )
        for shape, tetromino in zip(self.shapes, squares, strict=True):
            if shape is not None:
                yield shape, tetromino


@dataclass(frozen=True, repr=False)
class PuzzleAnswer(Drawable):
    """A solver's answer about a puzzle."""

    drawn_by = "puzzles.lits.svg:draw_answer"

    puzzle: Hidden[LitsPuzzle]
    """The puzzle."""
    status: SolutionStatus
    """The number of solutions; anything but `SolutionStatus.UNDECIDED` is proved."""
    solutions: tuple[PuzzleSolution, ...]
    """The one solution; or two of several (more where that was asked for); or none; or, where a
    limit stopped the work, those that were found until then.
    """
    conflict: JsonRegions | None
    """Where there is no solution and it was asked for: regions that have none together even if
    each other region may be left empty, so that connectivity counts only where it can be kept
    through any squares of the other regions. No region of them can be left out. None where that
    was not asked for or not found out.
    """
    engine: str
    """Who answered: ``kernel`` or ``cpsat``."""
    nodes: int
    """The positions (kernel) or branches (CP-SAT) that were searched."""
    seconds: float
    """Wall-clock time."""
    complete: bool = False
    """Whether `solutions` are proved to be all there are."""

    def __repr__(self) -> str:
        return f"<PuzzleAnswer: {self.status.value}, {self.puzzle!r}>"

    @computed_field(exclude_if=does_not_apply)
    @property
    def differing(self) -> JsonSquares:
        """The set of squares in which the first two solutions differ; empty where there are not
        two.
        """
        if len(self.solutions) < 2:
            return 0
        return self.solutions[0].shading ^ self.solutions[1].shading


def count_text(answer: PuzzleAnswer) -> str:
    """Return how many solutions a puzzle with several has, as far as it is known."""
    count = len(answer.solutions)
    return (
        tr("{count} solutions", count=count)
        if answer.complete
        else tr("at least {count} solutions", count=count)
    )
