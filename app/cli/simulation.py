"""The command ``simulate``: many games into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    PLAYERS,
    AllWorkersOption,
    AnyOption,
    AtOption,
    ForceOption,
    GamesCountOption,
    JsonOption,
    SchedulerOption,
    SeedOption,
    output_option,
    player_option,
)
from litslab.app.cli.shared import GameChoice, add_command, choosing_game, finish, read_position

if TYPE_CHECKING:
    from litslab.games.position import Position


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        simulate,
        "litslab simulate battle-of-lits -n 100000 --seed 1 -o run.parquet",
        "litslab simulate taiji --size 7 --player-1 mcts:500 --player-2 greedy -n 20 -o mcts.parquet",
        "litslab simulate wythe -n 1000000 --scheduler tcp://localhost:8786 -o wythe.parquet",
    )


@choosing_game
def simulate(
    chosen: GameChoice,
    *,
    count: GamesCountOption,
    output: Annotated[
        Path,
        output_option(
            "RUN.parquet",
            "Write this Parquet file, with one row per game, which plots read; or a .csv file for other tools.",
        ),
    ],
    player: Annotated[
        list[str] | None,
        player_option("--player", f"Both players; if given twice, first and second: {PLAYERS}."),
    ] = None,
    player_1: Annotated[str | None, player_option("--player-1", "The first player.")] = None,
    player_2: Annotated[str | None, player_option("--player-2", "The second player.")] = None,
    seed: SeedOption = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Also store the moves.")] = False,
    workers: AllWorkersOption = None,
    scheduler: SchedulerOption = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="RECORD", help="Start each game from this record's position.")
    ] = None,
    at: AtOption = None,
    constructed: AnyOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Play many games and write a Parquet file with one row per game; an interrupted run is resumed."""
    from litslab.analysis.runs import SUFFIX
    from litslab.analysis.runs.describe import CSV_SUFFIX, export_csv
    from litslab.analysis.runs.run import RunError
    from litslab.analysis.runs.simulate import simulate_games
    from litslab.app.console import showing
    from litslab.app.documents.runs import RunDocument
    from litslab.games.files import refuse_overwriting

    if output.suffix.lower() not in {SUFFIX, CSV_SUFFIX}:
        raise RunError(f"{output}: expected a name that ends in {SUFFIX} or {CSV_SUFFIX}")
    as_csv = output.suffix.lower() == CSV_SUFFIX
    played = output.with_name(output.name + SUFFIX) if as_csv else output
    if as_csv and not force:
        refuse_overwriting(output)
    start = _start(chosen, seed, record, at, constructed=constructed)
    players = _players(player, player_1, player_2)
    try:
        with showing("playing") as progress:
            file = simulate_games(
                start, played, games=count, players=players, seed=seed, moves=moves, workers=workers,
                scheduler=scheduler, force=force, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        typer.echo("litslab: stopped; the same command resumes it", err=True)
        return exits.LIMIT
    document = RunDocument.of(file, output)
    if as_csv:
        export_csv(file, output, force=force)
        played.unlink()
    finish(document, output, json=json)
    return exits.DONE


def _start(
    chosen: GameChoice, seed: int, record: Path | None, at: int | None, *, constructed: bool = False
) -> Position:
    """Return the position from which games start; Battle of LITS gets the board that `litslab new --seed` makes."""
    import random

    from litslab.games.errors import OptionError

    if record is not None:
        if chosen.has_options:
            raise OptionError("--record: expected no game options, as the record has its own")
        position = read_position(record, at, constructed=constructed)
        if position.rules.name != chosen.game:
            raise OptionError(f"{record}: a record of {position.rules.name}: expected one of {chosen.game}")
        return position
    if at is not None:
        raise OptionError("--at: expected only with --record")
    return chosen.rules().with_fresh_board(random.Random(seed)).start()


def _players(both: list[str] | None, first: str | None, second: str | None) -> tuple[str, str]:
    from litslab.games.errors import OptionError

    given = both or []
    if given and (first or second):
        raise OptionError("--player: expected either --player, once or twice, or --player-1 and --player-2")
    if len(given) > 2:
        raise OptionError(f"--player: expected it once or twice, not {len(given)} times")
    if given:
        return given[0], given[-1]
    return first or "random", second or "random"
