"""A command: its declaration beside its function, and the command of typer that is made of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import typer
import typer.main
from typer.core import TyperCommand

from litslab.app.cli.file_kinds import check_kinds
from litslab.app.cli.values import refuse
from litslab.app.cli.words import WordReader

F = TypeVar("F", bound=Callable[..., int | None])

DECLARED: dict[str, Command] = {}
"""The commands of the modules that have been imported, by their full names."""


def command(name: str, *, help: str, examples: tuple[str, ...]) -> Callable[[F], F]:
    """Return a decorator that declares a function as a command.

    Parameters
    ----------
    name : str
        Its full name, such as ``puzzle solve``.
    help : str
        Its help; the first sentence is its line in lists of commands.
    examples : tuple of str
        Command lines.
    """

    def declare(function: F) -> F:
        DECLARED[name] = Command(name, function, help, examples)
        return function

    return declare


@dataclass(frozen=True, eq=False)
class Command:
    """A command.

    Attributes
    ----------
    name : str
        Its full name, such as ``puzzle solve``.
    function : callable
        Its function, whose parameters are its arguments and options, and whose result is its exit
        status.
    help : str
        Its help.
    examples : tuple of str
        Command lines.
    """

    name: str
    function: Callable[..., int | None]
    help: str
    examples: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        paragraph = self.help.partition("\n\n")[0]
        return f"{paragraph.partition('. ')[0].removesuffix('.')}."

    def made(self) -> Any:
        """Return the command of typer.

        An option shows the words of the library that it accepts, which typer would want when the
        option is declared; so they are added here, when the command is needed.
        """
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        register = alone.command(
            self.name.rsplit(maxsplit=1)[-1],
            cls=OneCommand,
            help=self.help,
            epilog="\n  ".join(["Examples:\n\n\b", *self.examples]),
        )
        register(self.function)
        made: Any = typer.main.get_command(alone)
        for parameter in made.params:
            reader = parameter.type_descriptor.parameter_info.parser
            if isinstance(reader, WordReader):
                parameter.metavar = reader.metavar
        return made


class OneCommand(TyperCommand):
    """A command; its help has the options of the game that is named first, and those of other games
    last.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words, one of which may name a game."""
        ctx.meta["words"] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; its error about a file of another kind than expected names that kind."""
        if str(ctx.params.get("output")) == "-":
            refuse("-: expected the name of a file or folder, not standard output")
        try:
            return super().invoke(ctx)
        except ValueError as error:
            check_kinds(error, ctx.params)
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line; required arguments have no braces, and others one
        pair of brackets.
        """
        return [
            re.sub(r"\{|\}(\.\.\.)?|\[(?=\[)|\](?=\])", "", piece)
            for piece in super().collect_usage_pieces(ctx)
        ]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options in sections."""
        from litslab.games.language import listed
        from litslab.games.registry import GAMES

        games = {
            rules.title: {"option", *(each.name for each in rules.options())}
            for rules in GAMES.values()
        }
        named = next(
            (GAMES[word].title for word in ctx.meta.get("words", ()) if word in GAMES), None
        )
        sections: dict[str, list[Any]] = {"Arguments": [], f"Options of {named}": [], "Options": []}
        for each in self.get_params(ctx):
            record: Any = each.get_help_record(ctx)
            owners = [
                title
                for title, names in games.items()
                if each.name in names or record[1].startswith(f"{title}: ")
            ]
            if each.param_type_name == "argument":
                section = "Arguments"
            elif named in owners:
                section = f"Options of {named}"
            elif len(owners) in {0, len(games)}:
                section = "Options"
            elif named:
                section = "Options of other games"
            else:
                section = f"Options of {listed(owners)}"
            sections.setdefault(section, []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
