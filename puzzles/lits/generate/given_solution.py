"""A solution that a setter gives: which squares are shaded, how they are cut into tetrominoes, and regions around it.

A drawing (`puzzles.lits.formats`) marks squares with the letter of their tetromino, which says it all, as equal
shapes never touch; or with ``#``: these are cut into tetrominoes here, in every way that the rules allow.

For the regions the solution is held fixed: only unshaded squares change their region, so every region keeps its
tetromino, and the given solution stays one. A short annealing run finds the regions of many solutions in a few
milliseconds; where it does not, CP-SAT goes on from the best regions that it saw
(`puzzles.lits.generate.synthesis`), and proves where there are none. docs/generating.md compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.geometry import Board, bits
from litslab.games.pieces import TETROMINOES
from litslab.games.placements import Placement
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import MARKS, FormatError, drawn_lines, is_drawing, load, read_rows, read_text
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, lits_table, region_maps
from litslab.puzzles.lits.puzzle import LITS, TETROMINO_SIZE, PuzzleError, reading_rank, regions_of
from litslab.puzzles.lits.solve import only_solution
from litslab.puzzles.lits.sources import read_sources

if TYPE_CHECKING:
    from litslab.puzzles.lits.generate.synthesis import Synthesis

Solution = tuple[Placement, ...]
"""Tetrominoes that obey the rules, in the order in which a reader meets them."""


def read_solutions(source: str | Path) -> tuple[Board, Iterator[Solution]]:
    """Return the board of a solution and every way to cut it into tetrominoes that the rules allow.

    Parameters
    ----------
    source : str or Path
        A drawing, or a file with one; or a puzzle with one solution, in any format, whose regions are then not looked
        at further.

    Raises
    ------
    PuzzleError
        If it is neither, or breaks a rule.
    """
    text, path = str(source), Path(source)
    if "\n" not in text and (path.is_file() or path.is_fifo()):
        text = load(path)
    if is_drawing(text, lettered=True):
        try:
            board, marks = read_rows(drawn_lines(text), MARKS)
            return board, solutions_of(board, marks)
        except PuzzleError as error:
            raise PuzzleError(f"{path}: {error}" if text != str(source) else str(error)) from None
    entries = read_sources([source]) if text == str(source) else read_text(text, str(path))
    if len(entries) != 1:
        raise FormatError(f"{source}: {len(entries)} puzzles: expected one, with its solution")
    (entry,) = entries
    if entry.puzzle.rules is not LITS:
        raise FormatError(f"{source}: a puzzle with the rules {entry.puzzle.rules.name}: expected {LITS.name}")
    shading = only_solution(entry.puzzle).shading if entry.shading is None else entry.shading
    pieces = solution_of(entry.puzzle, shading).tetrominoes(entry.puzzle)
    board, table = entry.puzzle.board, lits_table(entry.puzzle.board)
    return board, iter((in_order(board, filter(None, (table.find(*piece) for piece in pieces))),))


def solutions_of(board: Board, marks: str) -> Iterator[Solution]:
    """Return every way to cut a shading into tetrominoes that the rules allow.

    Parameters
    ----------
    board : Board
        The board.
    marks : str
        For each square ``.``, ``#`` or the letter of its tetromino.

    Raises
    ------
    PuzzleError
        If there is none, saying why.
    """
    shading = sum(1 << square for square, mark in enumerate(marks) if mark != ".")
    _check(board, shading)
    if next(_divisions(board, marks, shading), None) is None:
        raise PuzzleError(
            "the shaded squares cannot be cut into L, I, T and S tetrominoes so that equal shapes share no edge"
        )
    return _divisions(board, marks, shading)


def _check(board: Board, shading: int) -> None:
    count = shading.bit_count()
    if not count or count % TETROMINO_SIZE:
        raise PuzzleError(f"{count} shaded squares: expected a multiple of {TETROMINO_SIZE}, at least one tetromino")
    parts = board.groups(shading)
    if len(parts) > 1:
        places = " and ".join(board.name(next(bits(part))) for part in parts[:2])
        raise PuzzleError(f"the shaded squares at {places} are not connected: expected one connected area")
    if block := next((window for window in board.windows if not window & ~shading), 0):
        raise PuzzleError(f"the 2×2 block {' '.join(board.names(block))} is shaded: expected an unshaded square in it")


def _divisions(board: Board, marks: str, shading: int) -> Iterator[Solution]:
    """Yield each division once, by laying a tetromino on the square that the fewest can take."""
    letters = {shape: sum(1 << s for s, mark in enumerate(marks) if mark == shape.value) for shape in TETROMINOES}
    lettered = sum(letters.values())
    fits = [each for each in lits_table(board) if not each.mask & (~shading | lettered & ~letters[each.shape])]

    def search(left: int, possible: list[Placement], laid: list[Placement]) -> Iterator[Solution]:
        if not left:
            yield in_order(board, laid)
            return
        square = min(bits(left), key=lambda each: sum(placement.mask >> each & 1 for placement in possible))
        for placement in possible:
            if not placement.mask >> square & 1:
                continue
            beside = board.adjacent(placement.mask)
            rest = [
                other
                for other in possible
                if not other.mask & placement.mask and not (other.shape is placement.shape and other.mask & beside)
            ]
            yield from search(left & ~placement.mask, rest, [*laid, placement])

    yield from search(shading, fits, [])


def in_order(board: Board, pieces: Iterable[Placement]) -> Solution:
    """Return tetrominoes in the order in which a reader meets them."""
    place = reading_rank(board)
    return tuple(sorted(pieces, key=lambda each: min(place[square] for square in each.squares)))


def letters_of(board: Board, solution: Solution) -> str:
    """Return a solution as a mark for each square: the letter of its tetromino, or ``.`` where it is unshaded."""
    marks = ["."] * board.size
    for piece in solution:
        for square in piece.squares:
            marks[square] = piece.shape.value
    return "".join(marks)


def from_letters(board: Board, marks: str) -> Solution:
    """Return the solution with these letters: the inverse of `letters_of`.

    Raises
    ------
    PuzzleError
        If it breaks a rule.
    """
    found = list(islice(solutions_of(board, marks), 2))
    if len(found) > 1 or "#" in marks:
        raise PuzzleError("a solution of squares without letters: expected the letter of each tetromino")
    return found[0]


class BorderWalk(Annealing):
    """A partition around a given solution on its way to a puzzle with that solution alone.

    Parameters
    ----------
    setup : Setup
        As for `Annealing`; the number of regions is that of the tetrominoes.
    solution : Solution
        Tetrominoes that obey the rules; each region keeps one.

    Raises
    ------
    PuzzleError
        If the solution is not as symmetric as the regions have to be.
    """

    STEPS = 2
    """The number of changes per square that are tried before CP-SAT takes over."""

    def __init__(self, setup: Setup, solution: Solution) -> None:
        limits = setup.limits
        _check_symmetry(setup.board, solution, limits)
        if not limits.fewest <= len(solution) <= limits.most:
            raise PuzzleError(
                f"{limits.fewest} to {limits.most} regions around a solution of {len(solution)} tetrominoes: "
                f"expected {len(solution)}"
            )
        self._solution = solution
        self._pieces = [piece.mask for piece in solution]
        self._shading = sum(self._pieces)
        self._best: tuple[float, list[int]] = (math.inf, [])
        self.synthesis: Synthesis | None = None
        super().__init__(setup)

    @property
    def is_impossible(self) -> bool:
        """True if it is proved that there are no such regions."""
        return self.synthesis is not None and self.synthesis.complete and self.synthesis.puzzle is None

    def _begin(self) -> None:
        """Grow regions around the tetrominoes at random."""
        regions = regions_of(self.board, self._pieces)
        maps = [
            (each.squares, [self._pieces.index(each.apply(piece)) for piece in self._pieces])
            for each in region_maps(self.board, self.limits.symmetry)
        ]
        while border := [
            square
            for square, region in enumerate(regions)
            if region < 0 and any(regions[each] >= 0 for each in self._neighbours[square])
        ]:
            square = self._rng.choice(border)
            region = self._rng.choice([regions[each] for each in self._neighbours[square] if regions[each] >= 0])
            regions[square] = region
            for squares, images in maps:
                if regions[squares[square]] < 0:
                    regions[squares[square]] = images[region]
        self._set(regions)

    def _set(self, regions: list[int]) -> None:
        # As in a random partition, the largest size may be exceeded on the way.
        limits = RegionLimits(smallest=self.limits.smallest, symmetry=self.limits.symmetry)
        self.partition = Partition(self.board, limits, regions)
        self._open = self._judged()
        self._best = (math.inf, [])

    def _proposal(self) -> dict[int, int] | None:
        """Propose to move an unshaded square over a border."""
        square = self._near_open_square()
        return None if self._shading >> square & 1 else self.partition.shift(square, self._rng)

    def _is_spent(self) -> bool:
        return self._runs > 0

    def anneal(self) -> bool:
        """Anneal once from random regions, and let CP-SAT go on where that does not succeed.

        Returns
        -------
        bool
            Whether that led to a puzzle with the given solution alone.
        """
        if super().anneal():
            return True
        if self.is_late:
            return False
        # CP-SAT is imported only when it is used, because importing it takes a second.
        from litslab.puzzles.lits.generate.synthesis import regions_around  # noqa: PLC0415

        left = None if self._setup.deadline == math.inf else self._setup.deadline - self._setup.clock()
        start = self._best[1] or self.partition.regions
        self.synthesis = regions_around(self.board, self._solution, self.limits, self._rng, start, time_limit=left)
        if self.synthesis.puzzle is None:
            return False
        found = self.synthesis.puzzle.regions
        number = {found[piece.bit_length() - 1]: region for region, piece in enumerate(self._pieces)}
        self._set([number[region] for region in found])
        return True

    def _step(self, energy: float, temperature: float) -> float:
        """Try one change, and remember the regions with the fewest open squares."""
        after = super()._step(energy, temperature)
        if after < self._best[0]:
            self._best = (after, self.partition.regions.copy())
        return after


def _check_symmetry(board: Board, solution: Sequence[Placement], limits: RegionLimits) -> None:
    """Raise where a solution is not as symmetric as the regions have to be.

    Raises
    ------
    PuzzleError
        Naming a tetromino without its image.
    """
    masks = {piece.mask for piece in solution}
    for each in region_maps(board, limits.symmetry):
        for piece in solution:
            if each.apply(piece.mask) not in masks:
                squares = " ".join(board.names(piece.mask))
                raise PuzzleError(
                    f"regions with {limits.symmetry} symmetry around a solution without it: expected the image of the "
                    f"tetromino {squares} in the solution"
                )
