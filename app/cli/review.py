"""Commands that judge: ``review`` of a game that was played, ``report`` on one by its rules, and ``groups``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import NoNegativeSeed, Option
from litslab.app.cli.shared import GameChoice, check_picture, check_seconds, finish, read_position, read_record

if TYPE_CHECKING:
    from litslab.analysis.review_result import Review
    from litslab.games.position import Rules


def review(
    record: Path,
    *,
    time_limit: float | None = 60.0,
    playouts: Annotated[int, Option(least=1)] = 20_000,
    seed: int = 0,
    output: Path | None = None,
    force: bool = False,
    constructed: bool = False,
    json: bool = False,
) -> int:
    """Show where a game was decided and what each move cost: exact where the position can be solved in time.

    Before that, who wins is proved or estimated: a turning point is one beyond the noise of the estimates.
    Ctrl-C keeps what is done, from the end of the game backwards.

    Parameters
    ----------
    playouts : N
        Random games per search of an estimate, if the time allows.
    output
        Plot the values to a .svg, .png or .pdf file.

    Examples
    --------
    litslab review examples/battle-of-lits-10.toml
    litslab review examples/taiji-9.toml --time-limit 30 --seed 1 -o curve.svg
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


def report(
    chosen: GameChoice,
    *,
    output: Path,
    record: Path | None = None,
    counts: bool = False,
    quick: bool = False,
    seed: NoNegativeSeed = 0,
    time_limit: Annotated[float | None, Option(least=1, most=1000000.0)] = None,
    workers: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    json: bool = False,
) -> int:
    """Write a report on a game: is it fair, when is it decided, what does a swap leave; as HTML and Markdown.

    Without --record, Battle of LITS is played on many random boards.

    Parameters
    ----------
    output : DIR
        Write the report to this folder.
    record
        Report on the board and options of this record of the game.
    counts
        Show openings with the numbers of their games.
    quick
        Play fewer games; takes about a minute.
    time_limit
        Time limit (seconds): 270, or 45 with --quick.
    workers
        Number of worker processes; if not given, one per processor.

    Examples
    --------
    litslab report tailits --quick -o report
    litslab report battle-of-lits --record examples/battle-of-lits-10.toml --quick -o my-board
    litslab report taiji --size 7 --time-limit 600 --workers 2 -o taiji-7 --force
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


def groups(
    record: Path,
    *,
    at: int | None = None,
    output: Path | None = None,
    force: bool = False,
    constructed: bool = False,
    json: bool = False,
) -> int:
    """Analyse a position's groups: connections, cut squares, and how large each can still grow.

    Examples
    --------
    litslab groups examples/taiji-9.toml
    litslab groups examples/tailits-11.toml --at 8 -o groups.png
    """
    from litslab.analysis.groups import analyse, draw_groups
    from litslab.app.documents.reports import GroupsDocument
    from litslab.games.drawing.canvas import save

    check_picture(output, force)
    position = read_position(record, at, constructed=constructed)
    found = analyse(position)
    if output is not None:
        save(draw_groups(found), output, force=force)
    finish(GroupsDocument.of(found), output, json=json)
    return exits.DONE
