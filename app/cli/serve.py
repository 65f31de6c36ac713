"""The command ``serve``: the local web page and its API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.shared import add_command


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    add_command(app, serve, "litslab serve", "litslab serve --port 8123 --analyses 4")


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

    if folder is not None and not folder.is_dir():
        raise OptionError(f"--folder {folder}: expected a folder")
    run(Settings(port=port, analyses=analyses, folder=folder), typer.echo)
    return exits.DONE
