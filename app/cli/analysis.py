"""Commands about many games and about groups: ``simulate``, ``plot`` and ``groups``."""

from __future__ import annotations

import os
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
    print_json,
    read_position,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

    from litslab.analysis.run import RunFile
    from litslab.app.schema import Plot
    from litslab.games.position import Position

plot = typer.Typer(name="plot", help="Plot statistics of a run.", no_args_is_help=True, rich_markup_mode=None)


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
    output: Annotated[Path, output_option("RUN.parquet", "A Parquet file with one row per game.")],
    player: Annotated[
        list[str] | None, player_option("--player", f"Both players; given twice, the first and the second: {PLAYERS}.")
    ] = None,
    player_1: Annotated[str | None, player_option("--player-1", "The first player.")] = None,
    player_2: Annotated[str | None, player_option("--player-2", "The second player.")] = None,
    seed: SeedOption = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Store the moves, too.")] = False,
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
    from litslab.analysis.run import Run  # noqa: PLC0415
    from litslab.analysis.simulate import simulate as play  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app.console import counting  # noqa: PLC0415

    start = _start(chosen, seed, record, at, constructed=constructed)
    run = Run.of(start, _players(player, player_1, player_2), count, seed=seed, moves=moves)
    try:
        with counting("playing", count) as advance:
            file = play(
                run, output, workers=workers or len(os.sched_getaffinity(0)), scheduler=scheduler, force=force,
                progress=advance,
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
    """Return where every game starts; Battle of LITS gets the board that `litslab new --seed` makes."""
    import random  # noqa: PLC0415

    from litslab.games.battle_of_lits import on_fresh_board  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415

    if record is not None:
        if chosen.has_options:
            raise OptionError("--record: expected no game options with it, as the record has its own")
        position = read_position(record, at, constructed=constructed)
        if position.rules.name != chosen.game:
            raise OptionError(f"{record}: a record of {position.rules.name}: expected one of {chosen.game}")
        return position
    if at is not None:
        raise OptionError("--at: expected only with --record")
    return on_fresh_board(chosen.rules(), random.Random(seed)).start()


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
    from matplotlib.figure import Figure  # noqa: PLC0415

    from litslab.analysis.distributions import joint_scores  # noqa: PLC0415
    from litslab.analysis.plots import plot_joint_scores, plot_scores  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    file = _open(run, output, force)
    found, sides = joint_scores(file), file.rules.sides
    figure = Figure(figsize=(11.5, 4.3), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.4, 1])
    plot_scores(found, sides=sides, title=f"{_title(file)}: scores", ax=left)
    plot_joint_scores(found, sides=sides, ax=right)
    both = {side: documents.distribution(found.side(number)) for number, side in enumerate(sides)}
    return _finish(figure, schema.PlotScores(path=str(output), scores=both), force, json)


