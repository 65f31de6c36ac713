"""Functions shared by commands: choosing a game, reading records and puzzles, printing
a document.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import typer

import litslab as ll
from litslab.app.cli.values import refuse
from litslab.app.console import BAD_INPUT, DONE, complain, error_text, print_rich

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from litslab.puzzles.lits.formats import PuzzleEntry, ReadPuzzles
    from litslab.solver.model.settings import Inspection


def finish(
    answer: Any,
    *written: Path | None,
    json: bool,
    lines: Iterable[str | Text | Table],
    save: Callable[[], object] | None = None,
) -> None:
    """Print an answer as JSON, or as text for a terminal with the names of the files that were
    written.

    Files that are written by `save` are written afterwards, so that a full disk does not lose an
    answer.

    Parameters
    ----------
    answer : object
        The answer.
    *written : Path or None
        The files that were written; None for one that was not requested.
    json : bool
        Print JSON.
    lines : iterable
        The text.
    save : callable, optional
        Writes files.
    """
    if json:
        from litslab.games.result_json import to_json

        print_json(to_json(answer))
    else:
        _print_lines(lines)
    if save is not None:
        save()
    if not json:
        for path in written:
            if path is not None:
                typer.echo(f"wrote {path}")


def _print_lines(lines: Iterable[str | Text | Table]) -> None:
    """Print text, wrapped on a terminal."""
    for line in lines:
        if not isinstance(line, str):
            print_rich(line)
        elif sys.stdout.isatty():
            typer.echo(wrapped(line, get_terminal_size().columns))
        else:
            typer.echo(line)


def text_language(lang: str | None, *, json: bool) -> str:
    """Return the language to print in: the one that ``--lang`` names, or the terminal's; JSON is
    always English.
    """
    from litslab.games.language import ENGLISH, language_of_terminal

    return ENGLISH if json else lang or language_of_terminal()


def print_json(text: str, end: str = "\n") -> None:
    """Print JSON or a part of it; if the output is not UTF-8, with escapes for all that is not
    ASCII.
    """
    if codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name != "utf-8":
        from json import dumps

        text = re.sub(r"[^\x00-\x7f]+", lambda found: dumps(found[0])[1:-1], text)
    typer.echo(text + end, nl=False)


def wrapped(line: str, width: int) -> str:
    """Return a line of text, broken between words if it is too long; further lines are indented
    more.
    """
    from litslab.games.line_breaks import text_columns, wrap

    if text_columns(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return "\n".join(
        wrap(line, width, indent=indent, break_long_words=False, break_on_hyphens=False)
    )


def read_record(path: Path, *, constructed: bool = False, at: int | None = None) -> ll.Record:
    """Read a record from a file, or from standard input if the path is ``-``.

    With `constructed`, a set-up position may be one that no game can reach. With `at`, the moves
    after that many may be wrong: the record then ends there.
    """
    if str(path) == "-":
        from litslab.games.text_file import LARGEST_RECORD

        text = standard_input(LARGEST_RECORD)
        read = partial(ll.loads, text, "standard input", constructed=constructed)
    else:
        read = partial(ll.load, path, constructed=constructed)
    try:
        return read()
    except ll.RecordError:
        if at is None or at < 0:
            raise
        return read(plies=at)


def standard_input(most: int) -> str:
    """Return the text of standard input, of at most as many bytes as given; refuse any other."""
    from litslab.games.files import TooLargeError, read_at_most

    try:
        return read_at_most(sys.stdin.buffer, most).decode()
    except TooLargeError as error:
        refuse(f"standard input: {error}")
    except UnicodeDecodeError:
        refuse("standard input: not a text in UTF-8")


def check_searcher(players: Iterable[str], threads: int) -> None:
    """Refuse several threads unless one of the players searches a tree."""
    if threads > 1 and not any(each.partition(":")[0] == "mcts" for each in players):
        refuse(f"--threads {threads}: expected a player mcts; the others have one thread")


def check_output(path: Path | None, force: bool, suffixes: Sequence[str] = ()) -> None:
    """Check, before any work is done, that a file can be written to this path, if one is given.

    Its name has to end in one of `suffixes`; by default in one of those of pictures.
    """
    if path is not None:
        from litslab.games.drawing.picture_file import SUFFIXES, check_target

        check_target(path, force, suffixes or SUFFIXES)


def save_svg(draw: Callable[[], str], path: Path | None, force: bool) -> None:
    """Draw an SVG picture and write it to this path, if one is given."""
    if path is not None:
        from litslab.games.drawing.picture_file import save

        save(draw(), path, force=force)


def write_text(text: str, path: Path | None, force: bool) -> None:
    """Write a text to this path, if one is given."""
    from litslab.games.files import write_new

    if path is not None:
        write_new(path, text, force=force)


@dataclass(frozen=True, eq=False)
class GameChoice:
    """A game and its options as given on a command line; an option that is None was not given.

    typer reads options from signatures, so every command with a game names these and makes a choice
    of them.

    The options of the built-in games are declared one by one. Those of a plug-in cannot be: the
    command line is built before any game is loaded, and their names may be those of a command's own
    options. `option` takes any option by its name.
    """

    game: str
    size: int | None = None
    rows: int | None = None
    groups: int | None = None
    supply: str | None = None
    scoring: str | None = None
    colouring: str | None = None
    flips: bool | None = None
    tonga: bool | None = None
    swap: bool | None = None
    option: list[str] | None = None

    @property
    def _given(self) -> dict[str, Any]:
        """The options that were given by their own names."""
        return {name: value for name, value in list(vars(self).items())[1:-1] if value is not None}

    def of_record(
        self,
        path: Path,
        *,
        option: str = "--record",
        constructed: bool = False,
    ) -> ll.Record:
        """Read a record of this game, which contains the game's options; `option` named its file.

        Raises
        ------
        OptionError
            If it is of another game, or options of the game were given as well.
        """
        from litslab.games.registry import game

        record = read_record(path, constructed=constructed)
        if self._given or self.option or record.rules.name != game(self.game).name:
            refuse(f"{option} {path}: expected a record of {self.game}, and no other game options")
        return record

    def rules(self) -> ll.Rules:
        """Return the game with the options that were given.

        Raises
        ------
        GameError
            If there is no such game, or it does not have these options.
        """
        from litslab.games.registry import create

        return create(self.game, **self._options())

    def start(self, board: Path) -> ll.Position:
        """Return the start of the game, or the position of TAIJI, on the board of a file, which
        determines the size.

        Raises
        ------
        GameError
            If there is no such game, it does not have these options, or the file has no such board.
        """
        from litslab.games.registry import game

        return ll.new_game(game(self.game), board=read_board(board), **self._options())

    def _options(self) -> dict[str, Any]:
        from litslab.games.pattern_file import load_pieces
        from litslab.games.registry import game

        options = self._given
        others = read_options(game(self.game), self.option or ())
        twice = options.keys() & others.keys()
        if twice:
            refuse(f"option {min(twice)!r}: expected it once")
        options |= others
        if self.supply is not None:
            options["supply"] = _read_supply(self.supply)
        if self.colouring is not None and self.colouring.endswith(".toml"):
            options["colouring"] = "pieces"
            options["pieces"] = load_pieces(Path(self.colouring))
        return options


def read_board(path: Path) -> str:
    """Return the text of a board from a file, or from standard input if the path is ``-``."""
    from litslab.games.text_file import LARGEST_RECORD, read_text

    return standard_input(LARGEST_RECORD) if str(path) == "-" else read_text(path)


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
    from litslab.games.option_data import read_option

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
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _read_supply(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if len(words) not in {1, 4} or not all(
        word.isascii() and word.isdigit() and len(word) < 10 for word in words
    ):
        refuse(f"supply {text!r}: expected one number, or four for L, I, T and S, such as 5,5,4,4")
    return tuple(map(int, words)) * (4 // len(words))


def option_names() -> list[str]:
    """Return the options of all games in the form ``NAME=``."""
    from litslab.games.registry import GAMES, load_plugins

    load_plugins()
    return list(
        dict.fromkeys(f"{each.name}=" for rules in GAMES.values() for each in rules.options())
    )


def scorings() -> tuple[str, ...]:
    """Return the choices for the scoring of TAILITS and of TAIJI."""
    from litslab.games.registry import GAMES

    choices = [
        choice
        for name in ("tailits", "taiji")
        for each in GAMES[name].options()
        if each.name == "scoring"
        for choice in each.metadata["choices"]
    ]
    return tuple(dict.fromkeys(choices))


@contextmanager
def inspecting(export: Path | None, *, log: bool, force: bool, json: bool) -> Iterator[Inspection]:
    """Let the block answer by CP-SAT, and say afterwards which model was written.

    Parameters
    ----------
    export : Path or None
        The file for the first model that is solved.
    log : bool
        Whether the search log is written.
    force : bool
        Whether the file may be replaced.
    json : bool
        Whether the answer is printed as JSON, and nothing else.

    Yields
    ------
    Inspection
        The search log and the file that the options ask for.
    """
    from litslab.solver.model.settings import Inspection

    inspection = Inspection(log, export, force)
    before = _version(export)
    yield inspection
    if export is not None and _version(export) == before:
        complain(f"{export} not written: the answer needed no model", DONE)
    elif export is not None and not json:
        typer.echo(f"wrote {export}: the first model that CP-SAT solved")


def _version(path: Path | None) -> tuple[int, int] | None:
    """Return what changes when a file is replaced; None if there is no file."""
    if path is None or not path.exists():
        return None
    found = path.stat()
    return found.st_ino, found.st_mtime_ns


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
    total : int
        The number of puzzles, with those that are left out: a file that cannot be read counts as
        one.
    left_out : int
        The number of those that are left out; the error of each has been printed.
    """

    entries: list[PuzzleEntry]
    total: int
    left_out: int = 0

    def without(self, errors: Sequence[Exception]) -> Reading:
        """Print an error for each puzzle that is left out; return the reading that counts them."""
        for error in errors:
            complain(error_text(error), BAD_INPUT)
        return replace(self, left_out=self.left_out + len(errors))

    def status(self, status: int) -> int:
        """Return the exit status of a command, after a line with the number of puzzles that
        are left out; `status` is that for the others.
        """
        if not self.left_out:
            return status
        return complain(f"left out {self.left_out} of {self.total} puzzles", BAD_INPUT)


