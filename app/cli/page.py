"""The command ``page``: the web page as a folder that needs no server of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption
from litslab.app.cli.shared import add_command, finish


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    add_command(app, page, "litslab page --static site")


def page(
    *,
    static: Annotated[
        Path, typer.Option("--static", metavar="DIR", help="Write the page to this folder, which is new or empty.")
    ],
    json: JsonOption = False,
) -> int:
    """Write the web page as a folder for any web host: play, analyse and solve puzzles in the browser alone."""
    from litslab.app.documents.commands import StaticPageDocument
    from litslab.app.web.static_page import write_page

    size = write_page(static)
    finish(StaticPageDocument(path=str(static), bytes=size), json=json)
    return exits.DONE
