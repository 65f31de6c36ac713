"""Grids of region letters: one row per line, one character per square, or letters or numbers
separated by spaces, tabs, commas or semicolons, as spreadsheets copy them. A first line may have
the size.

``.`` and ``@`` (in words also ``-1``) stand outside every region. Lines that begin with ``%`` are
comments, and so are lines that begin with ``#`` or ``//`` beside the rows, and sentences after an
empty line. Lines such as ``id: NAME`` may come first, with any of the keywords ``id``, ``title``,
``author``, ``source``, ``level`` and ``rules`` (a name as `puzzles.lits.puzzle.RULES` has it; LITS
if there is none); after the lines ``givens:`` and ``solution:`` there are grids of what is given
(``?`` nothing, ``#`` shaded, ``.`` unshaded, or the letter of a tetromino) and of what is shaded. A
grid on one line has spaces or ``/`` between its rows.

Task strings of puzzle-lits.com are read here too: the region numbers of a square board, row by row,
with commas between them. Several lines with commas are the rows of one grid, unless each is the
task string of a puzzle, or one task string was broken at its commas.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Sequence
from typing import Any

from litslab.games.language import mark, tr
from litslab.puzzles.lits.formats import common
from litslab.puzzles.lits.puzzle import (
    LARGEST_SIDE,
    LITS,
    OUTSIDE,
    RULES,
    PuzzleError,
    draw_shading,
    parse_shading,
)

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""Labels of regions, if there are no more regions than these."""

_SEPARATORS = "\t;,"
"""The characters between the cells of a table, the first that a line has."""

_QUOTE = '"'
_REMARKS = ("#", "//")
_NOWHERE = {".", "@", "-1"}
_WORDS = ("id", "title", "author", "source", "level", "rules")
_DRAWN = ("givens", "solution")
_HEADER = re.compile(rf"\s*(?:{'|'.join(_WORDS)})\s*:")


def matches(text: str) -> bool:
    """Return whether a text is not empty: any text may be a grid, and this format is tried last."""
    return bool(text.strip())


def has_header(text: str) -> bool:
    """Return whether a text begins with a line that only a grid has, such as a title, which may
    hold anything.
    """
    return _HEADER.match(text) is not None


def _sections(text: str) -> dict[str, list[tuple[int, str]]]:
    sections: dict[str, list[tuple[int, str]]] = {"": []}
    current = ""
    follows_rows = False
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        follows_rows = follows_rows or (not content and current == "" and bool(sections[""]))
        if not content.strip(_SEPARATORS) or content.startswith(common.COMMENT):
            continue
        if current == "" and (
            content.startswith(_REMARKS) or (follows_rows and _is_sentence(content))
        ):
            continue
        keyword, colon, rest = (part.strip() for part in content.partition(":"))
        if not colon:
            sections[current].append((number, content))
            continue
        if keyword not in {*_WORDS, *_DRAWN}:
            expected = f"{', '.join((*_WORDS, *_DRAWN[:-1]))} or {_DRAWN[-1]}"
            raise common.FormatError(
                f"{keyword[:20]!r} before a colon: expected {expected}", number
            )
        if keyword in sections:
            raise common.FormatError(f"a second {keyword!r}: expected one at most", number)
        sections[keyword] = [(number, rest)] if rest else []
        current = "" if keyword in _WORDS else keyword
    return sections


def _is_sentence(line: str) -> bool:
    """Return whether a line is words and not a row: it has a word of several letters, and words of
    different lengths.
    """
    words = line.split()
    is_even = len({len(word) for word in words}) == 1
    return not is_even and any(len(word) > 2 and word.isalpha() for word in words)


def split(text: str) -> common.Parts:
    """Return the grids between empty lines; sentences stay with the grid before them."""
    parts: common.Parts = []
    for line, block in common.split_blocks(text):
        if parts and all(map(_is_sentence, block.split("\n"))):
            number, before = parts[-1]
            between = "\n" * (line - number - before.count("\n"))
            parts[-1] = number, before + between + block
        else:
            parts.append((line, block))
    return parts


def _cells(line: str) -> list[str]:
    """Return the labels of a row that separators or spaces divide."""
    separator = next((each for each in _SEPARATORS if each in line), None)
    if separator is None:
        return line.split()
    cells = [cell.strip().strip(_QUOTE) for cell in line.split(separator)]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _has_separator(line: str) -> bool:
    return any(each in line for each in _SEPARATORS)


