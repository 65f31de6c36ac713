"""How ``--help`` lists commands: in groups by what people want to do, each with the whole of its summary."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

SECTIONS = {
    "Games": ("rules", "example", "games", "new", "show", "moves", "edit", "play", "tournament", "perft"),
    "Positions": ("solve", "analyse", "verify", "match", "bounds", "maximal", "groups", "review", "campaign"),
    "Many games": ("simulate", "run", "plot", "report"),
    "Puzzles and studies": ("puzzle", "study"),
    "Other doors": ("serve", "page", "ltp", "schema"),
}
"""The commands of `litslab` by what they are for."""


class ListedGroup(TyperGroup):
    """A group of commands that prints its help where no command is given."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take no arguments for a request for help."""
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands with their summaries, which may take more than one line."""
        summaries = {
            name: command.get_short_help_str(limit=1000)
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) is not None and not command.hidden
        }
        sections = {title: [name for name in names if name in summaries] for title, names in SECTIONS.items()}
        if ctx.parent is not None or len(summaries) < sum(map(len, SECTIONS.values())):
            sections = {"Commands": list(summaries)}
        widest = max(map(len, summaries))
        for title, names in sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), summaries[name]) for name in names])
