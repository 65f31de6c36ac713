"""Commands that print what comes with litslab: ``rules`` and ``example``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import ForceOption, JsonOption, output_option
from litslab.app.cli.shared import add_command, finish


def complete_rules(incomplete: str) -> list[str]:
    """Return the games, and the puzzle, that begin with what was typed."""
    from litslab.games.rule_text import names

    return [name for name in names() if name.startswith(incomplete.lower())]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(app, rules, "litslab rules", "litslab rules wythe", "litslab rules lits")
    add_command(
        app,
        example,
        "litslab example",
        "litslab example battle-of-lits-10 | litslab solve - --at 9",
        "litslab example taiji-9 -o taiji-9.toml",
        "litslab example -o examples",
    )


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game, or lits, the puzzle; all are listed if not given.",
            autocompletion=complete_rules,
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> int:
    """Print how a game is played, what is assumed, and what is proved."""
    from litslab.app.documents.rule_texts import AllRulesDocument, RulesDocument
    from litslab.games.rule_text import rule_text

    if game is None:
        finish(AllRulesDocument.made(), json=json)
    else:
        finish(RulesDocument.of(game.lower(), rule_text(game.lower())), json=json)
    return exits.DONE


def complete_example(incomplete: str) -> list[str]:
    """Return the examples that begin with what was typed."""
    from litslab.app.examples import examples

    return [each.name for each in examples() if each.name.startswith(incomplete)]


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
    from litslab.app.documents.collection import AllExamplesDocument, ExampleDocument
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
