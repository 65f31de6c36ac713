"""The command ``review``: what each move of a game lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.commands.shared import (
    AnyOption,
    ForceOption,
    JsonOption,
    RecordArgument,
    TimeOption,
    check_picture,
    print_json,
    read_record,
)

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review

CurveOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Draw the curve to a .svg, .png or .pdf file.")
]


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(review)


def review(
    record: RecordArgument,
    *,
    time: TimeOption = 60.0,
    playouts: Annotated[
        int, typer.Option("--playouts", min=1, metavar="N", help="Random games an estimate, as far as the time allows.")
    ] = 20_000,
    seed: Annotated[int, typer.Option("--seed", help="Where the randomness of estimates comes from.")] = 0,
    output: CurveOption = None,
    force: ForceOption = False,
    constructed: AnyOption = False,
    json: JsonOption = False,
) -> int:
    """Tell what each move of a game lost: exactly where the position can be solved in time, before by estimate.

    Ctrl-C keeps what is done, from the end of the game backwards.
    """
    from litslab.analysis.review import review as look_back  # noqa: PLC0415
    from litslab.app.console import counting, print_table  # noqa: PLC0415
    from litslab.app.review_documents import describe_review, move_table, summary  # noqa: PLC0415

    check_picture(output, force)
    game = read_record(record, constructed=constructed)
    with counting("reviewing", len(game.positions)) as advance:
        found = look_back(
            game, seconds=float("inf") if time is None else time, playouts=playouts, seed=seed, progress=advance
        )
    if output is not None:
        _draw(found, output, force)
    if json:
        print_json(describe_review(found))
    else:
        print_table(move_table(found))
        for line in summary(found):
            typer.echo(line)
        if output is not None:
            typer.echo(f"wrote {output}")
    if found.first:
        typer.echo(f"litslab: interrupted before the first {found.first} moves were reviewed", err=True)
        return exits.LIMIT
    return exits.DONE


def _draw(found: Review, output: Path, force: bool) -> None:
    from litslab.analysis.plots import plot_review, save_figure  # noqa: PLC0415

    rules = found.record.rules
    title = found.record.title or f"{rules.title} {rules.board.columns}×{rules.board.rows}"
    save_figure(plot_review(found, title=f"{title}: review").figure, output, force=force)
