"""Commands for browsers, for other programs and for a game in the terminal, from ``serve`` to
``play`` and ``ltp``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    LEVELS,
    PLAYERS,
    Colouring,
    Flips,
    Force,
    Game,
    GameOptions,
    Groups,
    Json,
    NoNegativeSeed,
    Rows,
    Scoring,
    Size,
    Supply,
    SwapRule,
    Threads,
    Tonga,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import GameChoice, check_searcher, finish, print_json
from litslab.app.cli.values import refuse
from litslab.app.cli.words import completion
from litslab.app.console import showing


@command(
    "serve",
    help="Serve the web page on this machine: play, analyse, draw and solve puzzles, simulate.",
    examples=("litslab serve", "litslab serve --port 8123 --analyses 4"),
)
def serve(
    *,
    port: Annotated[
        int, whole_number(help="Port; 0 for any free one.", least=0, most=65_535)
    ] = 8123,
    analyses: Annotated[
        int, whole_number(help="Number of analyses that may run at once.", least=1, most=64)
    ] = 2,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Let the page open the records and puzzles here."),
    ] = None,
) -> None:
    from litslab.app.web.server import run
    from litslab.app.web.settings import Settings
    from litslab.solver.engines.kernel import is_built

    if folder is not None and not folder.is_dir():
        refuse(f"--folder {folder}: expected a folder")
    is_built()  # warns if not
    run(Settings(port=port, analyses=analyses, folder=folder), typer.echo)


@command(
    "page",
    help="Write the web page as a folder for any web host: play, analyse and solve puzzles in the "
    "browser alone.\n\n"
    "An installed litslab builds it with Node and the extra static, which takes a few "
    "minutes.",
    examples=("litslab page --static site",),
)
def page(
    *,
    static: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Write the page to this folder, which is new or empty."),
    ],
    json: Json = False,
) -> None:
    from litslab.app.web.static_page import write_page

    with showing("building"):
        size = write_page(static)
    look = f"python -m http.server --directory {static}"
    finish(
        documents.commands.StaticPage(str(static), size),
        json=json,
        lines=[f"{static}: {size / 1e6:.1f} MB written; to look at it: {look}"],
    )


@command(
    "schema",
    help="Print the JSON Schema of the document that a command prints with --json.",
    examples=(
        "litslab schema",
        "litslab schema solve",
        'litslab schema "puzzle grade" --json',
    ),
)
def schema(
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="[COMMAND]",
            help='A command, such as solve or "puzzle grade"; all are listed if not given.',
            autocompletion=completion("litslab.app.documents.commands:ANSWERS"),
        ),
    ] = None,
    *,
    json: Json = False,
) -> None:
    from json import dumps

    commands = documents.commands
    if command is not None:
        print_json(
            dumps(commands.schema_of(command), ensure_ascii=False, indent=None if json else 2)
        )
    else:
        listed = list(commands.ANSWERS)
        finish(commands.Commands(listed), json=json, lines=listed)


@command(
    "play",
    help="Play a game in the terminal, against an engine or another human.",
    examples=(
        "litslab play wythe --size 5",
        "litslab play battle-of-lits --player-1 mcts --player-2 human -o game.toml",
        "litslab play battle-of-lits --resume game.toml -o game.toml --force",
    ),
)
def play(
    game: Game,
    *,
    size: Size = None,
    rows: Rows = None,
    groups: Groups = None,
    supply: Supply = None,
    scoring: Scoring = None,
    colouring: Colouring = None,
    flips: Flips = None,
    tonga: Tonga = None,
    swap: SwapRule = None,
    option: GameOptions = None,
    player_1: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help=f"The first player: human, {PLAYERS}.",
            autocompletion=completion(LEVELS),
        ),
    ] = "human",
    player_2: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help=f"The second player: human, {PLAYERS}.",
            autocompletion=completion(LEVELS),
        ),
    ] = "mcts:4000",
    resume: Annotated[
        Path | None,
        typer.Option(metavar="RECORD", help="Continue this record instead of a new game."),
    ] = None,
    threads: Threads = 1,
    seed: NoNegativeSeed = 0,
    output: Annotated[
        Path | None,
        output_path(help="Save the game to this file after every move."),
    ] = None,
    force: Force = False,
) -> None:
    from litslab.app.play import TerminalGame, opponents
    from litslab.games.files import refuse_overwriting

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    check_searcher((player_1, player_2), threads)
    refuse_overwriting(output, force)
    if resume is None:
        record = ll.Record(chosen.rules().with_fresh_board(random.Random(seed)))
    else:
        record = chosen.of_record(resume, option="--resume")
    TerminalGame(record, opponents(player_1, player_2, threads), seed=seed, saved_to=output).run()


@command(
    "ltp",
    help="Run a Battle of LITS engine that other programs drive by the LITS Text Protocol on "
    "standard input and output.",
    examples=("litslab ltp", "litslab ltp --seed 7", "litslab ltp --threads 2"),
)
def ltp(*, threads: Threads = 1, seed: NoNegativeSeed = 0) -> None:
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
