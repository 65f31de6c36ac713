"""Bounds of the dominoes in a finished position: the most in Wythe, and the fewest in Wythe and
TAIJI.

The most pieces of Wythe follow from a view of its positions as trees. A piece is an edge between
its two squares. A covered bit lies under exactly one piece, and each piece has at most one covered
bit. So a piece at level *h* lies on two different pieces at level *h* − 1, each of which carries
nothing else. A piece and the pieces under it form a *binomial tree* of order *h* + 1. (B₀ is one
vertex; Bₖ is two trees Bₖ₋₁ with joined roots.) A position divides a set of squares into such
trees, and a tree of order *k* has 2ᵏ squares and 2ᵏ − 1 pieces. Every tree can be coloured: its
colours follow from those of its uppermost piece.

The root of Bₖ has *k* neighbours, and a square has four, so no tree has an order above 4, and no
stack has more than 4 bits. A tree of order *k* has 2ᵏ⁻¹ of the *m* pieces on the bare board. The
total is 2*m* minus the number of trees, and there are at least ⌊*m*/8⌋ trees, and one more for each
binary 1 of the remainder. That is `most_bound`. CP-SAT determines whether the board can be divided
so (`most_pieces`).

The fewest dominoes are found exactly, square by square. The rules of dominoes on one level concern
only neighbours, so the continuation depends only on the last square of each column (the profile).
For each profile only the fewest dominoes are kept (dynamic programming over a broken profile).

Two questions are answered. The fewest dominoes that leave no two adjacent squares free are the
fewest of **TAIJI**: the smallest maximal matching of the grid graph. They are a lower bound for
**Wythe**, where the pieces on the bare board leave no such squares either. Wythe may end on one
level, because nothing can lie on two adjacent stacks of height 1 if they belong to one piece or
show one colour. So the fewest dominoes whose neighbouring squares show one colour, unless they
belong to the same domino, are an upper bound for Wythe.
"""

from __future__ import annotations

import time
from functools import cache

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.model.optimum import Found, Optimum, OptimumStatus
from litslab.solver.model.settings import Settings

LARGEST_ORDER = 4
"""The largest order of a binomial tree: its root has as many neighbours."""

Tree = tuple[tuple[int, int, int], ...]
"""The pieces of a tree: two squares, and the level."""


