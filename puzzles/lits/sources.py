"""Sources of LITS puzzles: a text that is a puzzle, such as a URL, a file of puzzles, or a folder
of files.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from litslab.games.errors import expect
from litslab.puzzles.lits.collection import read_collection
from litslab.puzzles.lits.formats import (
    FormatError,
    PuzzleEntry,
    ReadPuzzles,
    files_of,
    is_drawing,
    load,
    read_one,
    read_readable,
)
from litslab.puzzles.lits.formats.common import COLLECTION
from litslab.puzzles.lits.formats.grid import read as read_grid
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, LitsPuzzle, rules_of

_LONGEST_NAME = 30
_LONGEST_SHOWN = 1_000  # the name of a file in an error


@runtime_checkable
class Array(Protocol):
    """Numbers in rows, such as an array of numpy."""

    def __len__(self) -> int: ...

    def tolist(self) -> Any:
        """Return the rows as lists."""


Rows = Sequence[str] | Sequence[Sequence[int | str | None]] | Array
"""The rows of a puzzle, the top row first: a text each, or a number or letter for each square."""

Source = LitsPuzzle | PuzzleEntry | str | Path
"""Sources of one puzzle or several."""

AnyPuzzle = Source | Rows
"""Values that stand for a puzzle: itself, an entry with it, or what `read_puzzle` reads."""


def read_puzzle(source: AnyPuzzle, rules: str | None = None) -> LitsPuzzle:
    """Read one puzzle.

    Parameters
    ----------
    source : str or Path or LitsPuzzle or list or array
        A URL or another text that is a puzzle, a file with one puzzle, ``collection/NUMBER``, a
        puzzle itself, or its rows from the top: texts, lists of the regions' numbers or letters (-1
        or ``.`` outside every region), or an array of numpy.
    rules : str, optional
        The name of its rules, as `puzzles.lits.puzzle.RULES` has it, whatever the text says.

    Raises
    ------
    FormatError, PuzzleError
        If it is none, or more than one.
    OptionError
        If there are no such rules.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.puzzle("lits/4/4/9q02jg").board.size
    16
    >>> ll.puzzle([[0, 0, 1, 1], [0, 0, 1, 1]]) == ll.puzzle(["AABB", "AABB"])
    True
    """
    entries = read_sources([source])
    if len(entries) != 1:
        raise FormatError(f"{source!s:.60}: {len(entries)} puzzles: expected one")
    return entries[0].puzzle if rules is None else with_rules(entries[0], rules).puzzle


def with_rules(entry: PuzzleEntry, name: str) -> PuzzleEntry:
    """Return a puzzle with the rules of a name.

    Raises
    ------
    OptionError
        If there are no such rules.
    PuzzleError
        If something is given that the rules do not have.
    """
    return replace(entry, puzzle=replace(entry.puzzle, rules=rules_of(name)))


def read_sources(sources: Iterable[AnyPuzzle]) -> list[PuzzleEntry]:
    """Return the puzzles of sources, in order: each a puzzle, a text, a file or a folder, as
    `readers` takes them.

    Raises
    ------
    FormatError, PuzzleError
        If one of them cannot be read.
    """
    entries: list[PuzzleEntry] = []
    for source in sources:
        for read in readers(source):
            found = read()
            if found.errors:
                raise found.errors[0]
            entries += found.entries
    return entries


def readers(source: AnyPuzzle) -> list[Callable[[], ReadPuzzles]]:
    """Return what reads the puzzles of a source: a function for each file, so that one may fail
    without the others. It raises an error if it can read none of the puzzles.

    Parameters
    ----------
    source : LitsPuzzle or PuzzleEntry or str or Path
        A puzzle, a URL or another text that is one, a file of puzzles, a folder of files, or
        puzzles that come with litslab (``collection/12``, say; see `puzzles.lits.collection`).
        Drawings of shaded squares without regions, as a setter begins with them, are no puzzles:
        those in a folder are left out.

    Raises
    ------
    FormatError
        If it is none of these.
    """
    if isinstance(source, LitsPuzzle | PuzzleEntry):
        entry = source if isinstance(source, PuzzleEntry) else PuzzleEntry(source)
        return [lambda: ReadPuzzles([entry])]
    if not isinstance(source, str | Path) and isinstance(source, Sequence | Array):
        rows = source
        return [lambda: ReadPuzzles([PuzzleEntry(_puzzle_of_rows(rows))])]
    path = Path(expect(source, str | Path, "a puzzle, its text, or the path of its file"))
    try:
        is_folder = path.is_dir()
        is_file = path.is_file() or path.is_fifo()
    except (OSError, ValueError):  # a text that is too long for a name, or has a null character
        is_folder = is_file = False
    if is_folder:
        if not (files := [file for file in files_of(path) if not _is_drawing(file)]):
            raise FormatError(
                f"{path}: only shaded squares without regions there: expected a puzzle"
            )
        return [partial(_read_file, file) for file in files]
    if is_file:
        return [partial(_read_file, path)]
    text = str(source)
    if text == COLLECTION or text.startswith(f"{COLLECTION}/"):
        return [lambda: ReadPuzzles(read_collection(text))]
    if any(mark in text for mark in "?#,;\t\n{") or (
        "/" in text and not path.suffix and re.search(r"[\dA-Z]", text)
    ):
        return [
            lambda: ReadPuzzles([replace(read_one(text), read_from=text, fallback=_short(text))])
        ]
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    raise FormatError(
        f"{shown}: no such file, and no puzzle either: expected a file, a folder, a URL or -"
    )


def _puzzle_of_rows(rows: Rows) -> LitsPuzzle:
    """Return the puzzle of rows.

    Raises
    ------
    FormatError
        If they are not rows of texts, numbers or letters, or no puzzle.
    """
    if len(rows) > LARGEST_SIDE:
        raise FormatError(f"{len(rows):,} rows: expected at most {LARGEST_SIDE}")
    found: Any = rows if isinstance(rows, Sequence) else rows.tolist()
    if found and all(isinstance(row, str) for row in found):
        return read_grid("\n".join(found)).puzzle
    for number, row in enumerate(found, start=1):
        if not isinstance(row, Sequence | Array) or not 0 < len(row) <= LARGEST_SIDE:
            raise FormatError(
                f"{' '.join(reprlib.repr(found).split())}: expected a text, or a number or letter "
                f"for each of at most {LARGEST_SIDE} squares, as row {number}"
            )
    return read_grid("\n".join("\t".join(map(_label, row)) for row in found)).puzzle


def _label(cell: object) -> str:
    return "." if cell is None else str(cell)


def _short(text: str) -> str:
    """Return what a text that is a puzzle is called: the text, without its site, or how
    it begins.
    """
    shown = text.split("?", 1)[-1].strip().split("\n")[0]
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}…"


def _read_file(path: Path) -> ReadPuzzles:
    text = load(path)
    if is_drawing(text):
        raise FormatError(
            f"{path}: shaded squares without regions: expected a puzzle; `litslab puzzle generate "
            "--solution` makes one"
        )
    return read_readable(text, str(path))


def _is_drawing(path: Path) -> bool:
    """Return whether a file is a drawing; one that cannot be read is none, and reported when it is
    its turn.
    """
    try:
        return is_drawing(load(path))
    except (FormatError, OSError):
        return False
