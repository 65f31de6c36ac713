"""Scores of finished positions as linear expressions: groups, symbols and pieces; and endings of
games.

A group's size is not linear in the placements. Two models bound it from either side. A *witness*
consists of connected sets of squares and never exceeds the size: it suffices if large groups are
favoured. A *guard* divides all squares into clusters, so that neighbours of one colour are in the
same cluster, and is never less than the size: it suffices if small groups are favoured. Both
together give the exact size.

Squares that are known to have the colour are merged with their neighbours beforehand
(`ColourGraph`), which keeps the models of late positions small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits
from litslab.solver.model.variables import Linear, Literal, Variables


class SizeBound(Enum):
    """The side from which a model bounds a size."""

    WITNESS = "witness"
    """At most the size: enough if large sizes are favoured."""
    GUARD = "guard"
    """At least the size: enough if small sizes are favoured."""
    EXACT = "exact"
    """The size: both."""


@dataclass(frozen=True)
class ColourGraph:
    """The squares that can have a colour; connected squares that certainly have it are merged.

    Attributes
    ----------
    weights : tuple of int
        The number of squares of each node.
    literals : tuple of Literal
        The literal of each node that it has the colour.
    neighbours : tuple of (tuple of int)
        The neighbours of each node, to which it is connected if both have the colour.
    """

    weights: tuple[int, ...]
    literals: tuple[Literal, ...]
    neighbours: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        board: Board,
        sure: int,
        open_squares: int,
        literal: Callable[[int], Literal],
        *,
        diagonal: bool,
    ) -> ColourGraph:
        """Return the graph of a colour on a board.

        Parameters
        ----------
        board : Board
            The board.
        sure, open_squares : int
            The squares that certainly have the colour, and the undecided ones; all others never
            have it.
        literal : callable
            Returns the literal that a square has the colour.
        diagonal : bool
            Whether diagonal neighbours are connected, too.
        """
        masks = board.groups(sure, diagonal=diagonal)
        masks += [1 << square for square in bits(open_squares & ~sure)]
        node_of = {square: node for node, mask in enumerate(masks) for square in bits(mask)}
        literals = []
        neighbours = []
        for mask in masks:
            first_square = (mask & -mask).bit_length() - 1
            literals.append(literal(first_square))
            around = board.surrounding(mask) if diagonal else board.adjacent(mask)
            connected = {node_of[square] for square in bits(around) if square in node_of}
            neighbours.append(tuple(sorted(connected)))
        return cls(
            weights=tuple(mask.bit_count() for mask in masks),
            literals=tuple(literals),
            neighbours=tuple(neighbours),
        )

    def without_complete_groups(self, variables: Variables) -> tuple[Counter[int], ColourGraph]:
        """Return the sizes of the groups that are certain and cannot grow, counted, and the graph
        without them.
        """
        complete = [
            node
            for node in range(self.size)
            if not self.neighbours[node] and variables.value_of(self.literals[node])
        ]
        kept = sorted(set(range(self.size)) - set(complete))
        number = {node: new for new, node in enumerate(kept)}
        rest = ColourGraph(
            weights=tuple(self.weights[node] for node in kept),
            literals=tuple(self.literals[node] for node in kept),
            neighbours=tuple(
                tuple(number[other] for other in self.neighbours[node]) for node in kept
            ),
        )
        return Counter(self.weights[node] for node in complete), rest

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.weights)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """All pairs of neighbours, each in both orders."""
        return [(node, other) for node in range(self.size) for other in self.neighbours[node]]

    @property
    def most(self) -> int:
        """An upper bound of all sizes."""
        return sum(self.weights)

    def reachable(self, first: int) -> list[int]:
        """Return the nodes that are connected to `first` by nodes not before it."""
        found = {first}
        waiting = [first]
        while waiting:
            for other in self.neighbours[waiting.pop()]:
                if other > first and other not in found:
                    found.add(other)
                    waiting.append(other)
        return sorted(found)


def _weight(graph: ColourGraph, members: dict[int, Literal]) -> Linear:
    return cp_model.LinearExpr.weighted_sum(
        list(members.values()), [graph.weights[node] for node in members]
    )


def _arborescence(
    model: cp_model.CpModel,
    graph: ColourGraph,
    member: Sequence[Literal],
    roots: Sequence[Literal],
) -> None:
    """Require that each member except roots has one parent among the members, of lower
    rank (G1).
    """
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
    """Return the literal of each node that it belongs to one of at most `sets` connected sets of
    the colour (G2).
    """
    model = variables.model
    member = [model.new_bool_var("") for _ in range(graph.size)]
    roots = [model.new_bool_var("") for _ in range(graph.size)]
    for node, literal in enumerate(graph.literals):
        model.add_implication(member[node], literal)
    model.add(cp_model.LinearExpr.sum(roots) <= sets)
    _arborescence(model, graph, member, roots)
    return dict(enumerate(member))


def _clusters(
    variables: Variables,
    graph: ColourGraph,
    exempt: dict[int, Literal] | None = None,
) -> list[dict[int, Literal]]:
    """Divide all nodes of the colour, except exempt ones, into clusters that contain each node with
    its neighbours (G3).

    Returns
    -------
    list of dict
        The literals of the nodes that may belong to each cluster, which is named after its first
        node.
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


