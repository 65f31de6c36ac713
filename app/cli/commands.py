"""All commands in one table, and the groups that make each of its function when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from litslab.app.cli.options import Docstring, for_typer

MADE_BY = {
    "examples/": "litslab example -o examples",
    "board.toml": "litslab new battle-of-lits --size 5 -o board.toml",
    "game.toml": "litslab new battle-of-lits --seed 7 -o game.toml",
    "proof.json": "litslab solve examples/battle-of-lits-10.toml --at 10 --certificate proof.json",
    "run.parquet": "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
    "mcts.parquet": "litslab simulate battle-of-lits --size 6 --player mcts:50 -n 20 -o mcts.parquet",
    "campaign.db": "litslab campaign new examples/wythe-8.toml --at 24 --target openings -o campaign.db",
}
"""Files that examples use, and the command that makes each, so that every example can be typed as it stands."""


def with_preparation(examples: Iterable[str]) -> list[str]:
    """Return examples with a command before each that makes a file which it uses and no earlier one makes."""
    lines: list[str] = []
    for example in examples:
        for name, command in MADE_BY.items():
            used = any(word.startswith(name) for word in re.sub(r" (-o|--certificate) \S+", "", example).split())
            made = command in lines or any(line.endswith(f"-o {name}") for line in lines)
            if used and not made:
                lines += [line for line in with_preparation([command]) if line not in lines]
        lines.append(example)
    return lines


COMMANDS = {
    "Games": {
        "rules": "records", "example": "records", "games": "records", "new": "records", "show": "records",
        "moves": "records", "edit": "records", "play": "serve", "tournament": "records", "perft": "records",
    },
    "Positions": {
        "solve": "endgames", "analyse": "endgames", "verify": "endgames", "match": "endgames", "bounds": "maximal",
        "maximal count": "maximal", "maximal list": "maximal", "maximal estimate": "maximal",
        "maximal extreme": "maximal", "groups": "endgames", "review": "endgames",
        "campaign new": "campaign", "campaign plan": "campaign", "campaign run": "campaign",
        "campaign status": "campaign", "campaign export": "campaign", "campaign verify": "campaign",
    },
    "Many games": {
        "simulate": "simulation", "run describe": "simulation",
        "plot scores": "simulation", "plot margins": "simulation", "plot lengths": "simulation",
        "plot branching": "simulation", "plot openings": "simulation", "plot heatmap": "simulation",
        "plot compare": "simulation", "report": "simulation",
    },
    "Puzzles and studies": {
        "puzzle solve": "puzzles", "puzzle convert": "puzzle_files", "puzzle show": "puzzle_files",
        "puzzle hint": "puzzles", "puzzle grade": "puzzles", "puzzle check": "puzzle_files",
        "puzzle variants": "puzzle_files", "puzzle generate": "generate", "puzzle book": "puzzle_files",
        "puzzle collection": "puzzle_files", "study generate": "studies", "study check": "studies",
        "study book": "studies", "study collection": "studies",
    },
    "Other doors": {"serve": "serve", "page": "serve", "ltp": "serve", "schema": "serve"},
}  # fmt: skip
"""By what they are for: the commands, in the order of ``--help``, each with the module that has its function.

The function is called as the command, with or without the name of its group: ``puzzle_book`` or ``solve``.
"""

GROUPS = {
    "maximal": "Count, list and optimise finished positions.",
    "campaign": "Exact solves that take long: stored in a file, resumed, with many workers.",
    "run": "What `litslab simulate` has written.",
    "plot": "Plot statistics of a run.",
    "puzzle": "Solve, explain, grade, generate and convert LITS puzzles.",
    "study": "Generate and check endgame studies, in which only one move wins.",
}
"""What the commands of a group have in common."""

MODULES = {command: module for commands in COMMANDS.values() for command, module in commands.items()}


def function_of(command: str) -> Callable[..., int]:
    """Return the function of a command."""
    module = import_module(f"litslab.app.cli.{MODULES[command]}")
    words = command.split()
    found: Callable[..., int] = getattr(module, "_".join(words), None) or getattr(module, words[-1])
    return found


class Commands(Mapping[str, Any]):
    """The commands of a group, or those of `litslab`, as typer takes them.

    Parameters
    ----------
    group : str
        The name of the group and a space; nothing for those of `litslab`.
    """

    def __init__(self, group: str = "") -> None:
        self.group = group
        self._names = list(dict.fromkeys(
            name.removeprefix(group).split()[0] for name in MODULES if name.startswith(group)
        ))  # fmt: skip
        self._made: dict[str, Any] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._made:
            self._made[name] = self._group(name) if self._is_group(name) else self._command(name)
        return self._made[name]

    def summary(self, name: str) -> str:
        """Return the first sentence about a command, without making it."""
        if self._is_group(name):
            return GROUPS[name]
        first, *_ = Docstring.of(function_of(self.group + name)).description.split("\n\n")
        return f"{' '.join(first.split()).partition('. ')[0].removesuffix('.')}."

    def _is_group(self, name: str) -> bool:
        return name in GROUPS and not self.group

    def _group(self, name: str) -> CommandGroup:
        return CommandGroup(name=name, help=GROUPS[name], commands=Commands(f"{name} "), rich_markup_mode=None)  # type: ignore[arg-type]

    def _command(self, name: str) -> Any:
        function = function_of(self.group + name)
        docstring = Docstring.of(function)
        lines = "\n".join(f"  {example}" for example in with_preparation(docstring.examples))
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name, help=docstring.description, epilog=f"Examples:\n\n\b\n{lines}")(for_typer(function))
        return typer.main.get_command(alone)


class CommandGroup(TyperGroup):
    """A group of commands that prints its help where no command is given."""

    commands: Commands  # type: ignore[assignment]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take no arguments for a request for help."""
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands with their summaries, which may take more than one line."""
        sections = {"Commands": list(self.commands)}
        if ctx.parent is None:
            sections = {
                title: list(dict.fromkeys(name.split()[0] for name in names)) for title, names in COMMANDS.items()
            }
        widest = max(map(len, self.commands))
        for title, names in sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), self.commands.summary(name)) for name in names])
