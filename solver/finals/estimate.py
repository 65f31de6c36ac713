"""How many finished positions a larger board has: an unbiased estimate from random games, with an interval.

Knuth ("Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975) counts the leaves of a
tree by random descents: the product of the numbers of branches met is an unbiased estimate. A finished position is the
end of as many games as its pieces can be placed in legal orders, so here that product is divided by their number (in
Wythe of orders level by level, as the games go here). The mean of these weights over all random games is the number of
finished positions, as sets of placements.

The weights are far from normal: few games carry much of the mean. So the interval is one of means of batches, on a
logarithmic scale, and its quality is measured by the effective number of samples (Kish): that many equal weights would
have the same relative error.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.jobs.progress import OnProgress, Progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.finals.kernel import kernel_finals

BATCHES = 32
"""Independent batches of games, each with random numbers of its own."""

T_QUANTILE = 2.040
"""Student's t with 31 degrees of freedom: 95 % lie within."""

FEWEST_EFFECTIVE = 200
"""With fewer effective samples an interval is narrower than it should be."""


@dataclass(frozen=True)
class CountEstimate:
    """An estimated number of finished positions.

    Attributes
    ----------
    count : float
        The estimate.
    interval : tuple of float
        Where the number lies with 95 % confidence.
    relative_error : float
        The standard error of the estimate, as a part of it.
    by_pieces : dict
        The estimated number of positions by number of pieces, the fewest first.
    samples : int
        Random games.
    effective_samples : float
        Games of equal weight with the same information: the squared sum of weights by the sum of squares.
    largest_share : float
        The part of the estimate that comes from one single game.
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
        """Whether enough games carry the estimate for the interval to be believed."""
        return self.effective_samples >= FEWEST_EFFECTIVE


@dataclass(frozen=True, eq=False)
class _Batch:
    log_weights: npt.NDArray[np.float64]
    pieces: npt.NDArray[np.int64]


def estimate(
    rules: Rules,
    samples: int,
    *,
    seed: int,
    colours: bool = True,
    time_limit: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress | None = None,
) -> CountEstimate:
    """Estimate the number of finished positions of a game from random games.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    samples : int
        Random games, rounded up to whole batches.
    seed : int
        The random seed: the same seed gives the same estimate, however the games are divided.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    time_limit : float, optional
        When to stop: only whole batches count, two at least.
    workers : int
        How many processes of this machine play; with 1 it is this one.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``: its workers play instead.
    progress : callable, optional
        Receives how many games are played, after each batch.

    Raises
    ------
    OptionError
        If the kernel cannot do it: it is missing, the board too large, or it is a double game.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes that played died again and again.
    """
    started = time.monotonic()
    if kernel_finals(rules, colours=colours) is None:
        raise OptionError(f"an estimate for {rules.name}: expected a game of one phase, the kernel and at most 11×11")
    size = -(-samples // BATCHES)

    def tasks() -> Iterator[_Task]:
        """Give each batch the time that is left when it is begun."""
        for number in range(BATCHES):
            left = math.inf if time_limit is None or number < 2 else time_limit - (time.monotonic() - started)
            yield _Task(rules, colours, size, (seed << 32) + number, left)

    batches: list[_Batch] = []
    with closing(run_tasks_in_order(_draw, tasks(), workers=min(workers, BATCHES), scheduler=scheduler)) as drawn:
        for _, batch in drawn:
            if batch is None:
                break
            batches.append(batch)
            if progress is not None:
                progress(Progress(size * len(batches), size * BATCHES))
    return _summary(batches, time.monotonic() - started)


@dataclass(frozen=True)
class _Task:
    """A batch of random games: its number of games, its seed, and how many seconds it may take."""

    rules: Rules
    colours: bool
    size: int
    seed: int
    time_limit: float


def _draw(task: _Task) -> _Batch | None:
    """Play one batch; None if the time ran out."""
    finals = kernel_finals(task.rules, colours=task.colours)
    if finals is None:
        raise OptionError("engine kernel: it was not built on the worker that plays the games")
    rows = finals.enumeration.draw(task.size, task.seed, seconds=task.time_limit) if task.time_limit > 0 else []
    if len(rows) < task.size:
        return None
    drawn = np.array(rows, dtype=[("log_weight", np.float64), ("pieces", np.int64)])
    return _Batch(drawn["log_weight"], drawn["pieces"])


def _summary(batches: list[_Batch], seconds: float) -> CountEstimate:
    logs = np.concatenate([batch.log_weights for batch in batches])
    pieces = np.concatenate([batch.pieces for batch in batches])
    scale = float(logs.max())  # squares of weights may be too large for a double; those of ratios are not
    weights = np.array([math.exp(log) for log in (logs - scale).tolist()])
    total = math.fsum(weights)
    mean = total / len(weights)
    relative = relative_error(batch_means(weights, len(batches)))
    count = math.exp(scale) * mean
    reach = math.exp(T_QUANTILE * relative)
    return CountEstimate(
        count,
        (count / reach, count * reach),
        relative,
        {
            int(number): math.exp(scale) * math.fsum(weights[pieces == number]) / len(weights)
            for number in np.unique(pieces)
        },
        len(weights),
        effective_samples(weights),
        float(weights.max()) / total,
        seconds,
        len(batches) == BATCHES,
    )


def batch_means(weights: npt.NDArray[np.float64], batches: int) -> list[float]:
    """Return the mean of each of some batches of equal size."""
    return [fmean(batch) for batch in np.split(weights, batches)]


def relative_error(means: list[float]) -> float:
    """Return the standard error of the mean of batches, as a part of it."""
    return stdev(means) / math.sqrt(len(means)) / fmean(means)


def effective_samples(weights: npt.NDArray[np.float64]) -> float:
    """Return how many equal weights would have the same relative error (Kish)."""
    return math.fsum(weights) ** 2 / math.fsum(weights**2)
