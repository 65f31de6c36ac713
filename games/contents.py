"""What a picture shows, on paper as on a terminal: what lies on the squares, and what is said beneath."""

from __future__ import annotations

from dataclasses import dataclass

from games.battle_of_lits import BattleOfLitsPosition
from games.double_games import TaijiBattlePosition, TailitsTaijiPosition
from games.geometry import mask_of
from games.placements import Placement
from games.position import Position
from games.taiji import TaijiPosition
from games.tailits import TailitsPosition, layout_colours
from games.wythe import WythePosition

CONSTRUCTED = "constructed: no game leads here"
"""What every text says of a position whose side to move or half point no game leads to."""


@dataclass(frozen=True)
class Contents:
    """What lies on the squares of a position, in the words that all games share.

    Attributes
    ----------
    tetrominoes, taijitus : tuple of Placement
        The pieces on the board; Wythe has its stacks instead.
    taijitus_above : bool
        Whether taijitus lie on tetrominoes rather than beneath them.
    crosses, rings : int
        The squares that bear X and O, covered or not.
    dead : int
        The protected squares that deserve a mark: `Position.protected` without squares that a taijitu occupies and
        that nothing ever covers anyway. None when the game is over: a mark on every square would say nothing.
    dark : int
        The squares that look dark: black or dark, and not covered.
    """

    tetrominoes: tuple[Placement, ...] = ()
    taijitus: tuple[Placement, ...] = ()
    taijitus_above: bool = False
    crosses: int = 0
    rings: int = 0
    dead: int = 0
    dark: int = 0

    @property
    def covered(self) -> int:
        """The squares under tetrominoes."""
        return sum(placement.mask for placement in self.tetrominoes)  # they never overlap


def contents(position: Position) -> Contents:
    """Return what lies on the squares of a position of any game.

    Raises
    ------
    TypeError
        If the game is none of the six.
    """
    protected = 0 if position.is_over else position.protected
    match position:
        case TaijiPosition():
            packing = position.packing
            occupied = packing.light | packing.dark
            return Contents(taijitus=position.placements, dead=protected & ~occupied, dark=packing.dark)
        case BattleOfLitsPosition():
            crosses, rings = position.rules.marks
            return Contents(position.placements, crosses=crosses, rings=rings, dead=protected)
        case TailitsPosition():
            black, _ = layout_colours(position.layout)
            return Contents(position.placements, dead=protected, dark=black)
        case WythePosition():
            black = mask_of(square for square, _ in enumerate(position.tops) if position.colour(square) == 0)
            return Contents(dead=protected, dark=black)
        case TailitsTaijiPosition():
            packing, layout = position.packing, position.layout
            occupied = packing.light | packing.dark
            black, _ = layout_colours(layout)
            tetrominoes, taijitus = layout.table.of(layout.placed), packing.table.of(packing.placed)
            dark = packing.dark | (black & ~occupied)
            return Contents(tuple(tetrominoes), tuple(taijitus), True, dead=protected & ~occupied, dark=dark)
        case TaijiBattlePosition():
            packing, layout = position.packing, position.layout
            occupied = 0 if position.second_phase else packing.light | packing.dark
            tetrominoes, taijitus = layout.table.of(layout.placed), packing.table.of(packing.placed)
            dark = packing.dark & ~layout.covered
            return Contents(tuple(tetrominoes), tuple(taijitus), dead=protected & ~occupied, dark=dark)
        case _:
            raise TypeError(f"no picture of a {type(position).__name__}")


def caption(position: Position) -> tuple[str, ...]:
    """Return what is to be said beneath a position: the game, whose turn it is or who won, and the scores.

    Last, where no game leads to the position, that it is constructed.
    """
    title = position.rules.title
    marks = (CONSTRUCTED,) if position.constructed else ()
    if position.is_over:
        return title, str(position.outcome()), *marks
    turn = f"{position.side} to move"
    if isinstance(position, TaijiBattlePosition) and position.swapped:
        # After the swap a side, that is a person, plays the other colour.
        turn += f" as {position.rules.sides[position.colour_to_move]}"
    if position.can_swap:
        turn += " (or swap)"
    scores = ", ".join(f"{side} {score}" for side, score in zip(position.rules.sides, position.scores(), strict=True))
    return title, turn, scores, *marks
