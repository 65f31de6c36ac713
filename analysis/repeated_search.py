"""Estimates with their noise: the same position searched several times, each time with other random
numbers.

A single Monte-Carlo search gives no error. The spread of independent searches gives an interval,
and their mean is a better estimate than each of them ("root parallelization", G. Chaslot, M.
Winands and J. van den Herik, "Parallel Monte-Carlo tree search", 2008).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass
from statistics import fmean, stdev

from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.solver.advice.even_openings import even_openings
from litslab.solver.advice.playouts import play_out
from litslab.solver.statistics import t_quantile


def swap_renames(position: Position) -> bool:
    """Return whether a game's swap exchanges the players and leaves the values of the sides as they
    are.
    """
    return position.rules.has_swap and not position.rules.swap_changes_value


def swap_is_open(position: Position) -> bool:
    """Return whether the player to move may exchange the players, and so take the better side."""
    return position.can_exchange_players and not position.is_over


def value_for_first_player(position: Position, value: int) -> int:
    """Turn a value from the first side's view into one from the first player's, who faces any swap
    that is open.
    """
    if not swap_renames(position):
        return value
    if swap_is_open(position):
        return -abs(value)
    return -value if position.swapped else value


def share_for_first_player(position: Position, share: float) -> float:
    """Turn the first side's expected share of wins into the first player's; a part for the margin
    may exceed 0 or 1.
    """
    share = min(1.0, max(0.0, share))
    if not swap_renames(position):
        return share
    if swap_is_open(position):
        return min(share, 1 - share)
    return 1 - share if position.swapped else share


REPEATS = 4
"""Independent searches in an estimate."""


@dataclass(frozen=True)
class Searched:
    """Results of repeated searches of a position, from the first player's view.

    Attributes
    ----------
    shares : tuple of float
        The first player's expected share of wins, by search; one number if the game is over.
    playouts : int
        Random games in each search, if the time sufficed.
    move : Move or None
        The move that the searches tried most often; None if the game is over.
    choices : tuple of Move
        The choice of each search.
    """

    shares: tuple[float, ...]
    playouts: int = 0
    move: Move | None = None
    choices: tuple[Move, ...] = ()

    @property
    def mean(self) -> float:
        """The estimate."""
        return fmean(self.shares)

    @property
    def half_width(self) -> float:
        """Half of the estimate's 95 % interval, by the t distribution; 0 if the game is over."""
        if len(self.shares) < 2:
            return 0.0
        count = len(self.shares)
        return t_quantile(count - 1) * stdev(self.shares) / math.sqrt(count)


@dataclass(frozen=True)
class Difference:
    """The difference of two estimates, with half of its 95 % interval."""

    size: float
    half_width: float

    @property
    def is_noise(self) -> bool:
        """True if 0 is in the interval, so that the estimates may be equal."""
        return abs(self.size) <= self.half_width


def difference(first: Searched, second: Searched) -> Difference:
    """Return how much the first estimate exceeds the second; their noises are independent."""
    return Difference(first.mean - second.mean, math.hypot(first.half_width, second.half_width))


def search_repeatedly(
    position: Position,
    rng: random.Random,
    *,
    playouts: int,
    seconds: float,
    repeats: int = REPEATS,
    also: Move | None = None,
) -> Searched:
    """Estimate by several searches the first player's share of wins and the best move.

    Parameters
    ----------
    position : Position
        The position. If a swap may follow its first placement, only moves are found, and no shares.
    rng : random.Random
        Source of randomness.
    playouts : int
        Random games in each search.
    seconds : float
        Time limit for all searches together.
    repeats : int
        Number of searches.
    also : Move, optional
        An opening that is searched in any case if a swap may follow it.
    """
    if position.is_over:
        value = value_for_first_player(position, position.outcome().value)
        return Searched((float(value > 0),))
    if position.swap_follows:
        tried = [
            even_openings(position, rng, playouts=playouts, time_limit=seconds / repeats, also=also)
            for _ in range(repeats)
        ]
        worth = sum((Counter(each) for each in tried), Counter[Move]())
        chosen = tuple(max(each, key=lambda move: each[move]) for each in tried)
        best = max(chosen, key=lambda move: worth[move])
        return Searched((), playouts, best, chosen)
    games: Counter[Move] = Counter()
    shares = []
    choices = []
    for _ in range(repeats):
        found = play_out(position, rng, playouts=playouts, time_limit=seconds / repeats)
        games.update({each.move: each.playouts for each in found})
        shares.append(found[0].share)
        choices.append(SWAP if swap_is_open(position) and found[0].share > 0.5 else found[0].move)
    swaps = swap_is_open(position) and fmean(shares) > 0.5
    move = SWAP if swaps else games.most_common(1)[0][0]
    shares = [share_for_first_player(position, share) for share in shares]
    return Searched(tuple(shares), playouts, move, tuple(choices))
