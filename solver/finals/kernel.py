"""The finished positions that the kernel enumerates, and an estimate of their number.

Placements that differ only in their colours and share a supply overlap, touch and clash with the same others. The
kernel gets one *body* for all of them. The number of coloured positions, and of those that a symmetry of the board
keeps, follows from numbers that belong to the bodies.

The number of positions of a larger board is estimated from random games, without bias and with an interval.
Knuth ("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975) counts the leaves of a
tree by random descents: the product of the numbers of branches met is an unbiased estimate. A finished position is the
end of one game for each legal order of its pieces, so here that product is divided by the number of orders (in Wythe
only those that go level by level, like the random games). The mean of these weights over all random games is the number
of finished positions, as sets of placements.

The weights are far from normal: few games contribute much of the mean. So the interval is computed from means of
batches on a logarithmic scale. Its quality is measured by the effective number of samples (Kish): that many equal
weights would have the same relative error.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import product
from statistics import fmean, stdev

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.games.placements import PlacementTable
from litslab.games.position import Rules
from litslab.games.taiji import PackingPhase
from litslab.games.tetrominoes import LayoutPhase
from litslab.games.wythe import StackPhase
from litslab.jobs.child import Batches
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.engines.kernel import fits, tetromino_placements

BATCHES = 32
"""The number of independent batches of games."""

T_QUANTILE = 2.040
"""The 97.5 % quantile of Student's t with 31 degrees of freedom."""

FEWEST_EFFECTIVE = 200
"""The fewest effective samples for a reliable interval; with fewer it is too narrow."""


@dataclass(frozen=True)
class Bodies:
    """The placements of a table without their colours.

    Attributes
    ----------
    table : PlacementTable
        The placements.
    members : tuple of tuple of int
        The placements of each body, ascending; the bodies are sorted by their first placement.
    colours : bool
        Whether colours distinguish positions; otherwise each body is its first placement.
    """

    table: PlacementTable
    members: tuple[tuple[int, ...], ...]
    colours: bool = True

    @classmethod
    def of(cls, table: PlacementTable, *, colours: bool) -> Bodies:
        """Make one body of the placements on the same squares and level that share a supply.

        Parameters
        ----------
        table : PlacementTable
            The placements.
        colours : bool
            Whether colours distinguish positions.
        """
        found: dict[tuple[int, int, int], list[int]] = {}
        for placement in table:
            found.setdefault((placement.mask, placement.kind, placement.level), []).append(placement.index)
        return cls(table, tuple(map(tuple, found.values())), colours)

    @property
    def first(self) -> tuple[int, ...]:
        """The first placement of each body."""
        return tuple(alike[0] for alike in self.members)

    def actions(self) -> list[tuple[list[int], list[int]]]:
        """Return the board's symmetries in the kernel's form: images of the bodies, and numbers of kept colourings."""
        body_of = {p: body for body, alike in enumerate(self.members) for p in alike}
        found = []
        for symmetry in self.table.symmetries:
            image = [body_of[symmetry[p]] for p in self.first]
            kept = [1] * len(image)
            for cycle in _cycles(image):
                if self.colours:
                    kept[cycle[0]] = sum(_power(symmetry, p, len(cycle)) == p for p in self.members[cycle[0]])
            found.append((image, kept))
        return found

    def coloured(self, bodies: list[int]) -> Iterator[int]:
        """Yield each position that consists of the given bodies, as a set of placements."""
        for placements in product(*(self.members[body][: None if self.colours else 1] for body in bodies)):
            yield sum(1 << placement for placement in placements)


def _cycles(image: list[int]) -> Iterator[list[int]]:
    """Yield the cycles of a permutation, each from its lowest member."""
    seen: set[int] = set()
    for start in range(len(image)):
        if start not in seen:
            cycle = [start]
            while (following := image[cycle[-1]]) != start:
                cycle.append(following)
            seen.update(cycle)
            yield cycle


def _power(permutation: tuple[int, ...], start: int, times: int) -> int:
    for _ in range(times):
        start = permutation[start]
    return start


@dataclass(frozen=True)
class KernelFinals:
    """A game's finished positions as the kernel enumerates them.

    Attributes
    ----------
    enumeration : kernel.Enumeration
        The enumeration of sets of bodies.
    bodies : Bodies
        The bodies.
    """

    enumeration: kernel.Enumeration
    bodies: Bodies

    def walk(self, send: Callable[[list[int]], None], *, batch: int, time_limit: float) -> bool:
        """Send all finished positions as sets of placements, about `batch` at once; return whether these were all."""
        batches = Batches(send, batch)

        def take(found: list[list[int]]) -> None:
            for bodies in found:
                for placed in self.bodies.coloured(bodies):
                    batches.add(placed)

        complete = self.enumeration.walk(take, batch=batch, seconds=time_limit)
        batches.flush()
        return complete


def kernel_finals(rules: Rules, *, colours: bool = True) -> KernelFinals | None:
    """Return the kernel's enumeration for a game, or None if the kernel does not have one.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    """
    if rules.is_double or not fits(rules.board):
        return None
    columns, rows = rules.board.columns, rules.board.rows
    (phase,) = rules.phases
    table = phase.table
    match phase:
        case PackingPhase():
            bodies = Bodies.of(table, colours=colours)
            dominoes = [(table[p].squares[0], table[p].squares[1]) for p in bodies.first]
            colourings = len(bodies.members[0]) if colours else 1
            found = kernel.finished_packings(columns, rows, dominoes, colourings, bodies.actions())
        case StackPhase():  # colours restrict the pieces above, so each placement is a body
            bodies = Bodies(table, tuple((placement.index,) for placement in table))
            stacked = [(*placement.white_and_black, placement.level) for placement in table]
            found = kernel.finished_stacks(stacked, bodies.actions())
        case LayoutPhase():
            bodies = Bodies.of(table, colours=True)
            placements = tetromino_placements(table[p] for p in bodies.first)
            first = [body for body, p in enumerate(bodies.first) if phase.bare.legal >> p & 1]
            supply = list(table.usable_counts)
            found = kernel.finished_layouts(columns, rows, placements, supply, first, bodies.actions())
        case _:
            return None
    return KernelFinals(found, bodies)


