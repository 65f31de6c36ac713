"""The groups of a position as graphs: what holds them together, what would split them, what they can still become.

Each game connects squares in its own way. What is grouped:

* TAIJI: light and dark squares that share an edge; the largest groups score.
* Battle of LITS: visible symbols that share an edge; all of them score, so the groups tell how they lie, not more.
* TAILITS: black and white squares that share an edge or a corner; the largest or second-largest group scores.
* Wythe: stacks of one colour that share an edge; the sizes decide.
* The double games: the groups of both phases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

import networkx as nx

from litslab.games.battle_of_lits import BattleOfLitsPosition
from litslab.games.double_games import TaijiBattlePosition, TailitsTaijiPosition
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.taiji import Packing, TaijiPosition
from litslab.games.tailits import TailitsPosition, layout_colours
from litslab.games.tetrominoes import Layout
from litslab.games.wythe import WythePosition

Scoring = Literal["largest", "second", "all", "uneven"]
"""How groups score: the sum of the largest, the second-largest alone, all, or Wythe's comparison of sizes."""


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
        A bound on its size: all squares that are connected with it once every open square has its colour.
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
    """

    colour: str
    side: int
    diagonal: bool
    scoring: Scoring
    counted: int
    groups: tuple[Group, ...]
    joins: tuple[Join, ...]
    cut: int

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
class GroupAnalysis:
    """The groups of a position, and how its pieces lie.

    Attributes
    ----------
    position : Position
        The position.
    colours : tuple of ColourGroups
        The groups, by colour: two of each phase.
    pieces : networkx.Graph
        The pieces on the board as nodes (`Placement`), with an edge where one touches another (``kind="beside"``: they
        share an edge of a square on one level) or lies on it (``kind="on"``).
    """

    position: Position
    colours: tuple[ColourGroups, ...]
    pieces: nx.Graph

    def _repr_svg_(self) -> str:
        """Draw the position with its groups marked in a notebook."""
        from litslab.analysis.groups_picture import draw_groups  # noqa: PLC0415 - only pictures need it

        return draw_groups(self)

    @cached_property
    def scores(self) -> tuple[int, int]:
        """The scores that follow from the groups: those of the rules."""
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
        """The pieces without any one of which the others would not hang together, in the order of the table."""
        return tuple(sorted(nx.articulation_points(self.pieces), key=lambda placement: placement.index))


def square_graph(board: Board, squares: int, *, diagonal: bool = False) -> nx.Graph:
    """Return a set of squares as a graph in which neighbours are joined.

    Parameters
    ----------
    board : Board
        The board.
    squares : int
        The set.
    diagonal : bool
        Whether squares that share only a corner are neighbours too.
    """
    spread = board.surrounding if diagonal else board.adjacent
    graph = nx.Graph()
    for square in bits(squares):
        graph.add_node(square, name=board.name(square))
        graph.add_edges_from((square, other) for other in bits(spread(1 << square) & squares) if other < square)
    return graph


def analyse(position: Position) -> GroupAnalysis:
    """Return the groups of a position of any game, and the graph of its pieces.

    Parameters
    ----------
    position : Position
        The position.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.groups(ll.load("docs/examples/taiji-9.toml").position())
    >>> len(found.pieces.nodes)
    35
    """
    return GroupAnalysis(position, tuple(_colours(position)), piece_graph(position))


def piece_graph(position: Position) -> nx.Graph:
    """Return the pieces on the board as a graph: which touches which, and which lies on which."""
    board = position.rules.board
    graph = nx.Graph()
    pieces = position.placements
    heights = _heights(position)
    graph.add_nodes_from(pieces)
    for first, second in combinations(pieces, 2):
        if heights[first] == heights[second]:
            if board.adjacent(first.mask) & second.mask:
                graph.add_edge(first, second, kind="beside")
        elif abs(heights[first] - heights[second]) == 1 and first.mask & second.mask:
            graph.add_edge(first, second, kind="on")
    return graph


def _heights(position: Position) -> dict[Placement, int]:
    """Return on which level each piece lies: in the double games the second phase lies on the first."""
    match position:
        case TailitsTaijiPosition():
            first_phase = len(position.rules.tetrominoes)
            covered = position.layout.covered
            # A taijitu beside the tetrominoes lies on the board, as they do.
            return {p: int(p.index >= first_phase and bool(p.mask & covered)) for p in position.placements}
        case TaijiBattlePosition():
            first_phase = len(position.rules.taijitus)
            return {p: int(p.index >= first_phase) for p in position.placements}
        case _:
            return {p: p.level for p in position.placements}


def _colours(position: Position) -> Iterable[ColourGroups]:
    board, protected = position.rules.board, position.protected
    match position:
        case TaijiPosition():
            yield from _of_packing(position.packing, position.rules.groups or 1, (0, 1))
        case BattleOfLitsPosition():
            covered = position.layout.covered
            for side, marks in enumerate(position.rules.marks):
                yield _colour(board, "XO"[side], side, marks & ~covered, scoring="all", safe=protected)
        case TailitsPosition():
            yield from _of_layout(position.layout, position.rules.scoring)
        case WythePosition():
            for side, colour in enumerate(position.rules.sides):
                squares = mask_of(s for s in range(board.size) if position.colour(s) == side)
                open_squares = board.all & ~protected & ~squares
                yield _colour(board, colour, side, squares, scoring="uneven", safe=protected, free=open_squares)
        case TailitsTaijiPosition():
            yield from _of_layout(position.layout, position.rules.scoring)
            # Black plays the dark halves.
            yield from _of_packing(position.packing, position.rules.groups or 1, (1, 0))
        case TaijiBattlePosition():
            yield from _of_packing(position.packing, position.rules.groups or 1, (0, 1))
            # The rules count the visible squares from the first taijitu on.
            covered = position.layout.covered
            for number, squares in enumerate((position.packing.light, position.packing.dark)):
                name = f"visible {('light', 'dark')[number]}"
                side = number ^ position.white_person
                yield _colour(board, name, side, squares & ~covered, scoring="all", safe=protected)
        case _:
            raise TypeError(f"no groups of {position.rules.name}")


def _of_packing(packing: Packing, counted: int, sides: tuple[int, int]) -> Iterable[ColourGroups]:
    """Yield the groups of taijitus; `sides` are those of light and of dark."""
    table = packing.table
    possible = list(table.of(packing.remaining))
    free = mask_of({square for placement in possible for square in placement.squares})
    for side, colour, squares in zip(sides, ("light", "dark"), (packing.light, packing.dark), strict=True):
        yield _colour(table.board, colour, side, squares, scoring="largest", counted=counted, safe=squares, free=free)


def _of_layout(layout: Layout, scoring: str) -> Iterable[ColourGroups]:
    """Yield the groups of two-coloured tetrominoes."""
    open_to = [0, 0]
    for placement in layout.table.of(layout.reachable):
        open_to[0] |= placement.black or 0
        open_to[1] |= placement.white
    kind: Scoring = "second" if scoring == "second" else "largest"
    for side, squares in enumerate(layout_colours(layout)):
        yield _colour(
            layout.table.board, ("black", "white")[side], side, squares,
            diagonal=True, scoring=kind, counted=1, safe=squares, free=open_to[side],
        )  # fmt: skip


def _colour(
    board: Board,
    colour: str,
    side: int,
    squares: int,
    *,
    diagonal: bool = False,
    scoring: Scoring,
    counted: int = 0,
    safe: int,
    free: int = 0,
) -> ColourGroups:
    """Analyse the groups of one colour; `free` are the squares that could still take it."""
    graph = square_graph(board, squares, diagonal=diagonal)
    whole = square_graph(board, squares | free, diagonal=diagonal)
    potential = {square: len(part) for part in nx.connected_components(whole) for square in part}
    spread = board.surrounding if diagonal else board.adjacent
    found = []
    articulations = mask_of(nx.articulation_points(graph))
    for part in nx.connected_components(graph):
        mask = mask_of(part)
        found.append(Group(mask, mask & articulations, mask & safe, spread(mask) & free, potential[next(iter(part))]))
    found.sort(key=lambda group: (-group.size, group.squares & -group.squares))
    cut = _cut(graph.subgraph(bits(found[0].squares))) if found else 0
    return ColourGroups(colour, side, diagonal, scoring, counted, tuple(found), _joins(found), cut)


def _joins(groups: list[Group]) -> tuple[Join, ...]:
    """Return the open squares that two groups or more could grow to, the largest result first."""
    beside: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for square in bits(group.growth):
            beside.setdefault(square, []).append(number)
    joins = [
        Join(square, tuple(numbers), 1 + sum(groups[number].size for number in numbers))
        for square, numbers in beside.items()
        if len(numbers) > 1
    ]
    return tuple(sorted(joins, key=lambda join: (-join.size, join.square)))


def _cut(group: nx.Graph) -> int:
    """Return the fewest squares without which a group falls apart; 0 where all of them are neighbours of each other."""
    count = len(group)
    if group.number_of_edges() == count * (count - 1) // 2:
        return 0
    single = sorted(nx.articulation_points(group))
    if not single:
        fewest: set[int] = nx.minimum_node_cut(group)
        return mask_of(fewest)

    def largest_rest(square: int) -> int:
        rest = group.subgraph(other for other in group if other != square)
        return max(len(part) for part in nx.connected_components(rest))

    most_even: int = min(single, key=largest_rest)
    return 1 << most_even
