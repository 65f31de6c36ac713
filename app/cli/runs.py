"""Commands about the files that `litslab simulate` writes: ``run describe``."""

from __future__ import annotations

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption, RunArgument
from litslab.app.cli.shared import add_command, command_group, finish


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    commands = command_group("run", "What `litslab simulate` has written.")
    add_command(commands, describe, "litslab run describe run.parquet", "litslab run describe run.parquet --json")
    app.add_typer(commands)


def describe(run: RunArgument, *, json: JsonOption = False) -> int:
    """Show what was played in a run, and what each column of its file means."""
    from litslab.analysis.runs.run import open_run
    from litslab.app.documents.runs import RunDescriptionDocument

    finish(RunDescriptionDocument.of(open_run(run)), json=json)
    return exits.DONE
