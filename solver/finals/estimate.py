"""An estimate of the number of finished positions, from random games.

It has no bias, and an interval. Knuth ("Estimating the efficiency of backtrack programs",
Mathematics of Computation 29, 1975) counts the leaves of a tree by random descents: the product of
the numbers of branches met is an unbiased estimate. A finished position is the end of one game for
each legal order of its pieces, so here that product is divided by the number of orders (in Wythe
only those that go level by level, like the random games). The mean of these weights over all random
games is the number of finished positions, as sets of placements.

The weights are far from normal: few games contribute much of the mean. So the interval is computed
from means of batches on a logarithmic scale. Its quality is measured by the effective number of
samples (Kish): that many equal weights would have the same relative error.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field

from pydantic import computed_field

from litslab.games.errors import OptionError, check_number, check_time_limit
from litslab.games.rules import Rules
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.jobs.work_options import check_seed, check_workers
from litslab.solver.finals.kernel import kernel_finals
from litslab.solver.statistics import batch_means, effective_samples, relative_error, t_quantile

BATCHES = 32
"""The number of independent batches of games."""

FEWEST_EFFECTIVE = 200
"""The fewest effective samples for a reliable interval; with fewer it is too narrow."""


@dataclass(frozen=True)
class CountEstimate:
    """An estimated number of finished positions."""

    count: float
    """The estimate."""
    interval: tuple[float, float]
    """The 95 % confidence interval."""
    relative_error: float
    """The standard error, relative to the estimate."""
    by_pieces: dict[int, float] = field(hash=False)
    """The estimated number of positions by number of pieces, the fewest first."""
    samples: int
    """Random games."""
    effective_samples: float
    """The number of games of equal weight with the same information: the squared sum of weights by
    the sum of squares.
    """
    largest_share: float
    """The largest contribution of a single game to the estimate."""
    seconds: float
    """Wall-clock time."""
    complete: bool
    """Whether all requested games were played."""

    @computed_field
    @property
    def reliable(self) -> bool:
        """Return whether enough games contribute to the estimate for the interval to be
        reliable.
        """
        return self.effective_samples >= FEWEST_EFFECTIVE


def estimate(
    rules: Rules,
    samples: int,
    *,
    seed: int,
    colours: bool = True,
    time_limit: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress = ignore_progress,
) -> CountEstimate:
    """Estimate the number of finished positions of a game from random games; Ctrl-C keeps two
    batches or more.

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
        If a number is out of range, the kernel is missing, the board is too large, or it is a
        double game.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    """
    started = time.monotonic()
    check_number("samples", samples, 1)
    check_seed(seed)
    check_workers(workers, scheduler)
    check_time_limit(time_limit)
    if kernel_finals(rules, colours=colours) is None:
        raise OptionError(
            f"an estimate for {rules.name}: expected a game of one phase, the kernel and at most "
            "11×11"
        )
    size = -(-samples // BATCHES)

    def tasks() -> Iterator[_Task]:
        """Yield the batches; each has the time that is left when it is begun."""
        for number in range(BATCHES):
            left = math.inf
            if time_limit is not None and number >= 2:
                left = time_limit - (time.monotonic() - started)
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
"""A batch of random games: the game, whether colours count, the number of games, the seed, and the
time limit.
"""


def _draw(task: _Task) -> list[tuple[float, int]] | None:
    """Play one batch; return the logarithm of the weight and the pieces of each game, None if the
    time ran out.
    """
    rules, colours, size, seed, time_limit = task
    finals = kernel_finals(rules, colours=colours)
    if finals is None:
        raise OptionError("engine kernel: it was not built on the worker that plays the games")
    if time_limit <= 0:
        return None
    rows = finals.enumeration.draw(size, seed, seconds=time_limit)
    return rows if len(rows) == size else None


def _summary(batches: list[list[tuple[float, int]]], seconds: float) -> CountEstimate:
    games = [game for batch in batches for game in batch]
    # Squares of weights may overflow a double; those of ratios do not.
    scale = max(log for log, _ in games)
    weights = [math.exp(log - scale) for log, _ in games]
    by_pieces: dict[int, list[float]] = {}
    for weight, (_, pieces) in zip(weights, games, strict=True):
        by_pieces.setdefault(pieces, []).append(weight)
    total = math.fsum(weights)
    relative = relative_error(batch_means(weights, len(batches)))
    count = math.exp(scale) * (total / len(weights))
    reach = math.exp(t_quantile(len(batches) - 1) * relative)
    counts_by_pieces = {
        pieces: math.exp(scale) * math.fsum(found) / len(weights)
        for pieces, found in sorted(by_pieces.items())
    }
    return CountEstimate(
        count=count,
        interval=(count / reach, count * reach),
        relative_error=relative,
        by_pieces=counts_by_pieces,
        samples=len(weights),
        effective_samples=effective_samples(weights),
        largest_share=max(weights) / total,
        seconds=seconds,
        complete=len(batches) == BATCHES,
    )
