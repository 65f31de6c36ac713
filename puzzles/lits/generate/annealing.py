"""Regions that make a puzzle unique: annealing over partitions, scored by how much is already
decided.

A partition is changed a little at a time. After each change the kernel draws all conclusions
without search; the fewer squares stay open, the better. No solution is kept in mind: it drifts with
the regions. When no square is open, the conclusions are the proof that the puzzle has one solution.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from litslab.games.geometry import Board, nth_bit
from litslab.games.pieces import Shape
from litslab.puzzles.lits.generate.judge import Judge, undecided
from litslab.puzzles.lits.generate.partition import (
    Partition,
    RegionLimits,
    lits_table,
    random_partition,
    region_maps,
)
from litslab.puzzles.lits.generate.themes import Themes, start_with_letters
from litslab.puzzles.lits.puzzle import TETROMINO_SIZE

FIRST_TEMPERATURE = 1.0
LAST_TEMPERATURE = 0.3
"""Temperatures at the start and at the end of a run: about the additional open squares that a
change may leave.
"""

RUNS = 5
"""Number of runs of a partition before the search restarts. (15×15: half the work of a restart each
time.)
"""

SYMMETRIC_RUNS = 2
"""The same for symmetric regions, which stay more often as they are. (10×10, half turn: a third of
the work with 5.)
"""

NEAR_OPEN_SQUARES = 0.9
"""Share of changes that are sought near a square that is still open: elsewhere they seldom help."""

SHIFTS = 0.8
"""Share of changes that move a square over a border; splits and merges share the rest."""

SPRAWL_SPLITS = 0.5
"""Share of changes of a region that is too large, with no square open, that split it."""

AVERAGE_REGION = 6.5
"""Squares a region, about, where the number of regions is not given: as in published puzzles."""


@dataclass(frozen=True, eq=False)
class Setup:
    """Input of every search for regions.

    Attributes
    ----------
    board : Board
        The board.
    limits : RegionLimits
        Limits of the regions.
    judge : Judge
        The judge of partitions.
    rng : random.Random
        Random generator.
    trials : bool
        Whether a square counts as decided where trying both colours decides it.
    deadline : float
        The time of the clock at which to give up.
    clock : callable
        Returns the time in seconds.
    """

    board: Board
    limits: RegionLimits
    judge: Judge
    rng: random.Random
    trials: bool = False
    deadline: float = math.inf
    clock: Callable[[], float] = time.monotonic


class Annealing:
    """A partition on its way to a puzzle with one solution.

    Parameters
    ----------
    setup : Setup
        The board, the limits and whatever else the search needs.

    Attributes
    ----------
    judged : int
        Number of partitions judged so far.
    """

    STEPS = 15
    """Number of changes per square of the board that one annealing run tries, counting images."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.board = setup.board
        self._judge = setup.judge
        self._rng = setup.rng
        self.limits = self._drawn = setup.limits
        self.judged = self._runs = 0
        self._neighbours = self.board.all_neighbours
        self._images = [each.squares for each in region_maps(self.board, self.limits.symmetry)]
        self._changed: dict[int, int] | None = None
        self._begin()

    def _begin(self) -> None:
        """Start from a random partition."""
        self._drawn = limits = self._draw_limits()
        average = AVERAGE_REGION * self._judge.rules.tetrominoes
        usual = max(1, round(self.board.size / average * self._rng.uniform(0.75, 1.1)))
        target = min(max(usual, limits.fewest), limits.most)
        # The start has no contradiction: on large boards random partitions have one, and annealing
        # seldom removes it.
        self.partition = random_partition(
            self.board,
            limits,
            self._rng,
            target,
            self._is_start,
            is_late=lambda: self.is_late,
            start=self._start(),
        )
        self._open = None if self.is_late else self._judged()

    def _draw_limits(self) -> RegionLimits:
        """Return the limits of the next partition."""
        return self.limits.drawn(self.board, self._rng)

    def _start(self) -> Partition | None:
        """Return what the next random partition is split from; None for the whole board."""
        return None

    def _is_start(self, partition: Partition) -> bool:
        """Return whether a partition into few regions may be split further: it has no contradiction
        without trials.
        """
        rules = self._judge.rules
        # Around unshaded tetrominoes large regions fill 2×2 blocks; pairs of tetrominoes are too
        # many there.
        if rules.inverse or rules.tetrominoes > 1:
            return True
        self.judged += 1
        regions = partition.numbered()
        if self._judge.open_squares(self.board, regions, trials=False) is None:
            return False
        return not self._images or self._judge.may_be_symmetric(self.board, regions, self._images)

    def _judged(self) -> list[int] | None:
        self.judged += 1
        return self._judge.open_squares(self.board, self.partition.numbered(), self._setup.trials)

    @property
    def is_late(self) -> bool:
        """True if the deadline has passed."""
        return self._setup.clock() > self._setup.deadline

    @property
    def is_impossible(self) -> bool:
        """True if it is proved that there is no such puzzle; without a given solution
        it never is.
        """
        return False

    @property
    def is_solved(self) -> bool:
        """True if the partition is a puzzle with one solution and within the limits."""
        return self._open == [] and self._excess() == 0

    def _excess(self) -> float:
        """Return the distance of the partition from the limits that changes may break
        on the way.
        """
        limits = self._drawn
        partition = self.partition
        sizes = [mask.bit_count() for mask in partition.masks.values()]
        missing = max(0, limits.fewest - len(sizes))
        surplus = max(0, len(sizes) - limits.most)
        too_large = max(0, max(sizes) - limits.largest)
        too_small = max(0, limits.peak - max(sizes))
        return 4 * (missing + surplus) + too_large + too_small

    def _energy(self) -> float:
        if self._open is None:
            return math.inf
        return (len(self._open) + self._excess()) / self.partition.images

    def anneal(self) -> bool:
        """Anneal once, at times from a fresh partition.

        Returns
        -------
        bool
            Whether that led to a puzzle with one solution.
        """
        if self._is_spent() or self._open is None or self.is_solved:
            self._begin()
            self._runs = 0
        self._runs += 1
        steps = self.STEPS * self.board.size // self.partition.images
        energy = self._energy()
        if self._open is None:
            return False
        for step in range(steps):
            if energy == 0:
                return True
            if self.is_late:
                return False
            done = step / steps
            temperature = FIRST_TEMPERATURE * (LAST_TEMPERATURE / FIRST_TEMPERATURE) ** done
            energy = self._step(energy, temperature)
        return energy == 0

    def _is_spent(self) -> bool:
        """Return whether the partition has had its runs."""
        return self._runs == (SYMMETRIC_RUNS if self._images else RUNS)

    def neighbour(self, tries: int) -> dict[int, int] | None:
        """Change a solved partition into another solved one.

        Parameters
        ----------
        tries : int
            Number of changes to try.

        Returns
        -------
        dict or None
            The argument of `undo`; None if no change succeeded.
        """
        for _ in range(tries):
            if self.is_late:
                return None
            self._step(0.0, 0.0)
            if self._changed is not None:
                return self._changed
        return None

    def undo(self, back: dict[int, int]) -> None:
        """Take the last change of `neighbour` back."""
        self.partition.make(back)

    def _step(self, energy: float, temperature: float) -> float:
        """Try one change and return the energy after it, or after taking it back."""
        self._changed = None
        changes = self._proposal()
        if changes is None:
            return energy
        back = self.partition.make(changes)
        before = self._open
        self._open = self._judged()
        after = self._energy()
        if self._is_accepted(energy, after, temperature) and self._has_way_on():
            self._changed = back
            return after
        self.partition.make(back)
        self._open = before
        return energy

    def _is_accepted(self, before: float, after: float, temperature: float) -> bool:
        """Return whether annealing keeps a change of the energy; a rise it keeps by chance."""
        if after <= before:
            return True
        if temperature <= 0:
            return False
        return self._rng.random() < math.exp((before - after) / temperature)

    def _has_way_on(self) -> bool:
        """Return whether the partition may get one solution by changes elsewhere than where squares
        are open.

        Symmetric regions whose solutions come in pairs of images have no solution for themselves:
        few changes lead away from there, and annealing would stay there.
        """
        if not self._open or not self._images:
            return True
        return self._judge.may_be_symmetric(self.board, self.partition.numbered(), self._images)

    def _proposal(self) -> dict[int, int] | None:
        rng = self._rng
        partition = self.partition
        if not self._open and self._is_too_coarse():
            # Only a region that is too large is left to correct, and most changes would be made
            # elsewhere.
            sprawling = max(partition.masks.values(), key=int.bit_count)
            square = nth_bit(sprawling, rng.randrange(sprawling.bit_count()))
            if rng.random() < SPRAWL_SPLITS:
                return partition.split(square, rng)
            return partition.shift(square, rng)
        square = self._near_open_square()
        kind = rng.random()
        if kind < SHIFTS:
            return partition.shift(square, rng)
        if kind < (1 + SHIFTS) / 2:
            may_split = len(partition.masks) < self._drawn.most
            return partition.split(square, rng) if may_split else None
        may_merge = len(partition.masks) > self._drawn.fewest
        return partition.merge(square, rng) if may_merge else None

    def _is_too_coarse(self) -> bool:
        """Return whether there are too few regions, or too large ones."""
        limits = self._drawn
        sizes = [mask.bit_count() for mask in self.partition.masks.values()]
        return len(sizes) < limits.fewest or max(sizes) > limits.largest

    def _near_open_square(self) -> int:
        """Draw a square: mostly one that is open, or two steps from such a one at most."""
        rng = self._rng
        square = rng.randrange(self.board.size)
        if self._open and rng.random() < NEAR_OPEN_SQUARES:
            square = rng.choice(self._open)
            for _ in range(rng.randrange(3)):
                square = rng.choice(self._neighbours[square])
        return square


