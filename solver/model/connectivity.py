"""Every piece touches: the covered squares are connected.

Pieces touch each other in a chain exactly if the squares that they cover are orthogonally connected, so models speak of
squares. Here they say at first only that each piece touches another one; `cuts` forbid disconnected solutions, once
they are found. ``docs/connectivity.md`` compares this with three models that need no cuts and are slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.solver.model.variables import Variables


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
