"""Common parts of the formats of LITS puzzles: the result of reading, and regions as labels or as
borders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from pydantic import computed_field

from litslab.games.errors import OptionError
from litslab.games.geometry import Board, bits
from litslab.games.language import listed, mark, tr
from litslab.games.line_breaks import one_line
from litslab.games.result_json import Hidden, does_not_apply
from litslab.puzzles.lits.puzzle import (
    INVERSE_LITSO,
    LARGEST_SIDE,
    LITS,
    OUTSIDE,
    LitsPuzzle,
    PuzzleError,
    PuzzleRules,
    draw_shading,
    first_name,
    reading_order,
    regions_of,
    rules_of,
)

KINDS = {"lits": LITS, "invlitso": INVERSE_LITSO}
"""Names of puzzles in the editors of puzz.link, with their rules."""


class FormatError(PuzzleError):
    """A text that is no puzzle of its format; the text says where and what was expected.

    Attributes
    ----------
    message : str
        The mistake and what was expected.
    line : int or None
        The line where it is wrong, counted from 1 within the puzzle's text, where that has lines.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle as it stands in a text; its texts are as `one_line` makes them."""

    puzzle: Hidden[LitsPuzzle]
    """The puzzle."""
    id: str = ""
    """Its name there; empty if it has none."""
    shading: Hidden[int | None] = None
    """The squares that the text shades as a solution; None where it has none. Nobody has checked
    them.
    """
    level: str = ""
    """The publisher's level; empty where there is none."""
    title: str = ""
    author: str = ""
    """Who made it; empty where the text does not say."""
    source: str = ""
    """The place of its publication; empty where the text does not say."""
    score: float | None = field(default=None, compare=False)
    """litslab's score, where litslab graded the puzzle; `level` is then on litslab's scale."""
    read_from: str = field(default="", compare=False)
    """Its origin: a file and a line, or the text itself; empty for a puzzle that was not read."""
    fallback: Hidden[str] = field(default="", compare=False)
    """Its name if the text has neither an id nor a title, such as a file name with a line
    number.
    """

    def __post_init__(self) -> None:
        for name in ("id", "level", "title", "author", "source", "fallback"):
            object.__setattr__(self, name, one_line(getattr(self, name)))

    @property
    def size(self) -> str:
        """The size as people write it, columns first."""
        return f"{self.puzzle.board.columns}×{self.puzzle.board.rows}"

    @computed_field
    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.puzzle.board.rows

    @computed_field
    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.puzzle.board.columns

    @computed_field
    @property
    def regions(self) -> list[list[int]]:
        """The region of each square, the top row first; -1 for a square outside every region."""
        return self.puzzle.rows()

    @computed_field(exclude_if=does_not_apply)
    @property
    def rules(self) -> str | None:
        """The rules; None if they are those of LITS."""
        return None if self.puzzle.rules is LITS else self.puzzle.rules.name

    @computed_field(exclude_if=does_not_apply)
    @property
    def givens(self) -> list[str] | None:
        """The known squares, as rows of ``#``, ``.`` and ``?``; None if there are none."""
        puzzle = self.puzzle
        return puzzle.board.draw(puzzle.givens).split("\n") if puzzle.givens else None

    @computed_field(exclude_if=does_not_apply)
    @property
    def solution(self) -> list[str] | None:
        """The solution in the text, as rows of ``#`` and ``.``; None where it has none."""
        return None if self.shading is None else draw_shading(self.puzzle.board, self.shading)

    @computed_field
    @property
    def name(self) -> str:
        """The puzzle's id, its title or where it was read; never empty."""
        return self.id or self.title or self.fallback or self.size

    @property
    def label(self) -> str:
        """The name and the size, the author and the source, as far as they are known: how one of
        many is told.
        """
        first = self.name if self.name == self.size else f"{self.name} {self.size}"
        author = f" by {self.author}" if self.author else ""
        return f"{first}{author}{f' ({self.source})' if self.source else ''}"


COMMENT = "%"
"""The first character of a comment line."""

COLLECTION = "collection"
"""The source of the puzzles that come with litslab: ``collection/PACK`` is a pack,
``collection/NUMBER`` one puzzle.
"""

_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_CONTINUES = re.compile(r"\s*(?:givens|solution)\s*:")

Parts = list[tuple[int, str]]
"""The puzzles of a text, each with the number of its first line."""


