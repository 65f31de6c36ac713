"""Connectivity (C1 of ``docs/models.md``): cuts against solutions whose pieces are not connected.

Pieces are connected exactly if the squares that they cover are orthogonally connected, so
connectivity is modelled by squares. A model states only that each piece touches another one
(`solver.model.rules`); `Connected.cut_off` forbids disconnected solutions when they are found.
``docs/results/experiments.md`` compares this with three models that need no cuts and are slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.solver.model.variables import Valuation, Variables


@dataclass(frozen=True, eq=False)
class Connected:
    """The condition that all pieces are connected, which solutions of a model may break.

    Attributes
    ----------
    variables : Variables
        The pieces; in a double game those of one phase.
    """

    variables: Variables

    @property
    def board(self) -> Board:
        """The board."""
        return self.variables.table.board

    def disconnected(self, values: Valuation) -> int:
        """Return the covered squares of a solution if they are not connected, 0 if they are."""
        covered = covered_squares(self.variables.extract(values))
        return 0 if self.board.is_connected(covered) else covered

    def cut_off(self, covered: int) -> None:
        """Forbid a disconnected set of covered squares, and others like it."""
        for cut in cuts(self.board, covered):
            forbid(self.variables, cut)


def covered_squares(placements: Iterable[Placement]) -> int:
    """Return the squares under a set of pieces."""
    return mask_of(square for placement in placements for square in placement.squares)


def cuts(board: Board, covered: int) -> Iterator[tuple[int, int, int]]:
    """Yield cuts that forbid a disconnected set of covered squares.

    For two parts, networkx finds a smallest set of free squares that separates them on the board.
    If there are pieces on both sides of it, one of its squares must be covered.

    Yields
    ------
    tuple of int
        The squares on the side of one part, those on the side of the other, and the separating
        squares.
    """
    parts = board.groups(covered)
    for number, part in enumerate(parts):
        for other in parts[number + 1 :]:
            between = _separator(board, part, other, covered)
            sides = board.groups(board.all & ~between)
            one, two = (next(side for side in sides if side & squares) for squares in (part, other))
            yield one, two, between


def _separator(board: Board, part: int, other: int, covered: int) -> int:
    """Return a smallest set of squares outside `covered` that separates two parts, found as a
    minimum cut.
    """
    graph: Any = nx.DiGraph()
    for square in range(board.size):
        inside = covered >> square & 1
        # A covered square cannot be part of the separator, so its capacity is infinite: it is
        # omitted.
        graph.add_edge((square, "in"), (square, "out"), **({} if inside else {"capacity": 1}))
        for neighbour in board.neighbours(square):
            graph.add_edge((square, "out"), (neighbour, "in"))
    source = (part & -part).bit_length() - 1
    sink = (other & -other).bit_length() - 1
    _, (reached, _) = nx.minimum_cut(graph, (source, "out"), (sink, "in"))
    return mask_of(
        s for s in range(board.size) if (s, "in") in reached and (s, "out") not in reached
    )


def forbid(variables: Variables, cut: tuple[int, int, int]) -> None:
    """Add a cut of `cuts` (C1): pieces on both sides need a covered square between them."""
    *sides, between = cut
    bridge = [variables.covered(square) for square in bits(between)]
    one, two = (variables.any_of(variables.table.within(side)) for side in sides)
    variables.clause([~one, ~two, *bridge])
