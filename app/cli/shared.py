"""Functions shared by commands: choosing a game, reading records and puzzles, printing a document."""

from __future__ import annotations

import codecs
import json as json_module
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import refuse
from litslab.app.console import BAD_INPUT, complain, error_text, print_rich

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from litslab.app.documents.base import Document
    from litslab.puzzles.lits.formats import PuzzleEntry


def finish(
    document: Document, *written: Path | None, json: bool, lines: Iterable[str | Text | Table] | None = None,
    save: Callable[[], object] | None = None,
) -> None:  # fmt: skip
    """Print a document as JSON, or as text for a terminal with the names of the files that were written.

    Files that are written by `save` are written afterwards, so that a full disk does not lose an answer.

    Parameters
    ----------
    document : Document
        The document.
    *written : Path or None
        The files that were written; None for one that was not requested.
    json : bool
        Print JSON.
    lines : iterable, optional
        The text, if it is not that of ``document.lines()``.
    save : callable, optional
        Writes files.
    """
    if json:
        print_json(documents.base.to_json(document))
        written, lines = (), ()
    for line in document.lines() if lines is None else lines:
        if isinstance(line, str):
            typer.echo(wrapped(line, get_terminal_size().columns) if sys.stdout.isatty() else line)
        else:
            print_rich(line)
    if save is not None:
        save()
    for path in written:
        if path is not None:
            typer.echo(f"wrote {path}")


def text_language(lang: str | None, *, json: bool) -> str:
    """Return the language to print in: the one that ``--lang`` names, or the terminal's; JSON is always English."""
    from litslab.games.language import ENGLISH, language_of_terminal

    return ENGLISH if json else lang or language_of_terminal()


def print_json(text: str, end: str = "\n") -> None:
    """Print JSON or a part of it; if the output is not UTF-8, with escapes for all that is not ASCII."""
    if codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name != "utf-8":
        text = re.sub(r"[^\x00-\x7f]+", lambda found: json_module.dumps(found[0])[1:-1], text)
    typer.echo(text + end, nl=False)