_SLACK = 2
"""Largest deviation of sizes from the common size on the way."""

_EXCHANGES = 0.5
"""Share of changes that keep all sizes, if the regions are to be equally large."""

_LOOSENING = 2
"""Number of changes per square that are tried to make symmetric regions asymmetric."""


class ThemedAnnealing(Annealing):
    """A partition on its way to a puzzle with one solution and with themes.

    Parameters
    ----------
    setup : Setup
        As for `Annealing`.
    themes : Themes
        Requirements of the solution and the regions.
    """

    def __init__(self, setup: Setup, themes: Themes) -> None:
        limits = themes.search_limits(setup.limits)
        self._themes = themes
        self._is_to_loosen = limits.symmetry is not setup.limits.symmetry
        self._fixed: int | None = None
        self._known = (0, 0)
        self._size = 0
        self._shape_of: dict[int, Shape] = {}
        if themes.balanced or themes.without:
            self._shape_of = {
                placement.mask: placement.shape for placement in lits_table(setup.board)
            }
        super().__init__(replace(setup, limits=limits))
        self._symmetric_images = self._images

    def _draw_limits(self) -> RegionLimits:
        limits = super()._draw_limits()
        themes = self._themes
        if themes.letters:
            limits = replace(limits, largest=max(limits.largest, themes.largest_letter))
        if not themes.equal_sizes:
            return limits
        self._size = self._rng.choice(themes.sizes(self.board, self.limits))
        number = self.board.size // self._size
        smallest = max(TETROMINO_SIZE, self._size - _SLACK)
        return replace(
            limits, smallest=smallest, largest=self._size + _SLACK, fewest=number, most=number
        )

    def _start(self) -> Partition | None:
        while self._themes.letters and not self.is_late:
            start = start_with_letters(
                self.board, self._drawn.smallest, self._themes.letters, self._rng
            )
            if start is not None:
                return start
        return None

    def _is_spent(self) -> bool:
        return super()._is_spent() or (self._themes.on_solution and self._runs == SYMMETRIC_RUNS)

    def _judged(self) -> list[int] | None:
        if not self._themes.on_solution:
            return super()._judged()
        self.judged += 1
        found = self._judge.conclusions(self.board, self.partition.numbered(), self._setup.trials)
        if found is None:
            return None
        self._known = found
        return undecided(self.partition.regions, found)

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
            square = nth_bit(free, self._rng.randrange(free.bit_count()))
            return self.partition.shift(square, self._rng)
        if self._themes.equal_sizes and self._rng.random() < _EXCHANGES:
            return self.partition.exchange(self._near_open_square(), self._rng)
        return super()._proposal()

    def anneal(self) -> bool:
        """Anneal once, at times from a fresh partition, and loosen symmetric regions if only the
        shading counts.

        Returns
        -------
        bool
            Whether that led to a puzzle with one solution and with the themes.
        """
        if self._fixed is not None:
            self._fixed = None
            self._images = self._symmetric_images
            self._begin()
            self._runs = 0
        if not super().anneal():
            return False
        if self._is_to_loosen:
            self._loosen()
        return True

    def _loosen(self) -> None:
        """Move squares that the solution leaves unshaded over borders, as long as it stays the only
        one.
        """
        found = self._judge.conclusions(self.board, self.partition.numbered(), self._setup.trials)
        assert found is not None
        self._fixed = found[0]
        self._images = []
        limits = RegionLimits(smallest=self._drawn.smallest, largest=self._drawn.largest)
        self.partition = Partition(self.board, limits, self.partition.regions, self.partition.fixed)
        for _ in range(_LOOSENING * self.board.size):
            self._step(0.0, 0.0)
