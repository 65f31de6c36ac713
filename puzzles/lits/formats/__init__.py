"""The formats of LITS puzzles, and how a text's format is recognised.

Drawings of shaded squares without regions, which a setter begins with, are no puzzles, and told
from them here. A drawing has a line per row, the top row first: ``#`` shaded, ``.`` unshaded, or
the letter L, I, T or S of the tetromino that shades the square. Lines that begin with ``%`` are
comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from litslab.games.errors import check_choice
from litslab.games.files import TooLargeError, read_at_most
from litslab.games.geometry import Board
from litslab.games.language import tr
from litslab.puzzles.lits.formats import grid, janko, json_form, kudamono, link, penpa, pzpr, pzprv3
from litslab.puzzles.lits.formats.common import COMMENT, Format, Parts, split_lines
from litslab.puzzles.lits.formats.common import FormatError as FormatError
from litslab.puzzles.lits.formats.common import PuzzleEntry as PuzzleEntry
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, PuzzleError

FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        json_form.FORMAT,
        penpa.SOLVING,
        penpa.FORMAT,
        pzprv3.PENCILBOX,
        pzpr.FORMAT,
        pzprv3.FORMAT,
        janko.FORMAT,
        grid.TASK,
        grid.FORMAT,
    )
}
"""The formats by name, in the order in which they are tried on a text; the last one
takes any text.
"""

FORMAT_OF_SUFFIX = {suffix: each.name for each in FORMATS.values() for suffix in each.suffixes}
"""The format that a file is written in, by the end of its name."""

SUFFIXES = tuple(sorted({*FORMAT_OF_SUFFIX, ".lits", ".xml"}))
"""The files of a folder that are read."""


LARGEST_TEXT = 1_000_000
"""Length of the longest text of one puzzle, in characters. In no format, with a solution, with
spaces and line ends wherever they may be, does a puzzle of 99×99 take half of it.
"""

LARGEST_FILE = 8 * LARGEST_TEXT
"""Size of the largest file of puzzles, in bytes: some 100,000 URLs, or 6,000 graded puzzles."""


def format_of(text: str) -> Format:
    """Return the format that a text is meant to be of."""
    if grid.has_header(text):
        return FORMATS["grid"]
    return next(each for each in FORMATS.values() if each.matches(text) or each.name == "grid")


def read_one(text: str) -> PuzzleEntry:
    """Read a text that is one puzzle, such as a URL.

    Raises
    ------
    FormatError, PuzzleError
        If it is none, or is longer than `LARGEST_TEXT`.
    """
    if len(text) > LARGEST_TEXT:
        raise FormatError(
            f"a text of {len(text):,} characters: expected at most {LARGEST_TEXT:,} for a puzzle"
        )
    content = link.without_links(text.removeprefix("\ufeff")).strip()
    return kudamono.read(content) if kudamono.matches(content) else format_of(content).read(content)


def read_text(text: str, source: str) -> list[PuzzleEntry]:
    """Read all puzzles of a text: of one format, which is found out.

    There is one URL, link, task string or JSON object per line (JSON may also be one object, or a
    list); files and grids follow each other, grids with an empty line between them. Each puzzle
    gets to know where it was read.

    Parameters
    ----------
    text : str
        The text.
    source : str
        Its origin, for messages.

    Raises
    ------
    FormatError
        Naming the source, the line and what was expected.
    """
    entries = []
    parts = _parts_of(text, source)
    for entry in _read_parts(parts, source):
        if isinstance(entry, FormatError):
            raise entry
        entries.append(entry)
    return _named(entries, parts, source)


@dataclass(frozen=True, eq=False)
class ReadPuzzles:
    """The puzzles of a text that could be read, and what is wrong with the others.

    Attributes
    ----------
    entries : list of PuzzleEntry
        The puzzles, in order.
    errors : list of FormatError
        An error for each other one, in order; each names the source and the line.
    """

    entries: list[PuzzleEntry]
    errors: list[FormatError] = field(default_factory=list)


def read_readable(text: str, source: str) -> ReadPuzzles:
    """Read the puzzles of a text as `read_text` does, but leave out those that cannot be read.

    Raises
    ------
    FormatError
        If none of them can be read; the error is that of the first.
    """
    parts = _parts_of(text, source)
    found = list(_read_parts(parts, source))
    entries = [each for each in found if isinstance(each, PuzzleEntry)]
    errors = [each for each in found if isinstance(each, FormatError)]
    if not entries:
        raise errors[0]
    return ReadPuzzles(_named(entries, parts, source), errors)


def _parts_of(text: str, source: str) -> Parts:
    """Return the puzzles of a text one by one, each with its first line; at least one.

    Raises
    ------
    FormatError
        If the text is longer than `LARGEST_FILE`, or has none.
    """
    if len(text) > LARGEST_FILE:
        raise FormatError(f"{source}: {len(text):,} characters: expected at most {LARGEST_FILE:,}")
    parts = _parts(link.without_links(text.removeprefix("\ufeff").replace("\r\n", "\n")))
    if not parts:
        raise FormatError(f"{source}: nothing to read: expected a puzzle")
    return parts


def _read_parts(parts: Parts, source: str) -> Iterator[PuzzleEntry | FormatError]:
    """Yield each puzzle of a text, or the error that names its source and line."""
    stem = Path(source).name
    has_lines = _have_lines(parts)
    for number, (line, part) in enumerate(parts, start=1):
        try:
            entry = read_one(part)
        except PuzzleError as error:
            told = error if isinstance(error, FormatError) else FormatError(str(error))
            at = line + (told.line or 1) - 1
            in_line = tr("line {line}", line=at)
            where = in_line if has_lines else tr("puzzle {number}", number=number)
            yield FormatError(f"{source}, {where}: {told.message}")
            continue
        if has_lines:
            yield replace(entry, read_from=f"{source}, line {line}", fallback=f"{stem}:{line}")
        else:
            yield replace(
                entry, read_from=f"{source}, puzzle {number}", fallback=f"{stem}:{number}"
            )


def _have_lines(parts: Parts) -> bool:
    """Return whether each puzzle has a line of its own: those of a JSON list have none."""
    return len({line for line, _ in parts}) == len(parts)


def _named(entries: list[PuzzleEntry], parts: Parts, source: str) -> list[PuzzleEntry]:
    """Return the puzzles of a text; one that is alone there is named after its source."""
    if len(parts) > 1:
        return entries
    return [replace(each, read_from=source, fallback=Path(source).name) for each in entries]


def _parts(text: str) -> Parts:
    """Return the puzzles of a text one by one, each with its first line."""
    if not (lines := split_lines(text)):
        return []
    number, first = lines[0]
    rest = "\n".join(text.split("\n")[number - 1 :])
    if grid.has_header(first):
        return grid.FORMAT.split(text)
    if kudamono.matches(first):
        return lines
    found = next(
        each
        for each in FORMATS.values()
        if each.matches(first if each.split is split_lines else rest)
    )
    return lines if found is grid.FORMAT and _are_links(lines) else found.split(text)


def _are_links(lines: Parts) -> bool:
    """Return whether most lines are puzzles of their own, although the first is none."""
    matching = [kudamono.matches, *(FORMATS[name].matches for name in _OF_ONE_LINE)]
    own = sum(any(each(line) for each in matching) for _, line in lines)
    return 2 * own > len(lines)


_OF_ONE_LINE = ("json", "penpa-solve", "penpa", "url")
"""Formats whose puzzles take one line each."""


NO_PUZZLES = frozenset({"request.json", "index.json"})
"""Files that `puzzle generate` keeps in its folders beside the puzzles."""


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that may hold puzzles, by name.

    Raises
    ------
    FormatError
        If there is no such file.
    """
    named = (
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and path.name not in NO_PUZZLES
    )
    if not (paths := sorted(path for path in named if path.is_file())):
        raise FormatError(
            f"{folder}: no puzzles there: expected files that end in {', '.join(SUFFIXES)}"
        )
    return paths


