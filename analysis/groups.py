"""The groups of a position as graphs: what holds them together, what would split them, what they can still become.

Each game connects squares in its own way. What is grouped:

* TAIJI: light and dark squares that share an edge; the largest groups score.
* Battle of LITS: visible symbols that share an edge; all of them score, so the groups tell how they lie, not more.
* TAILITS: black and white squares that share an edge or a corner; the largest or second-largest group scores.
* Wythe: stacks of one colour that share an edge; the sizes decide.
* The double games: the groups of both phases.
"""

from __future__ import annotations

from itertools import combinations

import networkx as nx

from litslab.analysis.group_result import ColourGroups, Group, GroupAnalysis, Join, draw_groups
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.position import Position
from litslab.games.view import GroupColour, register_drawing

register_drawing(GroupAnalysis, draw_groups)


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
    board = position.rules.board
    colours = tuple(_colour(board, each) for each in position.group_colours())
    return GroupAnalysis(position, colours, piece_graph(position))


def piece_graph(position: Position) -> nx.Graph:
    """Return the pieces on the board as a graph: which touches which, and which lies on which."""
    board = position.rules.board
    graph = nx.Graph()
    pieces = position.placements
    heights = {placement: position.level_of(placement) for placement in pieces}
    graph.add_nodes_from(pieces)
    for first, second in combinations(pieces, 2):
        if heights[first] == heights[second]:
            if board.adjacent(first.mask) & second.mask:
                graph.add_edge(first, second, kind="beside")
        elif abs(heights[first] - heights[second]) == 1 and first.mask & second.mask:
            graph.add_edge(first, second, kind="on")
    return graph


def _colour(board: Board, described: GroupColour) -> ColourGroups:
    """Analyse the groups of one colour."""
    squares, free, safe, diagonal = described.squares, described.free, described.safe, described.diagonal
    graph = square_graph(board, squares, diagonal=diagonal)
    whole = square_graph(board, squares | free, diagonal=diagonal)
    potential: dict[int, int] = {}
    for part in nx.connected_components(whole):
        mask = mask_of(part)
        gain = sum(most for region, most in described.gains if region & mask)
        if described.most is not None:
            gain = min(gain, described.most)
        potential |= dict.fromkeys(part, min(len(part), (mask & squares).bit_count() + gain))
    spread = board.surrounding if diagonal else board.adjacent
    found = []
    articulations = mask_of(nx.articulation_points(graph))
    for part in nx.connected_components(graph):
        mask = mask_of(part)
        found.append(Group(mask, mask & articulations, mask & safe, spread(mask) & free, potential[next(iter(part))]))
    found.sort(key=lambda group: (-group.size, group.squares & -group.squares))
    cut = _cut(graph.subgraph(bits(found[0].squares))) if found else 0
    return ColourGroups(
        described.colour, described.side, diagonal, described.scoring, described.counted,
        tuple(found), _joins(found), cut, described.phase,
    )  # fmt: skip


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
