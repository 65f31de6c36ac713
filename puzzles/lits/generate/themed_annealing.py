"""Annealing towards a puzzle with themes of its solution and its regions (`puzzles.lits.generate.themes`).

What is against a theme counts as squares that are still open do. Letters are placed first, and changes keep
them. A shading is made symmetric by symmetric regions, whose borders are changed at random afterwards.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import replace

from litslab.games.geometry import Board, bits, nth_bit
from litslab.games.pieces import Shape, plain_pieces
from litslab.games.placements import tetromino_table
from litslab.puzzles.lits.generate.annealing import SYMMETRIC_RUNS, Annealing, Judge
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits
from litslab.puzzles.lits.generate.region_letters import start_with_letters
from litslab.puzzles.lits.generate.themes import Themes
from litslab.puzzles.lits.puzzle import OUTSIDE, TETROMINO_SIZE

_SLACK = 2
"""How far sizes may be from the common one on the way."""

_EXCHANGES = 0.5
"""How many of the changes keep all sizes, where the regions are to be equally large."""

_LOOSENING = 2
"""How many changes are tried for each square to make symmetric regions asymmetric."""


class ThemedAnnealing(Annealing):
    """A partition on its way to a puzzle with one solution and with themes.

    Parameters
    ----------
    board, limits, judge, rng, trials, deadline, clock
        As for `Annealing`.
    themes : Themes
        What the solution and the regions have to be like.
    """

    def __init__(
        self,
        board: Board,
        limits: RegionLimits,
        judge: Judge,
        rng: random.Random,
        themes: Themes,
        *,
        trials: bool = False,
        deadline: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._themes = themes
        self._is_to_loosen = themes.search_limits(limits).symmetry is not limits.symmetry
        self._fixed: int | None = None
        self._known = (0, 0)
        self._size = 0
        self._shape_of: dict[int, Shape] = {}
        if themes.balanced or themes.without:
            table = tetromino_table(board, plain_pieces((1, 1, 1, 1)))
            self._shape_of = {placement.mask: placement.shape for placement in table}
        super().__init__(board, themes.search_limits(limits), judge, rng, trials=trials, deadline=deadline, clock=clock)
        self._symmetric_images = self._images

    def _begin(self) -> None:
        if self._fixed is not None:
            self._fixed, self._images = None, self._symmetric_images
        super()._begin()

    def _draw_limits(self) -> RegionLimits:
        limits, themes = super()._draw_limits(), self._themes
        if themes.letters:
            limits = replace(limits, largest=max(limits.largest, themes.largest_letter))
        if not themes.equal_sizes:
            return limits
        self._size = self._rng.choice(themes.sizes(self.board, self.limits))
        number = self.board.size // self._size
        smallest = max(TETROMINO_SIZE, self._size - _SLACK)
        return replace(limits, smallest=smallest, largest=self._size + _SLACK, fewest=number, most=number)

    def _start(self) -> Partition | None:
        while self._themes.letters and not self.is_late:
            start = start_with_letters(self.board, self._drawn.smallest, self._themes.letters, self._rng)
            if start is not None:
                return start
        return None

    def _is_spent(self) -> bool:
        return super()._is_spent() or (self._themes.on_solution and self._runs == SYMMETRIC_RUNS)

    def _judged(self) -> list[int] | None:
        if not self._themes.on_solution:
            return super()._judged()
        self.effort.judged += 1
        found = self._judge.conclusions(self.board, self.partition.numbered(), self.trials)
        if found is None:
            return None
        self._known = found
        decided = found[0] | found[1]
        regions = self.partition.regions
        return [square for square in bits(self.board.all & ~decided) if regions[square] != OUTSIDE]

    def _excess(self) -> float:
        masks = list(self.partition.masks.values())
        shapes = []
        if self._shape_of:
            tetrominoes = [mask & self._known[0] for mask in masks]
            shapes = [self._shape_of[each] for each in tetrominoes if each in self._shape_of]
        strain = self._themes.strain(len(masks), shapes, self._known)
        if self._themes.equal_sizes:
            strain += sum(abs(mask.bit_count() - self._size) for mask in masks)
        return super()._excess() + strain

    def _step(self, energy: float, temperature: float) -> float:
        known = self._known
        after = super()._step(energy, temperature)
        if self._changed is None:
            self._known = known
        return after

    def _proposal(self) -> dict[int, int] | None:
        if self._fixed is not None:
            free = self.board.all & ~self._fixed
            return self.partition.shift(nth_bit(free, self._rng.randrange(free.bit_count())), self._rng)
        if self._themes.equal_sizes and self._rng.random() < _EXCHANGES:
            return self.partition.exchange(self._near_open_square(), self._rng)
        return super()._proposal()

    def anneal(self) -> bool:
        """Anneal once, at times from a fresh partition, and loosen symmetric regions if only the shading counts.

        Returns
        -------
        bool
            Whether that led to a puzzle with one solution and with the themes.
        """
        if self._fixed is not None:
            self._begin()
            self._runs = 0
        if not super().anneal():
            return False
        if self._is_to_loosen:
            self._loosen()
        return True

    def _loosen(self) -> None:
        """Move squares that the solution leaves unshaded over borders, as long as it stays the only one."""
        found = self._judge.conclusions(self.board, self.partition.numbered(), self.trials)
        assert found is not None
        self._fixed, self._images = found[0], []
        limits = RegionLimits(smallest=self._drawn.smallest, largest=self._drawn.largest)
        self.partition = Partition(self.board, limits, self.partition.regions, self.partition.fixed)
        for _ in range(_LOOSENING * self.board.size):
            self._step(0.0, 0.0)