def read_puzzles(sources: list[str], rules: str | None = None, *, strict: bool = False) -> Reading:
    """Read the puzzles of a command line in order, with other rules if these are named.

    Those that cannot be read are left out, and the error of each is printed on standard error.

    Parameters
    ----------
    sources : list of str
        The sources, as `puzzles.lits.sources.readers` takes them; ``-`` is standard input.
    rules : str, optional
        The name of the rules.
    strict : bool
        Whether the first that cannot be read is an error.

    Raises
    ------
    GameError
        If no puzzle could be read; the error of the last file names the file and the line.
    OSError
        If no puzzle could be read, and the last file cannot be opened.
    """
    entries: list[PuzzleEntry] = []
    errors: list[ll.GameError | OSError] = []
    for found in _each_found(sources, rules):
        if isinstance(found, Exception):
            errors.append(found)
            if strict:
                raise found
        else:
            entries.append(found)
    total = len(entries) + len(errors)
    if not entries:
        Reading([], total).without(errors[:-1])
        raise errors[-1]
    return Reading(entries, total).without(errors)


def _each_found(
    sources: list[str], rules: str | None
) -> Iterator[PuzzleEntry | ll.GameError | OSError]:
    """Yield the puzzles of sources, each with other rules if these are named, and the errors of
    those that cannot be read.
    """
    from litslab.puzzles.lits.sources import readers

    for source in sources:
        try:
            for read in [_read_standard_input] if source == "-" else readers(source):
                try:
                    found = read()
                except (ll.GameError, OSError) as error:
                    yield error
                    continue
                yield from (_with_rules(entry, rules) for entry in found.entries)
                yield from found.errors
        except (ll.GameError, OSError) as error:
            yield error


def _with_rules(entry: PuzzleEntry, rules: str | None) -> PuzzleEntry | ll.GameError:
    from litslab.puzzles.lits.sources import with_rules

    if rules is None:
        return entry
    try:
        return with_rules(entry, rules)
    except ll.PuzzleError as error:
        return ll.PuzzleError(f"{entry.read_from}: {error}")


def _read_standard_input() -> ReadPuzzles:
    from litslab.puzzles.lits.formats import LARGEST_FILE, read_readable

    return read_readable(standard_input(LARGEST_FILE), "standard input")
