"""What positions score, as linear expressions over the literals of a model."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from games.geometry import bits
from games.placements import PlacementTable
from solver.rules_model.tetrominoes import most_by_blocks
from solver.rules_model.variables import Variables

Linear = Any
"""A linear expression: OR-Tools' own name for it takes in plain numbers, which have no arithmetic with it."""


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
    variables.model.add(total == sum(variables.placed))
    return total


def most_tetrominoes(table: PlacementTable) -> int:
    """Return a bound of the number of tetrominoes: the supply, and a free square for each disjoint 2×2 block."""
    return min(most_by_blocks(table.board.columns, table.board.rows), sum(kind.count or 0 for kind in table.kinds))


def visible(variables: Variables, squares: int) -> Linear:
    """Return how many of the given squares are not covered."""
    return cp_model.LinearExpr.sum([~variables.covered(square) for square in bits(squares)])


def margin_of_symbols(variables: Variables, marks: tuple[int, int]) -> Linear:
    """Return the visible symbols of the first side less those of the second."""
    first, second = marks
    return visible(variables, first) - visible(variables, second)
