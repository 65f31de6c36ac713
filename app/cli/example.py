"""The command ``example``: records and puzzles to try the other commands with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import ForceOption, JsonOption, output_option
from litslab.app.cli.shared import add_command, finish


def complete_example(incomplete: str) -> list[str]:
    """Return the examples that begin with what was typed."""
    from litslab.app.examples import examples

    return [each.name for each in examples() if each.name.startswith(incomplete)]


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        example,
        "litslab example",
        "litslab example battle-of-lits-10 | litslab solve - --at 9",
        "litslab example taiji-9 -o taiji-9.toml",
        "litslab example -o examples",
    )


def example(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="An example, or a game for the first of its records; all are listed if not given.",
            autocompletion=complete_example,
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None, output_option("FILE or DIR", "Write the example to this file, or all examples to this folder.")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Print a record or puzzle that ships with litslab, or write all of them to a folder."""
    from litslab.app.documents.examples import AllExamplesDocument, ExampleDocument
    from litslab.app.examples import examples, find_example, write_examples
    from litslab.games.files import write_new

    if name is None:
        if output is not None:
            write_examples(output, force=force)
        finish(AllExamplesDocument.of(examples()), output, json=json, lines=() if output else None)
        return exits.DONE
    found = find_example(name)
    if output is not None:
        write_new(output, found.text, force=force)
    finish(ExampleDocument.of(found), output, json=json, lines=() if output else None)
    return exits.DONE
