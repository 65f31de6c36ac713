"""A run as a CSV file, for tools that do not read Parquet."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from litslab.analysis.runs.run import RunFile
from litslab.games.errors import first_line
from litslab.games.files import FileError, refuse_overwriting
from litslab.jobs.interrupts import interruptible

CSV_SUFFIX = ".csv"
"""What the name of a CSV file ends in."""


def export_csv(file: RunFile, path: Path, *, force: bool = False) -> None:
    """Write a run's rows as a CSV file: a line with the names of the columns, then one line per game.

    Lists are written as numbers with spaces between them. What was played is not in the file; the run alone says it.

    Parameters
    ----------
    file : RunFile
        The run.
    path : Path
        The CSV file.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    if not force:
        refuse_overwriting(path)
    rows = file.scan()
    lists = [name for name, kind in rows.collect_schema().items() if isinstance(kind, pl.List)]
    flat = rows.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
    whole = path.with_name(f"{path.name}.whole")
    try:
        with interruptible():
            flat.sink_csv(whole, maintain_order=True)
        whole.replace(path.resolve())
    except (OSError, pl.exceptions.PolarsError) as error:
        raise FileError(f"cannot write {path}: {first_line(error)}") from error
    finally:
        whole.unlink(missing_ok=True)
