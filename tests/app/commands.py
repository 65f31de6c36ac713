"""The commands of the command line, as typer has built them."""

from __future__ import annotations

from typing import Any

from litslab.app.cli.program import command_line

INTERACTIVE = {"ltp", "play", "serve"}
"""The commands that hold a conversation, and so print no JSON document."""


def commands() -> dict[str, Any]:
    """Return every command by its full name, such as ``puzzle grade``."""
    found: dict[str, Any] = {}

    def add(group: Any, before: str) -> None:
        for name in group.commands:
            command = group.get_command(None, name)
            if hasattr(command, "commands"):
                add(command, f"{before}{name} ")
            else:
                found[before + name] = command

    add(command_line(), "")
    return found
