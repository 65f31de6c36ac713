"""Commands for browsers, for other programs and for a game in the terminal, from ``serve`` to
``play`` and ``ltp``.
"""

from __future__ import annotations

import json as json_module
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import NoNegativeSeed, Option, Player, documented
from litslab.app.cli.shared import GameChoice, check_searcher, finish, print_json
from litslab.app.cli.values import refuse
from litslab.app.console import showing


@documented(
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
)
def serve(
    *,
    port: Annotated[int, Option(least=0, most=65535)] = 8123,
    analyses: Annotated[int, Option(least=1, most=64)] = 2,
    folder: Path | None = None,
) -> None:
    from litslab.app.web.server import run
    from litslab.app.web.settings import Settings
    from litslab.solver.engines.kernel import is_built

    if folder is not None and not folder.is_dir():
        refuse(f"--folder {folder}: expected a folder")
    is_built()  # warns if not
    run(Settings(port=port, analyses=analyses, folder=folder), typer.echo)


@documented(
    """Write the web page as a folder for any web host: play, analyse and solve puzzles in the
    browser alone.

    An installed litslab builds it with Node and the extra static, which takes a few minutes.

    Parameters
    ----------
    static : DIR
        Write the page to this folder, which is new or empty.

    Examples
    --------
    litslab page --static site
    """
)
def page(*, static: Path, json: bool = False) -> None:
    from litslab.app.web.static_page import write_page

    with showing("building"):
        size = write_page(static)
    finish(documents.commands.StaticPageDocument(path=str(static), bytes=size), json=json)


@documented(
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
)
def schema(
    command: Annotated[
        str | None, Option(complete="litslab.app.documents.commands:DOCUMENTS")
    ] = None,
    *,
    json: bool = False,
) -> None:
    commands = documents.commands
    if command is not None:
        print_json(
            json_module.dumps(
                commands.schema_of(command), ensure_ascii=False, indent=None if json else 2
            )
        )
    else:
        finish(commands.CommandsDocument(commands=list(commands.DOCUMENTS)), json=json)


@documented(
    """Play a game in the terminal, against an engine or another human.

    Parameters
    ----------
    player_1
        The first player: human, PLAYERS.
    player_2
        The second player: human, PLAYERS.
    resume : RECORD
        Continue this record instead of a new game.
    output
        Save the game to this file after every move.

    Examples
    --------
    litslab play wythe --size 5
    litslab play battle-of-lits --player-1 mcts --player-2 human -o game.toml
    litslab play battle-of-lits --resume game.toml -o game.toml --force
    """
)
def play(
    chosen: GameChoice,
    *,
    player_1: Player = "human",
    player_2: Player = "mcts:4000",
    resume: Path | None = None,
    threads: int = 1,
    seed: NoNegativeSeed = 0,
    output: Path | None = None,
    force: bool = False,
) -> None:
    from litslab.app.play import TerminalGame, opponents
    from litslab.games.files import refuse_overwriting

    check_searcher((player_1, player_2), threads)
    refuse_overwriting(output, force)
    if resume is None:
        record = ll.Record(chosen.rules().with_fresh_board(random.Random(seed)))
    else:
        record = chosen.of_record(resume, option="--resume")
    TerminalGame(record, opponents(player_1, player_2, threads), seed=seed, saved_to=output).run()


@documented(
    """Run a Battle of LITS engine that other programs drive by the LITS Text Protocol on standard
    input and output.

    Examples
    --------
    litslab ltp
    litslab ltp --seed 7
    litslab ltp --threads 2
    """
)
def ltp(*, threads: int = 1, seed: NoNegativeSeed = 0) -> None:
    from litslab.app.ltp import SearchLimit, converse
    from litslab.games.move import Move
    from litslab.solver.play.line import find_line

    def search(
        position: ll.Position,
        limit: SearchLimit,
        cancelled: Callable[[], bool],
    ) -> tuple[Move, ...]:
        return find_line(
            position,
            cancelled,
            time_limit=limit.seconds,
            playouts=limit.playouts,
            seed=seed,
            threads=threads,
        )

    converse(sys.stdin, lambda line: print(line, flush=True), search, seed)