def wrapped(line: str, width: int) -> str:
    """Return a line of text, broken between words if it is too long; further lines are indented more."""
    from litslab.games.language import text_columns, wrap

    if text_columns(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return "\n".join(wrap(line, width, indent=indent, break_long_words=False, break_on_hyphens=False))


def read_record(path: Path, *, constructed: bool = False) -> ll.Record:
    """Read a record from a file, or from standard input if the path is ``-``.

    With `constructed`, a set-up position may be one that no game can reach.
    """
    if str(path) != "-":
        return ll.load(path, constructed=constructed)
    return ll.loads(_standard_input(), "standard input", constructed=constructed)


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        refuse("standard input: not a text in UTF-8")


def check_output(path: Path | None, force: bool, suffixes: Sequence[str] = ()) -> None:
    """Check, before any work is done, that a file can be written to this path, if one is given.

    Its name has to end in one of `suffixes`; by default in one of those of pictures.
    """
    if path is not None:
        from litslab.games.drawing.canvas import SUFFIXES, check_target

        check_target(path, force, suffixes or SUFFIXES)


def save_svg(draw: Callable[[], str], path: Path | None, force: bool) -> None:
    """Draw an SVG picture and write it to this path, if one is given."""
    if path is not None:
        from litslab.games.drawing.canvas import save

        save(draw(), path, force=force)


def write_text(text: str, path: Path | None, force: bool) -> None:
    """Write a text to this path, if one is given."""
    from litslab.games.files import write_new

    if path is not None:
        write_new(path, text, force=force)


@dataclass(frozen=True, eq=False)
class GameChoice:
    """A game and its options as given on a command line; an option that is None was not given.

    The options of the built-in games are declared one by one. Those of a plug-in cannot be: the command line is built
    before any game is loaded, and their names may be those of a command's own options. `option` takes any option by
    its name.
    """

    game: str
    size: int | None = None
    rows: int | None = None
    groups: int | None = None
    supply: str | None = None
    scoring: str | None = None
    colouring: str | None = None
    flips: bool | None = None
    option: list[str] | None = None

    @property
    def _given(self) -> dict[str, Any]:
        """The options that were given by their own names."""
        return {name: value for name, value in list(vars(self).items())[1:-1] if value is not None}

    def of_record(self, path: Path, *, option: str = "--record", constructed: bool = False) -> ll.Record:
        """Read a record of this game, which contains the game's options; `option` named its file.

        Raises
        ------
        OptionError
            If it is of another game, or options of the game were given as well.
        """
        record = read_record(path, constructed=constructed)
        if self._given or self.option or record.rules.name != self.game:
            refuse(f"{option} {path}: expected a record of {self.game}, and no other game options")
        return record

    def rules(self) -> ll.Rules:
        """Return the game with the options that were given.

        Raises
        ------
        GameError
            If there is no such game, or it does not have these options.
        """
        from litslab.games.record import load_pieces
        from litslab.games.registry import create, game

        options = self._given
        others = read_options(game(self.game), self.option or ())
        if twice := options.keys() & others.keys():
            refuse(f"option {min(twice)!r}: expected it once")
        options |= others
        if self.supply is not None:
            options["supply"] = _read_supply(self.supply)
        if self.colouring is not None and self.colouring.endswith(".toml"):
            options["colouring"] = "pieces"
            options["pieces"] = load_pieces(Path(self.colouring))
        return create(self.game, **options)


def read_options(rules: type[ll.Rules], texts: Iterable[str]) -> dict[str, Any]:
    """Read options of a game, each written as NAME=VALUE with a value in the form of records.

    Parameters
    ----------
    rules : type
        The class of the game's rules.
    texts : iterable of str
        The options. Values that are text need no quotes.

    Raises
    ------
    OptionError
        If one is malformed, unknown, of the wrong type or given twice.

    Examples
    --------
    >>> from litslab.games.registry import game
    >>> read_options(game("tailits"), ["size=9", "supply=[4, 4, 4, 4]", "scoring=second"])
    {'size': 9, 'supply': (4, 4, 4, 4), 'scoring': 'second'}
    """
    from litslab.games.record import read_option

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            refuse(f"option {text!r}: expected NAME=VALUE")
        if name in found:
            refuse(f"option {name!r}: expected it once")
        found[name] = read_option(rules, name, _toml_value(value.strip()))
    return found


def _toml_value(text: str) -> object:
    """Return the value of a text in TOML; if it is not TOML, the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _read_supply(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if len(words) not in {1, 4} or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        refuse(f"supply {text!r}: expected one number, or four for L, I, T and S, such as 5,5,4,4")
    return tuple(map(int, words)) * (4 // len(words))


def option_names() -> list[str]:
    """Return the options of all games in the form ``NAME=``."""
    from litslab.games.registry import GAMES, load_plugins

    load_plugins()
    return list(dict.fromkeys(f"{each.name}=" for rules in GAMES.values() for each in rules.options()))


def scorings() -> tuple[str, ...]:
    """Return the choices for the scoring of TAILITS."""
    from litslab.games.registry import game

    return next(each.metadata["choices"] for each in game("tailits").options() if each.name == "scoring")


def check_single(entries: list[PuzzleEntry], output: Path | None) -> None:
    """Raise if several puzzles would be drawn to one file."""
    if output is not None and len(entries) > 1:
        refuse(f"{len(entries)} puzzles for one picture: expected one puzzle with -o")


@dataclass(frozen=True)
class Reading:
    """The puzzles in the sources on a command line.

    Attributes
    ----------
    entries : list of PuzzleEntry
        The puzzles, in order.
    refused : int
        The number of files that could not be read; the error of each has been printed.
    """

    entries: list[PuzzleEntry]
    refused: int = 0

    def status(self, status: int) -> int:
        """Return the exit status of a command; `status` is that for the puzzles that could be read."""
        return BAD_INPUT if self.refused else status


def read_puzzles(sources: list[str], rules: str | None = None) -> Reading:
    """Read the puzzles of a command line in order, with other rules if these are named.

    If there are several files, those that cannot be read are skipped, and the error of each is printed on standard
    error.

    Raises
    ------
    GameError
        If no puzzle could be read; the error of the last file names the file and the line.
    OSError
        If no puzzle could be read, and the last file cannot be opened.
    """
    from litslab.puzzles.lits.sources import readers, with_rules

    entries: list[PuzzleEntry] = []
    errors: list[ll.GameError | OSError] = []
    for source in sources:
        try:
            found_readers = [_read_standard_input] if source == "-" else readers(source)
        except (ll.GameError, OSError) as error:
            errors.append(error)
            continue
        for read in found_readers:
            try:
                found = read()
                entries += found if rules is None else [with_rules(entry, rules) for entry in found]
            except (ll.GameError, OSError) as error:
                errors.append(error)
    for wrong in errors if entries else errors[:-1]:
        complain(error_text(wrong), BAD_INPUT)
    if not entries:
        raise errors[-1]
    return Reading(entries, len(errors))


def _read_standard_input() -> list[PuzzleEntry]:
    from litslab.puzzles.lits.formats import read_text

    return read_text(_standard_input(), "standard input")
