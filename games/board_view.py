"""What drawings and analyses show of a position: every game describes itself in these terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from litslab.games.placements import Placement

Scoring = Literal["largest", "second", "all", "uneven"]
"""How groups score; see `GroupColour.scoring`."""


@dataclass(frozen=True)
class Stack:
    """A stack of two-coloured pieces, as it is seen from above.

    Attributes
    ----------
    square : int
        Its position.
    height : int
        How many bits it has.
    top : Placement
        The piece whose bit is uppermost.
    dark : bool
        Whether that bit is dark.
    """

    square: int
    height: int
    top: Placement
    dark: bool


@dataclass(frozen=True)
class BoardView:
    """What is on the squares of a position, in terms that all games share.

    Attributes
    ----------
    tetrominoes : tuple of Placement
        The pieces that are drawn with the colour and the letter of their shape.
    taijitus : tuple of Placement
        The pieces that are drawn as a light and a dark half.
    taijitus_above : bool
        Whether the taijitus are on top of the tetrominoes rather than below them.
    stacks : tuple of Stack or None
        The stacks of a game whose pieces pile up; None in the others.
    crosses, rings : int
        The squares that have X and O, covered or not.
    dead : int
        The protected squares that deserve a mark: `Position.protected` without squares that a taijitu occupies and
        that nothing ever covers anyway. None when the game is over: a mark on every square would say nothing.
    dark : int
        The squares that look dark: black or dark, and not covered.
    """

    tetrominoes: tuple[Placement, ...] = ()
    taijitus: tuple[Placement, ...] = ()
    taijitus_above: bool = False
    stacks: tuple[Stack, ...] | None = None
    crosses: int = 0
    rings: int = 0
    dead: int = 0
    dark: int = 0

    @property
    def covered(self) -> int:
        """The squares under tetrominoes."""
        return sum(placement.mask for placement in self.tetrominoes)  # they never overlap


@dataclass(frozen=True)
class GroupColour:
    """The squares of one colour, and how their groups count: what an analysis of groups starts from.

    Attributes
    ----------
    colour : str
        What the squares show: ``light``, ``X``, ``black`` ….
    side : int
        The side that they score for.
    squares : int
        The squares of the colour.
    scoring : str
        How the groups score: the sum of the ``largest``, the ``second`` largest alone, ``all``, or ``uneven``, Wythe's
        comparison of sizes.
    safe : int
        The squares that nothing can cover any more.
    free : int
        The squares that could still take the colour.
    gains : tuple of (int, int)
        The connected regions that pieces can still be placed on, each with a bound on how many squares of the colour
        the pieces there can add.
    most : int or None
        A bound on how many squares of the colour all pieces to come can add; None where `gains` say all.
    counted : int
        How many of the largest groups are added up, where that is the scoring.
    diagonal : bool
        Whether squares that share only a corner are connected.
    phase : int
        The phase of the game that they belong to.
    """

    colour: str
    side: int
    squares: int
    scoring: Scoring
    safe: int
    free: int = 0
    gains: tuple[tuple[int, int], ...] = ()
    most: int | None = None
    counted: int = 0
    diagonal: bool = False
    phase: int = 0
