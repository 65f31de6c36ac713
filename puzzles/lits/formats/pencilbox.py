"""Files of Pencilbox and kanpen.net, as text or XML, and the links of kanpen.net.

The text is that of a ``pzprv3`` file with rooms without its first two lines: rows, columns, the number of rooms, for
each square its room, then the marks of the squares. A link has it after ``problem=``, with ``/`` between the lines and
``_`` between the entries. In XML a square is an element: of the ``board`` ``<n3/>``, ``<n v="12"/>`` or ``<z/>``
(room 0), of the ``answer`` ``<w/>`` (shaded), ``<s/>`` or ``<u/>``; the attribute ``n`` repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from litslab.puzzles.lits.formats import pzprv3
from litslab.puzzles.lits.formats.common import FormatError, PuzzleEntry, borders_of, labelled, one_line, read_size
from litslab.puzzles.lits.puzzle import parse_shading

_LINK = re.compile(r"\S*[?&]problem=(?P<body>\S+)")
_TEXT = re.compile(r"\s*\d+[ \t]*\n[ \t]*\d+[ \t]*\n[ \t]*\d+[ \t]*\n[ \t]*[\d.-]+[ \t]+[\d.-]+")
_XML = re.compile(r"\s*(?:<\?xml\b|<puzzle\b)")
HEAD = re.compile(r"(?=^\d+[ \t]*\n\d+[ \t]*\n\d+[ \t]*\n[\d.-]+[ \t]+[\d.-])", re.MULTILINE)
"""Where a file in text form begins: three numbers alone, and then a row of rooms."""

_HEAD = "pzprv3\nlits\n"
_HEAD_LINES = 2
_NOWHERE = {"-1"}
_METADATA = {"author": "author", "source": "source", "difficulty": "level"}
_MOST_REPEATS = 99


def matches(text: str) -> bool:
    """Return whether a text is meant as such a file or link."""
    return any(form.match(text) is not None for form in (_TEXT, _XML, _LINK))


def is_xml(text: str) -> bool:
    """Return whether a text is meant as one file in XML, whatever lines it has."""
    return _XML.match(text) is not None


def is_text(text: str) -> bool:
    """Return whether a text begins with a file in text form; others may follow, each with `HEAD` before it."""
    return _TEXT.match(text) is not None


def read(text: str) -> PuzzleEntry:
    """Read a file or a link.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    if _XML.match(text):
        return _read_xml(text)
    if found := _LINK.match(text.strip()):
        return pzprv3.read("pzprv3/lits/" + found["body"].replace("_", " "))
    try:
        return pzprv3.read(_HEAD + text.strip())
    except FormatError as error:
        raise FormatError(error.message, None if error.line is None else error.line - _HEAD_LINES) from None


def _read_xml(text: str) -> PuzzleEntry:
    try:
        root = ElementTree.fromstring(text.strip().encode())
    except ElementTree.ParseError as error:
        line, _ = error.position
        raise FormatError("not well-formed XML: expected a file of Pencilbox", line) from None
    kind = root.get("type", "")
    if root.tag != "puzzle" or kind != "lits":
        raise FormatError(f"<{root.tag[:20]}> of the type {kind[:20]!r}: expected <puzzle> of the type lits")
    size = root.find("size")
    if size is None:
        raise FormatError("no <size>: expected one with row and col")
    board = read_size(size.get("col", ""), size.get("row", ""))
    rooms = _rows(root, "board", "brow", board.columns, board.rows)
    if rooms is None:
        raise FormatError("no <board>: expected the rooms of the squares")
    words: dict[str, Any] = {
        word: one_line(element.get("value", ""))
        for key, word in _METADATA.items()
        if (element := root.find(f"property/{key}")) is not None
    }
    words["title"] = one_line(root.findtext("property/comment") or "")
    puzzle = labelled(rooms, outside=_NOWHERE, by_borders=True)
    answer = _rows(root, "answer", "arow", board.columns, board.rows)
    shading = (
        parse_shading(board, ["".join("#" if mark == "w" else "." for mark in row) for row in answer]) if answer else 0
    )
    return PuzzleEntry(puzzle, shading=shading or None, **words)


def _rows(root: ElementTree.Element, part: str, tag: str, columns: int, rows: int) -> list[list[str]] | None:
    """Return what the squares of a part say, the top row first; None where there is no such part."""
    found: dict[str, list[str]] = {}
    lines = root.findall(f"{part}/{tag}")
    if not lines:
        return None
    for line in lines:
        name = line.get("row", "")
        found[name] = list(_squares(line))
        if len(found[name]) != columns:
            raise FormatError(f"<{tag}> {name[:12]!r} has {len(found[name])} squares: expected {columns}")
    for number in range(1, rows + 1):
        if str(number) not in found:
            raise FormatError(f"no <{tag}> for row {number}: expected rows 1 to {rows}")
    return [found[str(number)] for number in range(1, rows + 1)]


def _squares(line: ElementTree.Element) -> Iterator[str]:
    for element in line:
        name = element.tag
        if name == "z":
            name = "0"
        elif name == "n":
            name = element.get("v", "")
        elif re.fullmatch(r"n\d", name):
            name = name[1:]
        repeats = element.get("n", "1")
        if not (repeats.isascii() and repeats.isdigit() and 0 < len(repeats) < 3) or int(repeats) > _MOST_REPEATS:
            raise FormatError(f"<{name[:12]}> repeated {repeats[:12]!r} times: expected 1 to {_MOST_REPEATS}")
        yield from [name] * int(repeats)


def write(entry: PuzzleEntry) -> str:
    """Write a puzzle as text.

    Raises
    ------
    FormatError
        As for a ``pzprv3`` file; names, titles and the like are left out.
    """
    borders_of(entry.puzzle, what="a Pencilbox file")
    text = pzprv3.write(PuzzleEntry(entry.puzzle, shading=entry.shading))
    return text.removeprefix(_HEAD)
