"""The command ``schema``: the JSON Schema of what a command prints."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption
from litslab.app.cli.shared import add_command, finish, print_json


def complete_command(incomplete: str) -> list[str]:
    """Return the commands that begin with what was typed."""
    from litslab.app.documents.commands import DOCUMENTS

    return [name for name in DOCUMENTS if name.startswith(incomplete)]


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    add_command(app, schema, "litslab schema", "litslab schema solve", 'litslab schema "puzzle grade" --json')


def schema(
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="[COMMAND]",
            help='A command, such as solve or "puzzle grade"; all are listed if not given.',
            autocompletion=complete_command,
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> int:
    """Print the JSON Schema of the document that a command prints with --json."""
    from litslab.app.documents.commands import DOCUMENTS, CommandsDocument, schema_of

    if command is not None:
        print_json(json_module.dumps(schema_of(command), ensure_ascii=False, indent=None if json else 2))
    else:
        finish(CommandsDocument(commands=list(DOCUMENTS)), json=json)
    return exits.DONE