def split_lines(text: str) -> Parts:
    """Return the lines of a text without comments and empty ones."""
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    return [(number, line) for number, line in lines if line and not line.startswith(COMMENT)]


def split_at(head: re.Pattern[str], text: str) -> Parts:
    """Return what begins at each head, or all where there is none."""
    parts = []
    start = 0
    for part in head.split(text):
        if part.strip():
            parts.append((text.count("\n", 0, start) + 1, part))
        start += len(part)
    return parts


def split_blocks(text: str) -> Parts:
    """Return the blocks between empty lines; givens and solutions stay with the grid
    before them.
    """
    parts: Parts = []
    line = 1
    for block in _BLANK_LINES.split(text):
        content = "\n".join(
            each for each in block.split("\n") if not each.lstrip().startswith(COMMENT)
        )
        if parts and _CONTINUES.match(content):
            parts[-1] = (parts[-1][0], f"{parts[-1][1]}\n\n{block}")
        elif content.strip():
            parts.append((line, block))
        line += block.count("\n") + 2
    return parts


@dataclass(frozen=True)
class Format:
    """A way to write puzzles down.

    Attributes
    ----------
    name : str
        Its name for commands.
    title : str
        Its name in the page's menu.
    matches : callable
        Tells from a text whether it is meant to be of this format.
    read : callable
        Reads the one puzzle of a text.
    write : callable
        Writes a puzzle as a text without a line end.
    split : callable
        Divides a text of several puzzles; if not given, each line is a puzzle.
    between : str
        The separator between two puzzles of a text.
    suffixes : tuple of str
        The ends of the names of the files that are written in it.
    rules : tuple of PuzzleRules
        The rules that it can say a puzzle has.
    """

    name: str
    title: str
    matches: Callable[[str], bool]
    read: Callable[[str], PuzzleEntry]
    write: Callable[[PuzzleEntry], str]
    split: Callable[[str], Parts] = split_lines
    between: str = "\n"
    suffixes: tuple[str, ...] = ()
    rules: tuple[PuzzleRules, ...] = (LITS,)


def read_side(name: str, text: str) -> int:
    """Return how many ``columns`` or ``rows`` a text says there are.

    Raises
    ------
    FormatError
        If it is not a number from 1 to `LARGEST_SIDE`.
    """
    # The length is checked first, because converting a million digits would take too long.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if not 1 <= number <= LARGEST_SIDE:
        raise FormatError(f"{text[:12]!r} {name}: expected a number from 1 to {LARGEST_SIDE}")
    return number


def read_size(columns: str, rows: str) -> Board:
    """Return the board of a size that is given as two texts.

    Raises
    ------
    FormatError
        If these are not two numbers from 1 to `LARGEST_SIDE`.
    """
    return Board(read_side("columns", columns), read_side("rows", rows))


def read_rules(name: str, line: int | None = None) -> PuzzleRules:
    """Return the rules of a name that stands in a text, on a line where that has lines.

    Raises
    ------
    FormatError
        If there are no such rules.
    """
    try:
        return rules_of(name)
    except OptionError as error:
        raise FormatError(str(error), line) from None


def labelled(
    rows: Sequence[Sequence[str]],
    *,
    outside: Collection[str],
    givens: Sequence[str] = (),
    by_borders: bool = False,
    rules: PuzzleRules = LITS,
) -> LitsPuzzle:
    """Return the puzzle of a grid of labels, the top row first.

    Parameters
    ----------
    rows : sequence of sequence of str
        A label for each square.
    outside : collection of str
        The labels of squares outside every region.
    givens : sequence of str
        The given of each square, as in `LitsPuzzle`; empty if nothing is given.
    by_borders : bool
        Whether a label only says where borders are, as the puzzle sites do it: between squares of
        different labels. Then squares of one label that are not connected are different regions.
        Otherwise that is refused.
    rules : PuzzleRules
        The rules.

    Raises
    ------
    FormatError
        If a region is in two parts, or has fewer than four squares, or the rows differ in length.
    """
    labels = dict.fromkeys(label for row in rows for label in row if label not in outside)
    numbers = {label: number for number, label in enumerate(labels)}
    puzzle = LitsPuzzle.from_rows(
        [[numbers.get(label, OUTSIDE) for label in row] for row in rows], givens, rules
    )
    if by_borders:
        parts = [part for region in puzzle.masks for part in puzzle.board.groups(region)]
        puzzle = LitsPuzzle(
            puzzle.board, tuple(regions_of(puzzle.board, parts)), puzzle.givens, rules
        )
    return checked(puzzle)


