"""The text of janko.at: keywords on lines of their own, in brackets or bare, each followed by its
rows.

``[areas]`` has the number of each square's region, ``-`` or ``.`` where there is none;
``[solution]`` a mark for each shaded square; ``[title]``, ``[author]`` and ``[source]`` are kept.
Other keywords (problem, moves and so on) are ignored.
"""

from __future__ import annotations

import re
from typing import Any

from litslab.puzzles.lits.formats.common import (
    Format,
    FormatError,
    Parts,
    PuzzleEntry,
    labelled,
    split_at,
)
from litslab.puzzles.lits.puzzle import OUTSIDE, draw_shading, parse_shading

_KEYWORD = re.compile(
    r"""(?:\[\s*+(?P<bracketed>\w++)\s*+\]|(?P<bare>[a-z]++))
        (?:\s++(?P<rest>.*))?+
    """,
    re.IGNORECASE | re.VERBOSE,
)
_KNOWN = {
    "begin",
    "puzzle",
    "author",
    "solver",
    "source",
    "title",
    "info",
    "mail",
    "unit",
    "size",
    "rows",
    "cols",
    "depth",
    "options",
    "problem",
    "areas",
    "solution",
    "moves",
    "end",
    "id",
}
_WORDS = ("id", "title", "author", "source")
_NOWHERE = {"-", ".", "-1", "@"}
_BLANK = {"-", ".", "0"}
_BEGIN = re.compile(r"(?=^[ \t]*(?:\[begin\]|begin)[ \t]*$)", re.MULTILINE | re.IGNORECASE)
_HEAD = re.compile(r"[ \t]*+(?:\[[ \t]*+areas[ \t]*+\]|areas)[ \t]*+", re.IGNORECASE)


def matches(text: str) -> bool:
    """Return whether a text is meant to be of janko.at."""
    return any(_HEAD.fullmatch(line) for line in text.splitlines())


def split(text: str) -> Parts:
    """Return the puzzles of a text, without what surrounds them, such as the rest of a page."""
    parts = split_at(_BEGIN, text)
    return [part for part in parts if matches(part[1])] or parts


def _sections(text: str) -> dict[str, list[tuple[int, list[str]]]]:
    """Return for each keyword the lines that follow it, as words, with their numbers."""
    sections: dict[str, list[tuple[int, list[str]]]] = {}
    current: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        found = _KEYWORD.fullmatch(content)
        keyword = (found["bracketed"] or found["bare"]).lower() if found else ""
        if found and (found["bracketed"] or keyword in _KNOWN):
            current = sections.setdefault(keyword, [])
            if found["rest"]:
                current.append((number, found["rest"].split()))
        elif content:
            current.append((number, content.split()))
    return sections


def read(text: str) -> PuzzleEntry:
    """Read the text of one puzzle.

    Raises
    ------
    FormatError
        If it is of another puzzle, or is damaged.
    """
    sections = _sections(text)
    for number, words in sections.get("puzzle", [])[:1]:
        if words and words[0].lower() != "lits":
            raise FormatError(f"a puzzle of the type {words[0][:20]!r}: expected lits", number)
    if not (rows := sections.get("areas", [])):
        raise FormatError("no rows of numbers after [areas]: expected the regions")
    width = len(rows[0][1])
    for number, words in rows:
        if len(words) != width:
            raise FormatError(
                f"{len(words)} numbers in a row: expected {width}, as in the first row", number
            )
        for word in words:
            if word not in _NOWHERE and not (word.isascii() and word.isdigit()):
                raise FormatError(
                    f"{word[:12]!r}: expected the number of a region, or - where there is none",
                    number,
                )
    _check_size(sections, len(rows), width)
    puzzle = labelled([words for _, words in rows], outside=_NOWHERE)
    named: dict[str, Any] = {
        key: " ".join(sections[key][0][1]) for key in _WORDS if sections.get(key)
    }
    solution = sections.get("solution", [])
    drawn = []
    for number, words in solution:
        if len(words) != width or len(solution) != len(rows):
            size = f"{width} entries in {len(rows)} rows"
            raise FormatError(f"a solution of another size than [areas]: expected {size}", number)
        drawn.append("".join("." if word in _BLANK else "#" for word in words))
    return PuzzleEntry(
        puzzle, shading=parse_shading(puzzle.board, drawn) if drawn else None, **named
    )


def _check_size(sections: dict[str, list[tuple[int, list[str]]]], height: int, width: int) -> None:
    for keyword, length in (("rows", height), ("cols", width), ("size", height), ("size", width)):
        for number, words in sections.get(keyword, [])[:1]:
            if words and words[0] != str(length):
                raise FormatError(
                    f"{keyword} {words[0][:12]}: expected {length}, as [areas] has it", number
                )


def write(entry: PuzzleEntry) -> str:
    """Write a puzzle as a text of janko.at.

    Raises
    ------
    FormatError
        If there are givens, which it cannot hold.
    """
    puzzle = entry.puzzle
    if puzzle.givens:
        raise FormatError(
            "a text of janko.at cannot say what is given: expected a puzzle without givens"
        )
    lines = [
        "[begin]",
        "[puzzle]",
        "lits",
        "[rows]",
        str(puzzle.board.rows),
        "[cols]",
        str(puzzle.board.columns),
    ]
    # They follow their keyword on its line: a title on a line of its own could be read as a
    # keyword.
    lines += [f"[{key}] {value}" for key in _WORDS if (value := getattr(entry, key))]
    lines.append("[areas]")
    lines += [
        " ".join("-" if region == OUTSIDE else str(region + 1) for region in row)
        for row in puzzle.rows()
    ]
    if entry.shading is not None:
        drawn = draw_shading(puzzle.board, entry.shading)
        lines += [
            "[solution]",
            *(" ".join(row.replace("#", "x").replace(".", "-")) for row in drawn),
        ]
    return "\n".join([*lines, "[end]"])


FORMAT = Format(
    "janko",
    "janko.at",
    matches=matches,
    read=read,
    write=write,
    split=split,
    between="\n\n",
    suffixes=(".janko",),
)
