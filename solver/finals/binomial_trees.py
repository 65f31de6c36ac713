"""The most pieces of Wythe, by seeing its positions as trees.

Write a piece as an edge between its two squares. A covered bit lies under exactly one piece, and of each piece only
one bit can be covered. So a piece at level *h* lies on two different pieces at level *h* − 1, each of which carries
nothing else: what carries a piece, and the piece, are a *binomial tree* of order *h* + 1. (B₀ is one vertex; Bₖ is two
trees Bₖ₋₁ whose roots are joined.) A position is a set of squares cut up into such trees, and a tree of order *k* has
2ᵏ squares and 2ᵏ − 1 pieces. Colours forbid none: in a tree they follow from those of its uppermost piece.

The root of Bₖ has *k* neighbours, and a square has four: no tree has an order above 4, and no stack more than 4 bits.
So *m* pieces on the bare board, of which a tree of order *k* has 2ᵏ⁻¹, make 2*m* less the number of trees, and at least
⌊*m*/8⌋ trees and one for each binary 1 of the rest. That is `bound`; whether the board can be cut up so is asked with
CP-SAT, in `most_pieces`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Rules

if TYPE_CHECKING:
    from litslab.solver.model.search import Optimum, Settings

LARGEST_ORDER = 4
"""A root of a binomial tree has as many neighbours as its order says."""

Tree = tuple[tuple[int, int, int], ...]
"""The pieces of a tree: two squares, and the level."""


def bound(board: Board) -> int:
    """Return a number of pieces of Wythe that no position exceeds.

    Examples
    --------
    >>> [bound(Board(n, n)) for n in (4, 5, 6, 7, 8, 9)]
    [15, 22, 33, 45, 60, 75]
    """
    largest = 1 << LARGEST_ORDER - 1
    return max(2 * m - (m // largest + (m % largest).bit_count()) for m in range(board.size // 2 + 1))


def trees(board: Board) -> dict[int, Tree]:
    """Return for each set of squares on which a binomial tree of order 1 or more lies one such tree.

    Examples
    --------
    >>> len(trees(Board(2, 2)))  # four dominoes, and two of them with a third on top
    5
    """

    @cache
    def rooted(square: int, order: int) -> dict[int, Tree]:
        if order == 0:
            return {1 << square: ()}
        found: dict[int, Tree] = {}
        for squares, tree in rooted(square, order - 1).items():
            for neighbour in board.neighbours(square):
                if not squares >> neighbour & 1:
                    for others, second in rooted(neighbour, order - 1).items():
                        if not squares & others:
                            found.setdefault(squares | others, (*tree, *second, (square, neighbour, order - 1)))
        return found

    result: dict[int, Tree] = {}
    for order in range(1, LARGEST_ORDER + 1):
        for square in range(board.size):
            result.update(rooted(square, order))
    return result


def placements_of(rules: Rules, tree: Tree) -> list[Placement]:
    """Return the pieces of a tree, coloured from the uppermost one down: each bit differs from the one above it."""
    found = []
    colour_above: dict[int, bool] = {}  # of each square done so far, whether its lowest bit is black
    for first, second, level in reversed(tree):
        first_is_black = not colour_above.get(first, False)
        colour_above |= {first: first_is_black, second: not first_is_black}
        black = first if first_is_black else second
        placement = rules.table.find(Shape.DOMINO, mask_of((first, second)), 1 << black, level)
        assert placement is not None, "adjacent squares hold a piece of either colouring on each level"
        found.append(placement)
    return found


def most_pieces(rules: Rules, settings: Settings) -> Optimum:
    """Cut a board up into binomial trees with the most pieces; the placements are a position of the game."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    from litslab.solver.model.search import Found, Optimum, OptimumStatus, make_solver  # noqa: PLC0415

    known = trees(rules.board)
    model = cp_model.CpModel()
    chosen = {squares: model.new_bool_var("") for squares in known}
    covering: list[list[cp_model.IntVar]] = [[] for _ in range(rules.board.size)]
    for squares, variable in chosen.items():
        for square in bits(squares):
            covering[square].append(variable)
    for variables in covering:
        model.add_at_most_one(variables)
    total = model.new_int_var(0, bound(rules.board), "pieces")
    model.add(total == sum(len(known[squares]) * variable for squares, variable in chosen.items()))
    model.maximize(total)
    solver = make_solver(settings, settings.time_limit)
    status = solver.solve(model)
    if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return Optimum(OptimumStatus.UNKNOWN, None, bound(rules.board), solver.wall_time, 1)
    highest = round(solver.best_objective_bound)
    pieces = [
        placement
        for squares, variable in chosen.items()
        if solver.boolean_value(variable)
        for placement in placements_of(rules, known[squares])
    ]
    best = Found(round(solver.objective_value), highest, tuple(pieces))
    return Optimum(OptimumStatus(solver.status_name(status).lower()), best, highest, solver.wall_time, 1)
