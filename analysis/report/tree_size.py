"""Sizes of game trees: estimates from random games with intervals, a bound without assumptions, and
proved bounds.

A random game whose positions had b₁, b₂, … legal placements stands for b₁·b₂·… games: the mean of
these products over random games is an unbiased estimate of the number of games (D. E. Knuth,
"Estimating the efficiency of backtrack programs", 1975). The products are far from normal, so the
interval is one of means of batches on a logarithmic scale.

The lower bound is C. Gomes, J. Hoffmann, A. Sabharwal and B. Selman's ("From sampling to model
counting", 2007): by Markov's inequality a batch's mean exceeds α times the truth with a probability
below 1/α, and all t independent batches do so with one below α^-t. So the least of them, divided by
the t-th root of 20, is below the truth with 95 % confidence whatever the distribution.

The number of positions follows from the pieces that can have been placed last.

A random game reaches a set of k pieces in one of the orders in which they can be placed. Let b₁, …,
bₖ be the numbers of legal placements that it met, and rᵢ how many of the first i pieces can have
been the last of them: those without which the rest is a position in which they are legal. Taking
back such a piece at random, again and again, gives each order of the set some probability, and this
order 1/(r₁·…·rₖ); over all orders these probabilities sum to 1. So the mean of b₁·…·bₖ/(r₁·…·rₖ)
over random games is the number of positions with k pieces: an unbiased estimate, as importance
sampling with an auxiliary backward kernel is (P. Del Moral, A. Doucet and A. Jasra, "Sequential
Monte Carlo samplers", 2006).

Proved upper bounds on the numbers of games and positions follow from the squares alone.

After k pieces of s squares each, n - sk squares are free. A placement that is still possible covers
s free squares, so the placements that are left are at most 1/s of the sum, over the free squares,
of how many placements cover each; and that is largest where the squares that most placements cover
are free. The product over k bounds the games. A set of k pieces is the end of k! orders of disjoint
pieces, whatever else the rules demand, so the sum of the products divided by k! bounds the
positions.

In Wythe pieces lie on pieces: every piece keeps a bit uncovered, so there are at most as many
pieces as squares; at any time the possible placements are at most those of the bare board, as each
pair of adjacent stacks has one height; and a position is a set of disjoint dominoes on each level.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from litslab.analysis.runs.file import RunFile
from litslab.games.phase import Phase
from litslab.games.placements import Placement, PlacementTable
from litslab.games.rules import Rules
from litslab.solver.finals.estimate import BATCHES
from litslab.solver.statistics import batch_means, effective_samples, relative_error, t_quantile


def lasts(rules: Rules, placements: Iterable[Placement]) -> Iterator[int]:
    """Yield after each placement of a game the number of pieces that can have been placed last.

    In a double game these are pieces of the second phase once it has any.
    """
    counts = [(phase.begins_at, phase.last_placed()) for phase in rules.phases]
    for placement in placements:
        begun = [each for each in counts if each[0] <= placement.index]
        _, count = max(begun, key=lambda each: each[0])
        yield count.add(placement)


@dataclass(frozen=True)
class TreeSize:
    """An estimated number; all sizes are decimal logarithms.

    Attributes
    ----------
    size : float
        The estimate.
    low, high : float
        The 95 % confidence interval, if the batches are approximately normal.
    surely : float
        A lower bound with 95 % confidence without assumptions.
    effective : float
        The effective sample size (Kish).
    samples : int
        The number of weights.
    """

    size: float
    low: float
    high: float
    surely: float
    effective: float
    samples: int


def game_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game the decimal logarithm of the number of games it stands for."""
    branching = run.collect(run.scan().select("branching")).to_series()
    return np.array([math.log10(math.prod(each)) for each in branching.to_list()])


def position_logs(run: RunFile) -> NDArray[np.float64]:
    """Return for each random game, which has its moves, the logarithm of the number of positions it
    stands for.
    """
    rows = run.collect(run.scan().select("moves", "branching"))
    table = run.rules.table
    games = (
        (lasts(run.rules, (table[move] for move in moves)), branching)
        for moves, branching in rows.iter_rows()
    )
    return np.array([log_of_positions(*each) for each in games])


def log_of_positions(last: Iterable[int], branching: Iterable[int]) -> float:
    """Return the decimal logarithm of 1 + b₁/r₁ + b₁·b₂/(r₁·r₂) + …: the bare board counts too.

    Examples
    --------
    >>> round(10 ** log_of_positions([1, 2], [8, 2]))
    17
    """
    steps = [
        math.log10(many) - math.log10(came) for came, many in zip(last, branching, strict=True)
    ]
    return _log_of_sum([0.0, *accumulate(steps)])


def _log_of_sum(logs: Sequence[float]) -> float:
    scale = max(logs)
    return scale + math.log10(sum(10 ** (each - scale) for each in logs))


def tree_size(logs: NDArray[np.float64]) -> TreeSize | None:
    """Return the mean of weights whose decimal logarithms are given in the order drawn; None if
    there are fewer than two per batch.
    """
    if len(logs) < 2 * BATCHES:
        return None
    kept = logs[: len(logs) // BATCHES * BATCHES]
    scale = float(kept.max())
    weights = [10**log for log in (kept - scale).tolist()]
    means = batch_means(weights, BATCHES)
    reach = t_quantile(BATCHES - 1) * relative_error(means) / math.log(10)
    middle = scale + math.log10(fmean(means))
    surely = scale + math.log10(min(means)) - math.log10(20) / BATCHES
    return TreeSize(
        size=middle,
        low=middle - reach,
        high=middle + reach,
        surely=surely,
        effective=effective_samples(weights),
        samples=len(kept),
    )


@dataclass(frozen=True)
class UpperBounds:
    """Upper bounds.

    Attributes
    ----------
    length : int
        The most placements of a game.
    games, positions : float
        Decimal logarithms of the bounds; a position is a set of placements.
    """

    length: int
    games: float
    positions: float


def upper_bounds(rules: Rules) -> UpperBounds:
    """Return upper bounds for a game."""
    found = [_of_phase(phase) for phase in rules.phases]
    return UpperBounds(
        sum(each.length for each in found),
        sum(each.games for each in found),
        sum(each.positions for each in found),
    )


def _of_phase(phase: Phase) -> UpperBounds:
    return _of_pieces(phase.table) if phase.levels == 1 else _of_stacks(phase)


def _of_pieces(table: PlacementTable) -> UpperBounds:
    """Return the bounds for disjoint pieces of one size."""
    squares = len(table[0].squares) if len(table) else 1
    covered = sorted((members.bit_count() for members in table.covering), reverse=True)
    games = 0.0
    by_pieces = [0.0]
    for placed in range(Phase("", table).most_pieces):
        left = sum(covered[: table.board.size - squares * placed]) // squares
        if not left:
            break
        games += math.log10(left)
        by_pieces.append(games - math.lgamma(placed + 2) / math.log(10))
    return UpperBounds(len(by_pieces) - 1, games, _log_of_sum(by_pieces))


def _of_stacks(phase: Phase) -> UpperBounds:
    one_level = _of_pieces(phase.ground)
    most = phase.most_pieces
    return UpperBounds(
        most, most * math.log10(len(phase.ground)), phase.levels * one_level.positions
    )
