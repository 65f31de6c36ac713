"""What a puzzle solver answers: whether a LITS puzzle has one solution, several, or none, and what shows it.

Two solvers give such answers, the kernel and the CP-SAT model, and tests hold one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from litslab.games.notebook import Drawable
from litslab.games.pieces import Shape
from litslab.puzzles.lits.puzzle import LitsPuzzle


class SolutionStatus(StrEnum):
    """How many solutions a puzzle has; the value is the word that commands print."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"
    """A limit stopped the work: nothing is proved."""


@dataclass(frozen=True)
class PuzzleSolution:
    """A solution of a puzzle.

    Attributes
    ----------
    shading : int
        The set of shaded squares.
    shapes : tuple of (Shape or None)
        The shape of each region's tetromino, in the order of the regions; None for a region that is left out.
    """

    shading: int
    shapes: tuple[Shape | None, ...]

    def letters(self) -> list[str | None]:
        """Return the letter of each region's tetromino; None for a region that is left out."""
        return [None if shape is None else shape.value for shape in self.shapes]

    def tetrominoes(self, puzzle: LitsPuzzle) -> Iterator[tuple[Shape, int]]:
        """Yield the shape and the squares of each tetromino, in the order of the regions."""
        for region, shape in enumerate(self.shapes):
            if shape is not None:
                yield shape, puzzle.tetromino(region, self.shading)


@dataclass(frozen=True, repr=False)
class PuzzleAnswer(Drawable):
    """What a solver found out about a puzzle.

    Attributes
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    status : SolutionStatus
        How many solutions it has; anything but `SolutionStatus.UNDECIDED` is proved.
    solutions : tuple of PuzzleSolution
        The one solution; or two of several (more where that was asked for); or none; or, where a limit stopped the
        work, those that were found until then.
    conflict : tuple of int or None
        Where there is no solution and it was asked for: regions that have none together even if each other region may
        be left empty, so that connectivity counts only where it can be kept through any squares of the other regions.
        No region of them can be left out. None where that was not asked for or not found out.
    engine : str
        Who answered: ``kernel`` or ``cpsat``.
    nodes : int
        The positions (kernel) or branches (CP-SAT) that were searched.
    seconds : float
        Wall-clock time.
    complete : bool
        Whether `solutions` are proved to be all there are.
    """

    puzzle: LitsPuzzle
    status: SolutionStatus
    solutions: tuple[PuzzleSolution, ...]
    conflict: tuple[int, ...] | None
    engine: str
    nodes: int
    seconds: float
    complete: bool = False

    def __repr__(self) -> str:
        return f"<PuzzleAnswer: {self.status.value}, {self.puzzle!r}>"

    @property
    def differing(self) -> int:
        """The set of squares in which the first two solutions differ; empty where there are not two."""
        if len(self.solutions) < 2:
            return 0
        return self.solutions[0].shading ^ self.solutions[1].shading


def count_text(answer: PuzzleAnswer) -> str:
    """Return how many solutions a puzzle with several has, as far as it is known."""
    count = len(answer.solutions)
    return f"{count} solutions" if answer.complete else f"at least {count} solutions"
