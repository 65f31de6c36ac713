"""Regions around a given solution: annealing on the borders, and synthesis by CP-SAT where that takes long.

The solution is held fixed: only unshaded squares change their region, so every region keeps its tetromino, and the
given solution stays one. A short annealing run finds the regions of many solutions in a few milliseconds; where it does
not, CP-SAT goes on from the best regions that it saw (`puzzles.lits.generate.synthesis`), and proves where there are
none. docs/generating.md compares the two.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

from litslab.games.geometry import Board, bits
from litslab.puzzles.lits.generate.annealing import Annealing, Judge
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, region_maps
from litslab.puzzles.lits.generate.solution_text import Solution
from litslab.puzzles.lits.generate.synthesis import Synthesis, check_symmetry, regions_around
from litslab.puzzles.lits.puzzle import PuzzleError


class BorderWalk(Annealing):
    """A partition around a given solution on its way to a puzzle with that solution alone.

    Parameters
    ----------
    board : Board
        The board.
    solution : Solution
        Tetrominoes that obey the rules; each region keeps one.
    limits : RegionLimits
        What the regions have to be like; their number is that of the tetrominoes.
    judge, rng, trials, deadline, clock
        As for `Annealing`.

    Raises
    ------
    PuzzleError
        If the solution is not as symmetric as the regions have to be.
    """

    STEPS = 2
    """The number of changes per square that are tried before CP-SAT takes over."""

    def __init__(
        self,
        board: Board,
        solution: Solution,
        limits: RegionLimits,
        judge: Judge,
        rng: random.Random,
        *,
        trials: bool = True,
        deadline: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        check_symmetry(board, solution, limits)
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
        super().__init__(board, limits, judge, rng, trials=trials, deadline=deadline, clock=clock)

    @property
    def is_impossible(self) -> bool:
        """Whether it is proved that there are no such regions."""
        return self.synthesis is not None and self.synthesis.complete and self.synthesis.puzzle is None

    def _begin(self) -> None:
        """Grow regions around the tetrominoes at random."""
        regions = [-1] * self.board.size
        for number, piece in enumerate(self._pieces):
            for square in bits(piece):
                regions[square] = number
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

    def _steps_per_run(self) -> int:
        return self.STEPS * self.board.size // self.partition.images

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
        left = None if self._deadline == math.inf else self._deadline - self._clock()
        start = self._best[1] or self._by_tetromino()
        self.synthesis = regions_around(
            self.board, self._solution, self.limits, self._rng, time_limit=left, start=start
        )
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
            self._best = (after, self._by_tetromino())
        return after

    def _by_tetromino(self) -> list[int]:
        """Return the region of each square by the number of its tetromino."""
        return list(self.partition.regions)
