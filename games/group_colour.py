"""The squares of one colour, and how their groups score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Scoring = Literal["largest", "squares", "products", "second", "all", "uneven"]
"""The ways in which groups score; see `GroupColour.scoring`."""

OF_LARGEST: tuple[Scoring, ...] = ("largest", "squares", "products")
"""The scorings of a number of largest groups."""


def score_of(sizes: Iterable[int], scoring: Scoring) -> int:
    """Return the score of the groups that are scored; a product of no groups is 1.

    Examples
    --------
    >>> [score_of([4, 3], scoring) for scoring in OF_LARGEST]
    [7, 25, 12]
    """
    if scoring == "products":
        return math.prod(sizes)
    return sum(size * size for size in sizes) if scoring == "squares" else sum(sizes)


def score_text(sizes: Sequence[int], scoring: Scoring) -> str:
    """Return how the score comes from the groups that are scored, or the score alone if no sum is
    needed.

    Examples
    --------
    >>> [score_text([4, 3], scoring) for scoring in OF_LARGEST]
    ['4 + 3 = 7', '4² + 3² = 25', '4 × 3 = 12']
    >>> score_text([4], "largest")
    '4'
    """
    score = score_of(sizes, scoring)
    if scoring == "squares" and sizes:
        terms = " + ".join(f"{size}²" for size in sizes)
        return f"{terms} = {score}"
    if len(sizes) < 2:
        return str(score)
    return f"{(' × ' if scoring == 'products' else ' + ').join(map(str, sizes))} = {score}"


@dataclass(frozen=True)
class GroupColour:
    """The squares of one colour and the scoring of their groups, for an analysis of groups.

    Attributes
    ----------
    colour : str
        The name of the colour: ``light``, ``X``, ``black`` ….
    side : int
        The side that they score for.
    squares : int
        The squares of the colour.
    scoring : str
        The scoring: the sum of the ``largest`` groups, the sum of the ``squares`` of their sizes,
        or the product of these (``products``); the ``second`` largest group, ``all`` groups, or
        ``uneven``, Wythe's comparison of sizes.
    protected : int
        The squares of the colour that nothing can cover any more.
    free : int
        The squares that could still take the colour.
    gains : tuple of (int, int)
        The connected regions where pieces can still be placed, each with a bound on the squares of
        the colour that the pieces there can add.
    most : int or None
        A bound on the squares of the colour that all further pieces together can add; None if
        `gains` gives the bound.
    counted : int
        The number of groups that ``largest``, ``squares`` and ``products`` score.
    diagonal : bool
        Whether squares that share only a corner are connected.
    phase : int
        The phase of the game.
    """

    colour: str
    side: int
    squares: int
    scoring: Scoring
    protected: int
    free: int = 0
    gains: tuple[tuple[int, int], ...] = ()
    most: int | None = None
    counted: int = 0
    diagonal: bool = False
    phase: int = 0

    def size_bound(self, reach: int) -> int:
        """Return a bound on the size of a group.

        Parameters
        ----------
        reach : int
            The connected squares around the group that have the colour or could take it.
        """
        gain = sum(most for region, most in self.gains if region & reach)
        if self.most is not None:
            gain = min(gain, self.most)
        return min(reach.bit_count(), (reach & self.squares).bit_count() + gain)
