"""What an analysis of groups finds: the groups of each colour, and how the pieces touch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx

from litslab.games.board_view import Scoring
from litslab.games.notebook import Drawable
from litslab.games.placements import Placement
from litslab.games.position import Position


@dataclass(frozen=True)
class Group:
    """A connected group of squares of one colour.

    Attributes
    ----------
    squares : int
        The set of its squares.
    articulations : int
        The squares without any one of which it would fall apart.
    safe : int
        The squares that nothing can cover any more; in the first phase of a double game, nothing of that phase.
    growth : int
        The open squares beside it that could still take its colour.
    potential : int
        A bound on its size: the squares of its colour that are connected with it once every open square has its
        colour, and of those open squares as many as pieces that still fit can bring.
    """

    squares: int
    articulations: int
    safe: int
    growth: int
    potential: int

    @property
    def size(self) -> int:
        """The number of squares; in Wythe of stacks."""
        return self.squares.bit_count()


@dataclass(frozen=True)
class Join:
    """An open square that would join groups of one colour.

    Attributes
    ----------
    square : int
        The square.
    groups : tuple of int
        The numbers of the groups, the largest first.
    size : int
        How large the group would be that came of it.
    """

    square: int
    groups: tuple[int, ...]
    size: int


@dataclass(frozen=True)
class ColourGroups:
    """All groups of one colour.

    Attributes
    ----------
    colour : str
        What the squares show: ``light``, ``X``, ``black`` ….
    side : int
        The side that they score for.
    diagonal : bool
        Whether squares that share only a corner are connected.
    scoring : str
        How the groups score.
    counted : int
        How many of the largest groups are added up, where that is the scoring.
    groups : tuple of Group
        The largest first.
    joins : tuple of Join
        The open squares that would join groups, the most useful first.
    cut : int
        The smallest set of squares without which the largest group would fall apart, as evenly as one square can do
        it; 0 where no set does, as all of its squares are connected with each other.
    phase : int
        The phase of the game that it belongs to.
    """

    colour: str
    side: int
    diagonal: bool
    scoring: Scoring
    counted: int
    groups: tuple[Group, ...]
    joins: tuple[Join, ...]
    cut: int
    phase: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the groups, the largest first."""
        return tuple(group.size for group in self.groups)

    @property
    def score(self) -> int:
        """What the groups score by themselves; Wythe compares both colours, so there it is 0."""
        match self.scoring:
            case "largest":
                return sum(self.sizes[: self.counted])
            case "second":
                return self.sizes[1] if len(self.sizes) > 1 else 0
            case "all":
                return sum(self.sizes)
            case _:
                return 0


@dataclass(frozen=True)
class GroupAnalysis(Drawable):
    """The groups of a position, and how its pieces lie.

    Attributes
    ----------
    position : Position
        The position.
    colours : tuple of ColourGroups
        The groups, by colour: two of each phase.
    pieces : networkx.Graph
        The pieces on the board as nodes (`Placement`), with an edge where one touches another (``kind="beside"``: they
        share an edge of a square on one level) or lies on it (``kind="on"``). It follows from the position, so it is
        not compared.
    """

    position: Position
    colours: tuple[ColourGroups, ...]
    pieces: nx.Graph = field(compare=False)

    @cached_property
    def scores(self) -> tuple[int, int]:
        """The scores that follow from the groups: those of the rules, which say them alone where no groups matter."""
        if not self.colours:
            return self.position.scores()
        if all(each.scoring == "uneven" for each in self.colours):
            first, second = (Counter(each.sizes) for each in self.colours)
            return max(first - second, default=0), max(second - first, default=0)
        totals = [0, 0]
        for each in self.colours:
            totals[each.side] += each.score
        return totals[0], totals[1]

    def scoring_groups(self, colour: ColourGroups) -> tuple[Group, ...]:
        """Return the groups that make the score of a colour; none where every group does, so that none stands out."""
        match colour.scoring:
            case "largest":
                return colour.groups[: colour.counted]
            case "second":
                return colour.groups[1:2]
            case "uneven":
                return tuple(group for group in colour.groups if group.size == self.scores[colour.side])
            case _:
                return ()

    @property
    def key_pieces(self) -> tuple[Placement, ...]:
        """The pieces without any one of which the others would not be connected, in the order of the table."""
        return tuple(sorted(nx.articulation_points(self.pieces), key=lambda placement: placement.index))
