"""Commands about the files of `litslab simulate`: ``plot`` and ``run``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import ForceOption, JsonOption, PlotOption, PlotTitleOption, RunArgument
from litslab.app.cli.shared import add_command, check_picture, command_group, finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from litslab.app.documents.runs import PlotDocument


KINDS = {
    "scores": "Plot the distribution of both sides' scores, separately and jointly.",
    "margins": "Plot the distribution of the first side's margin.",
    "lengths": "Plot the distribution of game lengths.",
    "branching": "Plot the number of legal placements at each ply.",
    "openings": "Plot the first side's win rate by the squares that its first placement covers, framed beyond noise.",
}
"""The plots of one run without options: functions of `analysis.plot`, and what each shows."""


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("plot", "Plot statistics of a run.")
    for kind in KINDS:
        add_command(commands, _command(kind), f"litslab plot {kind} run.parquet -o {kind}.png")
    add_command(
        commands,
        heatmap,
        "litslab plot heatmap run.parquet -o heatmap.png",
        "litslab plot heatmap run.parquet --layer tetromino --winner X -o x.svg",
    )
    add_command(commands, compare, "litslab plot compare run.parquet mcts.parquet --column margin -o compare.png")
    app.add_typer(commands)
    runs = command_group("run", "What `litslab simulate` has written.")
    add_command(runs, describe, "litslab run describe run.parquet", "litslab run describe run.parquet --json")
    app.add_typer(runs)


def _command(kind: str) -> Callable[..., int]:
    """Return the command of a plot without options."""

    def command(
        run: RunArgument,
        *,
        output: PlotOption,
        title: PlotTitleOption = None,
        force: ForceOption = False,
        json: JsonOption = False,
    ) -> int:
        from litslab.analysis import plot as draw
        from litslab.app.documents.runs import PLOTS

        return _plot(
            run,
            output=output,
            draw=partial(getattr(draw, kind), title=title),
            document=lambda file: PLOTS[kind](file, output),
            force=force,
            json=json,
        )

    command.__name__, command.__doc__ = kind, KINDS[kind]
    return command


def heatmap(
    run: RunArgument,
    *,
    output: PlotOption,
    layer: Annotated[
        str | None,
        typer.Option("--layer", metavar="LAYER", help="Layer to plot, such as light, black or tetromino."),
    ] = None,
    winner: Annotated[str | None, typer.Option("--winner", metavar="SIDE", help="Only games won by this side.")] = None,
    title: PlotTitleOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Plot how often each square is covered, or shows a given layer, in final positions."""
    from litslab.analysis import plot as draw
    from litslab.app.documents.runs import PlotHeatmapDocument

    return _plot(
        run,
        output=output,
        draw=lambda file: draw.heatmap(file, layer, winner=winner, title=title),
        document=lambda file: PlotHeatmapDocument.of(file, output, layer, winner=winner),
        force=force,
        json=json,
    )


def compare(
    run: RunArgument,
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Another run.")],
    *,
    output: PlotOption,
    column: Annotated[
        str, typer.Option("--column", metavar="COLUMN", help="Column to compare: length, margin, score_1, score_2 …")
    ] = "length",
    title: PlotTitleOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Compare a column of two runs: difference of the means and Cliff's delta."""
    from litslab.analysis import plot as draw
    from litslab.app.documents.runs import PlotCompareDocument

    return _plot(
        run,
        other,
        output=output,
        draw=lambda first, second: draw.compare(first, second, column, title=title),
        document=lambda first, second: PlotCompareDocument.of(first, second, output, column),
        force=force,
        json=json,
    )


def _plot(
    *runs: Path,
    output: Path,
    draw: Callable[..., Axes],
    document: Callable[..., PlotDocument],
    force: bool,
    json: bool,
) -> int:
    """Draw one or more runs to a file, and print the plot's document or the file's name.

    `draw` and `document` take the opened runs. That the plot can be written is checked before any is opened.
    """
    from litslab.analysis.plots import save_figure
    from litslab.analysis.runs.run import open_run

    check_picture(output, force)
    files = [open_run(run) for run in runs]
    save_figure(draw(*files).figure, output, force=force)
    finish(document(*files), output, json=json)
    return exits.DONE


def describe(run: RunArgument, *, json: JsonOption = False) -> int:
    """Show what was played in a run, and what each column of its file means."""
    from litslab.analysis.runs.run import open_run
    from litslab.app.documents.runs import RunDescriptionDocument

    finish(RunDescriptionDocument.of(open_run(run)), json=json)
    return exits.DONE
