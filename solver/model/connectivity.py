"""Every piece touches: the covered squares are connected. Four ways to say so, of which one is the default.

Pieces touch each other in a chain exactly if the squares that they cover are orthogonally connected, so all four speak
of squares. ``docs/connectivity.md`` compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import networkx as nx
from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.solver.model.variables import Literal, Variables


class Connectivity(Enum):
    """How a model keeps the covered squares together."""

    RANKED = "ranked"
    """An arborescence: each square but the root has a parent of lower rank."""
    FLOW = "flow"
    """One commodity: the root sends a unit to each square."""
    CIRCUIT = "circuit"
    """A closed walk through all squares that uses each directed edge at most once (`add_circuit`)."""
    CUT = "cut"
    """Nothing but that each piece touches another; `cuts` forbid disconnected solutions, once it is found."""


DEFAULT = Connectivity.CUT
"""The fastest of the four in ``docs/connectivity.md``."""


def connected(variables: Variables, how: Connectivity = DEFAULT) -> None:
    """Every piece touches, by a chain of pieces, every other one.

    With `Connectivity.CUT` that is only prepared: disconnected solutions remain, and `cuts` forbid them.
    """
    {
        Connectivity.RANKED: _ranked,
        Connectivity.FLOW: _flow,
        Connectivity.CIRCUIT: _circuit,
        Connectivity.CUT: each_piece_touches_one,
    }[how](variables)


def each_piece_touches_one(variables: Variables) -> None:
    """Every piece shares an edge with some other piece, unless it is alone."""
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


def _roots(variables: Variables) -> list[cp_model.IntVar]:
    """Return for each square whether it is the root: the first covered one, of which there is one at most."""
    model, board = variables.model, variables.table.board
    roots = [model.new_bool_var("") for _ in range(board.size)]
    model.add_at_most_one(roots)
    nothing_yet = variables.constant(True)
    for square, root in enumerate(roots):
        covered = variables.covered(square)
        model.add_bool_or([~nothing_yet, ~covered, root])
        model.add_implication(root, covered)
        model.add_implication(root, nothing_yet)
        nothing_yet = variables.all_of([nothing_yet, ~covered])
    return roots


def _arcs(board: Board) -> list[tuple[int, int]]:
    return [(square, neighbour) for square in range(board.size) for neighbour in board.neighbours(square)]


def _ranked(variables: Variables) -> None:
    model, board = variables.model, variables.table.board
    roots = _roots(variables)
    ranks = [model.new_int_var(0, board.size - 1, "") for _ in range(board.size)]
    parents: list[list[Literal]] = [[] for _ in range(board.size)]
    for square, neighbour in _arcs(board):
        arc = model.new_bool_var("")
        parents[neighbour].append(arc)
        model.add_implication(arc, variables.covered(square))
        model.add(ranks[neighbour] >= ranks[square] + 1).only_enforce_if(arc)
    for square, root in enumerate(roots):
        model.add(sum(parents[square]) + root == variables.covered(square))
        model.add(ranks[square] == 0).only_enforce_if(root)
        model.add(ranks[square] == 0).only_enforce_if(~variables.covered(square))


def _flow(variables: Variables) -> None:
    model, board = variables.model, variables.table.board
    roots = _roots(variables)
    balance: list[Any] = [0] * board.size
    for square, neighbour in _arcs(board):
        flow = model.new_int_var(0, board.size, "")
        for end in (square, neighbour):
            model.add(flow <= board.size * variables.covered(end))
        balance[square] -= flow
        balance[neighbour] += flow
    for square, root in enumerate(roots):
        sent = model.new_int_var(0, board.size, "")
        model.add(sent <= board.size * root)
        model.add(balance[square] + sent == variables.covered(square))


def _circuit(variables: Variables) -> None:
    # A connected set has a closed walk that uses each edge of a spanning tree once in each direction.
    model, board = variables.model, variables.table.board
    arcs = _arcs(board)
    number = {arc: index for index, arc in enumerate(arcs)}
    used = [model.new_bool_var("") for _ in arcs]
    follows: list[tuple[int, int, Literal]] = []
    for (square, neighbour), index in number.items():
        for end in (square, neighbour):
            model.add_implication(used[index], variables.covered(end))
        follows.append((index, index, ~used[index]))
        follows += [(index, number[neighbour, after], model.new_bool_var("")) for after in board.neighbours(neighbour)]
    # Whatever is not used has its loop; with no loop-free node there is no walk, and nothing may be covered.
    model.add_circuit(follows)
    for square in range(board.size):
        leaving = [used[number[square, neighbour]] for neighbour in board.neighbours(square)]
        model.add_bool_or([~variables.covered(square), *leaving])
