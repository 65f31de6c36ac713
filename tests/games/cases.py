"""The games, options and sizes that the contract tests go through, and the bridge to the checker of
the rule texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from litslab.games import PASS, SWAP, Position, Rules, create
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import DrawnPiece, Shape
from litslab.games.placements import Placement, PlacementTable
from tests import rules_text
from tests.rules_text import Checker, Put, Square


@dataclass(frozen=True)
class Case:
    """A game with options; drawn pieces as (rows, count)."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        told = [f"{key}={_short(value)}" for key, value in self.options.items()]
        return " ".join([self.name, *told])

    def __hash__(self) -> int:
        return hash((self.name, repr(sorted(self.options.items()))))

    def rules(self) -> Rules:
        options = dict(self.options)
        if "pieces" in options:
            options["pieces"] = tuple(DrawnPiece(rows, count) for rows, count in options["pieces"])
        return create(self.name, **options)

    def checker(self) -> Checker:
        return rules_text.make(self.name, **self.options)


def _short(value: object) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return "-".join(map(str, value))
    return "given" if isinstance(value, tuple) else str(value)


def symbols(columns: int, rows: int) -> tuple[str, ...]:
    """A board of symbols without any symmetry."""
    return tuple(
        "".join("XO.XXO.O"[(3 * c + 5 * r + c * r) % 8] for c in range(columns))
        for r in range(rows)
    )


def boards(name: str, *options: dict[str, Any]) -> tuple[Case, ...]:
    """A game with several options."""
    return tuple(Case(name, each) for each in options)


PIECES: tuple[tuple[tuple[str, ...], int], ...] = (
    (("bb", "w.", "w."), 2),
    (("b.", "w.", "wb"), 1),
    (("bwwb",), 2),
    (("b", "b", "w", "w"), 1),
    ((".w.", "bbw"), 2),
    (("wb.", ".bw"), 1),
    (("bw", " wb"), 2),
)

CASES = (
    *boards(
        "taiji",
        {"size": 2, "groups": 1},
        {"size": 3, "groups": 1},
        {"size": 4, "groups": 2},
        {"size": 5, "groups": 3},
        {"size": 7},
        {},
        {"size": 11},
    ),
    *boards(
        "battle-of-lits",
        {"size": 2, "symbols": ("XO", "OX")},
        {"size": 3, "symbols": symbols(3, 3)},
        {"size": 4, "symbols": symbols(4, 4)},
        {"size": 4, "symbols": symbols(4, 4), "swap": False},
        {"size": 4, "supply": (1, 1, 1, 1), "symbols": symbols(4, 4)},
        {"size": 3, "rows": 7, "symbols": symbols(3, 7)},
        {"size": 8, "rows": 2, "symbols": symbols(8, 2)},
        {"size": 6, "supply": (1, 2, 0, 3), "symbols": symbols(6, 6)},
        {"size": 10, "symbols": symbols(10, 10)},
    ),
    *boards(
        "tailits",
        {"size": 3},
        {"size": 5, "scoring": "second"},
        {"size": 5, "flips": False},
        {"size": 5, "colouring": "free", "supply": (1, 2, 1, 2)},
        {"size": 5, "colouring": "free", "flips": False, "scoring": "second"},
        {"size": 5, "colouring": "each-once"},
        {"size": 7, "colouring": "each-once", "flips": False, "supply": (12, 0, 6, 6)},
        {"size": 7, "colouring": "pieces", "pieces": PIECES},
        {"size": 7, "colouring": "pieces", "pieces": PIECES, "flips": False, "scoring": "second"},
        {},
    ),
    *boards(
        "wythe", {"size": 2}, {"size": 3}, {"size": 4}, {"size": 4, "swap": False}, {"size": 5}
    ),
    *boards(
        "tailits+taiji",
        {"size": 3, "groups": 1},
        {"size": 5, "groups": 2, "scoring": "second"},
        {"size": 5, "groups": 3, "colouring": "free", "flips": False, "supply": (2, 2, 2, 2)},
        {"size": 7, "colouring": "each-once"},
    ),
    *boards(
        "taiji+battle-of-lits",
        {"size": 2, "groups": 1},
        {"size": 3, "groups": 1},
        {"size": 4, "groups": 2, "supply": (1, 0, 1, 1)},
        {"size": 5, "groups": 3},
        {"size": 7},
    ),
)
"""Every registered game, every option, and sizes from the smallest to the published ones."""

LARGE = tuple(case for case in CASES if int(case.options.get("size", 11)) > 6)
"""The cases that `make quick` can leave out: each has a smaller one of the same game."""

every_case = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.slow if case in LARGE else ()) for case in CASES],
    ids=str,
)
"""A test of every case; those of the large ones are slow."""


def plain_squares(board: Board, mask: int) -> frozenset[Square]:
    """A set of squares as (column, row) pairs."""
    return frozenset((board.column(square), board.row(square)) for square in bits(mask))


def plain(placement: Placement, board: Board) -> Put:
    """A placement as the checker knows it."""
    black = None if placement.black is None else plain_squares(board, placement.black)
    return Put(placement.shape.value, plain_squares(board, placement.mask), black, placement.level)


@lru_cache(maxsize=64)
def plain_table(table: PlacementTable) -> tuple[Put, ...]:
    """All placements of a table as the checker knows them."""
    return tuple(plain(placement, table.board) for placement in table)


def plain_set(table: PlacementTable, members: Iterable[int]) -> set[Put]:
    """A set of placements as the checker knows them."""
    puts = plain_table(table)
    return {puts[index] for index in members}


def read(rules: Rules, text: str) -> Placement:
    """A placement from words: ``T b3 c3 d3 c4 black b3 c4``, ``D a1 b1 black a1 level 1``.

    Tests write their positions so, and not in the notation, which is tested elsewhere.
    """
    shape, *words = text.split()
    level = int(words.pop()) if "level" in words else 0
    words = [word for word in words if word != "level"]
    cut = words.index("black") if "black" in words else len(words)
    squares = words[:cut]
    black = words[cut + 1 :]
    mask = mask_of(rules.board.parse(square) for square in squares)
    dark = mask_of(rules.board.parse(square) for square in black) if black else None
    if (placement := rules.table.find(Shape(shape), mask, dark, level)) is None:
        raise ValueError(f"no such placement: {text}")
    return placement


def follow(rules: Rules, moves: Iterable[str]) -> Position:
    """The position after some moves, each given as `read` wants it, or ``swap``, or ``pass``."""
    position = rules.start()
    for text in moves:
        position = position.play({"swap": SWAP, "pass": PASS}.get(text) or read(rules, text))
    return position
