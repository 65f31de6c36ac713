"""Themes: what else the solution, the regions and the path to the solution of a generated puzzle
have to be like.

A theme that no puzzle can have is refused before the search, with the reason.
`puzzles.lits.generate.annealing` looks for puzzles with themes of the solution and of the regions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import TETROMINOES, Shape
from litslab.puzzles.lits.elegance import key_moments
from litslab.puzzles.lits.generate.partition import (
    Partition,
    RegionLimits,
    RegionStyle,
    RegionSymmetry,
    region_maps,
)
from litslab.puzzles.lits.puzzle import TETROMINO_SIZE, PuzzleError, regions_of
from litslab.puzzles.lits.techniques.path import Path

FORMS = {
    "A": "### #.# ### #.# #.#",
    "B": "### #.# ##. #.# ###",
    "C": "### #.. #.. #.. ###",
    "D": "###. #.## #.## #.## ###.",
    "E": "### #.. ### #.. ###",
    "F": "### #.. ### #.. #..",
    "G": "### #.. #.# #.# ###",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# ###",
    "K": "#..# #.## ###. #.## #..#",
    "L": "#.. #.. #.. #.. ###",
    "M": "##.## ##### #.#.# #...# #...#",
    "N": "#..# ##.# #### #.## #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "### #.# #.# ### ..#",
    "R": "###. #.#. ###. #.#. #.##",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#...# ##.## .#.#. .###. ..#..",
    "W": "#...# #...# #.#.# ##### ##.##",
    "X": "#.# ### .#. ### #.#",
    "Y": "#.# #.# ### .#. .#.",
    "Z": "### ..# .## ##. ###",
}
"""The letters, the top row first."""

_LETTER_TRIES = 8000
"""Number of random attempts to place all letters before there is assumed to be no room."""

Cells = frozenset[tuple[int, int]]
"""Squares as (column, row), rows from the bottom."""


@lru_cache
def cells_of(letter: str) -> Cells:
    """Return the squares of a letter whose lowest row and leftmost column are 0."""
    rows = FORMS[letter].split()
    return frozenset(
        (x, y)
        for y, line in enumerate(reversed(rows))
        for x, mark in enumerate(line)
        if mark == "#"
    )


@lru_cache
def holes_of(letter: str) -> Cells:
    """Return the squares that a letter encloses: fewer than four, too few for a region."""
    cells = cells_of(letter)
    # With a margin the squares that are not enclosed form one group.
    board = Board(max(column for column, _ in cells) + 3, max(row for _, row in cells) + 3)
    others = board.all & ~mask_of(board.square(column + 1, row + 1) for column, row in cells)
    inner = board.groups(others)[1:]
    return frozenset(
        (board.column(square) - 1, board.row(square) - 1) for square in bits(sum(inner))
    )


def letter_of(board: Board, region: int) -> str | None:
    """Return the letter whose form a region has, upright and not mirrored; None where
    it has none.
    """
    squares = [(board.column(square), board.row(square)) for square in bits(region)]
    left = min(column for column, _ in squares)
    low = min(row for _, row in squares)
    cells = frozenset((column - left, row - low) for column, row in squares)
    return next((letter for letter in FORMS if cells_of(letter) == cells), None)


def start_with_letters(
    board: Board,
    smallest: int,
    letters: str,
    rng: random.Random,
) -> Partition | None:
    """Return a coarse partition with fixed regions in the form of letters, placed at random in
    reading order.

    Parameters
    ----------
    board : Board
        The board.
    smallest : int
        The squares of a region at least: what is left around the letters has room for regions.
    letters : str
        The letters.
    rng : random.Random
        Random generator.

    Returns
    -------
    Partition or None
        The regions of the letters come first, in order. None where no room was found.
    """
    for _ in range(_LETTER_TRIES):
        forms: list[int] = []
        used = outside = 0
        right, bottom = -1, board.rows
        for letter in letters:
            cells = cells_of(letter)
            holes = holes_of(letter)
            width, height = max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1
            if width > board.columns or height > board.rows:
                return None
            left = rng.randrange(board.columns - width + 1)
            low = rng.randrange(board.rows - height + 1)
            form, hole = (
                mask_of(board.square(left + x, low + y) for x, y in each) for each in (cells, holes)
            )
            # A letter follows to the right of the one before it, or below.
            if (form | hole) & used or not (left > right or low + height <= bottom):
                break
            forms.append(form)
            used |= form | hole
            outside |= hole
            right, bottom = left + width - 1, low
        else:
            others = board.groups(board.all & ~used)
            if all(group.bit_count() >= smallest for group in others):
                regions = regions_of(board, [*forms, *others])
                return Partition(
                    board,
                    RegionLimits(smallest=smallest),
                    regions,
                    fixed=frozenset(range(len(forms))),
                )
    return None


MOST = 10**6
"""No limit."""


@dataclass(frozen=True)
class Themes:
    """Additional requirements of a puzzle.

    Attributes
    ----------
    balanced : bool
        Whether all four shapes are equally often in the solution.
    without : frozenset of Shape
        Shapes that are not in the solution.
    shaded, unshaded : int
        Squares that are shaded in the solution, and squares that are not.
    shading : RegionSymmetry
        The symmetry of the shaded squares; the regions need not have it.
    keys : tuple of int
        The lowest and the highest number of key moments: rounds of the easiest path in which no
        technique below level 3 leads on.
    only_key : bool
        Whether there is a single key moment, whose steps take just the required techniques.
    rounds : tuple of int
        The lowest and the highest number of rounds of the easiest path: the length of its chain of
        conclusions.
    equal_sizes : bool
        Whether all regions have the same number of squares.
    letters : str
        The letters whose form a region has each (`puzzles.lits.generate.themes`).
    """

    balanced: bool = False
    without: frozenset[Shape] = frozenset()
    shaded: int = 0
    unshaded: int = 0
    shading: RegionSymmetry = RegionSymmetry.NONE
    keys: tuple[int, int] = (0, MOST)
    only_key: bool = False
    rounds: tuple[int, int] = (0, MOST)
    equal_sizes: bool = False
    letters: str = ""

    @property
    def on_solution(self) -> bool:
        """True if there is a theme of the solution that its regions do not bring about."""
        return self.balanced or bool(self.without) or bool(self.shaded | self.unshaded)

    @property
    def on_regions(self) -> bool:
        """True if there is a theme of the regions."""
        return self.equal_sizes or bool(self.letters)

    @property
    def largest_letter(self) -> int:
        """The number of squares of the largest letter; 0 without letters."""
        return max((len(cells_of(letter)) for letter in self.letters), default=0)

    @property
    def are_searched(self) -> bool:
        """True if there is a theme that annealing has to look for."""
        return self.on_solution or self.on_regions or self.shading is not RegionSymmetry.NONE

    def sizes(self, board: Board, limits: RegionLimits) -> list[int]:
        """Return the sizes that regions may have if all are equally large."""
        return [
            size
            for size in range(limits.smallest, min(limits.largest, board.size) + 1)
            if board.size % size == 0
            and limits.fewest <= board.size // size <= limits.most
            and size >= limits.peak
        ]

    def check(self, board: Board, limits: RegionLimits, required: frozenset[str]) -> None:
        """Raise where no puzzle can have these themes.

        Parameters
        ----------
        board : Board
            The board.
        limits : RegionLimits
            The number, sizes and symmetry of the regions.
        required : frozenset of str
            The techniques that are required.

        Raises
        ------
        PuzzleError
            Saying what cannot be and why.
        """
        if self.equal_sizes and not self.sizes(board, limits):
            most = self._most_regions(board, limits)
            raise PuzzleError(
                f"regions of equal sizes: {board.size} squares cannot be divided into "
                f"{limits.fewest} to {most} "
                f"regions of {limits.smallest} to {min(limits.largest, board.size)} squares each"
            )
        if self.letters:
            self._check_letters(board, limits)
        self._check_shapes(board, limits)
        self._check_squares(board, limits)
        for what, (low, high) in (("key moments", self.keys), ("rounds", self.rounds)):
            if not 0 <= low <= high:
                raise PuzzleError(
                    f"{low} to {high} {what}: expected two numbers from 0, the lower one first"
                )
        if self.only_key and not required:
            raise PuzzleError(
                "an only key moment without a required technique: expected the technique"
            )
        if self.only_key and not self.keys[0] <= 1 <= self.keys[1]:
            raise PuzzleError(
                f"{self.keys[0]} to {self.keys[1]} key moments, of which there is only one: "
                "expected 1"
            )

    def _most_regions(self, board: Board, limits: RegionLimits) -> int:
        return min(limits.most, board.size // limits.smallest)

    def _check_letters(self, board: Board, limits: RegionLimits) -> None:
        told = f"the letters {self.letters}"
        largest = self.largest_letter
        if self.search_limits(limits).symmetry is not RegionSymmetry.NONE:
            raise PuzzleError(
                f"{told} with symmetry: expected none, as the image of a letter is another form"
            )
        if self.equal_sizes:
            raise PuzzleError("letters among regions of equal sizes: expected one of the two")
        if largest > limits.largest and limits.style is RegionStyle.FREE:
            raise PuzzleError(
                f"{told} of up to {largest} squares: expected regions of at most {limits.largest}"
            )
        # A fixed seed makes the answer reproducible.
        if start_with_letters(board, limits.smallest, self.letters, random.Random(0)) is None:
            raise PuzzleError(f"{told} on {board.columns}×{board.rows}: no room was found for them")

    def _check_shapes(self, board: Board, limits: RegionLimits) -> None:
        left = [shape for shape in TETROMINOES if shape not in self.without]
        if len(left) < 2 and limits.most > 1:
            raise PuzzleError(
                f"a solution without {', '.join(sorted(each.value for each in self.without))}: "
                "expected two shapes at "
                "least, as equal shapes do not touch"
            )
        if not self.balanced:
            return
        if self.without:
            raise PuzzleError(
                "all four shapes equally often, and one left out: expected one of the two"
            )
        most = self._most_regions(board, limits)
        if most // 4 * 4 < max(limits.fewest, 4):
            number = f"{limits.fewest} to {most} regions"
            raise PuzzleError(
                f"all four shapes equally often in {number}: expected a multiple of 4"
            )

    def _check_squares(self, board: Board, limits: RegionLimits) -> None:
        if outside := (self.shaded | self.unshaded) & ~board.all:
            raise PuzzleError(
                f"square number {outside.bit_length() - 1}: expected less than {board.size}, the "
                "board's"
            )
        if both := self.shaded & self.unshaded:
            raise PuzzleError(
                f"{' '.join(board.names(both))} both shaded and unshaded: expected one of the two"
            )
        if block := next((window for window in board.windows if not window & ~self.shaded), 0):
            raise PuzzleError(f"{' '.join(board.names(block))} shaded: expected no whole 2×2 block")
        most = TETROMINO_SIZE * self._most_regions(board, limits)
        if self.shaded.bit_count() > most:
            raise PuzzleError(
                f"number of shaded squares: {self.shaded.bit_count()}: expected {most} at most"
            )
        symmetry = limits.symmetry if self.shading is RegionSymmetry.NONE else self.shading
        for each in region_maps(board, symmetry):
            if wrong := each.apply(self.shaded) & self.unshaded:
                names = " ".join(board.names(wrong))
                raise PuzzleError(
                    f"{names} unshaded: expected it shaded, as its image is, by symmetry"
                )
        if self.shading is RegionSymmetry.NONE:
            return
        turned = (
            self.shading is RegionSymmetry.HALF_TURN
            and limits.symmetry is RegionSymmetry.QUARTER_TURN
        )
        if not turned and limits.symmetry not in {self.shading, RegionSymmetry.NONE}:
            raise PuzzleError(
                f"a shading with symmetry {self.shading} and regions with {limits.symmetry}: "
                "expected the same "
                "symmetry, or none of the regions"
            )
        replace(limits, symmetry=self.shading).check(board)

    def check_around_solution(self) -> None:
        """Raise if there is a theme of the regions, which is not supported around a given solution.

        Raises
        ------
        PuzzleError
            If there is one.
        """
        if self.on_regions:
            raise PuzzleError(
                "equal sizes or letters around a given solution: expected one of the two"
            )

    def search_limits(self, limits: RegionLimits) -> RegionLimits:
        """Return the limits with which puzzles of these themes are looked for: regions as symmetric
        as the shading.
        """
        return (
            limits
            if self.shading is RegionSymmetry.NONE
            else replace(limits, symmetry=self.shading)
        )

    def strain(self, regions: int, shapes: Sequence[Shape], known: tuple[int, int]) -> float:
        """Return how far a puzzle that is not solved yet is from the themes of its solution.

        Parameters
        ----------
        regions : int
            The number of regions.
        shapes : sequence of Shape
            The shapes of the regions whose tetrominoes are known.
        known : (int, int)
            The squares known to be shaded and those known to be unshaded.

        Returns
        -------
        float
            About the number of squares that would have to change; 0 where nothing known is against
            the themes.
        """
        shaded, unshaded = known
        strain = 2.0 * ((self.shaded & unshaded) | (self.unshaded & shaded)).bit_count()
        strain += 3.0 * sum(shape in self.without for shape in shapes)
        if self.balanced:
            strain += max(0, 4 * max(map(shapes.count, TETROMINOES)) - regions)
        return strain

    def distance(self, path: Path, required: frozenset[str]) -> float:
        """Return how far the key moments and the number of rounds of a path are from those of the
        themes.
        """
        moments = key_moments(path)
        most = min(self.keys[1], 1) if self.only_key else self.keys[1]
        keys = len(moments)
        rounds = len(path.rounds)
        away = float(max(0, self.keys[0] - keys, keys - most))
        if self.only_key:
            away += sum(moment != required for moment in moments) + len(
                required.difference(*moments)
            )
        return 50.0 * away + 10.0 * max(0, self.rounds[0] - rounds, rounds - self.rounds[1])
