"""Regions around a given solution: counterexample-guided synthesis by CP-SAT.

The solution is fixed: tetrominoes that obey the rules. CP-SAT chooses a region for every other square, so that each
region is connected and holds its tetromino; a puzzle solver is asked for other solutions; of each it is demanded that
the regions cut one of its tetrominoes in two; and so on until there is none. Demanding a cut is a little more than is
needed (two tetrominoes in one region would do as well), so a failure is no proof that no such regions exist.

It serves where the solution is given. `puzzles.lits.generate.batch`, which lets the solution drift, is far quicker
where it is not: see docs/generating.md.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits
from litslab.games.placements import Placement
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.solver.model.interrupts import stopping

OtherSolutions = Callable[[LitsPuzzle], Sequence[int]]
"""Returns shadings that solve a puzzle: a few, or all where there are few."""


@dataclass(frozen=True)
class Synthesis:
    """What came of an attempt.

    Attributes
    ----------
    puzzle : LitsPuzzle or None
        A puzzle with just the given solution; None where none was found.
    complete : bool
        Whether None says that the demands contradict each other, and not that a limit was reached.
    rounds : int
        How often regions were proposed.
    refuted : int
        How many other solutions were forbidden.
    seconds : float
        Wall-clock time.
    """

    puzzle: LitsPuzzle | None
    complete: bool
    rounds: int
    refuted: int
    seconds: float


class _Regions:
    """The region of every square as CP-SAT sees it."""

    def __init__(self, board: Board, pieces: Sequence[int], limits: RegionLimits, rng: random.Random) -> None:
        self.board = board
        self.pieces = pieces
        self.model = cp_model.CpModel()
        owner = {square: number for number, piece in enumerate(pieces) for square in bits(piece)}
        self.inside = [
            [
                self.model.new_constant(int(owner[square] == region))
                if square in owner
                else self.model.new_bool_var(f"square {square} in region {region}")
                for region in range(len(pieces))
            ]
            for square in range(board.size)
        ]
        self._cuts: dict[int, cp_model.IntVar] = {}
        free = [square for square in range(board.size) if square not in owner]
        for square in free:
            self.model.add_exactly_one(self.inside[square])
        self._connect(free, owner)
        for region in range(len(pieces)):
            total = sum(self.inside[square][region] for square in range(board.size))
            self.model.add(total >= limits.smallest)
            self.model.add(total <= limits.largest)
        # A random hint for each free square makes each seed another puzzle.
        for square in free:
            self.model.add_hint(self.inside[square][rng.randrange(len(pieces))], True)

    def _connect(self, free: Sequence[int], owner: dict[int, int]) -> None:
        """Give each free square a neighbour of its region that is nearer to the tetromino."""
        far = len(free)
        distance = {square: self.model.new_int_var(1, far, f"distance of {square}") for square in free}
        for square in free:
            towards = []
            for neighbour in self.board.neighbours(square):
                step = self.model.new_bool_var(f"{square} by way of {neighbour}")
                towards.append(step)
                if neighbour in owner:
                    self.model.add_implication(step, self.inside[square][owner[neighbour]])
                    continue
                self.model.add(distance[square] >= distance[neighbour] + 1).only_enforce_if(step)
                for region in range(len(self.pieces)):
                    here, there = self.inside[square][region], self.inside[neighbour][region]
                    self.model.add_bool_or([~step, ~there, here])
            self.model.add_exactly_one(towards)

    def _cut(self, piece: int) -> cp_model.IntVar:
        """Return a literal that holds only where the squares of a piece lie in more than one region."""
        if piece not in self._cuts:
            cut = self.model.new_bool_var("")
            for region in range(len(self.pieces)):
                self.model.add_bool_or([~cut, *(~self.inside[square][region] for square in bits(piece))])
            self._cuts[piece] = cut
        return self._cuts[piece]

    def refute(self, pieces: Iterable[int]) -> None:
        """Demand that the regions cut one of these pieces."""
        self.model.add_bool_or([self._cut(piece) for piece in pieces])

    def puzzle(self, solver: cp_model.CpSolver) -> LitsPuzzle:
        """Return the puzzle of a solution of the model."""
        regions = [
            next(region for region, inside in enumerate(row) if solver.boolean_value(inside)) for row in self.inside
        ]
        return LitsPuzzle(self.board, tuple(regions))


def regions_around(
    board: Board,
    solution: Sequence[Placement],
    limits: RegionLimits,
    others: OtherSolutions,
    rng: random.Random,
    *,
    time_limit: float,
) -> Synthesis:
    """Return a puzzle whose only solution is the given one.

    Parameters
    ----------
    board : Board
        The board; every square gets a region.
    solution : sequence of Placement
        Tetrominoes that obey the rules of the puzzle.
    limits : RegionLimits
        The sizes of regions; their number is that of the tetrominoes, and their symmetry is not looked at.
    others : callable
        A puzzle solver; among what it returns may be the given solution.
    rng : random.Random
        Where the randomness comes from.
    time_limit : float
        When to give up.

    Raises
    ------
    PuzzleError
        If there is no tetromino.
    """
    if not solution:
        raise PuzzleError("a solution without tetrominoes: expected at least one")
    started = time.monotonic()
    pieces = [placement.mask for placement in solution]
    wanted = sum(pieces)
    regions = _Regions(board, pieces, limits, rng)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = rng.randrange(1 << 31)
    solver.parameters.catch_sigint_signal = False  # `stopping` sees it
    rounds = refuted = 0
    while (left := time_limit - (time.monotonic() - started)) > 0:
        solver.parameters.max_time_in_seconds = left
        with stopping(solver.stop_search):
            status = solver.solve(regions.model)
        if status == cp_model.INFEASIBLE:
            return Synthesis(None, True, rounds, refuted, time.monotonic() - started)
        if status not in {cp_model.FEASIBLE, cp_model.OPTIMAL}:
            break
        rounds += 1
        puzzle = regions.puzzle(solver)
        wrong = [shading for shading in others(puzzle) if shading != wanted]
        if not wrong:
            return Synthesis(puzzle, True, rounds, refuted, time.monotonic() - started)
        for shading in wrong:
            refuted += 1
            regions.refute(piece for mask in puzzle.masks if (piece := shading & mask) not in pieces)
    return Synthesis(None, False, rounds, refuted, time.monotonic() - started)
