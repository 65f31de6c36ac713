"""In how many ways a position can have come about: which of its pieces can have been placed last.

A random game reaches a set of k pieces in one of the orders in which they can be placed. Let b₁, …, bₖ be the numbers
of legal placements that it met, and rᵢ how many of the first i pieces can have been the last of them: those without
which the rest is a position in which they are legal. Taking back such a piece at random, again and again, gives each
order of the set some probability, and this order 1/(r₁·…·rₖ); over all orders these probabilities sum to 1. So the mean
of b₁·…·bₖ/(r₁·…·rₖ) over random games is the number of positions with k pieces: an unbiased estimate, as importance
sampling with an auxiliary backward kernel is (P. Del Moral, A. Doucet and A. Jasra, "Sequential Monte Carlo
samplers", 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from litslab.games.placements import Placement
from litslab.games.position import Rules


def lasts(rules: Rules, placements: Iterable[Placement]) -> Iterator[int]:
    """Yield after each placement of a game how many pieces can have been placed last.

    In a double game that is one of the second phase as soon as one of them is placed.
    """
    counts = [(phase.begins_at, phase.last_placed()) for phase in rules.phases]
    for placement in placements:
        _, count = max((each for each in counts if each[0] <= placement.index), key=lambda each: each[0])
        yield count.add(placement)