@dataclass(frozen=True)
class CountEstimate:
    """An estimated number of finished positions.

    Attributes
    ----------
    count : float
        The estimate.
    interval : tuple of float
        The 95 % confidence interval.
    relative_error : float
        The standard error, relative to the estimate.
    by_pieces : dict
        The estimated number of positions by number of pieces, the fewest first.
    samples : int
        Random games.
    effective_samples : float
        The number of games of equal weight with the same information: the squared sum of weights by the sum of squares.
    largest_share : float
        The largest contribution of a single game to the estimate.
    seconds : float
        Wall-clock time.
    complete : bool
        Whether all requested games were played.
    """

    count: float
    interval: tuple[float, float]
    relative_error: float
    by_pieces: dict[int, float] = field(hash=False)
    samples: int
    effective_samples: float
    largest_share: float
    seconds: float
    complete: bool

    @property
    def reliable(self) -> bool:
        """Return whether enough games contribute to the estimate for the interval to be reliable."""
        return self.effective_samples >= FEWEST_EFFECTIVE


def estimate(
    rules: Rules, samples: int, *, seed: int, colours: bool = True, time_limit: float | None = None, workers: int = 1,
    scheduler: str | None = None, progress: OnProgress = ignore_progress,
) -> CountEstimate:  # fmt: skip
    """Estimate the number of finished positions of a game from random games; Ctrl-C keeps two batches or more.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    samples : int
        Random games, rounded up to whole batches.
    seed : int
        Random seed; the estimate does not depend on the division of the games.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    time_limit : float, optional
        Time limit in seconds; only whole batches count, at least two.
    workers : int
        The number of processes on this machine; with 1 the games are played in this process.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    progress : callable, optional
        Receives the number of games played, after each batch.

    Raises
    ------
    OptionError
        If the kernel is missing, the board is too large, or it is a double game.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    """
    started = time.monotonic()
    if kernel_finals(rules, colours=colours) is None:
        raise OptionError(f"an estimate for {rules.name}: expected a game of one phase, the kernel and at most 11×11")
    size = -(-samples // BATCHES)

    def tasks() -> Iterator[_Task]:
        """Yield the batches; each has the time that is left when it is begun."""
        for number in range(BATCHES):
            left = math.inf if time_limit is None or number < 2 else time_limit - (time.monotonic() - started)
            yield rules, colours, size, (seed << 32) + number, left

    batches: list[list[tuple[float, int]]] = []
    done = run_tasks_in_order(_draw, tasks(), workers=min(workers, BATCHES), scheduler=scheduler)
    with suppress(KeyboardInterrupt), closing(done) as drawn:
        for _, batch in drawn:
            if batch is None:
                break
            batches.append(batch)
            progress(Progress(size * len(batches), size * BATCHES))
    if len(batches) < 2:
        raise KeyboardInterrupt
    return _summary(batches, time.monotonic() - started)


_Task = tuple[Rules, bool, int, int, float]
"""A batch of random games: the game, whether colours count, the number of games, the seed, and the time limit."""


def _draw(task: _Task) -> list[tuple[float, int]] | None:
    """Play one batch; return the logarithm of the weight and the pieces of each game, None if the time ran out."""
    rules, colours, size, seed, time_limit = task
    if (finals := kernel_finals(rules, colours=colours)) is None:
        raise OptionError("engine kernel: it was not built on the worker that plays the games")
    rows = finals.enumeration.draw(size, seed, seconds=time_limit) if time_limit > 0 else []
    return rows if len(rows) == size else None


def _summary(batches: list[list[tuple[float, int]]], seconds: float) -> CountEstimate:
    games = [game for batch in batches for game in batch]
    scale = max(log for log, _ in games)  # squares of weights may overflow a double; those of ratios do not
    weights = [math.exp(log - scale) for log, _ in games]
    by_pieces: dict[int, list[float]] = {}
    for weight, (_, pieces) in zip(weights, games, strict=True):
        by_pieces.setdefault(pieces, []).append(weight)
    total = math.fsum(weights)
    relative = relative_error(batch_means(weights, len(batches)))
    count = math.exp(scale) * (total / len(weights))
    reach = math.exp(T_QUANTILE * relative)
    return CountEstimate(
        count, (count / reach, count * reach), relative,
        {pieces: math.exp(scale) * math.fsum(found) / len(weights) for pieces, found in sorted(by_pieces.items())},
        len(weights), effective_samples(weights), max(weights) / total, seconds, len(batches) == BATCHES,
    )  # fmt: skip


def batch_means(weights: Sequence[float], batches: int) -> list[float]:
    """Return the mean of each of some batches of equal size."""
    size = len(weights) // batches
    return [fmean(weights[first : first + size]) for first in range(0, len(weights), size)]


def relative_error(means: list[float]) -> float:
    """Return the standard error of the mean of batches, relative to the mean."""
    return stdev(means) / math.sqrt(len(means)) / fmean(means)


def effective_samples(weights: Sequence[float]) -> float:
    """Return the number of equal weights with the same relative error (Kish)."""
    return math.fsum(weights) ** 2 / math.fsum(weight * weight for weight in weights)
