"""Commands about many games: ``simulate``, ``plot`` and ``run`` on its files, and ``report``."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import Option, OptionalPlayer, SolverSeed, documented
from litslab.app.cli.shared import GameChoice, check_output, finish
from litslab.app.cli.values import refuse
from litslab.app.console import DONE, LIMIT, complain, showing


@documented(
    """Play many games and write a Parquet file with one row per game; an interrupted run is
    resumed.

    Parameters
    ----------
    output : RUN.parquet
        Write this Parquet file, with one row per game, which plots read; or a .csv file for other
        tools.
    player : PLAYER
        Both players; if given twice, first and second: PLAYERS.
    player_1
        The first player.
    player_2
        The second player.
    moves
        Also store the moves.
    trace
        Also store both scores after each placement.
    workers
        Number of worker processes; if not given, one per processor.
    record
        Start each game from this record's position.

    Examples
    --------
    litslab simulate battle-of-lits -n 100000 --seed 1 -o run.parquet
    litslab simulate taiji --player-1 mcts:50 --player-2 greedy -n 9 -o t.csv
    """
)
def simulate(
    chosen: GameChoice,
    *,
    count: int,
    output: Path,
    player: Annotated[
        list[str] | None, Option(complete="litslab.solver.play.players:LEVELS")
    ] = None,
    player_1: OptionalPlayer = None,
    player_2: OptionalPlayer = None,
    seed: int = 0,
    moves: bool = False,
    trace: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
    record: Path | None = None,
    at: int | None = None,
    constructed: bool = False,
    force: bool = False,
    json: bool = False,
) -> int:
    from litslab.analysis.runs import SUFFIX
    from litslab.analysis.runs.csv_file import export_csv
    from litslab.analysis.runs.file import CSV_SUFFIX
    from litslab.analysis.runs.run import Run
    from litslab.analysis.runs.simulate import is_played

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
            document = documents.runs.RunDocument.of(file, output)
            if as_csv:
                export_csv(file, output, force=force)
                played.unlink()
    except KeyboardInterrupt:
        return complain("stopped; the same command resumes it", LIMIT)
    finish(document, output, json=json)
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


def _command(kind: str, summary: str, *, simulated: str = "") -> Callable[..., None]:
    """Return the command of a plot without options: a function of `analysis.plot`, whose name has
    underscores where `kind` has hyphens. `simulated` are the options of a run that it can plot.
    """
    function = kind.replace("-", "_")

    def command(
        run: Path,
        *,
        output: Path,
        title: str | None = None,
        lang: str = "en",
        force: bool = False,
        json: bool = False,
    ) -> None:
        _plot(function, [run], output, title=title, lang=lang, force=force, json=json)

    command.__name__ = function
    declare = documented(
        f"""{summary}

        Parameters
        ----------
        output : FILE
            Write the plot to this .svg, .png or .pdf file.

        Examples
        --------
        litslab simulate battle-of-lits -n 2000 --seed 1 {simulated}-o run.parquet
        litslab plot {kind} run.parquet -o {kind}.png
        """
    )
    return declare(command)


scores = _command("scores", "Plot the distribution of both sides' scores, separately and jointly.")
margins = _command("margins", "Plot the distribution of the first side's margin.")
lengths = _command("lengths", "Plot the distribution of game lengths.")
branching = _command("branching", "Plot the number of legal placements at each ply.")
trajectory = _command(
    "trajectory",
    "Plot the first side's margin after each placement (needs simulate --trace).",
    simulated="--trace ",
)
leader_wins = _command(
    "leader-wins",
    "Plot how often the leader after each placement wins (needs simulate --trace).",
    simulated="--trace ",
)
lead_changes = _command(
    "lead-changes",
    "Plot how often the lead changes in a game (needs simulate --trace).",
    simulated="--trace ",
)
comebacks = _command(
    "comebacks",
    "Plot by how many points winners were behind at most (needs simulate --trace).",
    simulated="--trace ",
)
group_sizes = _command(
    "group-sizes",
    "Plot how large the groups are in final positions (needs simulate --moves).",
    simulated="--moves ",
)
openings = _command(
    "openings",
    "Plot the first side's win rate by the squares that its first placement covers, framed beyond "
    "noise.",
)


@documented(
    """Plot how often each square is covered, or shows a given layer, in final positions.

    Parameters
    ----------
    output
        Write the plot to this .svg, .png or .pdf file.
    layer : LAYER
        Layer to plot, such as light, black or tetromino.
    winner : SIDE
        Only games won by this side.

    Examples
    --------
    litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet
    litslab plot heatmap run.parquet -o heatmap.png
    litslab plot heatmap run.parquet --layer tetromino --winner X -o x.svg
    """
)
def heatmap(
    run: Path,
    *,
    output: Path,
    layer: str | None = None,
    winner: str | None = None,
    title: str | None = None,
    lang: str = "en",
    force: bool = False,
    json: bool = False,
) -> None:
    _plot(
        "heatmap",
        [run],
        output,
        layer=layer,
        winner=winner,
        title=title,
        lang=lang,
        force=force,
        json=json,
    )


@documented(
    """Plot where the pieces of each shape lie, or each colour shows, in final positions (needs
    simulate --moves).

    Parameters
    ----------
    output
        Write the plot to this .svg, .png or .pdf file.
    by : WHAT
        A map for each shape or for each colour; if not given, for each shape if there are several.

    Examples
    --------
    litslab simulate battle-of-lits -n 2000 --seed 1 --moves -o run.parquet
    litslab plot pieces run.parquet -o pieces.png
    litslab plot pieces run.parquet --by colour -o colours.png
    """
)
def pieces(
    run: Path,
    *,
    output: Path,
    by: Annotated[str | None, Option(choices=("shape", "colour"))] = None,
    title: str | None = None,
    lang: str = "en",
    force: bool = False,
    json: bool = False,
) -> None:
    _plot("pieces", [run], output, by=by, title=title, lang=lang, force=force, json=json)


@documented(
    """Compare a column of runs: of two with the difference of the means and Cliff's delta.

    Three or more are drawn beside each other, in the order of what they differ in: the size,
    another option, or the strength of the players.

    Parameters
    ----------
    runs : RUN…
        Files written by `litslab simulate`, two or more.
    output
        Write the plot to this .svg, .png or .pdf file.
    column : COLUMN
        Column to compare: length, margin, score_1, score_2 …

    Examples
    --------
    litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet
    litslab simulate battle-of-lits --player mcts:50 -n 20 -o mcts.parquet
    litslab plot compare run.parquet mcts.parquet --column margin -o compare.png
    """
)
def compare(
    runs: list[Path],
    *,
    output: Path,
    column: str = "length",
    title: str | None = None,
    lang: str = "en",
    force: bool = False,
    json: bool = False,
) -> None:
    _plot(
        "compare",
        runs,
        output,
        column=column,
        title=title,
        lang=lang,
        force=force,
        json=json,
    )


def _plot(
    kind: str,
    runs: list[Path],
    output: Path,
    *,
    title: str | None,
    lang: str,
    force: bool,
    json: bool,
    **options: str | None,
) -> None:
    """Plot runs by a function of `analysis.plot`, and print the document or the name of the file.

    The file's name and the font are checked before any run is opened; an SVG needs no font.
    """
    from litslab.analysis.figure_file import save_figure
    from litslab.games.fonts import font_of

    check_output(output, force)
    if output.suffix.lower() != ".svg":
        font_of(lang)
    files = [ll.open_run(run) for run in runs]
    draw: Any = getattr(ll.plot, kind)
    with showing("drawing"):
        axes = draw(*files, title=title, lang=lang, **options)
        save_figure(axes, output, force=force)
    document_class: Any = getattr(documents.runs, f"Plot{kind.title().replace('_', '')}Document")
    finish(document_class.of(*files, path=output, **options), output, json=json)


@documented(
    """Describe a run: what was played, and the meaning of each column of its file.

    Examples
    --------
    litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet
    litslab run describe run.parquet
    litslab run describe run.parquet --json
    """
)
def describe(run: Path, *, json: bool = False) -> None:
    finish(documents.runs.RunDescriptionDocument.made_of(ll.open_run(run)), json=json)


@documented(
    """Write a report on a game as HTML and Markdown: its fairness, with and without a swap, and
    when it is decided.

    The same --games, --playouts and --seed give the same files on every machine. Without --record,
    Battle of LITS is played on many random boards.

    Parameters
    ----------
    output : DIR
        Write the report to this folder.
    record
        Report on the board and options of this record of the game.
    counts
        Show openings with the numbers of their games.
    quick
        Play fewer games, with fewer playouts.
    games : N
        Games of the engine with itself, to which all else is proportional: 400, or 100 with
        --quick.
    playouts : N
        Random games per move of the engine; if not given, fewer for longer games.
    time_limit
        Stop after this time (seconds; also 90s or 1m); the missing parts are named.
    workers
        Number of worker processes; if not given, one per processor.

    Examples
    --------
    litslab report taiji --size 7 --quick -o report
    litslab report taiji --size 7 --quick --lang ja -o report-ja
    litslab example -o examples
    litslab report tailits --record examples/tailits-11.toml -o report-tailits
    """
)
def report(
    chosen: GameChoice,
    *,
    output: Path,
    record: Path | None = None,
    counts: bool = False,
    quick: bool = False,
    games: Annotated[int | None, Option(least=1, most=20_000)] = None,
    playouts: Annotated[int | None, Option(least=1, most=10_000_000)] = None,
    seed: SolverSeed = 0,
    time_limit: Annotated[float | None, Option(least=1, most=1000000.0)] = None,
    workers: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    lang: str = "en",
    json: bool = False,
) -> int:
    from litslab.games.language import ENGLISH, using

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
        document = documents.reports.ReportDocument.made_of(
            built.report, files=files, missing=built.missing, seconds=built.seconds
        )
        finish(document, *files, json=json)
    if built.missing:
        again = shlex.join(("-o", str(output), "--force"))
        return complain(
            f"stopped; missing: {', '.join(built.missing)}; whole: {built.report.command} {again}",
            LIMIT,
        )
    return DONE
