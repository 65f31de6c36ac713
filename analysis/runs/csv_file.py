"""The rows of a run as a CSV file."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.polars_errors import written_whole
from litslab.games.files import refuse_overwriting


def export_csv(file: RunFile, path: Path, *, force: bool = False) -> None:
    """Write a run's rows as a CSV file: a line with the names of the columns, then one line per
    game.

    Lists are written as numbers with spaces between them. The description of the run is only in the
    Parquet file.

    Parameters
    ----------
    file : RunFile
        The run.
    path : Path
        The CSV file.
    force : bool
        Whether to replace an existing file.

    Raises
    ------
    WouldOverwriteError
        If the file exists and `force` is not given.
    FileError
        If it cannot be written.
    """
    refuse_overwriting(path, force)
    flat = file.scan().with_columns(pl.col(pl.List).cast(pl.List(pl.String)).list.join(" "))
    with written_whole(path, force) as stream:
        flat.sink_csv(stream, maintain_order=True)
