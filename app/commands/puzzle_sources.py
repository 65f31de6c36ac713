"""Where the commands on LITS puzzles take their puzzles from: texts, files, folders, standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puzzles.formats import Entry

SourcesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A URL or another text that is a puzzle, a file of puzzles, a folder of files, or - for standard input.",
    ),
]
SourceArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help="As for `litslab puzzle solve`.")]
PuzzleJsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document a puzzle and nothing else.")]


def read_puzzles(sources: list[str]) -> list[Entry]:
    """Read the puzzles that a command line names, in order.

    Raises
    ------
    FormatError
        Naming the file and the line that cannot be read.
    """
    return [entry for source in sources for entry in _read_source(source)]


def _read_source(source: str) -> Iterator[Entry]:
    from puzzles.formats import FormatError, load, read_folder, read_one, read_text  # noqa: PLC0415

    if source == "-":
        try:
            text = sys.stdin.buffer.read().decode()
        except UnicodeDecodeError:
            raise FormatError("standard input: not a text in UTF-8") from None
        yield from read_text(text, "standard input")
        return
    path = Path(source)
    if _is(path.is_dir):
        for file, text in read_folder(path):
            yield from read_text(text, str(file))
    elif _is(path.is_file):
        yield from read_text(load(path), source)
    elif any(mark in source for mark in "?#,\n{") or ("/" in source and not path.suffix):
        yield read_one(source)
    else:
        raise FormatError(f"{source}: no such file, and no puzzle either: expected a file, a folder, a URL or -")


def _is(question: Callable[[], bool]) -> bool:
    """Ask the file system about a name that may be no name at all."""
    try:
        return question()
    except (OSError, ValueError):  # a text that is too long, or has a null character
        return False
