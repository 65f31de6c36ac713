"""Sources of LITS puzzles: a text that is a puzzle, such as a URL, a file of puzzles, or a folder of files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from litslab.games.errors import expect
from litslab.puzzles.lits.formats import FormatError, PuzzleEntry, files_of, is_drawing, load, read_one, read_text
from litslab.puzzles.lits.formats.common import COLLECTION
from litslab.puzzles.lits.puzzle import LitsPuzzle, rules_of

_LONGEST_NAME = 30


AnyPuzzle = LitsPuzzle | PuzzleEntry | str | Path
"""Values that stand for a puzzle: itself, an entry with it, or what `read_puzzle` reads."""


def read_puzzle(source: AnyPuzzle, rules: str | None = None) -> LitsPuzzle:
    """Read one puzzle.

    Parameters
    ----------
    source : str or Path or LitsPuzzle
        A URL or another text that is a puzzle, a file with one puzzle, ``collection/NUMBER``, or a puzzle itself.
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
    """
    entries = read_sources([source])
    if len(entries) != 1:
        raise FormatError(f"{source}: {len(entries)} puzzles: expected one")
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
    """Return the puzzles of sources, in order: each a puzzle, a text, a file or a folder, as `readers` takes them.

    Raises
    ------
    FormatError, PuzzleError
        If one of them cannot be read.
    """
    return [entry for source in sources for read in readers(source) for entry in read()]


def readers(source: AnyPuzzle) -> list[Callable[[], list[PuzzleEntry]]]:
    """Return what reads the puzzles of a source: a function for each file, so that one may fail without the others.

    Parameters
    ----------
    source : LitsPuzzle or PuzzleEntry or str or Path
        A puzzle, a URL or another text that is one, a file of puzzles, a folder of files, or puzzles that come with
        litslab (``collection/12``, say; see `litslab.puzzles.collection`). Drawings of shaded squares without regions,
        as a setter begins with them, are no puzzles: those in a folder are left out.

    Raises
    ------
    FormatError
        If it is none of these.
    """
    if isinstance(source, LitsPuzzle | PuzzleEntry):
        entry = source if isinstance(source, PuzzleEntry) else PuzzleEntry(source)
        return [lambda: [entry]]
    path = Path(expect(source, str | Path, "a puzzle, its text, or the path of its file"))
    try:
        is_folder, is_file = path.is_dir(), path.is_file() or path.is_fifo()
    except (OSError, ValueError):  # a text that is too long for a name, or has a null character
        is_folder = is_file = False
    if is_folder:
        if not (files := [file for file in files_of(path) if not _is_drawing(file)]):
            raise FormatError(f"{path}: only shaded squares without regions there: expected a puzzle")
        return [partial(_read_file, file) for file in files]
    if is_file:
        return [partial(_read_file, path)]
    text = str(source)
    if text == COLLECTION or text.startswith(f"{COLLECTION}/"):
        from litslab.puzzles.collection import read_collection  # noqa: PLC0415 - it reads records

        return [lambda: read_collection(text)]
    if any(mark in text for mark in "?#,\n{") or ("/" in text and not path.suffix and re.search(r"[\dA-Z]", text)):
        return [lambda: [replace(read_one(text), read_from=text, fallback=_short(text))]]
    raise FormatError(f"{source}: no such file, and no puzzle either: expected a file, a folder, a URL or -")


def _short(text: str) -> str:
    """Return what a text that is a puzzle is called: the text, without its site, or how it begins."""
    shown = text.split("?", 1)[-1].strip().split("\n")[0]
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}…"


def _read_file(path: Path) -> list[PuzzleEntry]:
    text = load(path)
    if is_drawing(text):
        raise FormatError(
            f"{path}: shaded squares without regions: expected a puzzle; `litslab puzzle generate --solution` makes one"
        )
    return read_text(text, str(path))


def _is_drawing(path: Path) -> bool:
    """Return whether a file is a drawing; one that cannot be read is none, and reported when it is its turn."""
    try:
        return is_drawing(load(path))
    except (FormatError, OSError):
        return False
