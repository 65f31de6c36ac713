"""Sizes of connected groups of one colour, as CP-SAT sees them.

A group's size is not linear in the placements. It is bounded from two sides, each with a model of its own. A *witness*
shows connected sets of squares, so that it never claims more than there is: that suffices if large groups are
favoured. A *guard* sorts all squares into clusters that no two neighbours of one colour leave, so that it never claims
less: that suffices if small groups are favoured. Both together are the size itself.

Squares that are known to have the colour are merged with their neighbours beforehand (`ColourGraph`), so that late
positions give small models.

Every piece touches: the covered squares are connected.

Pieces touch each other in a chain exactly if the squares that they cover are orthogonally connected, so models speak of
squares. Here they say at first only that each piece touches another one; `cuts` forbid disconnected solutions, once
they are found. ``docs/connectivity.md`` compares this with three models that need no cuts and are slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import networkx as nx
from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.solver.model.variables import Linear, Literal, Variables


class SizeBound(Enum):
    """From which side a model bounds a size."""

    WITNESS = "witness"
    """At most the size: enough if the size is wanted large."""
    GUARD = "guard"
    """At least the size: enough if the size is wanted small."""
    EXACT = "exact"
    """The size: both."""


@dataclass(frozen=True)
class ColourGraph:
    """The squares that can have a colour, with those merged that certainly have it and are connected.

    Attributes
    ----------
    weights : tuple of int
        For each node how many squares it is.
    literals : tuple of Literal
        For each node whether it has the colour.
    neighbours : tuple of (tuple of int)
        For each node the nodes that connect with it if both have the colour.
    """

    weights: tuple[int, ...]
    literals: tuple[Literal, ...]
    neighbours: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls, board: Board, sure: int, open_squares: int, literal: Callable[[int], Literal], *, diagonal: bool
    ) -> ColourGraph:
        """Return the graph of a colour on a board.

        Parameters
        ----------
        board : Board
            The board.
        sure, open_squares : int
            The squares that certainly have the colour, and those where it is undecided; all others never do.
        literal : callable
            Gives for a square the literal that it has the colour.
        diagonal : bool
            Whether corners connect too.
        """
        masks = board.groups(sure, diagonal=diagonal) + [1 << square for square in bits(open_squares & ~sure)]
        node_of = {square: node for node, mask in enumerate(masks) for square in bits(mask)}
        spread = board.surrounding if diagonal else board.adjacent
        beside = (sorted({node_of[s] for s in bits(spread(mask)) if s in node_of}) for mask in masks)
        return cls(
            tuple(mask.bit_count() for mask in masks),
            tuple(literal((mask & -mask).bit_length() - 1) for mask in masks),
            tuple(map(tuple, beside)),
        )

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.weights)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """All pairs of neighbours, each in both orders."""
        return [(node, other) for node in range(self.size) for other in self.neighbours[node]]

    @property
    def most(self) -> int:
        """What no size exceeds."""
        return sum(self.weights)

    def reachable(self, first: int) -> list[int]:
        """Return the nodes that a chain of nodes from `first` on, none before it, connects with it."""
        found, waiting = {first}, [first]
        while waiting:
            for other in self.neighbours[waiting.pop()]:
                if other > first and other not in found:
                    found.add(other)
                    waiting.append(other)
        return sorted(found)


def _weight(graph: ColourGraph, members: dict[int, Literal]) -> Linear:
    return cp_model.LinearExpr.weighted_sum(list(members.values()), [graph.weights[node] for node in members])


def _arborescence(model: cp_model.CpModel, graph: ColourGraph, member: list[Any], roots: list[Any]) -> None:
    """Give each member that is no root one parent among the members, of lower rank."""
    ranks = [model.new_int_var(0, max(0, graph.size - 1), "") for _ in member]
    parents: list[list[Literal]] = [[] for _ in member]
    for node, other in graph.edges:
        arc = model.new_bool_var("")
        parents[other].append(arc)
        model.add_implication(arc, member[node])
        model.add(ranks[other] >= ranks[node] + 1).only_enforce_if(arc)
    for node, root in enumerate(roots):
        model.add(cp_model.LinearExpr.sum([*parents[node], root]) == member[node])


def _connected_set(variables: Variables, graph: ColourGraph, sets: int) -> dict[int, Literal]:
    """Return for each node whether it belongs to one of at most `count` connected sets of the colour."""
    model = variables.model
    member = [model.new_bool_var("") for _ in range(graph.size)]
    roots = [model.new_bool_var("") for _ in range(graph.size)]
    for node, literal in enumerate(graph.literals):
        model.add_implication(member[node], literal)
    model.add(cp_model.LinearExpr.sum(roots) <= sets)
    _arborescence(model, graph, member, roots)
    return dict(enumerate(member))


def _clusters(
    variables: Variables, graph: ColourGraph, exempt: dict[int, Literal] | None = None
) -> list[dict[int, Literal]]:
    """Sort all nodes of the colour, except exempt ones, into clusters that hold each node with its neighbours.

    Returns
    -------
    list of dict
        For each cluster the literals of the nodes that may belong to it; it is named after its first node.
    """
    model = variables.model
    clusters: list[dict[int, Literal]] = []
    belongs: list[dict[int, Literal]] = [{} for _ in range(graph.size)]
    for name in range(graph.size):
        clusters.append({node: model.new_bool_var("") for node in graph.reachable(name)})
        for node, member in clusters[name].items():
            belongs[node][name] = member
            model.add_implication(member, clusters[name][name])
    for node, literal in enumerate(graph.literals):
        taken = [*belongs[node].values(), *([] if exempt is None else [exempt[node]])]
        model.add(cp_model.LinearExpr.sum(taken) == literal)
    for node, other in graph.edges:
        for name, member in belongs[node].items():
            same = belongs[other].get(name)
            variables.clause([~member, ~graph.literals[other], *([] if same is None else [same])])
    return clusters


def sum_of_largest(variables: Variables, graph: ColourGraph, count: int, size_bound: SizeBound) -> Linear:
    """Return the sum of the sizes of the `count` largest groups.

    A witness may show `count` parts of fewer groups: their sum is no larger. The guard's bound of the `count` largest
    of some sizes is the dual of the linear program that picks them: for any t, count × t and what exceeds t.
    """
    model = variables.model
    total = model.new_int_var(0, graph.most, "")
    if size_bound is not SizeBound.GUARD:
        model.add(total <= _weight(graph, _connected_set(variables, graph, count)))
    if size_bound is not SizeBound.WITNESS:
        threshold = model.new_int_var(0, graph.most, "") if count > 1 else 0
        excesses: list[Any] = []
        for cluster in _clusters(variables, graph):
            excess = model.new_int_var(0, graph.most, "") if count > 1 else total
            excesses.append(excess)
            model.add(_weight(graph, cluster) <= threshold + excess)
        if count > 1:
            model.add(total >= count * threshold + cp_model.LinearExpr.sum(excesses))
    return total


def second_largest(variables: Variables, graph: ColourGraph, size_bound: SizeBound) -> Linear:
    """Return the size of the second-largest group, 0 if there is none.

    The witness shows two connected sets and a line between them that no two neighbours of the colour cross. The guard
    exempts one whole group, which has to be connected, and sorts the rest into clusters.
    """
    model = variables.model
    total = model.new_int_var(0, graph.most // 2, "")
    if size_bound is not SizeBound.GUARD:
        beyond = [model.new_bool_var("") for _ in range(graph.size)]
        for node, other in graph.edges:
            variables.clause([~graph.literals[node], ~graph.literals[other], ~beyond[node], beyond[other]])
        for side in (True, False):
            shown = _connected_set(variables, graph, 1)
            for node, member in shown.items():
                model.add_implication(member, beyond[node] if side else ~beyond[node])
            model.add(total <= _weight(graph, shown))
    if size_bound is not SizeBound.WITNESS:
        exempt = _connected_set(variables, graph, 1)
        for node, other in graph.edges:
            variables.clause([~exempt[node], ~graph.literals[other], exempt[other]])
        for cluster in _clusters(variables, graph, exempt):
            model.add(total >= _weight(graph, cluster))
    return total


def numbers_by_size(variables: Variables, graph: ColourGraph) -> dict[int, Linear]:
    """Return for each size how many groups have it: clusters that are connected, each named by its first node."""
    model = variables.model
    clusters = _clusters(variables, graph)
    _arborescence(model, graph, list(graph.literals), [clusters[node][node] for node in range(graph.size)])
    of_size: dict[int, list[Literal]] = {size: [] for size in range(1, graph.most + 1)}
    for name, cluster in enumerate(clusters):
        largest = sum(graph.weights[node] for node in cluster)
        has = {size: model.new_bool_var("") for size in range(1, largest + 1)}
        model.add(cp_model.LinearExpr.sum(list(has.values())) == cluster[name])
        model.add(cp_model.LinearExpr.weighted_sum(list(has.values()), list(has)) == _weight(graph, cluster))
        for size, literal in has.items():
            of_size[size].append(literal)
    return {size: cp_model.LinearExpr.sum(literals) for size, literals in of_size.items()}


def uneven_sizes(variables: Variables, graphs: tuple[ColourGraph, ColourGraph]) -> tuple[Linear, Linear]:
    """Return for each of two colours the biggest size of which it has more groups than the other, 0 if none."""
    model = variables.model
    numbers = [numbers_by_size(variables, graph) for graph in graphs]
    none_yet = [variables.constant(True), variables.constant(True)]
    scores: list[list[tuple[Literal, int]]] = [[], []]
    for size in range(max(graph.most for graph in graphs), 0, -1):
        difference = numbers[0].get(size, 0) - numbers[1].get(size, 0)
        more = [model.new_bool_var(""), model.new_bool_var("")]
        model.add(difference >= 1).only_enforce_if(more[0])
        model.add(difference <= 0).only_enforce_if(~more[0])
        model.add(difference <= -1).only_enforce_if(more[1])
        model.add(difference >= 0).only_enforce_if(~more[1])
        for side in (0, 1):
            scores[side].append((variables.all_of([none_yet[side], more[side]]), size))
            none_yet[side] = variables.all_of([none_yet[side], ~more[side]])
    totals = []
    for score, graph in zip(scores, graphs, strict=True):
        totals.append(model.new_int_var(0, graph.most, ""))
        model.add(
            totals[-1] == cp_model.LinearExpr.weighted_sum([one for one, _ in score], [size for _, size in score])
        )
    return totals[0], totals[1]


def each_piece_touches_one(variables: Variables) -> None:
    """Every piece shares an edge with some other piece, unless it is alone: disconnected solutions remain."""
    table = variables.table
    company = variables.at_least(table.all, 2)
    seen = set()
    for placement in table.of(variables.possible):
        if placement.mask not in seen:
            seen.add(placement.mask)
            around = [variables.covered(square) for square in bits(table.board.adjacent(placement.mask))]
            for index in bits(_same_squares(variables, placement)):
                variables.clause([~variables.placed[index], ~company, *around])


def _same_squares(variables: Variables, placement: Placement) -> int:
    return variables.table.covering_all(placement.mask) & variables.possible


def covered_squares(placements: Iterable[Placement]) -> int:
    """Return the squares under a set of pieces."""
    mask = 0
    for placement in placements:
        mask |= placement.mask
    return mask


def cuts(board: Board, covered: int) -> Iterator[tuple[int, int, int]]:
    """Yield what forbids a set of covered squares that is disconnected; nothing where it is connected.

    For two parts, networkx finds a smallest set of free squares that separates them on the board: if something
    lies on both sides of it, one of its squares must be covered.

    Yields
    ------
    tuple of int
        The squares on the side of one part, those on the side of the other, and those that separate them.
    """
    parts = board.groups(covered)
    for number, part in enumerate(parts):
        for other in parts[number + 1 :]:
            between = _separator(board, part, other, covered)
            sides = board.groups(board.all & ~between)
            one, two = (next(side for side in sides if side & squares) for squares in (part, other))
            yield one, two, between


def _separator(board: Board, part: int, other: int, covered: int) -> int:
    """Return a smallest set of squares outside `covered` that separates two parts, found as a minimum cut."""
    graph: Any = nx.DiGraph()
    for square in range(board.size):
        inside = covered >> square & 1
        # A covered square can not be part of the separator; so its capacity is infinite, which is: not given.
        graph.add_edge((square, "in"), (square, "out"), **({} if inside else {"capacity": 1}))
        for neighbour in board.neighbours(square):
            graph.add_edge((square, "out"), (neighbour, "in"))
    source, sink = (part & -part).bit_length() - 1, (other & -other).bit_length() - 1
    _, (reached, _) = nx.minimum_cut(graph, (source, "out"), (sink, "in"))
    return mask_of(s for s in range(board.size) if (s, "in") in reached and (s, "out") not in reached)


def forbid(variables: Variables, cut: tuple[int, int, int]) -> None:
    """Add a cut of `cuts`: pieces on both sides want a covered square between them."""
    *sides, between = cut
    bridge = [variables.covered(square) for square in bits(between)]
    one, two = (variables.any_of(variables.table.within(side)) for side in sides)
    variables.clause([~one, ~two, *bridge])
