"""What several commands have in common: choosing a game, reading a record, printing a document."""

from __future__ import annotations

import codecs
import json as json_module
import math
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from litslab.app.documents.base import Document
    from litslab.games.position import Position, Rules
    from litslab.games.record import Record


def check_seconds(time_limit: float | None) -> None:
    """Raise if a time limit is not a number, which typer accepts as a float.

    Raises
    ------
    OptionError
        If it is ``nan``.
    """
    from litslab.games.errors import OptionError

    if time_limit is not None and math.isnan(time_limit):
        raise OptionError("time-limit nan: expected a number of seconds")


def finish(
    document: Document, *written: Path | None, json: bool, lines: Iterable[str | Text | Table] | None = None
) -> None:
    """Print a document as JSON, or as text for a terminal with the names of the files that were written.

    Parameters
    ----------
    document : Document
        The document.
    *written : Path or None
        The files that were written; None for one that was not asked for.
    json : bool
        Whether to print JSON.
    lines : iterable, optional
        The text, if it is not that of ``document.lines()``.
    """
    if json:
        from litslab.app.documents.base import to_json

        print_json(to_json(document))
        return
    for line in document.lines() if lines is None else lines:
        if isinstance(line, str):
            typer.echo(wrapped(line, get_terminal_size().columns) if sys.stdout.isatty() else line)
        else:
            from litslab.app.console import print_rich

            print_rich(line)
    for path in written:
        if path is not None:
            typer.echo(f"wrote {path}")


def print_json(text: str, end: str = "\n") -> None:
    """Print JSON, or a part of it; where the output is not UTF-8, with escapes for all that is not ASCII."""
    if codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name != "utf-8":
        text = re.sub(r"[^\x00-\x7f]+", lambda found: json_module.dumps(found[0])[1:-1], text)
    typer.echo(text + end, nl=False)


def wrapped(line: str, width: int) -> str:
    """Return a line of text broken between words where it is too long; what follows the first is indented more."""
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def read_record(path: Path, *, constructed: bool = False) -> Record:
    """Read a record from a file, or from standard input if the path is ``-``.

    With `constructed`, a position set up by hand may be one that no game can reach.
    """
    from litslab.games.errors import RecordError
    from litslab.games.record import load, loads

    if str(path) != "-":
        return load(path, constructed=constructed)
    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise RecordError("standard input", "not a text in UTF-8") from None
    return loads(text, "standard input", constructed=constructed)


def read_position(path: Path, at: int | None, *, constructed: bool = False) -> Position:
    """Read the position after `at` moves of a record, or at its end; see `read_record`."""
    return read_record(path, constructed=constructed).position(at)


def check_picture(path: Path | None, force: bool) -> None:
    """Check, before any work is done, that a picture can be written to this path, if there is one."""
    from litslab.games.drawing.canvas import check_target

    if path is not None:
        check_target(path, force)


def read_range(name: str, text: str, between: str = "..") -> tuple[int, int]:
    """Read one number, which is then both ends of the range, or two: ``3``, ``2..4`` or ``12x9``.

    Raises
    ------
    PuzzleError
        Naming the option, if it is anything else.
    """
    from litslab.puzzles.lits.puzzle import PuzzleError

    words = text.lower().split(between)
    if len(words) > 2 or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise PuzzleError(f"--{name} {text!r}: expected a number, or two such as 2{between}4")
    return int(words[0]), int(words[-1])


@dataclass(frozen=True, eq=False)
class GameChoice:
    """A game and its options as given on a command line; an option that is None was not given.

    The options of our games are declared one by one. Those of a plug-in cannot be: the command line and its help are
    put together before any game is loaded, and a plug-in's names may be those of a command's own options. So
    `option` takes any option by its name.
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
    def has_options(self) -> bool:
        """Whether any option was given in addition to the game."""
        return bool(self.option) or any(getattr(self, option.name) is not None for option in fields(self)[1:-1])

    def rules(self) -> Rules:
        """Return the game with the options that were given.

        Raises
        ------
        GameError
            If there is no such game, or it does not have these options.
        """
        from litslab.games.errors import OptionError
        from litslab.games.record import load_pieces
        from litslab.games.registry import create, game

        options: dict[str, Any] = {
            option.name: value for option in fields(self)[1:-1] if (value := getattr(self, option.name)) is not None
        }
        others = read_options(game(self.game), self.option or ())
        if twice := options.keys() & others.keys():
            raise OptionError(f"option {min(twice)!r}: expected it once")
        options |= others
        if self.supply is not None:
            options["supply"] = _read_supply(self.supply)
        if self.colouring is not None and self.colouring.endswith(".toml"):
            options["colouring"] = "pieces"
            options["pieces"] = load_pieces(Path(self.colouring))
        return create(self.game, **options)


def read_options(rules: type[Rules], texts: Iterable[str]) -> dict[str, Any]:
    """Read options of a game, each written as a name, an equals sign and a value as records have it.

    Parameters
    ----------
    rules : type
        The class of the game's rules.
    texts : iterable of str
        The options. A text need not be in quotes.

    Raises
    ------
    OptionError
        If one is not so written, is given twice, or the game has no such option or not of that type.

    Examples
    --------
    >>> from litslab.games.registry import game
    >>> read_options(game("tailits"), ["size=9", "supply=[4, 4, 4, 4]", "scoring=second"])
    {'size': 9, 'supply': (4, 4, 4, 4), 'scoring': 'second'}
    """
    from litslab.games.errors import OptionError
    from litslab.games.record import read_option

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise OptionError(f"option {text!r}: expected NAME=VALUE")
        if name in found:
            raise OptionError(f"option {name!r}: expected it once")
        found[name] = read_option(rules, name, _toml_value(value.strip()))
    return found


def _toml_value(text: str) -> object:
    """Return what a text stands for in TOML; the text itself where it is none, as a string without quotes."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _read_supply(text: str) -> tuple[int, ...]:
    from litslab.games.errors import OptionError

    words = text.split(",")
    if len(words) not in {1, 4} or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise OptionError(f"supply {text!r}: expected one number, or four for L, I, T and S, such as 5,5,4,4")
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) == 4 else numbers * 4


def option_names() -> list[str]:
    """Return the options of all games as they are typed."""
    from litslab.games.registry import GAMES, load_plugins

    load_plugins()
    return list(dict.fromkeys(f"{each.name}=" for rules in GAMES.values() for each in rules.options()))


def scorings() -> tuple[str, ...]:
    """Return what TAILITS can compare."""
    from litslab.games.registry import game

    return next(each.metadata["choices"] for each in game("tailits").options() if each.name == "scoring")
