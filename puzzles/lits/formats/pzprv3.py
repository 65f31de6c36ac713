"""Files of the puzz.link editors (``pzprv3``), with rooms or with borders, and what is shaded.

A file is a list of lines, or the same with ``/`` between them: the version, the type, rows,
columns; then either the number of rooms and for each square its room (version 3), or the borders to
the right and below (version 3.1); then each square: ``#`` shaded, ``+`` marked as unshaded, ``.``
nothing. Rooms only say where borders are. At the end there may be ``info:`` with a JSON object,
whose ``metadata`` are the author, the source, the difficulty and a comment.

Files of Pencilbox and kanpen.net have as text the lines of a file with rooms after the first two. A
link of kanpen.net has them after ``problem=``, with ``/`` between the lines and ``_`` between the
entries. In XML a square is an element: of the ``board`` ``<n3/>``, ``<n v="12"/>`` or ``<z/>``
(room 0), of the ``answer`` ``<w/>`` (shaded), ``<s/>`` or ``<u/>``; the attribute ``n`` repeats it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any
from xml.etree import ElementTree

from litslab.games.geometry import Board
from litslab.games.language import mark
from litslab.puzzles.lits.formats import common
from litslab.puzzles.lits.puzzle import LitsPuzzle, draw_shading, parse_shading

_HEAD = re.compile(r"\s*pzprv3(?:\.\d+)?\s*(?:[/\n]|$)")
_INFO = re.compile(r"(?:^|[\n/])[^\S\n]*+(?P<kind>info|history):\s*+(?=\{)")
_METADATA = {"author": "author", "source": "source", "hard": "level", "comment": "title"}
"""Keys of a file's metadata, with the fields of `PuzzleEntry` that they hold."""
_BORDER_VERSIONS = {"pzprv3.1"}
_NOWHERE = {".", "-1"}
_ROWS_LINE = 3
_COLUMNS_LINE = 4


def matches(text: str) -> bool:
    """Return whether a text is meant as such a file."""
    return _HEAD.match(text) is not None


class _Lines:
    """The lines of a file, with their numbers for messages."""

    def __init__(self, text: str) -> None:
        lines = text.strip().splitlines()
        self._one_line = len(lines) == 1
        self._lines = lines[0].rstrip("/").split("/") if self._one_line else lines
        self.number = 0
        """The number of the line that was taken last."""

    def wrong(self, message: str, number: int | None = None) -> common.FormatError:
        """Return an error at a line, by default the last one taken; where ``/`` separates lines, at
        that part.
        """
        number = self.number if number is None else number
        where = None if self._one_line else number
        return common.FormatError(f"part {number}: {message}" if self._one_line else message, where)

    def take(self, what: str) -> list[str]:
        """Return the words of the next line."""
        if self.number == len(self._lines):
            raise self.wrong(f"the file ends here: expected {what}")
        self.number += 1
        return self._lines[self.number - 1].split()

    def row(self, what: str, length: int, allowed: str | None) -> list[str]:
        """Return the words of a line that has to have a certain number of them."""
        words = self.take(what)
        if len(words) != length:
            raise self.wrong(f"{len(words)} entries: expected {length} {what}")
        for word in words:
            if allowed is not None and word not in allowed:
                raise self.wrong(f"{word[:12]!r}: expected {' or '.join(allowed)} ({what})")
        return words

    def side(self, name: str) -> int:
        """Return the number of ``rows`` or ``columns`` that the next line says."""
        text = "".join(self.take(f"the number of {name}"))
        try:
            return common.read_side(name, text)
        except common.FormatError as error:
            raise self.wrong(error.message) from None

    def widths(self) -> list[int]:
        """Return how many words each of the lines has that are not yet taken."""
        return [len(line.split()) for line in self._lines[self.number :]]

    def rooms(self) -> int:
        """Return how many of the next lines are rows of rooms: of numbers, which no square's mark
        is.
        """

        def is_room(words: list[str]) -> bool:
            return any(word.isdigit() for word in words) and all(
                word.isdigit() or word in _NOWHERE for word in words
            )

        return sum(
            1 for _ in takewhile(is_room, (line.split() for line in self._lines[self.number :]))
        )


