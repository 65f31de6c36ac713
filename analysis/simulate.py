"""Many games between two players, into one Parquet file: divided among processes or machines, and resumable.

A run is played in parts. Each finished part is a file in a folder beside the result, so that a run that was killed
goes on where it stopped; once all parts are there they are joined, in pieces, into the result, and the folder goes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path

import polars as pl

from litslab.analysis.play import Part, layer_names, parts, play_part
from litslab.analysis.run import KEY, Run, RunError, RunFile, new_header, open_run, read_header
from litslab.games.files import FileError, refuse_overwriting, write_new
from litslab.jobs.cluster import check_address
from litslab.jobs.folder import resumable_folder
from litslab.jobs.tasks import run_tasks

SUFFIX = ".parquet"
"""What the name of a run ends in."""

_ROW_GROUP = 250_000

ABOUT = "run.json"
"""The file of a folder of parts that says which run they are of."""


def simulate(
    run: Run,
    path: Path,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
) -> RunFile:
    """Play a run into a file; what an earlier call for the same run and file has finished is not played again.

    The file does not depend on how the work was divided, nor on where it was stopped and resumed.

    Parameters
    ----------
    run : Run
        What is played.
    path : Path
        The Parquet file; its name ends in `SUFFIX`.
    workers : int
        How many processes of this machine play; with 1 it is this one.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``: its workers play instead.
    force : bool
        Whether a file that is there already may be replaced.
    progress : callable, optional
        Is told of the number of games that have been finished since it was told last.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FolderError
        If the folder of parts belongs to another run, or another process plays into it.
    FileError
        If something cannot be written; the finished parts are kept.
    RunError
        If the name is not that of a Parquet file.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes that played died again and again; the finished parts are kept.
    """
    if path.suffix.lower() != SUFFIX:
        raise RunError(f"{path}: expected a name that ends in {SUFFIX}, as a run is a Parquet file")
    if not force:
        refuse_overwriting(path)
    if scheduler is not None:
        check_address(scheduler)
    all_parts = list(parts(run))
    folder = parts_folder(path)
    with resumable_folder(folder, _describe(run), name=ABOUT, of="parts of another run"):
        for left in folder.glob("*.whole"):
            left.unlink(missing_ok=True)
        missing = []
        for part in all_parts:
            if _is_there(_part_path(folder, part), run):
                _tell(progress, part)
            else:
                missing.append(part)
        processes = min(workers, len(missing))
        done = run_tasks(partial(_play, run), missing, workers=processes, scheduler=scheduler)
        with closing(done) as finished:
            for part, data in finished:
                write_new(_part_path(folder, part), data, force=True)
                _tell(progress, part)
        _join(run, folder, path, force)
        shutil.rmtree(folder)
    return open_run(path)


def parts_folder(path: Path) -> Path:
    """Return where the parts of a run are kept until all are there."""
    return path.with_name(f"{path.name}.parts")


def _tell(progress: Callable[[int], None] | None, part: Part) -> None:
    if progress is not None:
        progress(part[2])


def _part_path(folder: Path, part: Part) -> Path:
    return folder / f"{part[0]:08}.parquet"


def _describe(run: Run) -> str:
    return json.dumps(asdict(run) | {"in_kernel": run.in_kernel}, ensure_ascii=False)


def _is_there(path: Path, run: Run) -> bool:
    """Tell whether a part has been played: by this version, so that all parts are of one kind."""
    if not path.exists():
        return False
    header = read_header(path)
    return header.run == run and header.version == new_header(run, (), header.occupancy).version


def _play(run: Run, part: Part) -> bytes:
    return play_part(run, *part[1:])


def _join(run: Run, folder: Path, path: Path, force: bool) -> None:
    """Write all parts into one file, in their order and in pieces, so that at no time there is half a file."""
    files = [_part_path(folder, part) for part in parts(run)]
    occupancy = sum((read_header(file).occupancy for file in files[1:]), start=read_header(files[0]).occupancy)
    header = new_header(run, layer_names(run.rules), occupancy)
    whole = folder / "all.whole"
    try:
        pl.scan_parquet(files).sink_parquet(
            whole, metadata={KEY: header.to_json()}, maintain_order=True, row_group_size=_ROW_GROUP
        )
        if not force:
            refuse_overwriting(path)
        whole.replace(os.path.realpath(path))
    except (OSError, pl.exceptions.PolarsError) as error:
        whole.unlink(missing_ok=True)
        raise FileError(f"cannot write {path}: {(str(error).splitlines() or [type(error).__name__])[0]}") from error