def checked(puzzle: LitsPuzzle) -> LitsPuzzle:
    """Return a puzzle whose regions are connected and have room for their tetrominoes.

    Every site that publishes LITS cuts its regions by borders, so a region in two parts cannot be
    told from two regions there; here it is taken for a mistake. `LitsPuzzle` itself and the solvers
    allow it.

    Raises
    ------
    FormatError
        Naming the first square of a region that is wrong.
    """
    board = puzzle.board
    for region, squares in enumerate(puzzle.masks):
        parts = board.groups(squares)
        if len(parts) > 1:
            raise FormatError(
                tr(
                    "the region at {places} is in {count} parts: expected a connected region",
                    places=listed([first_name(board, part) for part in parts[:2]]),
                    count=len(parts),
                )
            )
        least = puzzle.rules.smallest_region
        if squares.bit_count() < least:
            expected = mark(
                "the region at {place} has size {size}: expected at least {least}, the size of a "
                "tetromino"
            )
            if puzzle.rules.tetrominoes > 1:
                expected = mark(
                    "the region at {place} has size {size}: expected at least {least}, two "
                    "tetrominoes and a square between them"
                )
            raise FormatError(
                tr(
                    expected,
                    place=puzzle.region_name(region),
                    size=squares.bit_count(),
                    least=least,
                )
            )
    return puzzle


def sides(board: Board) -> list[tuple[int, int]]:
    """Return the pairs of squares between which borders may be.

    First each square with the one to the right of it, row by row from the top, then each with the
    one below.
    """
    squares = list(reading_order(board))
    right = [(square, square + 1) for square in squares if board.column(square) < board.columns - 1]
    return right + [(square, square - board.columns) for square in squares if board.row(square)]


def borders_of(puzzle: LitsPuzzle, *, what: str) -> tuple[bool, ...]:
    """Return whether there is a border at each of `sides`, for a format that knows nothing else.

    Raises
    ------
    FormatError
        If borders cannot say it: squares are outside every region, or a region is in two parts, or
        there are givens.
    """
    if puzzle.givens:
        raise FormatError(f"{what} cannot say what is given: expected a puzzle without givens")
    if OUTSIDE in puzzle.regions:
        square = puzzle.board.name(puzzle.regions.index(OUTSIDE))
        raise FormatError(
            f"{what} cannot say that {square} is outside every region: expected regions everywhere"
        )
    checked(puzzle)
    regions = puzzle.regions
    return tuple(regions[one] != regions[other] for one, other in sides(puzzle.board))


def bordered(
    board: Board,
    borders: Sequence[bool],
    *,
    present: int | None = None,
    givens: str = "",
) -> LitsPuzzle:
    """Return the puzzle whose regions are what borders cut apart.

    Parameters
    ----------
    board : Board
        The size.
    borders : sequence of bool
        Whether there is a border at each of `sides`.
    present : int, optional
        The squares that belong to the puzzle, the others being outside; all where it is not given.
    givens : str
        As `LitsPuzzle` has them.

    Raises
    ------
    FormatError
        If a border has the same region at both sides, so that something is missing, or a region is
        too small.
    """
    present = board.all if present is None else present
    walls = {frozenset(pair) for pair, wall in zip(sides(board), borders, strict=True) if wall}
    regions = [OUTSIDE] * board.size
    for square in bits(present):
        if regions[square] == OUTSIDE:
            for each in _enclosed(board, square, walls, present):
                regions[each] = square
    for one, other in sorted(sorted(edge) for edge in walls):
        if regions[one] == regions[other] != OUTSIDE:
            raise FormatError(
                f"the border between {board.name(one)} and {board.name(other)} ends inside a "
                "region: "
                "expected borders all around each region"
            )
    return checked(LitsPuzzle(board, tuple(regions), givens))


def _enclosed(board: Board, start: int, walls: set[frozenset[int]], present: int) -> set[int]:
    """Return the squares that are connected with one and not cut off by walls."""
    found = {start}
    waiting = [start]
    while waiting:
        square = waiting.pop()
        for neighbour in board.neighbours(square):
            free = neighbour not in found and present >> neighbour & 1
            if free and frozenset((square, neighbour)) not in walls:
                found.add(neighbour)
                waiting.append(neighbour)
    return found
