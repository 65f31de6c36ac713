"""Elegance of a LITS puzzle, a number from 0 to 1 (docs/elegance.md).

It distinguishes puzzles made by hand from those made at random, and follows from the puzzle's
regions and its easiest path. The same puzzle always gets the same elegance.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from litslab.games.geometry import Board, bits
from litslab.puzzles.lits.grade import USUAL_SQUARES
from litslab.puzzles.lits.puzzle import TETROMINO_SIZE, LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques.path import Path

KEY_LEVEL = 3
"""The lowest level of technique of a key moment."""

NO_KEY = 0.9
"""Value of `Elegance.moment` for a puzzle without a key moment."""

LARGE_REGION = 14
"""The squares of a region that is large, but not too large, on a board of 10×10."""

_GROWTH = 0.25
"""The power of the area with which the largest region grows: more regions have a larger one among
them.
"""

WEIGHTS = {"start": 1, "spread": 1, "moment": 2, "trivial": 1, "sprawl": 2}
"""Weights of the parts of the elegance."""


@dataclass(frozen=True)
class Elegance:
    """Elegance of a puzzle, in parts from 0 to 1.

    Attributes
    ----------
    start : float
        The share of the squares that the first round of the easiest path leaves open: few squares
        are given away.
    spread : float
        How evenly the first third of the squares that the path decides is spread over the quarters
        of the board: the entropy of their numbers, 1 for equal ones.
    moment : float
        1 for a single key moment, 1/n for n of them, and `NO_KEY` for none.
    trivial : float
        The share of regions that have more than four squares, and so do not solve themselves.
    sprawl : float
        1 where no region is larger than `LARGE_REGION`; otherwise that size divided by the largest
        one's.
    """

    start: float
    spread: float
    moment: float
    trivial: float
    sprawl: float

    @property
    def score(self) -> float:
        """The weighted mean of the parts."""
        total = sum(weight * float(getattr(self, name)) for name, weight in WEIGHTS.items())
        return round(total / sum(WEIGHTS.values()), 3)


def elegance(puzzle: LitsPuzzle, path: Path) -> Elegance:
    """Return how elegant a puzzle is.

    Parameters
    ----------
    puzzle : LitsPuzzle
        A puzzle.
    path : Path
        Its easiest path, as `puzzles.lits.grade.easiest_path` returns it.

    Raises
    ------
    PuzzleError
        If the puzzle has no region.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.puzzles.lits.grade import easiest_path
    >>> puzzle = ll.puzzle("lits/4/4/9q02jg")
    >>> elegance(puzzle, easiest_path(puzzle)).score
    0.85
    """
    if not puzzle.masks:
        raise PuzzleError("a puzzle without regions: expected one at least")
    sizes = [mask.bit_count() for mask in puzzle.masks]
    inside = sum(sizes)
    first = path.rounds[0].steps if path.rounds else ()
    decided = sum(step.decides.bit_count() for step in first)
    large = LARGE_REGION * max(1.0, inside / USUAL_SQUARES) ** _GROWTH
    keys = len(key_moments(path))
    return Elegance(
        start=1 - decided / inside,
        spread=_spread(puzzle.board, path),
        moment=1 / keys if keys else NO_KEY,
        trivial=1 - sizes.count(TETROMINO_SIZE) / len(sizes),
        sprawl=min(1.0, large / max(sizes)),
    )


def key_moments(path: Path) -> list[frozenset[str]]:
    """Return the key moments of a path, each as the techniques of its steps.

    A key moment is a round in which no technique of level 1 or 2 leads on: one takes a technique of
    level 3, or a trial.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.puzzles.lits.grade import easiest_path
    >>> key_moments(easiest_path(ll.puzzle("lits/4/4/9q02jg")))
    []
    """
    moments = (each.steps for each in path.rounds if each.level >= KEY_LEVEL and each.steps)
    return [frozenset(step.technique for step in steps) for steps in moments]


def _spread(board: Board, path: Path) -> float:
    """Return how evenly the first third of the squares that a path decides is spread over the
    board's quarters.
    """
    decided = [square for step in path.steps for square in bits(step.decides)]
    early = decided[: -(-len(decided) // 3)]
    numbers = [0] * 4
    for square in early:
        numbers[
            (2 * board.column(square) >= board.columns) + 2 * (2 * board.row(square) >= board.rows)
        ] += 1
    shares = [number / len(early) for number in numbers if number]
    return -sum(share * log(share, 4) for share in shares)