def most_bound(board: Board) -> int:
    """Return an upper bound of the pieces in Wythe.

    Examples
    --------
    >>> [most_bound(Board(n, n)) for n in (4, 5, 6, 7, 8, 9)]
    [15, 22, 33, 45, 60, 75]
    """
    largest = 1 << LARGEST_ORDER - 1
    return max(
        2 * m - (m // largest + (m % largest).bit_count()) for m in range(board.size // 2 + 1)
    )


def trees(board: Board) -> dict[int, Tree]:
    """Return one binomial tree for each set of squares that has one of order 1 or more.

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
                            found.setdefault(
                                squares | others, (*tree, *second, (square, neighbour, order - 1))
                            )
        return found

    result: dict[int, Tree] = {}
    for order in range(1, LARGEST_ORDER + 1):
        for square in range(board.size):
            result.update(rooted(square, order))
    return result


def placements_of(rules: Rules, tree: Tree) -> list[Placement]:
    """Return the pieces of a tree, coloured from the top down: each bit differs from the one above
    it.
    """
    found = []
    colour_above: dict[int, bool] = {}  # by square, whether its lowest bit so far is black
    for first, second, level in reversed(tree):
        first_is_black = not colour_above.get(first, False)
        colour_above |= {first: first_is_black, second: not first_is_black}
        black, white = (first, second) if first_is_black else (second, first)
        found.append(_placement(rules, black, white, level))
    return found


def most_pieces(rules: Rules, settings: Settings) -> Optimum:
    """Divide a board into binomial trees with the most pieces; the placements are a position of the
    game.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    from litslab.solver.model.cpsat import make_solver, run  # noqa: PLC0415

    known = trees(rules.board)
    model = cp_model.CpModel()
    chosen = {squares: model.new_bool_var("") for squares in known}
    covering: list[list[cp_model.IntVar]] = [[] for _ in range(rules.board.size)]
    for squares, variable in chosen.items():
        for square in bits(squares):
            covering[square].append(variable)
    for variables in covering:
        model.add_at_most_one(variables)
    total = model.new_int_var(0, most_bound(rules.board), "pieces")
    model.add(total == sum(len(known[squares]) * variable for squares, variable in chosen.items()))
    model.maximize(total)
    solver = make_solver(settings, settings.time_limit)
    status = run(solver, model)
    if not status.has_solution:
        return Optimum(OptimumStatus.UNKNOWN, None, most_bound(rules.board), solver.wall_time)
    highest = round(solver.best_objective_bound)
    pieces = [
        placement
        for squares, variable in chosen.items()
        if solver.boolean_value(variable)
        for placement in placements_of(rules, known[squares])
    ]
    best = Found(round(solver.objective_value), highest, tuple(pieces))
    return Optimum(status, best, highest, solver.wall_time)


FREE = "."
BLACK = "b"
WHITE = "w"
DOWN = {BLACK: "B", WHITE: "W"}
"""The marks of a bit whose other bit is on the next row, in the same column."""
RIGHT = {BLACK: "d", WHITE: "e"}
"""The marks of a bit whose other bit is on the next square of the row."""
EDGE = "#"
OTHER = {BLACK: WHITE, WHITE: BLACK}
COLOUR = {mark: colour for marks in (DOWN, RIGHT) for colour, mark in marks.items()} | {
    BLACK: BLACK,
    WHITE: WHITE,
}

Layer = dict[str, tuple[tuple[int, int], ...]]
"""For each profile the fewest dominoes that lead to it: the squares of their black and
white bits.
"""


def fewest_dominoes(
    board: Board,
    *,
    one_colour_meets: bool,
    time_limit: float | None = None,
) -> list[tuple[int, int]] | None:
    """Return the fewest dominoes that leave no two adjacent squares free.

    Parameters
    ----------
    board : Board
        The board; the effort grows with its size, and exponentially with its columns.
    one_colour_meets : bool
        Whether neighbouring squares of different dominoes have to show one colour, as in Wythe on
        one level.
    time_limit : float, optional
        Time limit in seconds.

    Returns
    -------
    list of tuple of int, or None
        The squares of the black and of the white bit of each domino, in any order if colours do not
        count. None if the time ran out.

    Raises
    ------
    ValueError
        If there are no such dominoes.

    Examples
    --------
    >>> [len(fewest_dominoes(Board(n, n), one_colour_meets=False) or ()) for n in (2, 3, 4, 5)]
    [2, 3, 6, 9]
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    colours = (BLACK, WHITE) if one_colour_meets else (BLACK,)
    layer: Layer = {EDGE * board.columns: ()}
    for square in range(board.size):
        if deadline is not None and time.monotonic() > deadline:
            return None
        layer = _next_square(layer, board, square, colours)
    if not layer:
        raise ValueError(
            f"no dominoes on {board.columns}×{board.rows} squares show one colour wherever they "
            "meet"
        )
    fewest = min(layer.values(), key=len)
    return list(fewest)


def _next_square(layer: Layer, board: Board, square: int, colours: tuple[str, ...]) -> Layer:
    """Return the profiles after one more square."""
    column, row = board.column(square), board.row(square)
    begun: dict[str, tuple[tuple[int, int]]] = {}
    for marks, other in ((RIGHT, square + 1), (DOWN, square + board.columns)):
        begun |= {marks[BLACK]: ((square, other),), marks[WHITE]: ((other, square),)}
    result: Layer = {}
    for profile, dominoes in layer.items():
        up = profile[column]
        left = profile[column - 1] if column else EDGE
        before = profile[:column]
        after = profile[column + 1 :]
        if left in RIGHT.values():  # a decided square keeps its colour only
            before = before[:-1] + COLOUR[left]
        for mark in _marks(
            left, up, colours, to_the_right=column < board.columns - 1, down=row < board.rows - 1
        ):
            found = before + mark + after
            more = dominoes + begun.get(mark, ())
            if found not in result or len(result[found]) > len(more):
                result[found] = more
    return result


@cache
def _marks(
    left: str,
    up: str,
    colours: tuple[str, ...],
    *,
    to_the_right: bool,
    down: bool,
) -> tuple[str, ...]:
    """Return the marks that a square can have between its left and its upper neighbour."""
    coloured = len(colours) > 1

    def agree(colour: str, *neighbours: str) -> bool:
        return not coloured or all(
            COLOUR.get(neighbour, colour) == colour for neighbour in neighbours
        )

    def partner(mark: str, neighbour: str) -> tuple[str, ...]:
        colour = OTHER[COLOUR[mark]] if coloured else COLOUR[mark]
        return (colour,) if agree(colour, neighbour) else ()

    if left in RIGHT.values():
        return () if up in DOWN.values() else partner(left, up)
    if up in DOWN.values():
        return partner(up, left)
    found = [] if FREE in {left, up} else [FREE]
    for colour in colours:
        if agree(colour, left, up):
            found += [RIGHT[colour]] * to_the_right + [DOWN[colour]] * down
    return tuple(found)


def few_pieces(rules: Rules, *, time_limit: float | None = None) -> Position | None:
    """Return a finished position of TAIJI with the fewest pieces, or one of Wythe with the fewest
    on one level.

    None if the time ran out. The number of the latter is an upper bound for Wythe (see the module).
    """
    stacked = rules.phases[0].levels > 1
    dominoes = fewest_dominoes(rules.board, one_colour_meets=stacked, time_limit=time_limit)
    if dominoes is None:
        return None
    return rules.from_placements([_placement(rules, black, white) for black, white in dominoes])


def _placement(rules: Rules, black: int, white: int, level: int = 0) -> Placement:
    placement = rules.table.find(Shape.DOMINO, mask_of((black, white)), 1 << black, level)
    assert placement is not None, "adjacent squares hold a domino of either colouring on each level"
    return placement
