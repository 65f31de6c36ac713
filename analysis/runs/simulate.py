"""Many games between two players in one Parquet file: divided among processes or machines, and
resumable.

A run is played in parts. Each finished part is a file in a folder next to the result, so a killed
run is resumed. In the end the parts are joined piecewise into the result, and the folder is
removed.
"""

from __future__ import annotations

import json
import shutil
import weakref
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import polars as pl

from litslab.analysis.runs import SUFFIX
from litslab.analysis.runs.file import RunFile, open_run, read_header
from litslab.analysis.runs.header import KEY, new_header
from litslab.analysis.runs.play import Part, parts, play_part
from litslab.analysis.runs.polars_errors import written_whole
from litslab.analysis.runs.run import Run, RunError
from litslab.games.errors import OptionError
from litslab.games.files import as_path, refuse_overwriting
from litslab.games.sources import AnyPosition, as_position
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.machine import processors
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks
from litslab.jobs.work_options import check_workers

_ROW_GROUP = 250_000

ABOUT = "run.json"
"""The file that describes the run of a folder of parts."""


def play_run(
    run: Run,
    path: Path,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    force: bool = False,
    progress: OnProgress = ignore_progress,
) -> RunFile:
    """Play a run into a file; parts that an earlier call for the same run and file has finished are
    kept.

    The file does not depend on the division of the work or on interruptions.

    Parameters
    ----------
    run : Run
        The run.
    path : Path
        The Parquet file; its name ends in `SUFFIX`.
    workers : int
        Number of processes of this machine; 1 plays in this process.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers play instead.
    force : bool
        Whether to replace an existing file.
    progress : callable, optional
        Receives the number of finished games at the start and after each part, those of earlier
        calls included.

    Raises
    ------
    WouldOverwriteError
        If the file exists and `force` is not given.
    FolderError
        If the folder of parts belongs to another run, or another process plays into it.
    FileError
        If a file cannot be written; the finished parts are kept.
    RunError
        If the name is not that of a Parquet file.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly; the finished parts are kept.
    """
    if path.suffix.lower() != SUFFIX:
        raise RunError(f"{path}: expected a name that ends in {SUFFIX}, as a run is a Parquet file")
    refuse_overwriting(path, force)
    check_workers(workers, scheduler)
    all_parts = list(parts(run))  # fails before anything is made
    with ResumableFolder(parts_folder(path), describe(run), ABOUT, "parts") as folder:
        missing = [part for part in all_parts if not is_played(folder.path / _name(part), run)]
        played = run.games - sum(games for _, _, games in missing)
        progress(Progress(played, run.games))
        done = run_tasks(
            partial(_play, run), missing, workers=min(workers, len(missing)), scheduler=scheduler
        )
        with closing(done) as finished:
            for part, data in finished:
                folder.write(_name(part), data)
                played += part[2]
                progress(Progress(played, run.games))
        _join(run, folder.path, path, force)
        folder.remove()
    return open_run(path)


def simulate(
    start: AnyPosition,
    path: str | Path | None = None,
    games: int = 1_000,
    *,
    players: str | tuple[str, str] = "random",
    seed: int = 0,
    moves: bool = False,
    trace: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    progress: OnProgress = ignore_progress,
) -> RunFile:
    """Play many games from a position into a Parquet file, one row per game; a run that was stopped
    is resumed. Without a file the games are there as long as the run that is returned.

    The same seed gives the same file, whatever the division of the work and the interruptions.

    Parameters
    ----------
    start : Position or Record or str or Path
        The position that every game starts from. A record, or the path of one, stands for its last
        position, and the name of a game for its start.
    path : str or Path, optional
        The Parquet file; its name ends in `SUFFIX`. By default a temporary file.
    games : int
        Number of games.
    players : str or tuple of str
        The first player and the second, or one for both, as `solver.play.players.parse_player`
        reads them: ``random``, ``greedy``, ``mcts:PLAYOUTS`` or ``exact:NODES``.
    seed : int
        Random seed.
    moves : bool
        Whether to store the moves, which make the file several times as large.
    trace : bool
        Whether to store the scores of both sides after each placement (`RunFile.traces`).
    workers : int, optional
        Number of processes of this machine; one per processor by default.
    scheduler, force, progress
        As for `play_run`.

    Raises
    ------
    OptionError
        If there is no such player, a number is out of range or of another type, or the scheduler is
        no address.
    GameError
        As for `play_run`.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate(ll.new_game("wythe", size=4), games=200, players="greedy", seed=1)
    >>> run
    <run of 200 games of Wythe 4×4, greedy against greedy, seed 1>
    >>> run.to_polars().height
    200
    """
    if path is not None and not isinstance(path, str | Path):
        raise OptionError(f"path {path!r}: expected the name of a file, such as 'run.parquet'")
    both = (players, players) if isinstance(players, str) else players
    run = Run.of(as_position(start), both, games, seed=seed, moves=moves, trace=trace)
    play = partial(
        play_run,
        run,
        workers=processors() if workers is None else workers,
        scheduler=scheduler,
        force=force,
        progress=progress,
    )
    if path is not None:
        return play(as_path(path))
    folder = Path(mkdtemp(prefix="litslab-"))
    remove = partial(shutil.rmtree, folder, ignore_errors=True)
    try:
        file = play(folder / f"run{SUFFIX}")
    except BaseException:
        remove()
        raise
    weakref.finalize(file, remove)
    return file


def parts_folder(path: Path) -> Path:
    """Return the folder of the parts of an unfinished run."""
    return path.with_name(f"{path.name}.parts")


def _name(part: Part) -> str:
    return f"{part[0]:08}{SUFFIX}"


def describe(run: Run) -> str:
    """Return the text that distinguishes a run from others, in the folder of its parts."""
    return json.dumps(asdict(run) | {"in_kernel": run.in_kernel}, ensure_ascii=False)


def is_played(path: Path, run: Run) -> bool:
    """Return whether there is a whole file with games of a run that this version played."""
    with suppress(RunError):
        return read_header(path) == new_header(run, np.empty(0, np.uint64))  # not compared
    return False


def _play(run: Run, part: Part) -> bytes:
    return play_part(run, *part[1:])


def _join(run: Run, folder: Path, path: Path, force: bool) -> None:
    """Write all parts in order into one file, which appears only when it is complete."""
    files = [folder / _name(part) for part in parts(run)]
    occupancy = read_header(files[0]).occupancy
    for file in files[1:]:
        occupancy = occupancy + read_header(file).occupancy
    header = new_header(run, occupancy)
    with written_whole(path, force) as stream:
        pl.scan_parquet(files).sink_parquet(
            stream, metadata={KEY: header.to_json()}, maintain_order=True, row_group_size=_ROW_GROUP
        )