def margins(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the distribution of the margin of the first side."""
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.analysis.plots import plot_margins  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    file = _open(run, output, force)
    found = distribution(file, "margin")
    axes = plot_margins(found, sides=file.rules.sides, title=f"{_title(file)}: margins")
    document = schema.PlotMargins(path=str(output), margin=documents.distribution(found))
    return _finish(axes.figure, document, force, json)


def lengths(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the distribution of the games' lengths."""
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.analysis.plots import plot_lengths  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    file = _open(run, output, force)
    found = distribution(file, "length")
    axes = plot_lengths(found, title=f"{_title(file)}: lengths")
    document = schema.PlotLengths(path=str(output), length=documents.distribution(found))
    return _finish(axes.figure, document, force, json)


def branching(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot the number of legal placements at each ply."""
    from litslab.analysis.distributions import branching_by_ply  # noqa: PLC0415
    from litslab.analysis.plots import plot_branching  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    file = _open(run, output, force)
    found = branching_by_ply(file)
    axes = plot_branching(found, title=f"{_title(file)}: legal placements")
    document = schema.PlotBranching(path=str(output), branching=[documents.distribution(each) for each in found])
    return _finish(axes.figure, document, force, json)


def heatmap(
    run: RunArgument,
    *,
    output: PlotOption,
    layer: Annotated[
        str | None,
        typer.Option("--layer", metavar="LAYER", help="What the square shows, such as light, black or tetromino."),
    ] = None,
    winner: Annotated[
        str | None, typer.Option("--winner", metavar="SIDE", help="Only games that this side won.")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Plot how often each square is covered, or shows one colour, in final positions."""
    from litslab.analysis.distributions import occupancy  # noqa: PLC0415
    from litslab.analysis.plots import plot_squares  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415

    file = _open(run, output, force)
    sides, board = file.rules.sides, file.rules.board
    if winner is not None and winner not in sides:
        raise OptionError(f"winner {winner!r}: expected {' or '.join(sides)}")
    shares = occupancy(file, layer, winner=None if winner is None else sides.index(winner))
    what = layer or " or ".join(file.header.layers)
    title = f"{_title(file)}: {what} at the end" + (f", where {winner} wins" if winner else "")
    axes = plot_squares(shares, board=board, title=title)
    squares = {board.name(square): round(float(share), 6) for square, share in enumerate(shares)}
    return _finish(axes.figure, schema.PlotHeatmap(path=str(output), squares=squares), force, json)


def openings(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Plot how often the first side wins, by the squares that its first placement covers."""
    from litslab.analysis.distributions import opening_values  # noqa: PLC0415
    from litslab.analysis.distributions import openings as by_opening  # noqa: PLC0415
    from litslab.analysis.plots import plot_opening_values  # noqa: PLC0415
    from litslab.app import analysis_documents as documents  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415

    file = _open(run, output, force)
    rules = file.rules
    title = f"{_title(file)}: by first placement"
    axes = plot_opening_values(opening_values(file), board=rules.board, side=rules.sides[0], title=title)
    rows = [
        schema.Opening(move=format_move(each.placement, rules), **dict(documents.share(each.wins)), margin=each.margin)
        for each in by_opening(file)
    ]
    return _finish(axes.figure, schema.PlotOpenings(path=str(output), openings=rows), force, json)


def compare(
    run: RunArgument,
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Another run.")],
    *,
    output: PlotOption,
    column: Annotated[
        str, typer.Option("--column", metavar="COLUMN", help="length, margin, score_1, score_2 …")
    ] = "length",
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Compare a column of two runs: the difference of the means and Cliff's delta."""
    from litslab.analysis.distributions import compare as compare_runs  # noqa: PLC0415
    from litslab.analysis.plots import plot_comparison  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415

    first, second = _open(run, output, force), _open(other, output, force)
    found = compare_runs(first, second, column)
    names = run.stem if run.stem != other.stem else str(run), other.stem if run.stem != other.stem else str(other)
    unit = "placements" if column.endswith("length") else "points"
    label = column.replace("_", " ")
    axes = plot_comparison(found, names=names, label=f"{label} ({unit})", title=f"Two runs: {label}")
    document = schema.PlotCompare(
        path=str(output),
        column=column,
        means=[found.first.mean, found.second.mean],
        difference=found.difference,
        interval=list(found.interval),
        cliffs_delta=found.delta,
        size=found.size,
    )
    return _finish(axes.figure, document, force, json)


def _open(path: Path, output: Path, force: bool) -> RunFile:
    """Open a run, once it is certain that the plot can be written."""
    from litslab.analysis.run import open_run  # noqa: PLC0415

    check_picture(output, force)
    return open_run(path)


def _title(file: RunFile) -> str:
    """Return the game, the board and the players, for the title of a plot."""
    board, players = file.rules.board, file.run.players
    who = f"{players[0]} play" if players[0] == players[1] else f"{players[0]} against {players[1]}"
    return f"{file.rules.title} {board.columns}×{board.rows}, {who}"


def _finish(figure: Figure | SubFigure, document: Plot, force: bool, json: bool) -> int:
    """Write a plot, and print its document or where the plot is."""
    from litslab.analysis.plots import save_figure  # noqa: PLC0415

    save_figure(figure, Path(document.path), force=force)
    if json:
        print_json(document)
    else:
        typer.echo(f"wrote {document.path}")
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
    from litslab.games.picture import save  # noqa: PLC0415

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
