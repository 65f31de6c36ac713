"""Files of the puzz.link editors (``pzprv3``), with rooms or with borders, and what is shaded.

A file is a list of lines, or the same with ``/`` between them: the version, the type, rows, columns; then either the
number of rooms and for each square its room (version 3), or the borders to the right and below (version 3.1); then
each square: ``#`` shaded, ``+`` marked as unshaded, ``.`` nothing. Rooms only say where borders are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.geometry import Board
from puzzles.formats.common import Borders, Entry, FormatError, bordered, labelled, read_size
from puzzles.lits import OUTSIDE, LitsPuzzle, draw_shading, parse_shading

_HEAD = re.compile(r"\s*pzprv3(?:\.\d+)?\s*(?:[/\n]|$)")
_BORDER_VERSIONS = {"pzprv3.1"}
_NOWHERE = {".", "-1"}


def matches(text: str) -> bool:
    """Tell whether a text is meant as such a file."""
    return _HEAD.match(text) is not None


class _Lines:
    """The lines of a file, with their numbers for messages."""

    def __init__(self, text: str) -> None:
        lines = text.strip().splitlines()
        self._one_line = len(lines) == 1
        self._lines = lines[0].rstrip("/").split("/") if self._one_line else lines
        self._next = 0

    def wrong(self, message: str) -> FormatError:
        """Return an error at the line that was taken last; where ``/`` stands between lines, at that part."""
        return FormatError(f"part {self._next}: {message}") if self._one_line else FormatError(message, self._next)

    def take(self, what: str) -> list[str]:
        """Return the words of the next line."""
        if self._next == len(self._lines):
            raise self.wrong(f"the file ends here: expected {what}")
        self._next += 1
        return self._lines[self._next - 1].split()

    def row(self, what: str, length: int, allowed: str | None) -> list[str]:
        """Return the words of a line of which there have to be so many."""
        words = self.take(what)
        if len(words) != length:
            raise self.wrong(f"{len(words)} entries: expected {length} {what}")
        for word in words:
            if allowed is not None and word not in allowed:
                raise self.wrong(f"{word[:12]!r}: expected {' or '.join(allowed)} ({what})")
        return words

    def left(self) -> bool:
        return self._next < len(self._lines)


def read(text: str) -> Entry:
    """Read a file.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    lines = _Lines(text)
    version = "".join(lines.take("the version"))
    kind = " ".join(lines.take("the type of the puzzle"))
    if kind != "lits":
        raise lines.wrong(f"a puzzle of the type {kind[:20]!r}: expected lits")
    rows, columns = ("".join(lines.take(what)) for what in ("the number of rows", "the number of columns"))
    board = read_size(columns, rows)
    puzzle = _read_borders(lines, board) if version in _BORDER_VERSIONS else _read_rooms(lines, board)
    if not lines.left():
        return Entry(puzzle)
    marks = ["".join(lines.row("squares", board.columns, "#+.")).replace("+", ".") for _ in range(board.rows)]
    shading = parse_shading(board, marks)
    return Entry(puzzle, shading=shading or None)


def _read_borders(lines: _Lines, board: Board) -> LitsPuzzle:
    def walls(rows: int, columns: int) -> Iterator[bool]:
        for _ in range(rows):
            for word in lines.row("borders", columns, "01") if columns else lines.take("an empty line"):
                yield word == "1"

    right = tuple(walls(board.rows, board.columns - 1))
    return bordered(board, Borders(right, tuple(walls(board.rows - 1, board.columns))))


def _read_rooms(lines: _Lines, board: Board) -> LitsPuzzle:
    count = "".join(lines.take("the number of rooms"))
    rows = [lines.row("rooms", board.columns, None) for _ in range(board.rows)]
    told = {room for row in rows for room in row} - _NOWHERE
    if not count.isascii() or not count.isdigit() or len(told) != int(count[:9]):
        raise lines.wrong(f"{count[:12]!r} rooms told: expected {len(told)}, as many as are drawn")
    return labelled(rows, outside=_NOWHERE, by_borders=True)


def write(entry: Entry) -> str:
    """Write a file of version 3, with rooms.

    Raises
    ------
    FormatError
        If there are givens, which such a file cannot hold.
    """
    puzzle = entry.puzzle
    if puzzle.givens:
        raise FormatError("a pzprv3 file cannot say what is given: expected a puzzle without givens")
    rooms = (" ".join("." if room == OUTSIDE else str(room) for room in row) for row in puzzle.rows())
    squares = (" ".join(row) for row in draw_shading(puzzle.board, entry.shading or 0))
    head = ["pzprv3", "lits", str(puzzle.board.rows), str(puzzle.board.columns), str(len(puzzle.masks))]
    return "\n".join([*head, *rooms, *squares])
