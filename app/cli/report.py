"""The command ``report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    AllWorkersOption,
    ForceOption,
    JsonOption,
    PositiveSeedOption,
    SchedulerOption,
    output_option,
)
from litslab.app.cli.shared import GameChoice, add_command, check_seconds, choosing_game, print_json


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    add_command(
        app,
        report,
        "litslab report tailits --quick -o report",
        "litslab report taiji --size 7 --time-limit 600 --workers 2 -o taiji-7 --force",
    )


@choosing_game
def report(
    chosen: GameChoice,
    *,
    output: Annotated[Path, output_option("DIR", "Write the report to this folder.")],
    quick: Annotated[bool, typer.Option("--quick", help="Play fewer games; takes about a minute.")] = False,
    seed: PositiveSeedOption = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", min=1, max=1e6, metavar="SECONDS", help="Time limit (seconds): 270, or 45 with --quick."
        ),
    ] = None,
    workers: AllWorkersOption = None,
    scheduler: SchedulerOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Write a report on a game: length, balance, openings, swap, exact values; as HTML and Markdown."""
    from litslab.analysis.report.make import report as make  # noqa: PLC0415
    from litslab.app import schema  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415

    check_seconds(time_limit)
    rules = chosen.rules()
    with showing("report") as progress:
        built = make(
            rules,
            output,
            quick=quick,
            seed=seed,
            time_limit=time_limit,
            workers=workers,
            scheduler=scheduler,
            force=force,
            progress=progress,
        )
    if json:
        written = [str(file) for file in built.files[:2]]
        print_json(schema.Report(files=written, missing=list(built.missing), **built.report.to_document()))
    else:
        for fact in built.report.facts:
            spread = f" ({fact.number.spread})" if fact.number.spread else ""
            typer.echo(f"{fact.label}: {fact.number.text}{spread}; {fact.number.how}")
        for file in built.files[:2]:
            typer.echo(f"wrote {file}")
    if built.missing:
        typer.echo(f"litslab: stopped; missing or incomplete: {', '.join(built.missing)}", err=True)
        return exits.LIMIT
    return exits.DONE
