"""The commands of the web page: ``serve`` with a server, and ``page`` without."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption
from litslab.app.cli.shared import add_command, finish


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(app, serve, "litslab serve", "litslab serve --port 8123 --analyses 4")
    add_command(app, page, "litslab page --static site")


def serve(
    *,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Port; 0 for any free one.")
    ] = 8123,
    analyses: Annotated[
        int, typer.Option("--analyses", min=1, max=64, metavar="N", help="Number of analyses that may run at once.")
    ] = 2,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="Let the page open the records and puzzles here.")
    ] = None,
) -> int:
    """Serve the web page on this machine: play, analyse, draw and solve puzzles, simulate."""
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
