"""Pictures as LITS solutions: the legal shading that comes closest to a picture, chosen by CP-SAT.

A picture says of each square whether it should be shaded, should stay blank, or may be either.
CP-SAT lays tetrominoes by the rules so that as few squares as possible differ from it. Connectivity
is cut lazily: where shaded squares are apart, each part has to have a shaded neighbour or go.

What a setter starts from, made ready for the generator: a solution that can be a puzzle's only one.

A drawing may be cut into tetrominoes in several ways, and a picture may be shaded in several ways
that are equally close to it. The first of them for which there are regions is taken; where there
are none for any, the squares to blame are those of the first.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits
from litslab.games.pieces import TETROMINOES
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.puzzles.lits.formats import drawn_lines, load, read_rows
from litslab.puzzles.lits.generate.annealing import Setup
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.given_solution import Solution, in_order
from litslab.puzzles.lits.generate.judge import best_judge
from litslab.puzzles.lits.generate.partition import RegionLimits, lits_table
from litslab.puzzles.lits.generate.synthesis import run_until
from litslab.puzzles.lits.puzzle import PuzzleError
from litslab.solver.model.cpsat import make_solver
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.settings import Settings

MARKS = "#.?"
"""The marks of a picture: a square should be shaded, should stay blank, or may be either."""

IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp"})
"""The files that are read as images."""

_DARK = 128
"""A square of an image that is darker than this, of 255, should be shaded."""

_OPAQUE = 128
"""A square of an image that is more transparent than this may be either."""

_WORK = 20.0
"""The deterministic time that CP-SAT gets for one shading."""


@dataclass(frozen=True)
class Picture:
    """A picture that a solution should resemble.

    Attributes
    ----------
    board : Board
        The board.
    shaded, blank : int
        The squares that should be shaded, and those that should stay blank.
    """

    board: Board
    shaded: int
    blank: int

    def missed(self, solution: Solution) -> int:
        """Return the squares in which a solution differs from the picture."""
        shading = sum(piece.mask for piece in solution)
        return (self.shaded & ~shading) | (self.blank & shading)


def parse_picture(text: str) -> Picture:
    """Read a picture from text rows of ``#``, ``.`` and ``?``, the top row first.

    Raises
    ------
    PuzzleError
        Naming the row that is wrong; or if no square should be shaded.
    """
    board, marks = read_rows(drawn_lines(text), MARKS)
    return _picture(board, marks)


def _picture(board: Board, marks: str) -> Picture:
    shaded, blank = (
        sum(1 << square for square, mark in enumerate(marks) if mark == wanted) for wanted in "#."
    )
    if not shaded:
        raise PuzzleError(
            "a picture without a square to shade: expected at least one #, or a dark square of an "
            "image"
        )
    return Picture(board, shaded, blank)


def read_picture(path: Path, size: tuple[int, int]) -> Picture:
    """Read a picture from a text file, or from an image.

    Parameters
    ----------
    path : Path
        The file.
    size : (int, int)
        The columns and rows of squares that an image is divided into; a text has its own.

    Raises
    ------
    PuzzleError
        Naming the file, if it is no picture.
    OSError
        If it cannot be opened.
    """
    try:
        return (
            _read_image(path, size) if path.suffix.lower() in IMAGES else parse_picture(load(path))
        )
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


def _read_image(path: Path, size: tuple[int, int]) -> Picture:
    try:
        from PIL import Image, UnidentifiedImageError  # noqa: PLC0415
    except ImportError:
        raise PuzzleError(
            "reading an image needs Pillow, which is not installed: expected a text of # . ?"
        ) from None
    try:
        with Image.open(path) as image:
            small = image.convert("RGBA").resize(size, Image.Resampling.BOX)
    except (UnidentifiedImageError, ValueError, Image.DecompressionBombError):
        raise PuzzleError(
            "not an image that can be read: expected one such as a .png, or a text of # . ?"
        ) from None
    opacities = small.getchannel("A").tobytes()
    greys = small.convert("L").tobytes()
    marks = "".join(map(_pixel_mark, opacities, greys))
    rows = [marks[start : start + size[0]] for start in range(0, len(marks), size[0])]
    return _picture(Board(*size), "".join(reversed(rows)))


def _pixel_mark(opacity: int, grey: int) -> str:
    """Return what a pixel of an image tells of its square."""
    if opacity < _OPAQUE:
        return "?"
    return "#" if grey < _DARK else "."


def shadings(
    picture: Picture,
    *,
    seed: int = 0,
    time_limit: float | None = None,
) -> Iterator[Solution]:
    """Yield legal shadings of a picture, each once, those that differ in fewer squares first.

    Within the work that each of them gets this is proved; beyond that it is the best found.

    Parameters
    ----------
    picture : Picture
        The picture.
    seed : int
        Random seed.
    time_limit : float, optional
        Seconds after which no further shading is looked for, from the first one on.

    Raises
    ------
    TimeoutError
        After the last shading, if there may be others: a limit was reached.
    """
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    model = _Shading(picture)
    solver = make_solver(Settings(seed=seed), memory=None)
    parameters = solver.parameters
    parameters.linearization_level = 2  # the linear bound proves most of them
    parameters.max_deterministic_time = _WORK
    while (status := run_until(deadline, solver, model.model)) is not OptimumStatus.IMPOSSIBLE:
        if status is OptimumStatus.UNKNOWN:
            raise TimeoutError("no further shading found within the limit")
        laid = model.laid(solver)
        if model.connect(laid):
            yield in_order(picture.board, [model.table[index] for index in laid])
            model.forbid(laid)


class _Shading:
    """The tetrominoes of a board as CP-SAT sees them."""

    def __init__(self, picture: Picture) -> None:
        self.board = board = picture.board
        self.table = lits_table(board)
        self.model = cp_model.CpModel()
        self._laid = [self.model.new_bool_var(f"placement {each.index}") for each in self.table]
        self._shaded = [self.model.new_bool_var(f"square {square}") for square in range(board.size)]
        for square, members in enumerate(self.table.covering):
            self.model.add_exactly_one(
                *(self._laid[index] for index in bits(members)), ~self._shaded[square]
            )
        for window in board.windows:
            self.model.add_bool_or([~self._shaded[square] for square in bits(window)])
        self._equal_shapes_apart()
        self.model.add_bool_or(self._laid)
        misses = [~self._shaded[square] for square in bits(picture.shaded)]
        misses += [self._shaded[square] for square in bits(picture.blank)]
        self.model.minimize(sum(misses))

    def _equal_shapes_apart(self) -> None:
        """Forbid that two placements of a shape share an edge."""
        board = self.board
        covering = self.table.covering
        for square in range(board.size):
            for other in board.neighbours(square):
                if other < square:
                    continue
                both = 1 << square | 1 << other
                for shape in TETROMINOES:
                    across = [
                        self._laid[index]
                        for index in {*bits(covering[square]), *bits(covering[other])}
                        if self.table[index].shape is shape
                        and self.table[index].mask & both != both
                    ]
                    self.model.add_at_most_one(across)

    def laid(self, solver: cp_model.CpSolver) -> list[int]:
        """Return the placements of a solution of the model."""
        return [index for index, literal in enumerate(self._laid) if solver.boolean_value(literal)]

    def connect(self, laid: list[int]) -> bool:
        """Return whether placements are connected; demand of each part that is apart what would
        connect it.
        """
        parts = self.board.groups(sum(self.table[index].mask for index in laid))
        if len(parts) == 1:
            return True
        for part in parts:
            inside = [index for index in laid if self.table[index].mask & part]
            outside = [index for index in laid if not self.table[index].mask & part]
            border = [self._shaded[square] for square in bits(self.board.adjacent(part) & ~part)]
            # A part may be alone if no other piece is laid; each piece outside demands the
            # connection.
            for index in outside:
                self.model.add_bool_or(
                    [*(~self._laid[each] for each in inside), ~self._laid[index], *border]
                )
        return False

    def forbid(self, laid: list[int]) -> None:
        """Forbid this choice of placements."""
        self.model.add_bool_or([~self._laid[index] for index in laid])


MOST_TRIED = 1000
"""Most solutions that are tried."""


@dataclass(frozen=True)
class Setting:
    """The solution around which a puzzle is made, or why there is none.

    Attributes
    ----------
    solution : Solution or None
        Tetrominoes around which there are regions that leave no other solution; None where none
        were found.
    tried : int
        Number of solutions that were tried.
    complete : bool
        Whether None is a proof for all of them, and not a limit that was reached.
    blamed : int
        Squares of which it is proved that they cannot all belong to a region around the first
        solution; empty where that is not known.
    """

    solution: Solution | None
    tried: int
    complete: bool
    blamed: int = 0


def choose_solution(
    board: Board,
    solutions: Iterable[Solution],
    limits: RegionLimits,
    *,
    seed: int = 0,
    most_tried: int = MOST_TRIED,
    time_limit: float | None = None,
    progress: OnProgress = ignore_progress,
) -> Setting:
    """Return the first of some solutions around which there are regions that leave no other
    solution.

    Parameters
    ----------
    board : Board
        The board.
    solutions : iterable of Solution
        The solutions, in order; the iterator raises TimeoutError if others would have followed.
    limits : RegionLimits
        The sizes and the symmetry of the regions; their number is that of the tetrominoes.
    seed : int
        Random seed.
    most_tried : int
        Most solutions that are tried.
    time_limit : float, optional
        Time limit in seconds.
    progress : callable, optional
        Receives how many were tried.

    Raises
    ------
    PuzzleError
        If the first solution is not as symmetric as the regions have to be.
    """
    deadline = float("inf") if time_limit is None else time.monotonic() + time_limit
    tried = 0
    blamed = 0
    complete = True
    wrong: PuzzleError | None = None
    try:
        for solution in solutions:
            if tried == most_tried or time.monotonic() > deadline:
                complete = False
                break
            tried += 1
            rng = random.Random(f"{seed}/{tried}")
            try:
                walk = BorderWalk(
                    Setup(board, limits, best_judge(), rng, trials=True, deadline=deadline),
                    solution,
                )
            except PuzzleError as error:
                wrong = wrong or error
                continue
            if walk.anneal():
                return Setting(solution, tried, complete=True)
            complete = complete and walk.is_impossible
            if tried == 1 and walk.synthesis is not None:
                blamed = walk.synthesis.blamed
            progress(Progress(tried, None))
    except TimeoutError:
        complete = False
    if wrong is not None and not blamed:
        raise wrong
    return Setting(None, tried, complete, blamed)