def read(text: str) -> common.PuzzleEntry:
    """Read a file.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    text, words = _split_off_words(text)
    lines = _Lines(text)
    version = "".join(lines.take("the version"))
    kind = " ".join(lines.take("the type of the puzzle"))
    if kind not in common.KINDS:
        raise lines.wrong(
            f"a puzzle of the type {kind[:20]!r}: expected {' or '.join(common.KINDS)}"
        )
    rows, columns = (lines.side(name) for name in ("rows", "columns"))
    board = Board(columns, rows)
    puzzle = (
        _read_borders(lines, board) if version in _BORDER_VERSIONS else _read_rooms(lines, board)
    )
    puzzle = replace(puzzle, rules=common.KINDS[kind])
    if not lines.widths():
        return common.PuzzleEntry(puzzle, **words)
    marks = [
        "".join(lines.row("squares", board.columns, "#+.")).replace("+", ".")
        for _ in range(board.rows)
    ]
    shading = parse_shading(board, marks)
    return common.PuzzleEntry(puzzle, shading=shading or None, **words)


def _split_off_words(text: str) -> tuple[str, dict[str, Any]]:
    """Return a file without what follows its squares, and the words about the puzzle that stand
    there.
    """
    if (found := _INFO.search(text)) is None:
        return text, {}
    document: Any = None
    if found["kind"] == "info":
        with suppress(ValueError, RecursionError):  # the editors ignore damaged metadata as well
            document, _ = json.JSONDecoder().raw_decode(text, found.end())
    metadata = document.get("metadata") if isinstance(document, dict) else None
    known = metadata if isinstance(metadata, dict) else {}
    told = {word: known[key] for key, word in _METADATA.items() if isinstance(known.get(key), str)}
    return text[: found.start()], told


def _read_borders(lines: _Lines, board: Board) -> LitsPuzzle:
    def walls(rows: int, columns: int) -> Iterator[bool]:
        for _ in range(rows):
            for word in (
                lines.row("borders", columns, "01") if columns else lines.take("an empty line")
            ):
                yield word == "1"

    _check_columns(lines, board, between=1)
    widths = lines.widths()
    drawn = len(list(takewhile(lambda width: width == board.columns - 1, widths)))
    if drawn not in {board.rows, len(widths)} and widths[drawn] == board.columns:
        raise _wrong_rows(lines, board, drawn)
    return common.bordered(
        board, [*walls(board.rows, board.columns - 1), *walls(board.rows - 1, board.columns)]
    )


def _read_rooms(lines: _Lines, board: Board) -> LitsPuzzle:
    count = "".join(lines.take("the number of rooms"))
    count_line = lines.number
    _check_columns(lines, board)
    drawn = lines.rooms()
    left = len(lines.widths())
    # A file with fewer rows and without marks is incomplete.
    if drawn > board.rows or (drawn < board.rows != left == 2 * drawn):
        raise _wrong_rows(lines, board, drawn)
    rows = [lines.row("rooms", board.columns, None) for _ in range(board.rows)]
    told = {room for row in rows for room in row} - _NOWHERE
    if not count.isascii() or not count.isdigit() or len(told) != int(count[:9]):
        raise lines.wrong(
            f"{count[:12]!r} rooms: expected {len(told)}, the number drawn", count_line
        )
    return common.labelled(rows, outside=_NOWHERE, by_borders=True)


def _check_columns(lines: _Lines, board: Board, between: int = 0) -> None:
    """Raise where all rows that follow have the same length, and not the one that the number of
    columns gives them.

    One row of another length is a mistake in that row; all of them are one in the number of
    columns.
    """
    found = [width + between for width in lines.widths()[: board.rows]]
    if len(found) == board.rows and len(set(found)) == 1 and found[0] != board.columns:
        raise lines.wrong(
            f"{board.columns} columns: expected {found[0]}, as many as are drawn", _COLUMNS_LINE
        )


def _wrong_rows(lines: _Lines, board: Board, drawn: int) -> common.FormatError:
    return lines.wrong(f"{board.rows} rows: expected {drawn}, as many as are drawn", _ROWS_LINE)


def write(entry: common.PuzzleEntry) -> str:
    """Write a file of version 3, with rooms.

    Raises
    ------
    FormatError
        If there are givens, a square outside every region or a region in two parts: the editors
        take rooms for borders.
    """
    puzzle = entry.puzzle
    common.borders_of(puzzle, what="a pzprv3 file")
    rooms = (" ".join(map(str, row)) for row in puzzle.rows())
    squares = (" ".join(row) for row in draw_shading(puzzle.board, entry.shading or 0))
    kind = next(kind for kind, rules in common.KINDS.items() if rules is puzzle.rules)
    head = [
        "pzprv3",
        kind,
        str(puzzle.board.rows),
        str(puzzle.board.columns),
        str(len(puzzle.masks)),
    ]
    metadata = {key: value for key, word in _METADATA.items() if (value := getattr(entry, word))}
    # The editors read every slash as a line end, so slashes are escaped.
    info = "info:" + json.dumps({"metadata": metadata}, ensure_ascii=False, indent=1).replace(
        "/", "\\u002f"
    )
    return "\n".join([*head, *rooms, *squares, *([info] if metadata else [])])


_LINK = re.compile(r"\S*[?&]problem=(?P<body>\S+)")
_TEXT = re.compile(r"\s*\d+[ \t]*\n[ \t]*\d+[ \t]*\n[ \t]*\d+[ \t]*\n[ \t]*[\d.-]+[ \t]+[\d.-]+")
_XML = re.compile(r"\s*(?:<\?xml\b|<puzzle\b)")
# The beginning of a file in text form: three numbers on lines of their own, then a row of rooms.
_START = re.compile(r"(?=^\d+[ \t]*\n\d+[ \t]*\n\d+[ \t]*\n[\d.-]+[ \t]+[\d.-])", re.MULTILINE)
_BEFORE = "pzprv3\nlits\n"
_LINES_BEFORE = 2
_PROPERTIES = {"author": "author", "source": "source", "difficulty": "level"}


def is_pencilbox(text: str) -> bool:
    """Return whether a text is meant as a file of Pencilbox or a link of kanpen.net."""
    return any(form.match(text) is not None for form in (_TEXT, _XML, _LINK))


def split_pencilbox(text: str) -> common.Parts:
    """Return the files of a text: one in XML, whatever lines it has, or several in text form, or
    links.
    """
    if _XML.match(text):
        return [(1, text)]
    return common.split_at(_START, text) if _TEXT.match(text) else common.split_blocks(text)


def read_pencilbox(text: str) -> common.PuzzleEntry:
    """Read a file of Pencilbox or a link of kanpen.net.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    if _XML.match(text):
        return _read_xml(text)
    if found := _LINK.match(text.strip()):
        return read("pzprv3/lits/" + found["body"].replace("_", " "))
    try:
        return read(_BEFORE + text.strip())
    except common.FormatError as error:
        raise common.FormatError(
            error.message, None if error.line is None else error.line - _LINES_BEFORE
        ) from None


