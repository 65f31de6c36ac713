"""Commands about the files that `litslab simulate` writes: ``run describe``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption, RunArgument
from litslab.app.cli.shared import add_command, command_group, print_json

if TYPE_CHECKING:
    from litslab.app.documents.commands import RunColumn


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("run", "What `litslab simulate` has written.")
    add_command(commands, describe, "litslab run describe run.parquet", "litslab run describe run.parquet --json")
    app.add_typer(commands)


def describe(run: RunArgument, *, json: JsonOption = False) -> int:
    """Show what was played in a run, and what each column of its file means."""
    from litslab.analysis.runs.run import open_run
    from litslab.app import analysis_documents as documents
    from litslab.app.documents.positions import describe_rules

    file = open_run(run)
    found = documents.describe_run(file)
    if json:
        print_json(found)
        return exits.DONE
    typer.echo(describe_rules(file.rules))
    typer.echo(f"{found.games:,} games, seed {found.seed}")
    for name, player in found.players.items():
        typer.echo(f"player {name}: {player}")
    typer.echo(f"played by the {found.played_by} of litslab {found.version}; file format {found.format}")
    typer.echo(f"layers: {', '.join(found.layers)}")
    _print_columns(found.columns)
    return exits.DONE


def _print_columns(columns: list[RunColumn]) -> None:
    from rich.table import Table

    from litslab.app.console import print_rich as print_table

    table = Table("column", "type", "unit", "meaning", box=None, pad_edge=False)
    for each in columns:
        table.add_row(each.name, each.type, each.unit, each.meaning)
    print_table(table)
