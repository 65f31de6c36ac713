"""Grids of region letters: one row per line, one character per square, or numbers separated by spaces.

``.`` and ``@`` (in words also ``-1``) stand outside every region. Lines that begin with ``%`` are comments. Lines such
as ``id: NAME`` may come first, with any of the keywords ``id``, ``title``, ``author``, ``source``, ``level`` and
``rules`` (a name as `puzzles.lits.puzzle.RULES` has it; LITS if there is none); after the lines ``givens:`` and
``solution:`` there are grids of what is given (``?`` nothing, ``#`` shaded, ``.`` unshaded, or the letter of a
tetromino) and of what is shaded. A grid on one line has spaces or ``/`` between its rows.

Task strings of puzzle-lits.com are read here too: the region numbers of a square board, row by row, with commas between
them.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Sequence
from typing import Any

from litslab.games.language import mark
from litslab.puzzles.lits.formats import common
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, LITS, OUTSIDE, RULES, draw_shading, parse_shading

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""Labels of regions, if there are no more regions than these."""

_NOWHERE = {".", "@", "-1"}
_WORDS = ("id", "title", "author", "source", "level", "rules")
_DRAWN = ("givens", "solution")
_HEADER = re.compile(rf"\s*(?:{'|'.join(_WORDS)})\s*:")


def matches(text: str) -> bool:
    """Return whether a text is not empty: any text may be a grid, and this format is tried last."""
    return bool(text.strip())


def has_header(text: str) -> bool:
    """Return whether a text begins with a line that only a grid has, such as a title, which may hold anything."""
    return _HEADER.match(text) is not None


def _sections(text: str) -> dict[str, list[tuple[int, str]]]:
    sections: dict[str, list[tuple[int, str]]] = {"": []}
    current = ""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith(common.COMMENT):
            continue
        keyword, colon, rest = (part.strip() for part in content.partition(":"))
        if not colon:
            sections[current].append((number, content))
            continue
        if keyword not in {*_WORDS, *_DRAWN}:
            expected = f"{', '.join((*_WORDS, *_DRAWN[:-1]))} or {_DRAWN[-1]}"
            raise common.FormatError(f"{keyword[:20]!r} before a colon: expected {expected}", number)
        if keyword in sections:
            raise common.FormatError(f"a second {keyword!r}: expected one at most", number)
        sections[keyword] = [(number, rest)] if rest else []
        current = "" if keyword in _WORDS else keyword
    return sections


