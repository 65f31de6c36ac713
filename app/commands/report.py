"""The command ``report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.commands.shared import ForceOption, GameChoice, JsonOption, choosing_game, print_json


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(report)


@choosing_game
def report(
    chosen: GameChoice,
    *,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The report goes into this folder.")],
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games: ends within a minute.")] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed plays the same games.")] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", min=1, max=1e6, metavar="SECONDS", help="270, or 45 with --quick."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, metavar="N", help="Processes (one a processor).")
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Report on a game: length, balance, openings, swap, exact values of small boards; as a page and as Markdown."""
    import math  # noqa: PLC0415

    from litslab.analysis.report.make import report as make  # noqa: PLC0415
    from litslab.app.console import showing  # noqa: PLC0415
    from litslab.games.errors import OptionError  # noqa: PLC0415

    if time_limit is not None and math.isnan(time_limit):
        raise OptionError("time-limit nan: expected a number of seconds")
    rules = chosen.rules()
    with showing("report") as progress:
        built = make(
            rules, output, quick=quick, seed=seed, seconds=time_limit, workers=workers, force=force, progress=progress
        )
    if json:
        print_json(
            {"files": [str(file) for file in built.files[:2]], "missing": built.missing, **built.report.to_document()}
        )
    else:
        for fact in built.report.facts:
            spread = f" ({fact.number.spread})" if fact.number.spread else ""
            typer.echo(f"{fact.label}: {fact.number.text}{spread}; {fact.number.how}")
        for file in built.files[:2]:
            typer.echo(f"wrote {file}")
    if built.missing:
        typer.echo(f"litslab: stopped; missing or not whole: {', '.join(built.missing)}", err=True)
        return exits.LIMIT
    return exits.DONE
