"""Commands for other programs: ``serve`` and ``page`` for browsers, ``schema`` of what commands print."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import Option
from litslab.app.cli.shared import finish, print_json


def serve(
    *,
    port: Annotated[int, Option(least=0, most=65535)] = 8123,
    analyses: Annotated[int, Option(least=1, most=64)] = 2,
    folder: Path | None = None,
) -> int:
    """Serve the web page on this machine: play, analyse, draw and solve puzzles, simulate.

    Parameters
    ----------
    port : N
        Port; 0 for any free one.
    analyses : N
        Number of analyses that may run at once.
    folder : DIR
        Let the page open the records and puzzles here.

    Examples
    --------
    litslab serve
    litslab serve --port 8123 --analyses 4
    """
    from litslab.games.errors import OptionError

    try:
        from litslab.app.web.server import run
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package not in {"starlette", "uvicorn"}:
            raise
        raise OptionError(f"{package} is not installed: expected `pip install 'litslab[web]'`") from None
    from litslab.app.web.settings import Settings
    from litslab.solver.engines.kernel import is_built

    if folder is not None and not folder.is_dir():
        raise OptionError(f"--folder {folder}: expected a folder")
    is_built()  # says what that costs where it was not
    run(Settings(port=port, analyses=analyses, folder=folder), typer.echo)
    return exits.DONE


def page(*, static: Path, json: bool = False) -> int:
    """Write the web page as a folder for any web host: play, analyse and solve puzzles in the browser alone.

    Parameters
    ----------
    static : DIR
        Write the page to this folder, which is new or empty.

    Examples
    --------
    litslab page --static site
    """
    from litslab.app.documents.commands import StaticPageDocument
    from litslab.app.web.static_page import write_page

    size = write_page(static)
    finish(StaticPageDocument(path=str(static), bytes=size), json=json)
    return exits.DONE


def schema(
    command: Annotated[str | None, Option(complete="litslab.app.documents.commands:DOCUMENTS")] = None,
    *,
    json: bool = False,
) -> int:
    """Print the JSON Schema of the document that a command prints with --json.

    Parameters
    ----------
    command
        A command, such as solve or "puzzle grade"; all are listed if not given.

    Examples
    --------
    litslab schema
    litslab schema solve
    litslab schema "puzzle grade" --json
    """
    from litslab.app.documents.commands import DOCUMENTS, CommandsDocument, schema_of

    if command is not None:
        print_json(json_module.dumps(schema_of(command), ensure_ascii=False, indent=None if json else 2))
    else:
        finish(CommandsDocument(commands=list(DOCUMENTS)), json=json)
    return exits.DONE