def load(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    FormatError
        If it is larger than `LARGEST_FILE`, or is no text in UTF-8 or in the encoding that its XML
        declares.
    """
    try:
        with path.open("rb") as stream:  # once, as it may be a pipe
            data = read_at_most(stream, LARGEST_FILE)
    except TooLargeError as error:
        raise FormatError(f"{path}: {error}") from None
    declared = _DECLARED.match(data)
    encoding = declared[1].decode() if declared else "UTF-8"
    try:
        if not encoding.lower().startswith(_ENCODINGS):
            raise LookupError(encoding)
        return re.sub("\r\n?", "\n", data.decode(encoding))
    except (UnicodeError, LookupError):
        raise FormatError(f"{path}: not a text in {encoding}") from None


_ENCODINGS = ("utf-8", "us-ascii", "ascii", "iso-8859-", "windows-125", "shift_jis", "euc-")
"""Beginnings of the names of encodings that files declare; to decode some others, such as punycode,
takes time that grows with the square of the length.
"""

_DECLARED = re.compile(rb"""\s*<\?xml [^>]*encoding=["']([\w-]+)""")


def write(entry: PuzzleEntry, name: str) -> str:
    """Write a puzzle in the format of that name, without a line end.

    Raises
    ------
    OptionError
        If there is no such format.
    FormatError
        If it cannot say what this puzzle needs.
    """
    check_choice("format", name, FORMATS)
    if entry.puzzle.rules not in FORMATS[name].rules:
        fitting = ", ".join(
            each.name for each in FORMATS.values() if entry.puzzle.rules in each.rules
        )
        raise FormatError(
            f"format {name} has no puzzles with the rules {entry.puzzle.rules.name}: expected "
            f"{fitting}"
        )
    return FORMATS[name].write(entry)


def link_to(entry: PuzzleEntry, name: str = "url") -> str | None:
    """Return a link that opens a puzzle for solving; None if links of this format cannot express
    it.
    """
    try:
        return write(replace(entry, shading=None), name)
    except FormatError:
        return None


def write_all(entries: list[PuzzleEntry], name: str) -> str:
    """Write puzzles as one text that `read_text` reads, with a line end.

    Raises
    ------
    FormatError
        As `write` does.
    """
    return FORMATS[name].between.join(write(entry, name) for entry in entries) + "\n"


def refusal(entry: PuzzleEntry, name: str) -> FormatError | None:
    """Return the reason why a format cannot express a puzzle; None if it can."""
    try:
        write(entry, name)
    except FormatError as error:
        return error
    return None


MARKS = "#.LITS"
"""The marks of squares in a drawing."""


def is_drawing(text: str, *, lettered: bool = False) -> bool:
    """Return whether a text is a drawing and not a puzzle: at least one ``#``, and nothing but what
    a drawing has.

    Parameters
    ----------
    text : str
        The text.
    lettered : bool
        Whether one of letters alone is a drawing too; it could be a grid of regions that have these
        names.
    """
    lines = drawn_lines(text)
    has_mark = bool(lines) if lettered else any("#" in line for line in lines)
    return has_mark and all(set(line) <= set(MARKS) for line in lines)


def drawn_lines(text: str) -> list[str]:
    """Return the rows of a drawing, without comments and empty lines."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(COMMENT)]


def read_rows(lines: Sequence[str], marks: str) -> tuple[Board, str]:
    """Return the board of a drawing and a mark for each square, in the order of the board.

    Raises
    ------
    PuzzleError
        Naming the row that is wrong.
    """
    if not lines or not lines[0]:
        raise PuzzleError(f"a drawing without squares: expected rows of {' '.join(marks)}")
    if max(len(lines), len(lines[0])) > LARGEST_SIDE:
        raise PuzzleError(
            f"a drawing of {len(lines[0])}×{len(lines)}: expected at most {LARGEST_SIDE} per side"
        )
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise PuzzleError(
                f"row {number} of the drawing has length {len(line)}: expected {len(lines[0])}"
            )
        if wrong := set(line) - set(marks):
            raise PuzzleError(
                f"row {number} of the drawing has {min(wrong)!r}: expected {' '.join(marks)}"
            )
    return Board(len(lines[0]), len(lines)), "".join(reversed(lines))