def _read_xml(text: str) -> common.PuzzleEntry:
    try:
        root = ElementTree.fromstring(text.strip())  # decoded, whatever it declares
    except ElementTree.ParseError as error:
        line, _ = error.position
        raise common.FormatError(
            "not well-formed XML: expected a file of Pencilbox", line
        ) from None
    kind = root.get("type", "")
    if root.tag != "puzzle" or kind != "lits":
        raise common.FormatError(
            f"<{root.tag[:20]}> of the type {kind[:20]!r}: expected <puzzle> of the type lits"
        )
    if (size := root.find("size")) is None:
        raise common.FormatError("no <size>: expected one with row and col")
    board = common.read_size(size.get("col", ""), size.get("row", ""))
    if (rooms := _xml_rows(root, "board", "brow", board.columns, board.rows)) is None:
        raise common.FormatError("no <board>: expected the rooms of the squares")
    words: dict[str, Any] = {
        word: element.get("value", "")
        for key, word in _PROPERTIES.items()
        if (element := root.find(f"property/{key}")) is not None
    }
    words["title"] = root.findtext("property/comment") or ""
    puzzle = common.labelled(rooms, outside={"-1"}, by_borders=True)
    answer = _xml_rows(root, "answer", "arow", board.columns, board.rows)
    drawn = ["".join("#" if mark == "w" else "." for mark in row) for row in answer or ()]
    return common.PuzzleEntry(
        puzzle, shading=(parse_shading(board, drawn) if drawn else 0) or None, **words
    )


def _xml_rows(
    root: ElementTree.Element,
    part: str,
    tag: str,
    columns: int,
    rows: int,
) -> list[list[str]] | None:
    """Return what the squares of a part say, the top row first; None where there is no
    such part.
    """
    found: dict[str, list[str]] = {}
    if not (lines := root.findall(f"{part}/{tag}")):
        return None
    for line in lines:
        name = line.get("row", "")
        found[name] = list(_xml_squares(line))
        if len(found[name]) != columns:
            raise common.FormatError(
                f"<{tag}> {name[:12]!r} has {len(found[name])} squares: expected {columns}"
            )
    for number in range(1, rows + 1):
        if str(number) not in found:
            raise common.FormatError(f"no <{tag}> for row {number}: expected rows 1 to {rows}")
    return [found[str(number)] for number in range(1, rows + 1)]


def _xml_squares(line: ElementTree.Element) -> Iterator[str]:
    for element in line:
        name = {"z": "0", "n": element.get("v", "")}.get(
            element.tag, re.sub(r"^n(\d)$", r"\1", element.tag)
        )
        repeats = element.get("n", "1")
        if not (repeats.isascii() and repeats.isdigit() and len(repeats) < 3):
            raise common.FormatError(
                f"<{name[:12]}> repeated {repeats[:12]!r} times: expected 1 to 99"
            )
        yield from [name] * int(repeats)


def write_pencilbox(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a text of Pencilbox.

    Raises
    ------
    FormatError
        As `write` does; names, titles and the like are left out.
    """
    common.borders_of(entry.puzzle, what="a Pencilbox file")
    return write(common.PuzzleEntry(entry.puzzle, shading=entry.shading)).removeprefix(_BEFORE)


FORMAT = common.Format(
    "pzprv3",
    mark("pzpr file"),
    matches=matches,
    read=read,
    write=write,
    split=partial(common.split_at, re.compile(r"(?=^pzprv3)", re.MULTILINE)),
    between="\n\n",
    suffixes=(".pzprv3",),
    rules=tuple(common.KINDS.values()),
)
PENCILBOX = common.Format(
    "pencilbox",
    "Pencilbox",
    matches=is_pencilbox,
    read=read_pencilbox,
    write=write_pencilbox,
    split=split_pencilbox,
    between="\n\n",
)