def sum_of_largest(
    variables: Variables,
    graph: ColourGraph,
    count: int,
    size_bound: SizeBound,
) -> Linear:
    """Return the sum of the sizes of the `count` largest groups (G4).

    A witness may consist of `count` parts of fewer groups, whose sum is not larger. The guard's
    bound is the dual of the linear program that picks the `count` largest sizes: for any t, count ×
    t plus all excesses over t.
    """
    model = variables.model
    total = model.new_int_var(0, graph.most, "")
    if size_bound is not SizeBound.GUARD:
        model.add(total <= _weight(graph, _connected_set(variables, graph, count)))
    if size_bound is not SizeBound.WITNESS:
        threshold = model.new_int_var(0, graph.most, "") if count > 1 else 0
        excesses: list[Linear] = []
        for cluster in _clusters(variables, graph):
            excess = model.new_int_var(0, graph.most, "") if count > 1 else total
            excesses.append(excess)
            model.add(_weight(graph, cluster) <= threshold + excess)
        if count > 1:
            model.add(total >= count * threshold + cp_model.LinearExpr.sum(excesses))
    return total


def second_largest(variables: Variables, graph: ColourGraph, size_bound: SizeBound) -> Linear:
    """Return the size of the second-largest group, 0 if there is none (G5).

    The witness consists of two connected sets and a line between them that no two neighbours of the
    colour cross. The guard exempts one whole group, which has to be connected, and divides the rest
    into clusters.
    """
    model = variables.model
    total = model.new_int_var(0, graph.most // 2, "")
    if size_bound is not SizeBound.GUARD:
        beyond = [model.new_bool_var("") for _ in range(graph.size)]
        for node, other in graph.edges:
            variables.clause(
                [~graph.literals[node], ~graph.literals[other], ~beyond[node], beyond[other]]
            )
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


def numbers_by_size(variables: Variables, graph: ColourGraph) -> dict[int, Linear | int]:
    """Return the number of groups of each possible size (G6): connected clusters, each named after
    its first node. Groups that are certain and cannot grow are counted without variables.
    """
    model = variables.model
    complete, graph = graph.without_complete_groups(variables)
    clusters = _clusters(variables, graph)
    _arborescence(
        model, graph, list(graph.literals), [clusters[node][node] for node in range(graph.size)]
    )
    of_size: dict[int, list[Literal]] = {}
    for name, cluster in enumerate(clusters):
        largest = sum(graph.weights[node] for node in cluster)
        has = {size: model.new_bool_var("") for size in range(1, largest + 1)}
        model.add(cp_model.LinearExpr.sum(list(has.values())) == cluster[name])
        model.add(
            cp_model.LinearExpr.weighted_sum(list(has.values()), list(has))
            == _weight(graph, cluster)
        )
        for size, literal in has.items():
            of_size.setdefault(size, []).append(literal)
    numbers: dict[int, Linear | int] = dict(complete)
    for size, literals in of_size.items():
        numbers[size] = cp_model.LinearExpr.sum(literals) + complete[size]
    return numbers


def largest_sizes(
    variables: Variables, graph: ColourGraph, count: int
) -> list[list[tuple[int, Literal]]]:
    """Return the sizes of the `count` largest groups in unary (G8): for the i-th largest each
    possible size with the literal that the group has at least that size. They are exact.
    """
    numbers = numbers_by_size(variables, graph)
    sizes: list[list[tuple[int, Literal]]] = [[] for _ in range(count)]
    for size in sorted(numbers):
        at_least = sum(number for other, number in numbers.items() if other >= size)
        for rank, steps in enumerate(sizes, start=1):
            reached = (
                variables.constant(at_least >= rank)
                if isinstance(at_least, int)
                else variables.reaches(at_least, rank)
            )
            steps.append((size, reached))
    return sizes


def squares_of_largest(variables: Variables, graph: ColourGraph, count: int) -> Linear:
    """Return the sum of the squares of the sizes of the `count` largest groups (G9)."""
    literals: list[Literal] = []
    steps: list[int] = []
    for sizes in largest_sizes(variables, graph, count):
        below = 0
        for size, reached in sizes:
            literals.append(reached)
            steps.append(size * size - below * below)
            below = size
    return cp_model.LinearExpr.weighted_sum(literals, steps)


def product_of_largest(variables: Variables, graph: ColourGraph, count: int) -> Linear:
    """Return the product of the sizes of the `count` largest groups that exist (G10), by CP-SAT's
    own constraint of products; a group that does not exist is a factor of 1.
    """
    model = variables.model
    factors: list[Linear] = []
    for sizes in largest_sizes(variables, graph, count):
        factor = model.new_int_var(1, max(1, graph.most), "")
        below = 1
        steps: list[tuple[Literal, int]] = []
        for size, reached in sizes:
            steps.append((reached, size - below))
            below = size
        model.add(
            factor
            == 1
            + cp_model.LinearExpr.weighted_sum(
                [literal for literal, _ in steps], [step for _, step in steps]
            )
        )
        factors.append(factor)
    product = model.new_int_var(1, max(1, graph.most) ** count, "")
    model.add_multiplication_equality(product, factors)
    return product


def uneven_sizes(
    variables: Variables,
    graphs: tuple[ColourGraph, ColourGraph],
) -> tuple[Linear, Linear]:
    """Return for each of two colours the biggest size with more groups than the other colour, 0 if
    none (G7).
    """
    model = variables.model
    numbers = [numbers_by_size(variables, graph) for graph in graphs]
    none_yet = [variables.constant(True), variables.constant(True)]
    scores: list[list[tuple[Literal, int]]] = [[], []]
    for size in sorted({*numbers[0], *numbers[1]}, reverse=True):
        difference = numbers[0].get(size, 0) - numbers[1].get(size, 0)
        for side, signed in enumerate((difference, -difference)):
            more = (
                variables.constant(signed > 0)
                if isinstance(signed, int)
                else variables.reaches(signed, 1)
            )
            scores[side].append((variables.all_of([none_yet[side], more]), size))
            none_yet[side] = variables.all_of([none_yet[side], ~more])
    totals = []
    for score, graph in zip(scores, graphs, strict=True):
        totals.append(model.new_int_var(0, graph.most, ""))
        literals = [literal for literal, _ in score]
        sizes = [size for _, size in score]
        model.add(totals[-1] == cp_model.LinearExpr.weighted_sum(literals, sizes))
    return totals[0], totals[1]


def pieces(variables: Variables, most: int | None = None, *, least: int = 0) -> Linear:
    """Return the number of pieces on the board, as a variable with the known bounds (O1).

    CP-SAT rewrites a plain sum by the constraints that contain it and then starts from a far worse
    bound: the most pieces on 6×6 took 20 s as a sum and 0.3 s as a variable.

    Parameters
    ----------
    variables : Variables
        The model.
    most : int, optional
        An upper bound of the number.
    least : int
        A lower bound of the number.
    """
    total = variables.model.new_int_var(
        least, len(variables.placed) if most is None else most, "pieces"
    )
    variables.model.add(total == variables.number(variables.table.all))
    return total


def visible(variables: Variables, squares: int) -> Linear:
    """Return the number of the given squares that are not covered."""
    return cp_model.LinearExpr.sum([~variables.covered(square) for square in bits(squares)])


def margin_of_symbols(variables: Variables, symbols: tuple[int, int]) -> Linear:
    """Return the visible symbols of the first side minus those of the second (O2)."""
    first, second = symbols
    return visible(variables, first) - visible(variables, second)


def colour_literals(variables: Variables, *, black: bool) -> dict[int, Literal]:
    """Return the literal of each square that a piece gives it the colour; other squares are left
    out.
    """
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
    return ColourGraph.of(
        variables.table.board, sure, open_squares, literals.__getitem__, diagonal=diagonal
    )


def is_odd(variables: Variables, number: Linear) -> Literal:
    """Return the literal that a number of placements is odd (O3)."""
    model = variables.model
    odd = model.new_bool_var("")
    half = model.new_int_var(0, len(variables.table), "")
    model.add(number == 2 * half + odd)
    return odd


@dataclass(frozen=True, eq=False)
class Ending:
    """A model of the ending of a game, from the first side's view.

    Attributes
    ----------
    margin : linear expression
        A bound of the first side's points minus the second's: at most that if the first side is
        favoured, at least that if the second is.
    tie : Literal
        The literal that the tie rule favours the first side; if the largest groups of TAILITS
        decide first, a bound like the margin.
    swap : Literal
        The literal that a possible swap is made; it matters only in TAIJI+Battle of LITS.
    """

    margin: Linear
    tie: Literal
    swap: Literal


@dataclass(frozen=True)
class EndingQuestion:
    """The question about the ending of a game.

    Attributes
    ----------
    ties : bool
        Whether the tie rule is needed; otherwise the ending's `tie` is meaningless and costs
        nothing.
    first, second : SizeBound
        The necessary bounds of the group sizes of either side.
    second_ends : Literal
        The literal that the second side would be to move at the end.
    """

    ties: bool
    first: SizeBound
    second: SizeBound
    second_ends: Literal


def reaches(variables: Variables, end: Ending, side: int, value: int) -> Literal:
    """Return a literal that forces the ending of a game to have at least a value, from the view of
    a side (O4).

    Parameters
    ----------
    variables : Variables
        The model.
    end : Ending
        The ending, with `side` favoured.
    side : int
        0 for the first side, 1 for the second.
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