def _rows(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Return the labels of each row, with the line that it stands on."""
    if len(lines) == 1:
        number, line = lines[0]
        parts = [part.strip() for part in line.split("/")] if "/" in line else line.split()
        return [(number, part.split() if " " in part else list(part)) for part in parts]
    if any(" " in line or _has_separator(line) for _, line in lines):
        return [(number, _cells(line)) for number, line in lines]
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
        raise common.FormatError(
            f"a grid of {width}×{len(rows)} squares: expected at most {LARGEST_SIDE} per side"
        )
    for number, row in rows:
        if len(row) != width:
            raise common.FormatError(
                tr(
                    "a row of length {length}: expected {width}, as in the first row",
                    length=len(row),
                    width=width,
                ),
                number,
            )
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
    words: dict[str, Any] = {
        key: sections[key][0][1] for key in _WORDS if key != "rules" and sections.get(key)
    }
    return common.PuzzleEntry(puzzle, shading=shading, **words)


def _without_size(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out a first line ``ROWS COLUMNS``, which some collections have, or ``COLUMNS ROWS``,
    ``COLUMNSxROWS``, or one number for a square board.

    Raises
    ------
    FormatError
        If it is one, as no row has two numbers, and the grid has another size.
    """
    rest = lines[1:]
    size = _cells(lines[0][1].replace("x", " ").replace("×", " ")) if rest else []
    if len(size) not in {1, 2} or not all(word.isascii() and word.isdigit() for word in size):
        return lines
    widths = {len(row) for _, row in _rows(rest)}
    drawn = [str(len(rest)), str(min(widths))]
    if len(widths) == 1 and sorted(size * (3 - len(size))) == sorted(drawn):
        return rest
    if (
        len(size) == 1
        or len(widths) > 1
        or widths
        <= {
            1,
            2,
        }
    ):  # a row of two regions, or a grid that is damaged elsewhere
        return lines
    raise common.FormatError(
        f"the size {' '.join(size)[:20]}: expected {' '.join(drawn)}, as is drawn", lines[0][0]
    )


def _drawn(lines: list[tuple[int, str]], width: int, height: int, allowed: str) -> list[str]:
    if not lines:
        return []
    for number, line in lines:
        if len(line) != width or set(line) - set(allowed):
            raise common.FormatError(
                f"{line[:40]!r}: expected {width} characters of {' '.join(allowed)}", number
            )
    if len(lines) != height:
        raise common.FormatError(
            f"expected {height} rows, as many as the grid has, not {len(lines)}", lines[-1][0]
        )
    return [line for _, line in lines]


def write(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a grid of letters, or of numbers where there are too many regions."""
    puzzle = entry.puzzle
    lines = [
        f"{key}: {value}" for key in _WORDS if key != "rules" and (value := getattr(entry, key))
    ]
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
        return [
            "".join("." if region == OUTSIDE else LETTERS[region] for region in row) for row in rows
        ]
    return [" ".join("." if region == OUTSIDE else str(region) for region in row) for row in rows]


_TASK_NAME = re.compile(r"(?:var\s++)?+task\s*+=\s*+")
_FIRST_ENTRY = re.compile(r"\w++\s*+,")
_QUOTES = ("'", '"')


def _task_content(text: str) -> str | None:
    """Return the entries of a task string, without the statement of a page's source around them;
    None where a text is meant as something else.
    """
    content = text.strip()
    name = _TASK_NAME.match(content)
    if name:
        content = content[name.end() :]
    content = content.removesuffix(";").rstrip()
    if content.startswith(_QUOTES):
        content = content[1:].lstrip()
    if content.endswith(_QUOTES):
        content = content[:-1]
    if _FIRST_ENTRY.match(content) is None or any(mark in content for mark in "'\";"):
        return None
    return content


def is_task(text: str) -> bool:
    """Return whether a text is meant as a task string, or as several, one a line."""
    if text.count(",") <= 2:
        return False
    lines = [line for _, line in common.split_lines(text)]
    if all(_task_content(each) is None for each in (text, *lines[:1])):
        return False
    return _TASK_NAME.match(text.strip()) is not None or not _is_table(lines)


def _is_table(lines: list[str]) -> bool:
    """Return whether lines with commas are the rows of one grid."""
    if len(lines) < 2:
        return False
    counts = [len(_cells(line)) for line in lines]
    is_broken = all(line.endswith(",") for line in lines[:-1]) and _is_square(sum(counts))
    if is_broken:
        return False
    has_square_shape = set(counts) == {len(lines)}
    return has_square_shape or not _are_tasks(lines)


def _is_square(count: int) -> bool:
    return math.isqrt(count) ** 2 == count


def _are_tasks(lines: list[str]) -> bool:
    """Return whether most lines are task strings of their own."""
    return 2 * sum(map(_is_whole_task, lines)) > len(lines)


def _is_whole_task(line: str) -> bool:
    try:
        read_task(line)
    except PuzzleError:
        return False
    return line.count(",") >= _SMALLEST_TASK


_SMALLEST_TASK = 15
"""The number of commas in the task string of a board of 4×4."""


def split_tasks(text: str) -> common.Parts:
    """Return the task strings of a text: one a line, or one that was broken at its commas."""
    lines = common.split_lines(text)
    contents = [line for _, line in lines]
    is_one = len(lines) > 1 and all(line.endswith(",") for line in contents[:-1])
    return [(lines[0][0], "\n".join(contents))] if is_one else lines


def read_task(text: str) -> common.PuzzleEntry:
    """Read a task string.

    Raises
    ------
    FormatError
        If these are no numbers, or not as many as a square board has squares.
    """
    content = _task_content(text)
    entries = (text if content is None else content).split(",")
    words = [entry.strip() for entry in entries]
    side = math.isqrt(len(words))
    if side * side != len(words):
        raise common.FormatError(
            f"{len(words)} region numbers: expected a square number of them, as the site's boards "
            "are square"
        )
    common.read_size(str(side), str(side))
    for place, word in enumerate(words, start=1):
        if not (word.isascii() and word.isdigit()):
            raise common.FormatError(
                f"entry {place} of the task is {word[:12]!r}: expected the number of a region"
            )
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
        raise common.FormatError(
            f"a board of {entry.size}: expected a square one for a task string"
        )
    if puzzle.givens or OUTSIDE in puzzle.regions:
        raise common.FormatError(
            "a task string has neither givens nor squares outside every region: expected neither"
        )
    return ",".join(str(region + 1) for row in puzzle.rows() for region in row)


TASK = common.Format("task", mark("task string"), is_task, read_task, write_task, split_tasks)
FORMAT = common.Format(
    "grid",
    mark("letters"),
    matches=matches,
    read=read,
    write=write,
    split=split,
    between="\n\n",
    suffixes=(".grid", ".txt"),
    rules=tuple(RULES.values()),
)
