"""The program ``litslab``: a table of the commands, their creation on demand, and the end of each
run.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import signal
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from encodings import ascii as ascii_codec
from functools import cache
from importlib import import_module
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from litslab.app.cli.command import DECLARED, Command
from litslab.app.console import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    LIMIT,
    NEGATIVE,
    TERMINATED,
    complain,
    error_text,
)


@contextmanager
def _termination_as_interrupt() -> Iterator[Event]:
    """Handle SIGTERM like Ctrl-C: it raises `KeyboardInterrupt`; leave both handlers as they were.

    Yields
    ------
    Event
        Set once SIGTERM was received.
    """
    received = Event()

    def handle(_number: int, frame: FrameType | None) -> None:
        received.set()
        on_interrupt = signal.getsignal(signal.SIGINT)  # SIGTERM waits whenever Ctrl-C has to
        if not callable(on_interrupt):  # Ctrl-C is ignored, as in the background of a script
            on_interrupt = signal.default_int_handler
        on_interrupt(signal.SIGINT, frame)

    if current_thread() is not main_thread():  # other threads cannot set a handler
        yield received
        return
    on_interrupt = signal.getsignal(signal.SIGINT)
    on_termination = signal.signal(signal.SIGTERM, handle)
    try:
        yield received
    finally:
        if on_interrupt is not None:  # a program in another language has a handler of its own
            signal.signal(signal.SIGINT, on_interrupt)
        signal.signal(signal.SIGTERM, on_termination)


COMMANDS = {
    "Games": {
        "rules": "records",
        "example": "records",
        "games": "records",
        "new": "records",
        "show": "records",
        "moves": "records",
        "edit": "records",
        "play": "serve",
        "tournament": "records",
        "perft": "records",
    },
    "Positions": {
        "solve": "endgames",
        "analyse": "endgames",
        "verify": "endgames",
        "match": "endgames",
        "bounds": "maximal",
        "maximal count": "maximal",
        "maximal list": "maximal",
        "maximal estimate": "maximal",
        "maximal extreme": "maximal",
        "groups": "endgames",
        "review": "endgames",
        "campaign new": "campaign",
        "campaign plan": "campaign",
        "campaign run": "campaign",
        "campaign status": "campaign",
        "campaign export": "campaign",
        "campaign verify": "campaign",
    },
    "Many games": {
        "simulate": "simulation",
        "run describe": "simulation",
        "plot scores": "plots",
        "plot margins": "plots",
        "plot lengths": "plots",
        "plot branching": "plots",
        "plot trajectory": "plots",
        "plot leader-wins": "plots",
        "plot lead-changes": "plots",
        "plot comebacks": "plots",
        "plot group-sizes": "plots",
        "plot openings": "plots",
        "plot pieces": "plots",
        "plot heatmap": "plots",
        "plot compare": "plots",
        "report": "simulation",
    },
    "Puzzles and studies": {
        "puzzle solve": "puzzles",
        "puzzle convert": "puzzle_files",
        "puzzle show": "puzzle_files",
        "puzzle hint": "puzzles",
        "puzzle grade": "puzzles",
        "puzzle check": "puzzle_files",
        "puzzle variants": "puzzle_files",
        "puzzle generate": "generate",
        "puzzle book": "puzzle_files",
        "puzzle collection": "puzzle_files",
        "study generate": "studies",
        "study check": "studies",
        "study book": "studies",
        "study collection": "studies",
    },
    "Web page and protocols": {
        "serve": "serve",
        "page": "serve",
        "ltp": "serve",
        "schema": "serve",
    },
}
"""The commands by purpose, in the order of ``--help``, each with the module that declares it."""

GROUPS = {
    "maximal": "Count, list and optimise finished positions.",
    "campaign": "Exact solves that take long: stored in a file, resumed, with many workers.",
    "run": "Describe files written by `litslab simulate`.",
    "plot": "Plot statistics of a run.",
    "puzzle": "Solve, explain, grade, generate and convert LITS puzzles.",
    "study": "Generate and check endgame studies, in which only one move wins.",
}
"""The help of each group of commands."""

MODULES = {
    command: module for commands in COMMANDS.values() for command, module in commands.items()
}


def declared(name: str) -> Command:
    """Return a command by its full name, after the import of its module."""
    import_module(f"litslab.app.cli.{MODULES[name]}")
    return DECLARED[name]


def _commands(group: str = "") -> Any:
    """Return the full names of the commands of a group, or of `litslab`, by their words in it."""
    words = (name.removeprefix(group).split()[0] for name in MODULES if name.startswith(group))
    return {word: group + word for word in words}


@cache
def _made(name: str) -> Any:
    """Return a command or group by its full name."""
    if name in GROUPS:
        return CommandGroup(
            name=name, help=GROUPS[name], commands=_commands(f"{name} "), rich_markup_mode=None
        )
    return declared(name).made()


class CommandGroup(TyperGroup):
    """A group of commands, each made on demand; it prints its help if no command is given."""

    commands: dict[str, str]  # type: ignore[assignment]

    def get_command(self, _: Any, cmd_name: str) -> Any:
        """Return a command by its word in the group; None if there is none."""
        return _made(self.commands[cmd_name]) if cmd_name in self.commands else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show the help if there are no arguments."""
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands with their summaries, which may take more than one line."""
        sections: dict[str, Iterable[str]] = {"Commands": self.commands}
        if ctx.parent is None:
            sections = {
                title: dict.fromkeys(name.split()[0] for name in names)
                for title, names in COMMANDS.items()
            }
        widest = max(map(len, self.commands))
        for title, names in sections.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), _summary(self.commands[name])) for name in names]
                )


def _summary(name: str) -> str:
    """Return the line about a command or a group, without making it."""
    return GROUPS[name] if name in GROUPS else declared(name).summary


@cache
def command_line() -> CommandGroup:
    """Return the command line; each command is made on demand."""
    app = typer.Typer(
        name="litslab",
        help=(
            "The analysis laboratory for TAIJI, Battle of LITS, TAILITS, Wythe and the LITS puzzle."
        ),
        cls=CommandGroup,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    app.callback()(options)
    program = typer.main.get_command(app)
    assert isinstance(program, CommandGroup), "a callback makes even one command a group"
    program.commands = _commands()
    return program


def prepare(arguments: list[str]) -> None:
    """Make the command of a command line, which imports what it needs."""
    command_line()
    for name in (" ".join(arguments[:1]), " ".join(arguments[:2])):
        if name in MODULES:
            _made(name)


def _print_version(wanted: bool) -> None:
    if wanted:
        from litslab import __version__, kernel

        engine = "kernel" if kernel.AVAILABLE else "reference"
        typer.echo(f"litslab {__version__} (engine: {engine})")
        raise typer.Exit


def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show the version and the engine.",
        ),
    ] = False,
) -> None:
    """Solve, draw and count positions of the games exactly."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status; an error is one line on standard error.

    Parameters
    ----------
    arguments : list of str, optional
        The words after ``litslab``; those of the process if not given.
    """
    _accept_any_character()
    with _termination_as_interrupt() as terminated, _warnings_as_lines():
        status = _run((sys.argv[1:] if arguments is None else arguments) or ["--help"])
    return TERMINATED if terminated.is_set() else status


_PLAIN = "litslab-plain"
"""The name of an encoding and of its error handler. If it were called ASCII, typer would write
UTF-8.
"""

_CHARACTERS = "─╴╶│╵╷┌┐└┘├┤┬┴┼░→←↑↓×·–−’“”⁄"
_ASCII = str.maketrans(
    dict(zip(_CHARACTERS, '---|||+++++++++#><^vx---\'""/', strict=True)) | {"±": "+-"}
)


def _accept_any_character() -> None:
    """Accept every character: output that is not UTF-8 becomes ASCII, which is valid in other
    encodings, too.

    Boards are drawn with other characters of the same width, and letters lose their accents.
    """
    _register_plain()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller: nothing can be read, and what is written is lost
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            keeps_encoding = mode == "r" or codecs.lookup(stream.encoding).name == "utf-8"
            with suppress(io.UnsupportedOperation):  # part of the input has been read already
                stream.reconfigure(encoding=None if keeps_encoding else _PLAIN, errors=_PLAIN)


@cache
def _register_plain() -> None:
    plain = ascii_codec.getregentry()  # a new object for each call
    plain.name = _PLAIN
    codecs.register(lambda name: plain if name.replace("_", "-") == _PLAIN else None)
    codecs.register_error(_PLAIN, _likeness)


def _likeness(error: UnicodeError) -> tuple[str, int]:
    """Return a replacement for text that cannot be encoded or decoded: similar ASCII, or a question
    mark.
    """
    if isinstance(error, UnicodeDecodeError):
        return "?", error.end
    assert isinstance(error, UnicodeEncodeError)
    text = re.sub("[⁰¹²³⁴-⁹]+", r"^\g<0>", error.object[error.start : error.end])
    decomposed = unicodedata.normalize("NFKD", text).translate(_ASCII)
    letters = "".join(each for each in decomposed if not unicodedata.combining(each))
    return re.sub(r"[^\x00-\x7f]", "?", letters), error.end


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Print equal warnings once, and litslab's own as one line each on standard error."""
    show = warnings.showwarning
    shown: set[str] = set()

    def show_line(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
        from litslab.games.notice import Notice

        if str(message) in shown:
            return
        shown.add(str(message))
        if issubclass(category, Notice):
            complain(str(message), DONE)
        else:
            show(message, category, *rest, **more)

    with warnings.catch_warnings():
        # Python forgets which warnings it has shown whenever some block changes the filters.
        # Notices are user warnings; their class is imported with the first one, as help has none.
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show_line
        yield


def _run(arguments: list[str]) -> int:
    try:
        status = command_line()(args=arguments, standalone_mode=False, prog_name="litslab")
    except (typer.Abort, KeyboardInterrupt):
        return complain("interrupted", INTERRUPTED)
    except typer.TyperException as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        if message.startswith(("Missing ", "Got unexpected ")):
            message = f"{message.removesuffix('.')}. {_usage(error)}"
        return complain(message.replace("Value error, ", ""), BAD_INPUT)  # a prefix of pydantic's
    except (BrokenPipeError, SystemExit):
        # The reader of the output has gone; typer exits for that. Standard output must not be
        # flushed again.
        sys.stdout = None
        return DONE
    except Exception as error:
        return _known_error(error)
    if status == INTERRUPTED:  # typer's own status for Ctrl-C, for which it prints nothing
        return complain("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else DONE


def _usage(error: Any) -> str:
    """Return the usage line of the command that an error of typer is about, and an example."""
    lines = [line.strip() for line in error.ctx.command.epilog.splitlines()]
    example = next(line for line in lines if line.startswith(error.ctx.command_path))
    return f"{error.ctx.get_usage()}; for example: {example}"


def _known_error(error: Exception) -> int:
    """Print an expected error as one line, and return the exit status; raise any other, which is a
    bug.
    """
    from litslab.games.errors import GameError, NegativeError
    from litslab.games.files import WouldOverwriteError
    from litslab.games.memory import OutOfMemoryError
    from litslab.games.packages import EXTRA_OF, missing_text
    from litslab.jobs.errors import ChildDiedError

    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        if package in EXTRA_OF:
            return complain(missing_text("this command", package), BAD_INPUT)
    if isinstance(error, NegativeError):
        return complain(str(error), NEGATIVE)
    if isinstance(error, OutOfMemoryError | ChildDiedError):
        return complain(str(error), LIMIT)
    if isinstance(error, WouldOverwriteError):
        return complain(f"{error}; use --force to overwrite it", BAD_INPUT)
    if isinstance(error, GameError | OSError):
        text = error_text(error)
        if text.startswith("examples/") and "no such file" in text.lower():
            text += "; `litslab example -o examples` writes it"
        return complain(text, BAD_INPUT)
    if isinstance(error, RecursionError | MemoryError):
        name = type(error).__name__
        return complain(f"the position is too large for this machine ({name})", LIMIT)
    raise error
