"""Pieces for a page: the orientations of each kind, their notation, and legal placements."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from litslab.app.web import documents
from litslab.games.pieces import Cell, PieceKind, Shape
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules

Cells = tuple[tuple[int, int, str], ...]
"""An orientation: its squares by column, then row, counted from the lower left corner, each with
its colour: w, b, or empty.
"""

_SQUARE = re.compile(r"[a-z]+\d+")


def piece_name(shape: Shape) -> str:
    """Return the name of a shape in a page."""
    return "domino" if shape is Shape.DOMINO else shape.value


def legal_placement(rules: Rules, placement: Placement) -> documents.LegalPlacement:
    """Return a placement as a page takes it."""
    name = rules.board.name
    return documents.LegalPlacement(
        move=rules.format_placement(placement),
        piece=piece_name(placement.shape),
        squares=[(name(square), _colour(placement, square)) for square in placement.squares],
    )


def _colour(placement: Placement, square: int) -> str:
    if placement.black is None:
        return ""
    return "b" if placement.black >> square & 1 else "w"


def pieces_of(position: Position) -> list[documents.PieceKind]:
    """Return the kinds of pieces of the phase that is being played, each with its orientations."""
    table = position.rules.table
    legal_kinds = {placement.kind for placement in table.of(position.legal)}
    placed = Counter(placement.kind for placement in position.placements)
    dominoes = Shape.DOMINO in {table.kinds[kind].shape for kind in legal_kinds}
    return [
        documents.PieceKind(
            piece=piece_name(kind.shape),
            left=None if kind.count is None else kind.count - placed[number],
            orientations=[list(cells) for cells in turns],
            notation=[_notation(position.rules, number, cells) for cells in turns],
        )
        for number, kind in enumerate(table.kinds)
        if (kind.shape is Shape.DOMINO) == dominoes
        for turns in _by_turning(_orientations(kind))
    ]


def _notation(rules: Rules, kind: int, cells: Cells) -> str:
    """Return the text of a placement of these cells, with ``{0}``, ``{1}`` … for the names of their
    squares; empty if the board has no room for them.
    """
    placement = _samples(rules).get((kind, cells))
    if placement is None:
        return ""
    names = [rules.board.name(square) for square in _in_order(rules, placement)]
    text = rules.format_placement(placement)
    return _SQUARE.sub(lambda found: f"{{{names.index(found[0])}}}", text)


def _in_order(rules: Rules, placement: Placement) -> list[int]:
    """Return the squares of a placement by column, then row, as those of an orientation are."""
    board = rules.board
    return sorted(placement.squares, key=lambda square: (board.column(square), board.row(square)))


@lru_cache(maxsize=16)
def _samples(rules: Rules) -> dict[tuple[int, Cells], Placement]:
    """Return a placement of each kind and orientation that has room on the board."""
    found: dict[tuple[int, Cells], Placement] = {}
    board = rules.board
    for placement in rules.table:
        squares = _in_order(rules, placement)
        left = min(map(board.column, squares))
        bottom = min(map(board.row, squares))
        cells = tuple(
            (board.column(each) - left, board.row(each) - bottom, _colour(placement, each))
            for each in squares
        )
        found.setdefault((placement.kind, cells), placement)
    return found


def _by_turning(found: list[Cells]) -> list[list[Cells]]:
    """Return the orientations of a kind apart that no turn leads to from each other: a taijitu
    whose halves share an edge, and one whose halves touch at a corner.
    """
    diagonal = [each for each in found if _is_diagonal(each)]
    others = [each for each in found if each not in diagonal]
    return [each for each in (others, diagonal) if each]


def _is_diagonal(cells: Cells) -> bool:
    """Return whether a piece has two squares that touch at a corner."""
    (column, row, _), (last_column, last_row, _) = cells[0], cells[-1]
    return len(cells) == 2 and column != last_column and row != last_row


@lru_cache(maxsize=64)
def _orientations(kind: PieceKind) -> list[Cells]:

    def colour(cell: Cell, black: frozenset[Cell]) -> str:
        if not kind.coloured:
            return ""
        return "b" if cell in black else "w"

    found = []
    for cells, black in kind.orientations:
        found.append(tuple((*cell, colour(cell, black)) for cell in sorted(cells)))
    return found
