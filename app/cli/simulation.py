"""Commands about many games: ``simulate``, ``run describe`` and ``report``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    LEVELS,
    PLAYERS,
    AtPly,
    Colouring,
    Constructed,
    Count,
    Flips,
    Force,
    Game,
    GameOptions,
    Groups,
    Json,
    Lang,
    OptionalWorkers,
    Rows,
    RunFile,
    Scheduler,
    Scoring,
    Seed,
    Size,
    SolverSeed,
    Supply,
    SwapRule,
    Tonga,
    number,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import GameChoice, check_output, finish
from litslab.app.cli.values import refuse
from litslab.app.cli.words import completion
from litslab.app.console import DONE, LIMIT, complain, showing


@command(
    "simulate",
    help="Play many games and write a Parquet file with one row per game; an interrupted run is "
    "resumed.",
    examples=(
        "litslab simulate battle-of-lits -n 100000 --seed 1 -o run.parquet",
        "litslab simulate taiji --player-1 mcts:50 --player-2 greedy -n 9 -o t.csv",
    ),
)
def simulate(
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
    count: Count,
    output: Annotated[
        Path,
        output_path(
            metavar="RUN.parquet",
            help="Write this Parquet file, with one row per game, which plots read; or a .csv file "
            "for other tools.",
        ),
    ],
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help=f"Both players; if given twice, first and second: {PLAYERS}.",
            autocompletion=completion(LEVELS),
        ),
    ] = None,
    player_1: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="The first player.", autocompletion=completion(LEVELS)),
    ] = None,
    player_2: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="The second player.", autocompletion=completion(LEVELS)
        ),
    ] = None,
    seed: Seed = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Also store the moves.")] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Also store both scores after each placement.")
    ] = False,
    workers: OptionalWorkers = None,
    scheduler: Scheduler = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="RECORD", help="Start each game from this record's position."),
    ] = None,
    at: AtPly = None,
    constructed: Constructed = False,
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.analysis.runs import SUFFIX
    from litslab.analysis.runs.csv_file import export_csv
    from litslab.analysis.runs.file import CSV_SUFFIX
    from litslab.analysis.runs.run import Run
    from litslab.analysis.runs.simulate import is_played
    from litslab.app.text.runs import statistics_text

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    as_csv = output.suffix.lower() == CSV_SUFFIX
    played = output
    if as_csv:  # the run is a hidden file, which is removed in the end
        played = output.with_name(f".{output.name}{SUFFIX}")
    check_output(output, force or not as_csv, (SUFFIX, CSV_SUFFIX))  # an existing run is resumed
    start = _start(chosen, seed, record, at, constructed=constructed)
    players = _players(player, player_1, player_2)
    try:
        with showing("playing", keeps=True) as progress:
            wanted = Run.of(start, players, count, seed=seed, moves=moves, trace=trace)
            if as_csv and is_played(played, wanted):
                file = ll.open_run(played)
            else:
                file = ll.simulate(
                    start,
                    played,
                    games=count,
                    players=players,
                    seed=seed,
                    moves=moves,
                    trace=trace,
                    workers=workers,
                    scheduler=scheduler,
                    force=force or as_csv,
                    progress=progress,
                )
            answer = documents.runs.RunStatistics.of(file, output)
            lines = [] if json else list(statistics_text(file))
            if as_csv:
                export_csv(file, output, force=force)
                played.unlink()
    except KeyboardInterrupt:
        return complain("stopped; the same command resumes it", LIMIT)
    finish(answer, output, json=json, lines=lines)
    return DONE


def _start(
    chosen: GameChoice,
    seed: int,
    record: Path | None,
    at: int | None,
    *,
    constructed: bool,
) -> ll.Position:
    """Return the position from which games start; Battle of LITS gets the board that `litslab new
    --seed` makes.
    """
    import random

    if record is not None:
        return chosen.of_record(record, constructed=constructed).position(at)
    if at is not None:
        refuse("--at: expected only with --record")
    return chosen.rules().with_fresh_board(random.Random(seed)).start()


def _players(both: list[str] | None, first: str | None, second: str | None) -> tuple[str, str]:
    given = both or [first or "random", second or "random"]
    if both and (first or second):
        refuse("--player: expected either --player, once or twice, or --player-1 and --player-2")
    if len(given) > 2:
        refuse(f"--player: expected it once or twice, not {len(given)} times")
    return given[0], given[-1]


@command(
    "run describe",
    help="Describe a run: what was played, and the meaning of each column of its file.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab run describe run.parquet",
        "litslab run describe run.parquet --json",
    ),
)
def describe(run: RunFile, *, json: Json = False) -> None:
    from litslab.app.text.runs import file_text

    file = ll.open_run(run)
    finish(documents.runs.RunDescription.of(file), json=json, lines=file_text(file))


@command(
    "report",
    help="Write a report on a game as HTML and Markdown: its fairness, with and without a swap, "
    "and when it is decided.\n\n"
    "The same --games, --playouts and --seed give the same files on every machine. Without "
    "--record, Battle of LITS is played on many random boards.",
    examples=(
        "litslab report taiji --size 7 --quick -o report",
        "litslab report taiji --size 7 --quick --lang ja -o report-ja",
        "litslab example -o examples",
        "litslab report tailits --record examples/tailits-11.toml -o report-tailits",
    ),
)
def report(
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
    output: Annotated[Path, output_path(metavar="DIR", help="Write the report to this folder.")],
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="RECORD", help="Report on the board and options of this record of the game."
        ),
    ] = None,
    counts: Annotated[
        bool, typer.Option("--counts", help="Show openings with the numbers of their games.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play fewer games, with fewer playouts.")
    ] = False,
    games: Annotated[
        int | None,
        whole_number(
            help="Games of the engine with itself, to which all else is proportional: 400, or 100 "
            "with --quick.",
            least=1,
            most=20_000,
        ),
    ] = None,
    playouts: Annotated[
        int | None,
        whole_number(
            help="Random games per move of the engine; if not given, fewer for longer games.",
            least=1,
            most=10_000_000,
        ),
    ] = None,
    seed: SolverSeed = 0,
    time_limit: Annotated[
        float | None,
        number(
            metavar="SECONDS",
            help="Stop after this time (seconds; also 90s or 1m); the missing parts are named.",
            least=1,
            most=1_000_000,
        ),
    ] = None,
    workers: OptionalWorkers = None,
    scheduler: Scheduler = None,
    force: Force = False,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    from litslab.app.documents.reports import ReportAnswer
    from litslab.app.text.reports import report_text
    from litslab.games.language import ENGLISH, using
    from litslab.games.result_json import extended

    chosen = GameChoice(
        game, size, rows, groups, supply, scoring, colouring, flips, tonga, swap, option
    )
    if json and lang != ENGLISH:
        refuse("--json and --lang: expected one of them, because JSON is in English")
    rules = chosen.rules() if record is None else chosen.of_record(record).rules
    with showing("report", keeps=True) as progress:
        built = ll.report(
            rules,
            output,
            quick=quick,
            games=games,
            playouts=playouts,
            seed=seed,
            time_limit=time_limit,
            workers=workers,
            scheduler=scheduler,
            force=force,
            counts=counts,
            lang=lang,
            progress=progress,
        )
    files = built.files[:2]
    with using(lang):
        answer = extended(
            ReportAnswer, built.report, files=tuple(map(str, files)), seconds=built.seconds
        )
        lines = report_text(built.report, built.seconds)
        finish(answer, *files, json=json, lines=lines)
    if built.missing:
        again = shlex.join(("-o", str(output), "--force"))
        return complain(
            f"stopped; missing: {', '.join(built.missing)}; whole: {built.report.command} {again}",
            LIMIT,
        )
    return DONE
