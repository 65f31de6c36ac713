"""Boards of symbols as people write them: rows of ``X``, ``O`` and a mark for an empty square."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.games.errors import OptionError, expect

_EMPTY = str.maketrans(dict.fromkeys("-_0·", "."))
_BETWEEN = str.maketrans(dict.fromkeys(",;|", " "))
_LONGEST = 100_000
"""Length of the longest text of a board."""


def symbol_rows(given: str | Sequence[str]) -> tuple[str, ...]:
    r"""Return the rows of a board, the top row first, in capital letters with ``.`` on empty
    squares.

    Parameters
    ----------
    given : str or sequence of str
        The board as one text with a line per row, or its rows; in either case, with or without
        blanks between the squares, and ``.``, ``-``, ``_`` or ``0`` for an empty square.

    Raises
    ------
    OptionError
        If it is neither, has no squares, or is too long.

    Examples
    --------
    >>> symbol_rows("x - o\n_ 0 X")
    ('X.O', '..X')
    """
    return board_rows(given, "X, O and .")


def board_rows(given: str | Sequence[str], letters: str) -> tuple[str, ...]:
    """Return the rows of any board as `symbol_rows` does; `letters` are what an error expects."""
    expect(given, str | list | tuple, "a board as text or rows, the top row first")
    lines = given.splitlines() if isinstance(given, str) else given
    for line in lines:
        expect(line, str, "a row of the board as text")
    length = sum(map(len, lines))
    if length > _LONGEST:
        raise OptionError(f"a board of {length:,} characters: expected at most {_LONGEST:,}")
    rows = ("".join(line.translate(_BETWEEN).split()) for line in lines)
    found = tuple(row.upper().translate(_EMPTY) for row in rows if row)
    if not found:
        raise OptionError(f"a board without squares: expected rows of {letters}, the top row first")
    return found


def size_of(rows: Sequence[str]) -> dict[str, int]:
    """Return the options of a game whose board has these rows."""
    return {"size": max(map(len, rows), default=0), "rows": len(rows)}
