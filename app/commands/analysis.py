"""Commands about many games and about groups: ``simulate``, ``plot`` and ``groups``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from litslab.app import analysis_documents as documents
from litslab.app import exits
from litslab.app.commands.shared import (
    AnyOption,
    AtOption,
    ForceOption,
    GameChoice,
    JsonOption,
    PictureOption,
    RecordArgument,
    check_picture,
    choosing_game,
    print_json,
    read_position,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure, SubFigure

    from litslab.analysis.run import RunFile
    from litslab.games.position import Position

PLAYER_HELP = "random, greedy, mcts[:PLAYOUTS] or exact[:NODES] (random until it can solve)."

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A file that `litslab simulate` wrote.")]
PlotOption = Annotated[
    Path, typer.Option("-o", "--output", metavar="FILE", help="Where to draw: a .png, .svg or .pdf file.")
]

plot = typer.Typer(name="plot", help="Draw what the games of a run tell.", no_args_is_help=True, rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(simulate)
    app.command()(groups)
    for kind in (scores, margins, lengths, branching, heatmap, openings, compare):
        plot.command()(cast("Callable[..., int]", kind))
    app.add_typer(plot)


@choosing_game
def simulate(
    chosen: GameChoice,
    *,
    games: Annotated[int, typer.Option("-n", "--games", min=1, metavar="N", help="How many games.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="RUN.parquet", help="A row a game goes there.")],
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="PLAYER", help=f"Both players, or twice: {PLAYER_HELP}")
    ] = None,
    player_1: Annotated[
        str | None, typer.Option("--player-1", metavar="PLAYER", help="The person who moves first in the game.")
    ] = None,
    player_2: Annotated[str | None, typer.Option("--player-2", metavar="PLAYER", help="The other person.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same file.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Keep the moves too.")] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, metavar="N", help="Processes (one a processor).")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Play on this Dask cluster instead.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="RECORD", help="Start each game from this record's position.")
    ] = None,
    at: AtOption = None,
    constructed: AnyOption = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Play many games into a Parquet file, a row a game; a run that was stopped is resumed."""
    from litslab.analysis.run import Run  # noqa: PLC0415
    from litslab.analysis.simulate import simulate as play  # noqa: PLC0415
    from litslab.app.console import counting  # noqa: PLC0415

    start = _start(chosen, seed, record, at, constructed=constructed)
    run = Run.of(start, _players(player, player_1, player_2), games, seed=seed, moves=moves)
    try:
        with counting("playing", games) as advance:
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
    wins = ", ".join(f"{side} {count:,}" for side, count in document["wins"].items())
    typer.echo(f"{document['games']:,} games of {document['mean_length']:.3f} placements on average: {wins} wins")
    typer.echo(f"{document['ties_broken']:,} with equal scores, decided by the tie rule")
    typer.echo(f"wrote {output}")
    return exits.DONE


def _start(
    chosen: GameChoice, seed: int, record: Path | None, at: int | None, *, constructed: bool = False
) -> Position:
    """Return where every game starts; Battle of LITS gets the board that `litslab new --seed` makes."""
    import random  # noqa: PLC0415

    from litslab.games.errors import OptionError  # noqa: PLC0415

    if record is not None:
        if chosen.has_options:
            raise OptionError("--record: expected no options of the game beside it, as the record's are used")
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
    """Draw the distribution of both sides' scores, each and together."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    from litslab.analysis.distributions import joint_scores  # noqa: PLC0415
    from litslab.analysis.plots import plot_joint_scores, plot_scores  # noqa: PLC0415

    file = _open(run, output, force)
    found, sides = joint_scores(file), file.rules.sides
    figure = Figure(figsize=(11.5, 4.3), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.4, 1])
    plot_scores(found, sides=sides, title=f"{_title(file)}: scores", ax=left)
    plot_joint_scores(found, sides=sides, ax=right)
    both = {side: documents.distribution(found.side(number)) for number, side in enumerate(sides)}
    return _finish(figure, output, force, json, {"scores": both})


def margins(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Draw by how much the first side led."""
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.analysis.plots import plot_margins  # noqa: PLC0415

    file = _open(run, output, force)
    found = distribution(file, "margin")
    axes = plot_margins(found, sides=file.rules.sides, title=f"{_title(file)}: margins")
    return _finish(axes.figure, output, force, json, {"margin": documents.distribution(found)})


