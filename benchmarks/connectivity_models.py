"""Three more models of connected squares, which need no cuts: slower ones, to compare the one in use with."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from litslab.games.geometry import Board
from litslab.solver.model.groups import each_piece_touches_one
from litslab.solver.model.variables import Literal, Variables


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


def ranked(variables: Variables) -> None:
    """Add an arborescence: each square but the root has a parent of lower rank."""
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


def flow(variables: Variables) -> None:
    """Add one commodity: the root sends a unit to each covered square."""
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


def circuit(variables: Variables) -> None:
    """Add a closed walk through all covered squares that uses each directed edge at most once."""
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


MODELS = {"ranked": ranked, "flow": flow, "circuit": circuit, "cut": each_piece_touches_one}
"""The four models; solutions of the last one have to be cut off where they are disconnected."""
