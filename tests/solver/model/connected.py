"""A second model of connected squares, which needs no cuts, to compare the one in use with."""

from __future__ import annotations

from ortools.sat.python import cp_model

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


def arborescence(variables: Variables) -> None:
    """Add that the covered squares are connected: each square but the root has a parent of lower rank."""
    model, board = variables.model, variables.table.board
    roots = _roots(variables)
    ranks = [model.new_int_var(0, board.size - 1, "") for _ in range(board.size)]
    parents: list[list[Literal]] = [[] for _ in range(board.size)]
    for square in range(board.size):
        for neighbour in board.neighbours(square):
            arc = model.new_bool_var("")
            parents[neighbour].append(arc)
            model.add_implication(arc, variables.covered(square))
            model.add(ranks[neighbour] >= ranks[square] + 1).only_enforce_if(arc)
    for square, root in enumerate(roots):
        model.add(sum(parents[square]) + root == variables.covered(square))
        model.add(ranks[square] == 0).only_enforce_if(root)
        model.add(ranks[square] == 0).only_enforce_if(~variables.covered(square))
