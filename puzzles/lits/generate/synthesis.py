"""Regions around a given solution: counterexample-guided synthesis by CP-SAT.

The solution is fixed: tetrominoes that obey the rules. CP-SAT chooses a region for every other
square, so that each region is connected and holds its tetromino; the kernel is asked for other
solutions; and the regions are forbidden to contain these again; and so on until there is no other
solution, or no choice of regions is left.

What is forbidden is exact: a change of some regions leads to another solution wherever these
regions contain what they would shade, so one of those squares must belong elsewhere. Changes of one
region do not depend on the other regions and are all forbidden before the first proposal, which
decides most solutions by itself (docs/generating.md).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.puzzles.lits.candidates import has_block
from litslab.puzzles.lits.generate.partition import RegionLimits, lits_table, region_maps
from litslab.puzzles.lits.model.solver import quick_solver
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.solve import solve
from litslab.solver.model.cpsat import run
from litslab.solver.model.optimum import OptimumStatus

Change = Mapping[int, int]
"""The regions in which another solution differs, by the number of their tetromino, with what each
shades instead.
"""


class Counterexamples:
    """The given solution, and the search for others.

    Parameters
    ----------
    board : Board
        The board.
    pieces : sequence of int
        The tetrominoes of the given solution; a region has the number of its tetromino.
    rng : random.Random
        Random generator for the order of the questions.
    """

    def __init__(self, board: Board, pieces: Sequence[int], rng: random.Random) -> None:
        self._board = board
        self._pieces = pieces
        self._rng = rng
        self._owner = {
            square: number for number, piece in enumerate(pieces) for square in bits(piece)
        }

    def of(self, regions: Sequence[int]) -> list[Change]:
        """Return changes that lead to other solutions: none exactly where the given solution is the
        only one.

        Parameters
        ----------
        regions : sequence of int
            For each square the number of its region: that of the tetromino that it holds, or -1.
        """
        puzzle = LitsPuzzle(self._board, tuple(regions))
        numbers = range(len(self._pieces))
        masks = [
            mask_of(square for square, each in enumerate(regions) if each == number)
            for number in numbers
        ]
        found: list[Change] = []
        seen = 0
        for square in self._rng.sample(sorted(self._owner), len(self._owner)):
            if seen >> square & 1:
                continue
            if change := self._without(puzzle, masks, square):
                found.append(change)
                for region, squares in change.items():
                    seen |= self._pieces[region] & ~squares
        return found

    def _without(self, puzzle: LitsPuzzle, masks: Sequence[int], square: int) -> Change:
        """Return a minimal change that leaves a square unshaded; an empty one if there is none."""
        home = self._owner[square]
        change = self._ask(puzzle, masks, square, ())
        kept = set(range(len(masks))) - change.keys()
        for region in self._rng.sample(sorted(change), len(change)):
            if region == home or region in kept:
                continue
            if smaller := self._ask(puzzle, masks, square, (*kept, region)):
                change = smaller
                kept = set(range(len(masks))) - change.keys()
        return change

    def _ask(
        self,
        puzzle: LitsPuzzle,
        masks: Sequence[int],
        square: int,
        kept: Sequence[int],
    ) -> Change:
        """Return a change that leaves a square unshaded, and these regions as they are; an empty
        one if none does.
        """
        givens = ["?"] * self._board.size
        givens[square] = "."
        for region in kept:
            for each in bits(self._pieces[region]):
                givens[each] = "#"
        answer = solve(replace(puzzle, givens="".join(givens)), conflict=False)
        if not answer.solutions:
            return {}
        shading = answer.solutions[0].shading
        numbered = enumerate(zip(masks, self._pieces, strict=True))
        return {
            number: mask & shading for number, (mask, piece) in numbered if mask & shading != piece
        }


def single_changes(board: Board, solution: Sequence[Placement]) -> list[Change]:
    """Return every change of one region of a solution that leads to another one, whatever the
    regions are.

    These are the tetrominoes that obey the rules together with all but one of the solution's: the
    region of that one must not contain them.
    """
    shading = sum(piece.mask for piece in solution)
    found: list[Change] = []
    for region, piece in enumerate(solution):
        rest = shading & ~piece.mask
        parts = [board.adjacent(part) for part in board.groups(rest)]
        beside: dict[object, int] = {}
        for other in solution:
            if other is not piece:
                beside[other.shape] = beside.get(other.shape, 0) | board.adjacent(other.mask)
        for placement in lits_table(board):
            mask = placement.mask
            is_free = mask != piece.mask and not mask & (rest | beside.get(placement.shape, 0))
            if is_free and all(mask & part for part in parts) and not has_block(board, rest | mask):
                found.append({region: mask})
    return found


_LARGEST_SINGLE_BLAME = 400
"""On boards of more squares than this it is not tried whether one square alone is to blame."""


@dataclass(frozen=True)
class Synthesis:
    """Result of an attempt.

    Attributes
    ----------
    puzzle : LitsPuzzle or None
        A puzzle with just the given solution; None where none was found.
    complete : bool
        Whether None is a proof that there are no such regions, and not a limit that was reached.
    blamed : int
        Where it is proved that there are no such regions: squares that cannot all belong to
        regions, even if every other square may be left outside. None of them can be left out. Empty
        where the squares are not to blame, but the limits or the symmetry, or where that was not
        found out.
    """

    puzzle: LitsPuzzle | None
    complete: bool
    blamed: int = 0


class _Regions:
    """The region of every square as CP-SAT sees it.

    Parameters
    ----------
    board : Board
        The board.
    solution : sequence of Placement
        The tetrominoes; each region has the number of its own.
    limits : RegionLimits
        The sizes of the regions and their symmetry.
    changes : iterable of Change
        The changes that are forbidden from the beginning.
    optional : bool
        Whether squares may be left outside every region; then the limits do not count.
    """

    def __init__(
        self,
        board: Board,
        solution: Sequence[Placement],
        limits: RegionLimits,
        changes: Iterable[Change],
        *,
        optional: bool = False,
    ) -> None:
        self.board = board
        self.pieces = [piece.mask for piece in solution]
        self.model = cp_model.CpModel()
        self.owner = {
            square: number for number, piece in enumerate(self.pieces) for square in bits(piece)
        }
        self.free = [square for square in range(board.size) if square not in self.owner]
        self._inside: dict[tuple[int, int], cp_model.IntVar] = {}
        self._possible: dict[int, list[int]] = {square: [] for square in self.free}
        self.placed: dict[int, cp_model.IntVar] = {}
        self._number_regions()
        self._one_region_each(optional=optional)
        self._connect()
        if not optional:
            self._limit(limits)
        for change in changes:
            self.forbid(change)

    def _number_regions(self) -> None:
        """Make a variable for each square and each region that can reach it."""
        blank = self.board.all & ~sum(self.pieces)
        for region, piece in enumerate(self.pieces):
            reached = 0
            border = self.board.adjacent(piece) & blank
            while border:
                reached |= border
                border = self.board.adjacent(reached) & blank & ~reached
            for square in bits(reached):
                self._inside[square, region] = self.model.new_bool_var(f"{square} in {region}")
                self._possible[square].append(region)

    def _one_region_each(self, *, optional: bool) -> None:
        for square in self.free:
            inside = [self._inside[square, region] for region in self._possible[square]]
            self.placed[square] = self.model.new_bool_var(f"{square} in a region")
            if not optional:
                self.model.add(self.placed[square] == 1)
            self.model.add_exactly_one(*inside, ~self.placed[square])

    def _connect(self) -> None:
        """Give each square of a region a neighbour of that region which is nearer to
        the tetromino.
        """
        far = max(1, len(self.free))
        distance = {
            square: self.model.new_int_var(1, far, f"distance of {square}") for square in self.free
        }
        for square in self.free:
            towards = []
            for neighbour in self.board.neighbours(square):
                step = self.model.new_bool_var(f"{square} by way of {neighbour}")
                towards.append(step)
                if neighbour in self.owner:
                    self.model.add_implication(step, self._inside[square, self.owner[neighbour]])
                    continue
                self.model.add(distance[square] >= distance[neighbour] + 1).only_enforce_if(step)
                self.model.add_implication(step, self.placed[neighbour])
                for region in self._possible[square]:
                    here = self._inside[square, region]
                    there = self._inside[neighbour, region]
                    self.model.add_bool_or([~step, ~here, there])
            self.model.add_exactly_one(*towards, ~self.placed[square])

    def _limit(self, limits: RegionLimits) -> None:
        """Keep the sizes between their bounds, and the regions symmetric."""
        sizes = [
            4 + sum(inside for (_, each), inside in self._inside.items() if each == region)
            for region in range(len(self.pieces))
        ]
        for region, size in enumerate(sizes):
            if limits.smallest > self.pieces[region].bit_count():
                self.model.add(size >= limits.smallest)
            if limits.largest < self.board.size:
                self.model.add(size <= limits.largest)
        if limits.peak > 4:
            is_peak = [
                self.model.new_bool_var(f"{region} is large") for region in range(len(sizes))
            ]
            for large, size in zip(is_peak, sizes, strict=True):
                self.model.add(size >= limits.peak).only_enforce_if(large)
            self.model.add_bool_or(is_peak)
        for each in region_maps(self.board, limits.symmetry):
            images = [self.pieces.index(each.apply(piece)) for piece in self.pieces]
            for (square, region), inside in self._inside.items():
                self.model.add(inside == self._inside[each.squares[square], images[region]])

    def _contains(self, region: int, squares: int) -> list[cp_model.IntVar] | None:
        """Return what has to hold where a region contains squares; None where it never can."""
        literals = []
        for square in bits(squares & ~self.pieces[region]):
            if (square, region) not in self._inside:
                return None
            literals.append(self._inside[square, region])
        return literals

    def forbid(self, change: Change) -> None:
        """Forbid regions in which a change leads to another solution.

        It does where each tetromino, changed or not, is in a region of its own. One that covers a
        square of the given solution can only be in the region of that square; where all others can
        as well, one list of squares says it.
        """
        free = [
            squares
            for squares in change.values()
            if not any(squares & piece for piece in self.pieces)
        ]
        if len(change) == 1 or not free:
            contained = [self._contains(region, squares) for region, squares in change.items()]
            if None not in contained:
                self.model.add_bool_or(
                    [~each for literals in contained if literals for each in literals]
                )
            return
        empty = []
        for region, squares in change.items():
            none = self.model.new_bool_var(f"{region} without a tetromino")
            empty.append(none)
            for each in {squares, *free}:
                if (literals := self._contains(region, each)) is not None:
                    self.model.add_bool_or([~none, *(~literal for literal in literals)])
        self.model.add_bool_or(empty)

    def hint(self, regions: Sequence[int]) -> None:
        """Propose the regions of squares, by the numbers of their tetrominoes."""
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for square in self.free:
            if (square, regions[square]) in self._inside:
                self.model.add_hint(self._inside[square, regions[square]], True)

    def chosen(self, solver: cp_model.CpSolver) -> list[int]:
        """Return the region of every square in a solution of the model."""
        found = [self.owner.get(square, -1) for square in range(self.board.size)]
        for (square, region), inside in self._inside.items():
            if solver.boolean_value(inside):
                found[square] = region
        return found


def regions_around(
    board: Board,
    solution: Sequence[Placement],
    limits: RegionLimits,
    rng: random.Random,
    start: Sequence[int],
    *,
    time_limit: float | None = None,
) -> Synthesis:
    """Return a puzzle whose only solution is the given one.

    Parameters
    ----------
    board : Board
        The board; every square gets a region.
    solution : sequence of Placement
        One or more tetrominoes that obey the rules of the puzzle, as symmetric as the regions have
        to be.
    limits : RegionLimits
        The sizes of regions and their symmetry; their number is that of the tetrominoes.
    rng : random.Random
        Random generator: another seed gives other regions.
    start : sequence of int
        Regions to begin with, by the numbers of their tetrominoes, which may leave other solutions.
    time_limit : float, optional
        Time limit in seconds.
    """
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    changes = single_changes(board, solution)
    regions = _Regions(board, solution, limits, changes)
    others = Counterexamples(board, regions.pieces, rng)
    solver = quick_solver(seed=rng.randrange(1 << 31))  # reproducible without a time limit
    regions.hint(start)

    while True:
        status = run_until(deadline, solver, regions.model)
        if status is OptimumStatus.IMPOSSIBLE:
            return Synthesis(
                None, complete=True, blamed=_blamed(board, solution, limits, changes, deadline)
            )
        if not status.has_solution:
            return Synthesis(None, complete=False)
        chosen = regions.chosen(solver)
        if not (found := others.of(chosen)):
            return Synthesis(LitsPuzzle(board, tuple(chosen)), complete=True)
        for change in found:
            regions.forbid(change)
        changes += found
        regions.hint(chosen)


def run_until(
    deadline: float,
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
) -> OptimumStatus:
    """Run a solver until a time of the monotonic clock."""
    left = deadline - time.monotonic()
    if left <= 0:
        return OptimumStatus.UNKNOWN
    solver.parameters.max_time_in_seconds = left
    return run(solver, model)


def _blamed(
    board: Board,
    solution: Sequence[Placement],
    limits: RegionLimits,
    changes: Sequence[Change],
    deadline: float,
) -> int:
    """Return squares that cannot all have a region because of known changes: one if one is enough,
    else few.

    The set is the smallest where it has one square; else none of it can be left out. It is empty
    where only the limits are to blame, or time is over.
    """
    regions = _Regions(board, solution, limits, changes, optional=True)
    solver = quick_solver()

    def fails(squares: Iterable[int]) -> bool:
        regions.model.clear_assumptions()
        regions.model.add_assumptions([regions.placed[square] for square in squares])
        return run_until(deadline, solver, regions.model) is OptimumStatus.IMPOSSIBLE

    if not fails(regions.free):
        return 0
    core = {regions.placed[square].index: square for square in regions.free}
    suspects = [
        core[index] for index in solver.sufficient_assumptions_for_infeasibility() if index in core
    ]
    suspects = suspects or list(regions.free)
    if board.size <= _LARGEST_SINGLE_BLAME:
        for square in (*suspects, *(each for each in regions.free if each not in suspects)):
            if fails([square]):
                return 1 << square
    for square in tuple(suspects):
        rest = [each for each in suspects if each != square]
        if fails(rest):
            suspects = rest
    return sum(1 << square for square in suspects)
