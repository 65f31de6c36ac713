"""A game report in a folder, with one call: played, put together and written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from litslab.analysis.report import context
from litslab.analysis.report.build import Built, build, request
from litslab.analysis.report.files import check_folder, write
from litslab.games.position import Rules
from litslab.jobs.cluster import check_address
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.machine import processors
from litslab.jobs.progress import OnProgress


def report(
    rules: Rules,
    folder: str | Path,
    *,
    quick: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    counts: bool = False,
    progress: OnProgress | None = None,
) -> Built:
    """Report on a game: length, balance, openings, swap, exact values of small boards; as a page and as Markdown.

    Ctrl-C ends it with what is finished.

    Parameters
    ----------
    rules : Rules
        The game; Battle of LITS is played on its board if it has symbols, else on many random boards.
    folder : str or Path
        Where the report goes; is made where it is missing.
    quick : bool
        Whether to play fewer games: it then takes less than a minute.
    seed : int
        The same seed plays the same games; how many depends on the time available.
    time_limit : float, optional
        Wall-clock time: 270 where not given, or 45 with `quick`.
    workers : int, optional
        How many games are played at a time; one per processor where not given.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    force : bool
        Whether a report that is there already may be replaced.
    counts : bool
        Whether openings are shown with the numbers of their games.
    progress : callable, optional
        Receives what is being worked out.

    Raises
    ------
    WouldOverwriteError
        If there is a report already and `force` is not given.
    FileError
        If the folder cannot be written to.
    WorkerError
        If the cluster cannot be used.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     rules = ll.new_game("wythe", size=3).rules
    ...     made = ll.report(rules, folder, quick=True, time_limit=1, workers=1, force=True)
    ...     made.report.title, made.files[0].name, made.missing
    ('Wythe 3×3', 'index.html', ())
    """
    folder = Path(folder)
    check_folder(folder, force=force)
    if scheduler is not None:
        check_address(scheduler)
    budget = context.budget_for(rules, context.QUICK if quick else context.FULL, time_limit)
    processes = workers or processors()
    # Removed at the end; what a killed report has left there is used by the same report, and removed by others.
    games = ResumableFolder(folder / ".games", request(rules, seed), contents="games", temporary=True)
    with games:
        built = build(
            rules,
            budget,
            seed=seed,
            workers=processes,
            folder=games.path,
            counts=counts,
            scheduler=scheduler,
            progress=progress,
        )
    return replace(built, files=write(built.report, folder, force=force))
