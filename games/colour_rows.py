"""Positions of TAIJI by the colours of their squares, as boards and diagrams show them.

Which light and which dark square are one domino is not seen on a board. The scores and everything
that can still be placed depend on the colours alone, so any division into dominoes will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from litslab.games.errors import OptionError
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import tr
from litslab.games.pieces import Shape, touch_at_corners
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.symbol_rows import board_rows

LIGHT = "WLO"
"""The letters of light squares: white, light, and the empty mark of a pen."""

DARK = "BDX"
"""The letters of dark squares: black, dark, and the full mark of a pen."""


def rows_of_colours(given: str | Sequence[str]) -> tuple[str, ...]:
    r"""Return the rows of a coloured board, the top row first, as ``w``, ``b`` and ``.``.

    Parameters
    ----------
    given : str or sequence of str
        The board as one text with a line per row, or its rows: ``w``, ``l`` or ``O`` for a light
        square, ``b``, ``d`` or ``X`` for a dark one, in either case.

    Raises
    ------
    OptionError
        If it is no such board, or its rows differ in length.

    Examples
    --------
    >>> rows_of_colours("W B\nx -")
    ('wb', 'b.')
    """
    rows = board_rows(given, "w, b and .")
    meaning = dict.fromkeys(LIGHT, "w") | dict.fromkeys(DARK, "b") | {".": "."}
    for number, row in enumerate(rows, start=1):
        if unknown := next((letter for letter in row if letter not in meaning), None):
            raise OptionError(
                f"row {number} of the board has {unknown!r}: expected w (light), b (dark) or ."
            )
        if len(row) != len(rows):
            raise OptionError(
                f"row {number} of the board has {len(row)} squares: expected {len(rows)}, as there "
                "are rows"
            )
    return tuple("".join(meaning[letter] for letter in row) for row in rows)


def position_of_colours(rules: Rules, rows: Sequence[str]) -> Position:
    """Return the position of TAIJI that shows these colours; the number of dominoes says whose
    turn it is.

    Parameters
    ----------
    rules : Rules
        The game, one that shows colours; its board has as many rows and columns.
    rows : sequence of str
        The colours, as `rows_of_colours` returns them.

    Raises
    ------
    OptionError
        If the board has another size, or the squares cannot be divided into dominoes.
    """
    board = rules.board
    if board.rows != len(rows):
        raise OptionError(
            f"a board of {len(rows)}×{len(rows)} squares: expected {board.columns}×{board.rows} as "
            "the options say"
        )
    letters = "".join(reversed(rows))
    light, dark = (
        mask_of(square for square, letter in enumerate(letters) if letter == colour)
        for colour in "wb"
    )
    table = rules.table
    partners = divide(board, light, dark, corners=touch_at_corners(table.kinds))
    if left := [*bits(light & ~mask_of(partners)), *bits(dark & ~mask_of(partners.values()))]:
        names = ", ".join(map(board.name, left))
        raise OptionError(
            tr(
                "{light} light and {dark} dark squares: no partner is left for {squares}: expected "
                "dominoes of a light and a dark square side by side",
                light=light.bit_count(),
                dark=dark.bit_count(),
                squares=names,
            )
        )
    found = (
        table.find(Shape.DOMINO, 1 << white | 1 << black, 1 << black)
        for white, black in partners.items()
    )
    return rules.from_placements(each for each in found if each is not None)


def divide(board: Board, light: int, dark: int, *, corners: bool = False) -> dict[int, int]:
    """Return for as many light squares as possible a dark one beside it, each dark one once;
    with `corners` one that touches at a corner will do, too.

    It is a maximum matching, by augmenting paths that are searched breadth first. Source: D. König,
    "Gráfok és mátrixok", 1931; C. Berge, "Two theorems in graph theory", 1957.
    """
    beside = board.surrounding if corners else board.adjacent
    partner_of_light: dict[int, int] = {}
    partner_of_dark: dict[int, int] = {}
    for start in bits(light):
        for white, black in _augmenting_path(beside, dark, start, partner_of_dark):
            partner_of_light[white] = black
            partner_of_dark[black] = white
    return partner_of_light


def _augmenting_path(
    beside: Callable[[int], int],
    dark: int,
    start: int,
    partner_of_dark: dict[int, int],
) -> list[tuple[int, int]]:
    """Return new pairs that give a light square a partner and keep the partners of all others, some
    of them another one; none if that cannot be.
    """
    paths: dict[int, list[tuple[int, int]]] = {start: []}
    waiting = [start]
    met = 0
    for white in waiting:
        for black in bits(beside(1 << white)):
            if not dark >> black & 1 or met >> black & 1:
                continue
            met |= 1 << black
            path = [*paths[white], (white, black)]
            if black not in partner_of_dark:
                return path
            paths[partner_of_dark[black]] = path
            waiting.append(partner_of_dark[black])
    return []