def _rows(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Return the labels of each row, with the line that it stands on."""
    if len(lines) == 1:
        number, line = lines[0]
        parts = [part.strip() for part in line.split("/")] if "/" in line else line.split()
        return [(number, part.split() if " " in part else list(part)) for part in parts]
    if any(" " in line for _, line in lines):
        return [(number, line.split()) for number, line in lines]
    return [(number, list(line)) for number, line in lines]


def read(text: str) -> common.PuzzleEntry:
    """Read one grid.

    Raises
    ------
    FormatError
        If it is not rectangular, too large, or a region is wrong.
    """
    sections = _sections(text)
    if not (rows := _rows(_without_size(sections[""]))):
        raise common.FormatError("no row of letters: expected a grid of regions")
    width = len(rows[0][1])
    if max(width, len(rows)) > LARGEST_SIDE:
        raise common.FormatError(f"a grid of {width}×{len(rows)} squares: expected at most {LARGEST_SIDE} per side")
    for number, row in rows:
        if len(row) != width:
            raise common.FormatError(f"a row of length {len(row)}: expected {width}, as in the first row", number)
        for place, label in enumerate(row, start=1):
            if not (label in _NOWHERE or label.isalnum()):
                wrong = f"square {place} of the row is {label[:12]!r}"
                raise common.FormatError(f"{wrong}: expected a letter, a digit, . or @", number)
    rules = LITS
    for number, name in sections.get("rules", ()):
        rules = common.read_rules(name, number)
    givens = _drawn(sections.get("givens", []), width, len(rows), rules.givens)
    puzzle = common.labelled([row for _, row in rows], outside=_NOWHERE, givens=givens, rules=rules)
    solution = _drawn(sections.get("solution", []), width, len(rows), "#.")
    shading = parse_shading(puzzle.board, solution) if solution else None
    words: dict[str, Any] = {key: sections[key][0][1] for key in _WORDS if key != "rules" and sections.get(key)}
    return common.PuzzleEntry(puzzle, shading=shading, **words)


def _without_size(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out a first line ``ROWS COLUMNS``, which some collections have.

    Raises
    ------
    FormatError
        If it is one, as no row has two numbers, and the grid has another size.
    """
    rest = lines[1:]
    size = lines[0][1].split() if rest else []
    if len(size) != 2 or not all(word.isascii() and word.isdigit() for word in size):
        return lines
    widths = {len(row) for _, row in _rows(rest)}
    drawn = [str(len(rest)), str(min(widths))]
    if len(widths) == 1 and size == drawn:
        return rest
    if len(widths) > 1 or widths <= {1, 2}:  # a row of two regions, or a grid that is damaged elsewhere
        return lines
    raise common.FormatError(f"the size {' '.join(size)[:20]}: expected {' '.join(drawn)}, as is drawn", lines[0][0])


def _drawn(lines: list[tuple[int, str]], width: int, height: int, allowed: str) -> list[str]:
    if not lines:
        return []
    for number, line in lines:
        if len(line) != width or set(line) - set(allowed):
            raise common.FormatError(f"{line[:40]!r}: expected {width} characters of {' '.join(allowed)}", number)
    if len(lines) != height:
        raise common.FormatError(f"expected {height} rows, as many as the grid has, not {len(lines)}", lines[-1][0])
    return [line for _, line in lines]


def write(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a grid of letters, or of numbers where there are too many regions."""
    puzzle = entry.puzzle
    lines = [f"{key}: {value}" for key in _WORDS if key != "rules" and (value := getattr(entry, key))]
    if puzzle.rules is not LITS:
        lines.append(f"rules: {puzzle.rules.name}")
    lines += row_texts(puzzle.rows())
    if puzzle.givens:
        lines += ["givens:", *puzzle.board.draw(puzzle.givens).split("\n")]
    if entry.shading is not None:
        lines += ["solution:", *draw_shading(puzzle.board, entry.shading)]
    return "\n".join(lines)


def row_texts(rows: Sequence[Sequence[int]]) -> list[str]:
    """Return the rows of a puzzle as letters, or as numbers where there are too many regions."""
    if max(map(max, rows)) < len(LETTERS):
        return ["".join("." if region == OUTSIDE else LETTERS[region] for region in row) for row in rows]
    return [" ".join("." if region == OUTSIDE else str(region) for region in row) for row in rows]


_TASK = re.compile(r"""\s*(?:(?:var\s+)?task\s*=\s*)?['"]?\s*(\w+(?:\s*,\s*[^,'";]*)+)['"]?\s*;?\s*""")


def is_task(text: str) -> bool:
    """Return whether a text is meant as a task string."""
    return _TASK.fullmatch(text) is not None and text.count(",") > 2


def read_task(text: str) -> common.PuzzleEntry:
    """Read a task string.

    Raises
    ------
    FormatError
        If these are no numbers, or not as many as a square board has squares.
    """
    found = _TASK.fullmatch(text)
    words = [word.strip() for word in (found[1] if found else text).split(",")]
    side = math.isqrt(len(words))
    if side * side != len(words):
        raise common.FormatError(
            f"{len(words)} region numbers: expected a square number of them, as the site's boards are square"
        )
    common.read_size(str(side), str(side))
    for place, word in enumerate(words, start=1):
        if not (word.isascii() and word.isdigit()):
            raise common.FormatError(f"entry {place} of the task is {word[:12]!r}: expected the number of a region")
    rows = [words[start : start + side] for start in range(0, len(words), side)]
    return common.PuzzleEntry(common.labelled(rows, outside=()))


def write_task(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a task string.

    Raises
    ------
    FormatError
        If the board is not square, squares are outside every region, or there are givens.
    """
    puzzle = entry.puzzle
    if puzzle.board.columns != puzzle.board.rows:
        raise common.FormatError(f"a board of {entry.size}: expected a square one for a task string")
    if puzzle.givens or OUTSIDE in puzzle.regions:
        raise common.FormatError("a task string has neither givens nor squares outside every region: expected neither")
    return ",".join(str(region + 1) for row in puzzle.rows() for region in row)


TASK = common.Format("task", mark("task string"), is_task, read_task, write_task)
FORMAT = common.Format(
    "grid", mark("letters"), matches, read, write, common.split_blocks, between="\n\n", suffixes=(".grid", ".txt"),
    rules=tuple(RULES.values()),
)  # fmt: skip
