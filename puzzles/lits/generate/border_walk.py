"""Regions around a given solution, by annealing.

The solution is held fixed: only unshaded squares change their region, so every region keeps its
tetromino, and the given solution stays one. A short annealing run finds the regions of many
solutions in a few milliseconds; where it does not, CP-SAT continues from the best regions that it
saw (`puzzles.lits.generate.synthesis`), and proves where there are none. docs/generating.md
compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from litslab.games.geometry import Board
from litslab.games.placements import Placement
from litslab.puzzles.lits.generate.annealing import Annealing, Setup
from litslab.puzzles.lits.generate.given_solution import Solution
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, region_maps
from litslab.puzzles.lits.puzzle import PuzzleError, regions_of

if TYPE_CHECKING:
    from litslab.puzzles.lits.generate.synthesis import Synthesis


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
                f"{limits.fewest} to {limits.most} regions around a solution of {len(solution)} "
                "tetrominoes: "
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
        return (
            self.synthesis is not None and self.synthesis.complete and self.synthesis.puzzle is None
        )

    def _begin(self) -> None:
        """Grow regions around the tetrominoes at random."""
        regions = regions_of(self.board, self._pieces)
        maps = [
            (each.squares, [self._pieces.index(each.apply(piece)) for piece in self._pieces])
            for each in region_maps(self.board, self.limits.symmetry)
        ]

        def regions_beside(square: int) -> list[int]:
            return [regions[each] for each in self._neighbours[square] if regions[each] >= 0]

        while True:
            border = [
                square
                for square, region in enumerate(regions)
                if region < 0 and regions_beside(square)
            ]
            if not border:
                break
            square = self._rng.choice(border)
            region = self._rng.choice(regions_beside(square))
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

        left = (
            None if self._setup.deadline == math.inf else self._setup.deadline - self._setup.clock()
        )
        start = self._best[1] or self.partition.regions
        self.synthesis = regions_around(
            self.board, self._solution, self.limits, self._rng, start, time_limit=left
        )
        if self.synthesis.puzzle is None:
            return False
        found = self.synthesis.puzzle.regions
        number = {
            found[piece.bit_length() - 1]: region for region, piece in enumerate(self._pieces)
        }
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
                    f"regions with {limits.symmetry} symmetry around a solution without it: "
                    "expected the image of the "
                    f"tetromino {squares} in the solution"
                )
