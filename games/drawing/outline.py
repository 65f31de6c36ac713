"""The outline of a set of squares."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.games.geometry import Board, bits

GridPoint = tuple[int, int]


def outline(board: Board, squares: int) -> list[list[GridPoint]]:
    """Return the border of a set of squares as closed loops of corner points.

    Each loop has the set on its left: outer borders run counterclockwise, the borders of holes
    clockwise. Groups of squares that share only a corner have loops of their own; a group that
    meets itself in a corner passes there twice.

    Parameters
    ----------
    board : Board
        The board.
    squares : int
        The set of squares.

    Returns
    -------
    list of list of (column, row)
        Only the points where the border turns; point (0, 0) is the lower left corner of a1.

    Examples
    --------
    >>> outline(Board(3, 3), 0b111)
    [[(0, 0), (3, 0), (3, 1), (0, 1)]]
    """
    ends: dict[GridPoint, list[GridPoint]] = {}
    for start, end in _border_edges(board, squares):
        ends.setdefault(start, []).append(end)
    loops = []
    while ends:
        first = min(ends)  # the border turns there
        loop = []
        here = first
        before = first
        while here in ends:
            there = _next_point(before, here, ends[here])
            ends[here].remove(there)
            if not ends[here]:
                del ends[here]
            if direction(before, here) != direction(here, there):
                loop.append(here)
            before, here = here, there
        loops.append(loop)
    return loops


def _border_edges(board: Board, squares: int) -> Iterator[tuple[GridPoint, GridPoint]]:
    for square in bits(squares):
        left, bottom = board.column(square), board.row(square)
        corners = [(left, bottom), (left + 1, bottom), (left + 1, bottom + 1), (left, bottom + 1)]
        beyond = [(left, bottom - 1), (left + 1, bottom), (left, bottom + 1), (left - 1, bottom)]
        for side, (column, row) in enumerate(beyond):
            if not (board.contains(column, row) and squares >> board.square(column, row) & 1):
                yield corners[side], corners[(side + 1) % 4]


def direction(start: GridPoint, end: GridPoint) -> GridPoint:
    """Return the unit step from one point of a border towards another."""
    across, up = end[0] - start[0], end[1] - start[1]
    return (across > 0) - (across < 0), (up > 0) - (up < 0)


def _next_point(before: GridPoint, here: GridPoint, choices: list[GridPoint]) -> GridPoint:
    """Return the next point of a border, to the left where two squares meet only in a corner."""
    if len(choices) == 1 or before == here:
        return choices[0]
    across, up = direction(before, here)
    left = (here[0] - up, here[1] + across)
    return left if left in choices else choices[0]
