"""What finished positions score, as linear expressions over the literals of a model."""

from __future__ import annotations

from ortools.sat.python import cp_model

from litslab.games.geometry import bits
from litslab.games.placements import PlacementTable
from litslab.solver.model.game_model import Ending
from litslab.solver.model.groups import ColourGraph
from litslab.solver.model.tetrominoes import most_by_blocks
from litslab.solver.model.variables import Linear, Literal, Variables


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
