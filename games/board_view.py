"""The content of a board, in terms that all games share: what drawings show."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.placements import Placement


@dataclass(frozen=True)
class Stack:
    """A stack of two-coloured pieces, seen from above.

    Attributes
    ----------
    square : int
        Its position.
    height : int
        Its number of bits.
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
    """The content of a board, in terms that all games share.

    Attributes
    ----------
    tetrominoes : tuple of Placement
        The pieces drawn with the colour and the letter of their shape.
    taijitus : tuple of Placement
        The pieces drawn as a light and a dark half.
    taijitus_above : bool
        Whether the taijitus are on top of the tetrominoes rather than below them.
    stacks : tuple of Stack or None
        The stacks of a game whose pieces pile up; None in other games.
    crosses, rings : int
        The squares that have X and O, covered or not.
    protected : int
        The protected squares to mark: `Position.protected` without squares under taijitus that
        nothing ever covers anyway. Empty when the game is over, because a mark on every square
        would say nothing.
    dark : int
        The visible black or dark squares.
    """

    tetrominoes: tuple[Placement, ...] = ()
    taijitus: tuple[Placement, ...] = ()
    taijitus_above: bool = False
    stacks: tuple[Stack, ...] | None = None
    crosses: int = 0
    rings: int = 0
    protected: int = 0
    dark: int = 0

    @property
    def covered(self) -> int:
        """The squares under tetrominoes."""
        return sum(placement.mask for placement in self.tetrominoes)  # they never overlap
