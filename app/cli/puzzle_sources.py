"""The sources from which commands read LITS puzzles: texts, files, folders, standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from litslab.app import exits

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import PuzzleEntry


@dataclass(frozen=True)
class Reading:
    """The puzzles that the sources on a command line hold.

    Attributes
    ----------
    entries : list of PuzzleEntry
        The puzzles, in order.
    refused : int
        How many files could not be read; what is wrong with each has been printed.
    """

    entries: list[PuzzleEntry]
    refused: int = 0

    def status(self, status: int) -> int:
        """Return the exit status of a command that ends with `status` on the puzzles that could be read."""
        return exits.BAD_INPUT if self.refused else status


def read_puzzles(sources: list[str], rules: str | None = None) -> Reading:
    """Read the puzzles that a command line names, in order, with the rules of a name if that is given.

    If it names several files, one by one or as a folder, a file that cannot be read does not stop the others: one line
    on standard error says what is wrong with it.

    Raises
    ------
    PuzzleError
        If there is nothing else to read: naming the file, the last of several, and the line that is wrong.
    OSError
        If it is a file that cannot be opened.
    """
    from litslab.puzzles.lits.puzzle import PuzzleError
    from litslab.puzzles.lits.sources import with_rules

    entries: list[PuzzleEntry] = []
    errors: list[PuzzleError | OSError] = []
    for source in sources:
        try:
            readers = _readers(source)
        except (PuzzleError, OSError) as error:
            errors.append(error)
            continue
        for read in readers:
            try:
                found = read()
                entries += found if rules is None else [with_rules(entry, rules) for entry in found]
            except (PuzzleError, OSError) as error:
                errors.append(error)
    for wrong in errors if entries else errors[:-1]:
        exits.complain(exits.describe(wrong), exits.BAD_INPUT)
    if not entries:
        raise errors[-1]
    return Reading(entries, len(errors))


def _readers(source: str) -> list[Callable[[], list[PuzzleEntry]]]:
    """Return a function for each file that a source names, which reads it."""
    from litslab.puzzles.lits.sources import readers

    return [_read_standard_input] if source == "-" else readers(source)


def _read_standard_input() -> list[PuzzleEntry]:
    from litslab.puzzles.lits.formats import FormatError, read_text

    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise FormatError("standard input: not a text in UTF-8") from None
    return read_text(text, "standard input")
