"""Commands about many games and about groups: ``simulate``, ``plot`` and ``groups``."""

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
    PictureOption,
    PlotOption,
    RecordArgument,
    RunArgument,
    SchedulerOption,
    SeedOption,
    output_option,
    player_option,
)
from litslab.app.cli.shared import (
    GameChoice,
    add_command,
    check_picture,
    choosing_game,
    command_group,
    print_json,
    read_position,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from litslab.analysis.runs.run import RunFile
    from litslab.app.schema import Plot
    from litslab.games.position import Position

plot = command_group("plot", "Plot statistics of a run.")


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        app,
        simulate,
        "litslab simulate battle-of-lits -n 100000 --seed 1 -o run.parquet",
        "litslab simulate taiji --size 7 --player-1 mcts:500 --player-2 greedy -n 20 -o mcts.parquet",
        "litslab simulate wythe -n 1000000 --scheduler tcp://localhost:8786 -o wythe.parquet",
    )
    add_command(
        app,
        groups,
        "litslab groups docs/examples/taiji-9.toml",
        "litslab groups docs/examples/tailits-11.toml --at 8 -o groups.png",
    )
    for kind in (scores, margins, lengths, branching, openings):
        name = kind.__name__
        add_command(plot, kind, f"litslab plot {name} run.parquet -o {name}.png")
    add_command(
        plot,
        heatmap,
        "litslab plot heatmap run.parquet -o heatmap.png",
        "litslab plot heatmap run.parquet --layer light --winner light -o light.svg",
    )
    add_command(plot, compare, "litslab plot compare run.parquet mcts.parquet --column margin -o compare.png")
    app.add_typer(plot)


