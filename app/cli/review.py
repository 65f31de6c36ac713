"""The command ``review``: what each move of a game cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    AnyOption,
    ForceOption,
    JsonOption,
    RecordArgument,
    SeedOption,
    TimeLimitOption,
    output_option,
)
from litslab.app.cli.shared import add_command, check_picture, finish, read_record

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    add_command(
        app,
        review,
        "litslab review examples/battle-of-lits-10.toml",
        "litslab review examples/taiji-9.toml --time-limit 30 --seed 1 -o curve.svg",
    )


def review(
    record: RecordArgument,
    *,
    time_limit: TimeLimitOption = 60.0,
    playouts: Annotated[
        int,
        typer.Option(
            "--playouts", min=1, metavar="N", help="Random games per search of an estimate, if the time allows."
        ),
    ] = 20_000,
    seed: SeedOption = 0,
    output: Annotated[Path | None, output_option("FILE", "Plot the values to a .svg, .png or .pdf file.")] = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Show where a game was decided and what each move cost: exact where the position can be solved in time.

    Before that, who wins is proved or estimated: a turning point is one beyond the noise of the estimates.
    Ctrl-C keeps what is done, from the end of the game backwards.
    """
    from litslab.analysis.review import review as look_back
    from litslab.app.console import showing
    from litslab.app.documents.reports import ReviewDocument

    check_picture(output, force)
    game = read_record(record, constructed=constructed)
    with showing("reviewing") as progress:
        found = look_back(
            game,
            time_limit=time_limit,
            playouts=playouts,
            seed=seed,
            progress=progress,
        )
    if output is not None:
        _draw(found, output, force)
    finish(ReviewDocument.of(found), output, json=json)
    if found.first:
        typer.echo(f"litslab: interrupted before the first {found.first} moves were reviewed", err=True)
        return exits.LIMIT
    return exits.DONE


def _draw(found: Review, output: Path, force: bool) -> None:
    from litslab.analysis.plots import plot_review, save_figure

    rules = found.record.rules
    title = found.record.title or f"{rules.title} {rules.board.columns}×{rules.board.rows}"
    save_figure(plot_review(found, title=f"{title}: review").figure, output, force=force)
