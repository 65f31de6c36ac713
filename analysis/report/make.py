"""A game report in a folder, with one call."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from litslab.analysis.report import amounts
from litslab.analysis.report.build import Built, build
from litslab.analysis.report.deadline import Deadline
from litslab.analysis.report.markdown import PICTURES, to_markdown
from litslab.analysis.report.model import Report
from litslab.analysis.report.page import to_html
from litslab.analysis.style import texts_in
from litslab.games.errors import check_time_limit
from litslab.games.files import FileError, as_path, failing_to, refuse_overwriting, write_new
from litslab.games.language import ENGLISH
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.sources import AnyRules, as_rules
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.machine import processors
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.jobs.work_options import check_seed, check_workers

PAGE = "index.html"
TEXT = "report.md"


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise if a report cannot be written, before minutes of work.

    Raises
    ------
    WouldOverwriteError
        If a report exists and `force` is not given.
    FileError
        If the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise FileError(f"cannot write to {folder}: it is not a folder")
    for name in (PAGE, TEXT, PICTURES):
        refuse_overwriting(folder / name, force)


def write(report: Report, folder: Path, *, force: bool = False) -> tuple[Path, ...]:
    """Write a report and return the files: the page, the Markdown and the pictures.

    Parameters
    ----------
    report : Report
        The report.
    folder : Path
        The folder, which is created if it is missing.
    force : bool
        Whether to replace existing files.

    Raises
    ------
    FileError
        If a file exists and `force` is not given, or cannot be written.
    """
    files = {folder / PAGE: to_html(report), folder / TEXT: to_markdown(report)}
    files |= {folder / PICTURES / f"{figure.name}.svg": figure.svg for figure in report.figures}
    with failing_to(f"make {folder}"):
        (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_new(path, text, force)
    return tuple(files)


def report(
    rules: AnyRules,
    folder: str | Path,
    *,
    quick: bool = False,
    games: int | None = None,
    playouts: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    counts: bool = False,
    lang: str = ENGLISH,
    progress: OnProgress = ignore_progress,
) -> Built:
    """Report on a game: length, balance, openings, swap, exact values of small boards; as a page
    and as Markdown.

    The same numbers of games and playouts and the same seed make the same files on every machine.
    A time limit and Ctrl-C end it with the parts that are finished; the report then begins with
    those that are missing.

    Parameters
    ----------
    rules : Rules or str
        The game or its name; a position, a record or its path stands for its game. Battle of LITS
        is played on its board if it has symbols, else on many random boards.
    folder : str or Path
        The folder of the report, which is created if it is missing.
    quick : bool
        Whether to play fewer games, with fewer playouts, unless their numbers are given.
    games : int, optional
        Games of the engine with itself, to which all other amounts of work are proportional; 400 by
        default, or 100 with `quick`.
    playouts : int, optional
        Random games per move of the engine; by default fewer for longer games.
    seed : int
        Random seed.
    time_limit : float, optional
        Wall-clock time in seconds after which no further game begins.
    workers : int, optional
        Number of games at a time; one per processor by default.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    force : bool
        Whether to replace an existing report.
    counts : bool
        Whether to show openings with the numbers of their games.
    lang : str
        The language of the texts, such as ``ja``.
    progress : callable, optional
        Receives the name of each part when it begins.

    Raises
    ------
    OptionError
        If a number is out of range or of another type, or the scheduler is no address.
    WouldOverwriteError
        If a report exists and `force` is not given.
    FileError
        If the folder cannot be written to.
    WorkerError
        If the cluster cannot be used.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     rules = ll.new_game("taiji", size=3).rules
    ...     made = ll.report(rules, folder, games=4, playouts=64, workers=1, force=True)
    ...     made.report.title, made.files[0].name, made.missing
    ('TAIJI 3×3', 'index.html', ())
    """
    rules = as_rules(rules)
    folder = as_path(folder)
    check_folder(folder, force=force)
    check_workers(workers, scheduler)
    check_seed(seed)
    check_time_limit(time_limit)
    usual = amounts.QUICK if quick else amounts.FULL
    work = amounts.amounts_for(rules, usual, games, playouts)
    deadline = Deadline(time_limit)
    # The folder is removed at the end. The same report resumes from one that a killed process left;
    # others empty it.
    manifest = json.dumps({"record": dumps(Record(rules, ())), "seed": seed}, ensure_ascii=False)
    with texts_in(lang):
        with ResumableFolder(
            folder / ".games", manifest, contents="games", temporary=True
        ) as played:
            built = build(
                rules,
                work,
                seed=seed,
                workers=processors() if workers is None else workers,
                folder=played.path,
                deadline=deadline,
                counts=counts,
                scheduler=scheduler,
                progress=progress,
            )
        return replace(built, files=write(built.report, folder, force=force))
