"""Commands that judge a game: ``review`` of one that was played, and ``report`` on one by its rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    AllWorkersOption,
    AnyOption,
    ForceOption,
    JsonOption,
    PositiveSeedOption,
    RecordArgument,
    SchedulerOption,
    SeedOption,
    TimeLimitOption,
    output_option,
)
from litslab.app.cli.shared import (
    GameChoice,
    add_command,
    check_picture,
    check_seconds,
    choosing_game,
    finish,
    read_record,
)

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review
    from litslab.games.position import Rules


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    add_command(
        app,
        review,
        "litslab review examples/battle-of-lits-10.toml",
        "litslab review examples/taiji-9.toml --time-limit 30 --seed 1 -o curve.svg",
    )
    add_command(
        app,
        report,
        "litslab report tailits --quick -o report",
        "litslab report battle-of-lits --record examples/battle-of-lits-10.toml --quick -o my-board",
        "litslab report taiji --size 7 --time-limit 600 --workers 2 -o taiji-7 --force",
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


@choosing_game
def report(
    chosen: GameChoice,
    *,
    output: Annotated[Path, output_option("DIR", "Write the report to this folder.")],
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="RECORD", help="Report on the board and options of this record of the game."),
    ] = None,
    counts: Annotated[bool, typer.Option("--counts", help="Show openings with the numbers of their games.")] = False,
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
    """Write a report on a game: is it fair, when is it decided, what does a swap leave; as HTML and Markdown.

    Without --record, Battle of LITS is played on many random boards.
    """
    from litslab.analysis.report.make import report as make
    from litslab.app.console import showing
    from litslab.app.documents.reports import ReportDocument

    check_seconds(time_limit)
    rules = chosen.rules() if record is None else _rules_of(record, chosen)
    with showing("report") as progress:
        built = make(
            rules, output, quick=quick, seed=seed, time_limit=time_limit, workers=workers, scheduler=scheduler,
            force=force, counts=counts, progress=progress,
        )  # fmt: skip
    files = built.files[:2]
    finish(ReportDocument.of(built.report, files, built.missing), *files, json=json)
    if built.missing:
        typer.echo(f"litslab: stopped; missing or incomplete: {', '.join(built.missing)}", err=True)
        return exits.LIMIT
    return exits.DONE


def _rules_of(path: Path, chosen: GameChoice) -> Rules:
    """Return the game with the board and the options of a record."""
    from litslab.games.errors import OptionError

    if chosen.has_options:
        raise OptionError("--record has the options of the game: expected no others")
    rules = read_record(path).rules
    if rules.name != chosen.game:
        raise OptionError(f"{path}: a record of {rules.name}; expected one of {chosen.game}")
    return rules
