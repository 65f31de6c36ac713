"""Commands that plot statistics of runs: ``plot scores``, ``heatmap``, ``compare`` and others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import Force, Json, Lang, PlotOutput, RunFile, Title
from litslab.app.cli.shared import check_output, finish
from litslab.app.console import showing


@command(
    "plot scores",
    help="Plot the distribution of both sides' scores, separately and jointly.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot scores run.parquet -o scores.png",
    ),
)
def scores(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("scores", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot margins",
    help="Plot the distribution of the first side's margin.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot margins run.parquet -o margins.png",
    ),
)
def margins(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("margins", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot lengths",
    help="Plot the distribution of game lengths.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot lengths run.parquet -o lengths.png",
    ),
)
def lengths(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("lengths", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot branching",
    help="Plot the number of legal placements at each ply.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot branching run.parquet -o branching.png",
    ),
)
def branching(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("branching", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot trajectory",
    help="Plot the first side's margin after each placement (needs simulate --trace).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --trace -o run.parquet",
        "litslab plot trajectory run.parquet -o trajectory.png",
    ),
)
def trajectory(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("trajectory", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot leader-wins",
    help="Plot how often the leader after each placement wins (needs simulate --trace).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --trace -o run.parquet",
        "litslab plot leader-wins run.parquet -o leader-wins.png",
    ),
)
def leader_wins(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("leader_wins", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot lead-changes",
    help="Plot how often the lead changes in a game (needs simulate --trace).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --trace -o run.parquet",
        "litslab plot lead-changes run.parquet -o lead-changes.png",
    ),
)
def lead_changes(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("lead_changes", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot comebacks",
    help="Plot by how many points winners were behind at most (needs simulate --trace).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --trace -o run.parquet",
        "litslab plot comebacks run.parquet -o comebacks.png",
    ),
)
def comebacks(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("comebacks", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot group-sizes",
    help="Plot how large the groups are in final positions (needs simulate --moves).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --moves -o run.parquet",
        "litslab plot group-sizes run.parquet -o group-sizes.png",
    ),
)
def group_sizes(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("group_sizes", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot openings",
    help="Plot the first side's win rate by the squares that its first placement covers, framed "
    "beyond noise.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot openings run.parquet -o openings.png",
    ),
)
def openings(
    run: RunFile,
    *,
    output: PlotOutput,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("openings", [run], output, title=title, lang=lang, force=force, json=json)


@command(
    "plot heatmap",
    help="Plot how often each square is covered, or shows a given layer, in final positions.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab plot heatmap run.parquet -o heatmap.png",
        "litslab plot heatmap run.parquet --layer tetromino --winner X -o x.svg",
    ),
)
def heatmap(
    run: RunFile,
    *,
    output: PlotOutput,
    layer: Annotated[
        str | None,
        typer.Option(metavar="LAYER", help="Layer to plot, such as light, black or tetromino."),
    ] = None,
    winner: Annotated[
        str | None, typer.Option(metavar="SIDE", help="Only games won by this side.")
    ] = None,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
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


@command(
    "plot pieces",
    help="Plot where the pieces of each shape lie, or each colour shows, in final positions (needs "
    "simulate --moves).",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 --moves -o run.parquet",
        "litslab plot pieces run.parquet -o pieces.png",
        "litslab plot pieces run.parquet --by colour -o colours.png",
    ),
)
def pieces(
    run: RunFile,
    *,
    output: PlotOutput,
    by: Annotated[
        Literal["shape", "colour"] | None,
        typer.Option(
            metavar="WHAT",
            help="A map for each shape or for each colour; if not given, for each shape if there "
            "are several.",
        ),
    ] = None,
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    _plot("pieces", [run], output, by=by, title=title, lang=lang, force=force, json=json)


@command(
    "plot compare",
    help="Compare a column of runs: of two with the difference of the means and Cliff's delta.\n\n"
    "Three or more are drawn beside each other, in the order of what they differ in: the "
    "size, another option, or the strength of the players.",
    examples=(
        "litslab simulate battle-of-lits -n 2000 --seed 1 -o run.parquet",
        "litslab simulate battle-of-lits --player mcts:50 -n 20 -o mcts.parquet",
        "litslab plot compare run.parquet mcts.parquet --column margin -o compare.png",
    ),
)
def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Files written by `litslab simulate`, two or more."),
    ],
    *,
    output: PlotOutput,
    column: Annotated[
        str,
        typer.Option(
            metavar="COLUMN", help="Column to compare: length, margin, score_1, score_2 …"
        ),
    ] = "length",
    title: Title = None,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
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
    answer = documents.runs.PLOTS[kind](*files, path=str(output), **options)
    finish(answer, output, json=json, lines=())
