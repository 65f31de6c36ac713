"""Many games between two players, into one Parquet file: divided among processes or machines, and resumable.

A run is played in parts. Each finished part is a file in a folder beside the result, so that a run that was killed
goes on where it stopped; once all parts are there they are joined, in pieces, into the result, and the folder goes.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from analysis.play import Part, layer_names, parts, play_part
from analysis.run import KEY, Run, RunError, RunFile, new_header, open_run, read_header
from games.files import refuse_overwriting, write_new
from solver.workers import work

SUFFIX = ".parquet"
"""What the name of a run ends in."""

_ROW_GROUP = 250_000


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
    RunError
        If the name is not that of a Parquet file, or the folder of parts belongs to another run.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes that played died again and again; the finished parts are kept.
    """
    if path.suffix.lower() != SUFFIX:
        raise RunError(f"{path}: expected a name that ends in {SUFFIX}, as a run is a Parquet file")
    if not force:
        refuse_overwriting(path)
    folder = path.with_name(f"{path.name}.parts")
    waiting = []
    _prepare(folder, run)
    for part in parts(run):
        if _is_there(_part_path(folder, part), run):
            _tell(progress, part)
        else:
            waiting.append(part)
    if waiting:
        jobs = min(workers, len(waiting))
        with closing(work(partial(_play, run), waiting, jobs=jobs, scheduler=scheduler)) as finished:
            for part, data in finished:
                write_new(_part_path(folder, part), data, force=True)
                _tell(progress, part)
    _join(run, folder, path, force)
    shutil.rmtree(folder)
    return open_run(path)


def _tell(progress: Callable[[int], None] | None, part: Part) -> None:
    if progress is not None:
        progress(part[2])


def _part_path(folder: Path, part: Part) -> Path:
    return folder / f"{part[0]:08}.parquet"


def _prepare(folder: Path, run: Run) -> None:
    """Make the folder of parts, or see that the one that is there belongs to this run."""
    description = json.dumps(asdict(run) | {"in_kernel": run.in_kernel}, ensure_ascii=False)
    about = folder / "run.json"
    folder.mkdir(exist_ok=True)
    if not about.exists():
        write_new(about, description)
    elif about.read_text(encoding="utf-8") != description:
        raise RunError(f"{folder} holds parts of another run: remove it, or choose another file")


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
    occupancy = np.stack([read_header(file).occupancy for file in files]).sum(axis=0, dtype=np.uint64)
    header = new_header(run, layer_names(run.rules), occupancy)
    whole = folder / f"{secrets.token_hex(8)}.whole"
    pl.scan_parquet(files).sink_parquet(
        whole, metadata={KEY: header.to_json()}, maintain_order=True, row_group_size=_ROW_GROUP
    )
    if not force:
        refuse_overwriting(path)
    whole.replace(os.path.realpath(path))
