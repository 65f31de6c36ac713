"""The command ``rules``: how a game is played."""

from __future__ import annotations

from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption
from litslab.app.cli.shared import add_command, finish


def complete_rules(incomplete: str) -> list[str]:
    """Return the games, and the puzzle, that begin with what was typed."""
    from litslab.games.rule_text import names

    return [name for name in names() if name.startswith(incomplete.lower())]


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(app, rules, "litslab rules", "litslab rules wythe", "litslab rules lits")


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