@choosing_game
def simulate(
    chosen: GameChoice,
    *,
    count: GamesCountOption,
    output: Annotated[Path, output_option("RUN.parquet", "Write this Parquet file, with one row per game.")],
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
    from litslab.analysis.runs.simulate import simulate_games  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415

    start = _start(chosen, seed, record, at, constructed=constructed)
    players = _players(player, player_1, player_2)
    try:
        with showing("playing") as progress:
            file = simulate_games(
                start, output, games=count, players=players, seed=seed, moves=moves, workers=workers,
                scheduler=scheduler, force=force, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        typer.echo("litslab: stopped; the same command resumes it", err=True)
        return exits.LIMIT
    document = documents.run(file)
    if json:
        print_json(document)
        return exits.DONE
    wins = ", ".join(f"{side} {won:,}" for side, won in document.wins.items())
    typer.echo(f"{document.games:,} games of {document.mean_length:.3f} placements on average: {wins} wins")
    typer.echo(f"{document.ties_broken:,} with equal scores, decided by the tie rule")
    typer.echo(f"wrote {output}")
    return exits.DONE


def _start(
    chosen: GameChoice, seed: int, record: Path | None, at: int | None, *, constructed: bool = False
) -> Position:
    """Return the position from which games start; Battle of LITS gets the board that `litslab new --seed` makes."""
    import random  # noqa: PLC0415

    from litslab.games.errors import OptionError  # noqa: PLC0415

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
    from litslab.games.errors import OptionError  # noqa: PLC0415

    given = both or []
    if given and (first or second):
        raise OptionError("--player: expected either --player, once or twice, or --player-1 and --player-2")
    if len(given) > 2:
        raise OptionError(f"--player: expected it once or twice, not {len(given)} times")
    if given:
        return given[0], given[-1]
    return first or "random", second or "random"


def scores(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the distribution of both sides' scores, separately and jointly."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import joint_scores  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def document(file: RunFile) -> Plot:
        found = joint_scores(file)
        both = {side: documents.distribution(found.side(number)) for number, side in enumerate(file.rules.sides)}
        return schema.PlotScores(path=str(output), scores=both)

    return _plot(run, output=output, draw=draw.scores, document=document, force=force, json=json)


def margins(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the distribution of the first side's margin."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def document(file: RunFile) -> Plot:
        return schema.PlotMargins(path=str(output), margin=documents.distribution(distribution(file, "margin")))

    return _plot(run, output=output, draw=draw.margins, document=document, force=force, json=json)


def lengths(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the distribution of game lengths."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def document(file: RunFile) -> Plot:
        return schema.PlotLengths(path=str(output), length=documents.distribution(distribution(file, "length")))

    return _plot(run, output=output, draw=draw.lengths, document=document, force=force, json=json)


def branching(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the number of legal placements at each ply."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import branching_by_ply  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def document(file: RunFile) -> Plot:
        plies = [documents.distribution(each) for each in branching_by_ply(file)]
        return schema.PlotBranching(path=str(output), branching=plies)

    return _plot(run, output=output, draw=draw.branching, document=document, force=force, json=json)


def heatmap(
    run: RunArgument,
    *,
    output: PlotOption,
    layer: Annotated[
        str | None,
        typer.Option("--layer", metavar="LAYER", help="Layer to plot, such as light, black or tetromino."),
    ] = None,
    winner: Annotated[str | None, typer.Option("--winner", metavar="SIDE", help="Only games won by this side.")] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Plot how often each square is covered, or shows a given layer, in final positions."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import occupancy  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def picture(file: RunFile) -> Axes:
        return draw.heatmap(file, layer, winner=winner)

    def document(file: RunFile) -> Plot:
        shares, board = occupancy(file, layer, winner=draw.winning_side(file, winner)), file.rules.board
        squares = {board.name(square): round(float(share), 6) for square, share in enumerate(shares)}
        return schema.PlotHeatmap(path=str(output), squares=squares)

    return _plot(run, output=output, draw=picture, document=document, force=force, json=json)


def openings(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the first side's win rate by the squares that its first placement covers."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import openings as by_opening  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415

    def document(file: RunFile) -> Plot:
        rows = [
            schema.Opening(
                move=format_move(each.placement, file.rules), **dict(documents.share(each.wins)), margin=each.margin
            )
            for each in by_opening(file)
        ]
        return schema.PlotOpenings(path=str(output), openings=rows)

    return _plot(run, output=output, draw=draw.openings, document=document, force=force, json=json)


def compare(
    run: RunArgument,
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Another run.")],
    *,
    output: PlotOption,
    column: Annotated[
        str, typer.Option("--column", metavar="COLUMN", help="Column to compare: length, margin, score_1, score_2 …")
    ] = "length",
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Compare a column of two runs: difference of the means and Cliff's delta."""
    from litslab.analysis import plot as draw  # noqa: PLC0415
    from litslab.analysis.distributions import compare as compare_runs  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    def picture(first: RunFile, second: RunFile) -> Axes:
        return draw.compare(first, second, column)

    def document(first: RunFile, second: RunFile) -> Plot:
        found = compare_runs(first, second, column)
        return schema.PlotCompare(
            path=str(output),
            column=column,
            means=[found.first.mean, found.second.mean],
            difference=found.difference,
            interval=list(found.interval),
            cliffs_delta=found.delta,
            size=found.size,
        )

    return _plot(run, other, output=output, draw=picture, document=document, force=force, json=json)


def _plot(
    *runs: Path,
    output: Path,
    draw: Callable[..., Axes],
    document: Callable[..., Plot],
    force: bool,
    json: bool,
) -> int:
    """Draw one or more runs to a file, and print the plot's document or the file's name.

    `draw` and `document` take the opened runs. That the plot can be written is checked before any is opened.
    """
    from litslab.analysis.plots import save_figure  # noqa: PLC0415
    from litslab.analysis.runs.run import open_run  # noqa: PLC0415

    check_picture(output, force)
    files = [open_run(run) for run in runs]
    save_figure(draw(*files).figure, output, force=force)
    if json:
        print_json(document(*files))
    else:
        typer.echo(f"wrote {output}")
    return exits.DONE


def groups(
    record: RecordArgument,
    *,
    at: AtOption = None,
    output: PictureOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Analyse a position's groups: connections, cut squares, and how large each can still grow."""
    from litslab.analysis.groups import analyse  # noqa: PLC0415
    from litslab.analysis.groups_picture import draw_groups  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.games.drawing.export import save  # noqa: PLC0415

    check_picture(output, force)
    position = read_position(record, at, constructed=constructed)
    found = analyse(position)
    if output is not None:
        save(draw_groups(found), output, force=force)
    if json:
        print_json(documents.groups(found))
        return exits.DONE
    from litslab.app.console import print_position  # noqa: PLC0415

    print_position(position)
    for line in documents.tell_groups(found):
        typer.echo(line)
    if output is not None:
        typer.echo(f"wrote {output}")
    return exits.DONE
