"""What finished positions score, as linear expressions: sizes of groups, symbols, numbers of pieces; and how games end.

A group's size is not linear in the placements. It is bounded from two sides, each with a model of its own. A *witness*
shows connected sets of squares, so that it never claims more than there is: that suffices if large groups are
favoured. A *guard* sorts all squares into clusters that no two neighbours of one colour leave, so that it never claims
less: that suffices if small groups are favoured. Both together are the size itself.

Squares that are known to have the colour are merged with their neighbours beforehand (`ColourGraph`), so that late
positions give small models.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits
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


def pieces(variables: Variables, most: int | None = None, *, least: int = 0) -> Linear:
    """Return the number of pieces on the board, as a variable whose range is the bound that is known.

    CP-SAT rewrites a plain sum by the rules it takes part in and then starts from a far worse bound: the most pieces
    on 6×6 took 20 s as a sum and 0.3 s as a variable.

    Parameters
    ----------
    variables : Variables
        The model.
    most : int, optional
        What the number can not exceed.
    least : int
        How many are wanted at least.
    """
    total = variables.model.new_int_var(least, len(variables.placed) if most is None else most, "pieces")
    variables.model.add(total == variables.number(variables.table.all))
    return total


def visible(variables: Variables, squares: int) -> Linear:
    """Return how many of the given squares are not covered."""
    return cp_model.LinearExpr.sum([~variables.covered(square) for square in bits(squares)])


def margin_of_symbols(variables: Variables, symbols: tuple[int, int]) -> Linear:
    """Return the visible symbols of the first side less those of the second."""
    first, second = symbols
    return visible(variables, first) - visible(variables, second)


def colour_literals(variables: Variables, *, black: bool) -> dict[int, Literal]:
    """Return for each square that a piece can colour so the literal that one does."""
    members: dict[int, int] = {}
    for placement in variables.table.of(variables.possible):
        for square in bits((placement.black or 0) if black else placement.white):
            members[square] = members.get(square, 0) | 1 << placement.index
    return {square: variables.any_of(placements) for square, placements in members.items()}


def colour_graph(variables: Variables, *, black: bool, diagonal: bool) -> ColourGraph:
    """Return the graph of a colour of pieces that nothing covers again."""
    literals = colour_literals(variables, black=black)
    sure = sum(1 << square for square, literal in literals.items() if variables.value_of(literal))
    open_squares = sum(1 << square for square in literals)
    return ColourGraph.of(variables.table.board, sure, open_squares, literals.__getitem__, diagonal=diagonal)


def is_odd(variables: Variables, number: Linear) -> Literal:
    """Return the literal that a number of placements is odd."""
    model = variables.model
    odd, half = model.new_bool_var(""), model.new_int_var(0, len(variables.table), "")
    model.add(number == 2 * half + odd)
    return odd


@dataclass(frozen=True)
class Ending:
    """A model of how a game ends, from the first side's view.

    Attributes
    ----------
    margin : linear expression
        The first side's points minus the second's: at most that if the first side is favoured, at least that if
        the second is.
    tie : Literal
        That the tie rule speaks for the first side; if the largest groups of TAILITS decide first, it says so only
        if a favoured side can show it.
    swap : Literal
        That a swap that is still possible is made; only in TAIJI+Battle of LITS is there one that matters.
    """

    margin: Linear
    tie: Literal
    swap: Literal


@dataclass(frozen=True)
class EndingQuestion:
    """The question about how a game ends.

    Attributes
    ----------
    ties : bool
        Whether the tie rule is needed; without it the ending's `tie` says nothing and costs nothing.
    first, second : SizeBound
        From which sides the group sizes of either side have to be bounded.
    second_ends : Literal
        That the second side would be to move at the end, each placement having passed the turn on.
    """

    ties: bool
    first: SizeBound
    second: SizeBound
    second_ends: Literal


def reaches(variables: Variables, end: Ending, side: int, value: int) -> Literal:
    """Return a literal that forces a game to end with at least a value for a side, from that side's view.

    Parameters
    ----------
    variables : Variables
        The model.
    end : Ending
        How it ends, with `side` favoured.
    side : int
        0 the first side, 1 the second.
    value : int
        An odd number.
    """
    model = variables.model
    forced = model.new_bool_var("")
    margin = end.margin if side == 0 else -end.margin
    tie = end.tie if side == 0 else ~end.tie
    # 2 × margin ± 1 ≥ value
    model.add(margin >= (value - 1) // 2).only_enforce_if(forced)
    model.add(margin >= (value + 1) // 2).only_enforce_if(forced, ~tie)
    return forced
