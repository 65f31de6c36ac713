"""Judges of partitions: they say how much of a puzzle is decided without search.

The kernel is the judge where it was built. Elsewhere the techniques of grading draw the
conclusions, and CP-SAT takes the place of trials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litslab import kernel
from litslab.games.geometry import Board, mask_of
from litslab.puzzles.lits.puzzle import LITS, OUTSIDE, LitsPuzzle, PuzzleRules
from litslab.puzzles.lits.solve import EngineName, best_engine, kernel_puzzle, kernel_solver, solve
from litslab.puzzles.lits.techniques.path import find_path, start

NEARLY_DECIDED = 16
"""Number of open squares up to which CP-SAT replaces trials; with more of them it takes
too long.
"""


@dataclass(frozen=True)
class Judge:
    """The judge without the kernel.

    Attributes
    ----------
    rules : PuzzleRules
        The rules of the puzzles.
    """

    rules: PuzzleRules = LITS

    def conclusions(self, board: Board, regions: list[int], trials: bool) -> tuple[int, int] | None:
        """Return the squares shown to be shaded and those shown to be unshaded; None for a
        contradiction.

        Parameters
        ----------
        board : Board
            The board.
        regions : list of int
            The region of each square.
        trials : bool
            Whether to try both colours of each open square too. Without the kernel only squares in
            which two solutions differ stay open then.
        """
        puzzle = LitsPuzzle(board, tuple(regions), rules=self.rules)
        path = find_path(start(puzzle))
        if path.contradiction is not None:
            return None
        state = path.state
        inside = path.state.table.inside
        if state.is_complete or not trials or state.open.bit_count() > NEARLY_DECIDED:
            return state.shaded & inside, state.unshaded & inside
        answer = solve(puzzle, conflict=False)
        if not answer.solutions:
            return None
        shadings = [solution.shading for solution in answer.solutions]
        return shadings[0] & shadings[-1], inside & ~(shadings[0] | shadings[-1])

    def open_squares(self, board: Board, regions: list[int], trials: bool) -> list[int] | None:
        """Return the squares that `conclusions` leaves open; None for a contradiction."""
        found = self.conclusions(board, regions, trials)
        return None if found is None else undecided(regions, found)

    def may_be_symmetric(
        self,
        board: Board,
        regions: list[int],
        images: Sequence[Sequence[int]],
    ) -> bool:
        """Return whether there may be a solution that each of the images of the squares maps to
        itself.

        Without such a solution there is no unique solution either, because each would have an
        image. True proves nothing.
        """
        del board, regions, images
        return True


class KernelJudge(Judge):
    """The judge with the kernel: it propagates, and rules out by trials."""

    def conclusions(self, board: Board, regions: list[int], trials: bool) -> tuple[int, int] | None:
        """Return the squares shown to be shaded and those shown to be unshaded; None for a
        contradiction.
        """
        found = self._conclude(board, regions, trials)
        return (mask_of(found.shaded), mask_of(found.unshaded)) if found.possible else None

    def open_squares(self, board: Board, regions: list[int], trials: bool) -> list[int] | None:
        """Return the squares that stay open; None for a contradiction."""
        found = self._conclude(board, regions, trials)
        return found.open if found.possible else None

    def may_be_symmetric(
        self,
        board: Board,
        regions: list[int],
        images: Sequence[Sequence[int]],
    ) -> bool:
        """Return whether propagation and trials leave room for a symmetric solution."""
        puzzle = kernel_puzzle(board, regions, "", self.rules)
        return kernel_solver().may_be_symmetric(puzzle, images)

    def _conclude(self, board: Board, regions: list[int], trials: bool) -> kernel.LitsConclusions:
        puzzle = kernel_puzzle(board, regions, "", self.rules)
        return kernel_solver().conclude(puzzle, trials=trials)


def undecided(regions: Sequence[int], known: tuple[int, int]) -> list[int]:
    """Return the squares inside regions that are in neither of two sets."""
    decided = known[0] | known[1]
    return [
        square
        for square, region in enumerate(regions)
        if region != OUTSIDE and not decided >> square & 1
    ]


def best_judge(rules: PuzzleRules = LITS) -> Judge:
    """Return the fastest available judge."""
    return KernelJudge(rules) if best_engine(rules) is EngineName.KERNEL else Judge(rules)