def lengths(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Draw how long the games lasted."""
    from litslab.analysis.distributions import distribution  # noqa: PLC0415
    from litslab.analysis.plots import plot_lengths  # noqa: PLC0415

    file = _open(run, output, force)
    found = distribution(file, "length")
    axes = plot_lengths(found, title=f"{_title(file)}: lengths")
    return _finish(axes.figure, output, force, json, {"length": documents.distribution(found)})


def branching(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Draw how many placements were legal as the games went on."""
    from litslab.analysis.distributions import branching_by_ply  # noqa: PLC0415
    from litslab.analysis.plots import plot_branching  # noqa: PLC0415

    file = _open(run, output, force)
    found = branching_by_ply(file)
    axes = plot_branching(found, title=f"{_title(file)}: legal placements")
    return _finish(axes.figure, output, force, json, {"branching": [documents.distribution(each) for each in found]})


def heatmap(
    run: RunArgument,
    *,
    output: PlotOption,
    layer: Annotated[
        str | None, typer.Option("--layer", help="What shows on the square, such as light, black or tetromino.")
    ] = None,
    winner: Annotated[str | None, typer.Option("--winner", metavar="SIDE", help="Only games this side won.")] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Draw in how many final positions each square bears a piece, or shows one colour."""
    from litslab.analysis.distributions import occupancy  # noqa: PLC0415
    from litslab.analysis.plots import plot_squares  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415

    file = _open(run, output, force)
    sides, board = file.rules.sides, file.rules.board
    if winner is not None and winner not in sides:
        raise OptionError(f"winner {winner!r}: expected {' or '.join(sides)}")
    shares = occupancy(file, layer, winner=None if winner is None else sides.index(winner))
    what = layer or " or ".join(file.header.layers)
    title = f"{_title(file)}: {what} at the end" + (f", where {winner} wins" if winner else "")
    axes = plot_squares(shares, board=board, title=title)
    document = {"squares": {board.name(square): round(float(share), 6) for square, share in enumerate(shares)}}
    return _finish(axes.figure, output, force, json, document)


def openings(run: RunArgument, output: PlotOption, force: ForceOption = False, json: JsonOption = False) -> int:
    """Draw which squares are good to begin on: how often the first side wins if its first placement covers them."""
    from litslab.analysis.distributions import opening_values  # noqa: PLC0415
    from litslab.analysis.distributions import openings as by_opening  # noqa: PLC0415
    from litslab.analysis.plots import plot_opening_values  # noqa: PLC0415
    from litslab.games.notation import format_move  # noqa: PLC0415

    file = _open(run, output, force)
    rules = file.rules
    title = f"{_title(file)}: by first placement"
    axes = plot_opening_values(opening_values(file), board=rules.board, side=rules.sides[0], title=title)
    rows = [
        {"move": format_move(each.placement, rules), **documents.share(each.wins), "margin": each.margin}
        for each in by_opening(file)
    ]
    return _finish(axes.figure, output, force, json, {"openings": rows})


def compare(
    run: RunArgument,
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Another run.")],
    *,
    output: PlotOption,
    column: Annotated[
        str, typer.Option("--column", help="Which number: length, margin, score_1, score_2 …")
    ] = "length",
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Draw how a number differs between two runs, with the difference of the means and Cliff's delta."""
    from litslab.analysis.distributions import compare as compare_runs  # noqa: PLC0415
    from litslab.analysis.plots import plot_comparison  # noqa: PLC0415

    first, second = _open(run, output, force), _open(other, output, force)
    found = compare_runs(first, second, column)
    names = run.stem if run.stem != other.stem else str(run), other.stem if run.stem != other.stem else str(other)
    unit = "placements" if column.endswith("length") else "points"
    label = column.replace("_", " ")
    axes = plot_comparison(found, names=names, label=f"{label} ({unit})", title=f"Two runs: {label}")
    document = {
        "column": column,
        "means": [found.first.mean, found.second.mean],
        "difference": found.difference,
        "interval": list(found.interval),
        "cliffs_delta": found.delta,
        "size": found.size,
    }
    return _finish(axes.figure, output, force, json, document)


def _open(path: Path, output: Path, force: bool) -> RunFile:
    """Open a run, after a look at where the plot shall go."""
    from litslab.analysis.run import open_run  # noqa: PLC0415

    check_picture(output, force)
    return open_run(path)


def _title(file: RunFile) -> str:
    """Name the game, the board and who played, for the head of a plot."""
    board, players = file.rules.board, file.run.players
    who = f"{players[0]} play" if players[0] == players[1] else f"{players[0]} against {players[1]}"
    return f"{file.rules.title} {board.columns}×{board.rows}, {who}"


def _finish(figure: Figure | SubFigure, output: Path, force: bool, json: bool, document: dict[str, Any]) -> int:
    from litslab.analysis.plots import save_figure  # noqa: PLC0415

    save_figure(figure, output, force=force)
    if json:
        print_json({"path": str(output), **document})
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
    """Tell the groups of a position: what joins them, what would split them, what they could still become."""
    from litslab.analysis.groups import analyse  # noqa: PLC0415
    from litslab.analysis.groups_picture import draw_groups  # noqa: PLC0415
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
