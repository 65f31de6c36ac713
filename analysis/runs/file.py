"""The Parquet file of a run: checked when it is opened, queried, and exported as CSV."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import polars as pl

from litslab.analysis.runs.run import KEY, PLAYERS, Header, Run, RunError, schema
from litslab.games.errors import first_line
from litslab.games.files import FileError, as_path, new_file, refuse_overwriting
from litslab.games.position import Rules
from litslab.jobs.interrupts import interruptible

CSV_SUFFIX = ".csv"
"""The extension of a CSV file."""

_STANDARD_ERROR = 2
_MAGIC = b"PAR1"  # at the beginning and at the end of a Parquet file
_SECONDS_TO_PANIC = 0.2  # other threads may panic a moment after the first


@dataclass(frozen=True)
class RunFile:
    """The checked file of a run.

    Attributes
    ----------
    path : Path
        The Parquet file.
    header : Header
        Its metadata.
    """

    path: Path
    header: Header

    @property
    def run(self) -> Run:
        """The run."""
        return self.header.run

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.header.run.rules

    def scan(self) -> pl.LazyFrame:
        """Return the rows as a lazy table."""
        return pl.scan_parquet(self.path)

    def to_polars(self) -> pl.DataFrame:
        """Return all games as a polars table with one row per game.

        Raises
        ------
        RunError
            If the file cannot be read to its end.
        """
        return self.collect(self.scan())

    def to_pandas(self) -> Any:
        """Return all games as a pandas table with one row per game.

        Raises
        ------
        RunError
            If the file cannot be read to its end, or if pandas or pyarrow, which converts the columns, is missing.
        """
        try:
            return self.to_polars().to_pandas()
        except ImportError as error:
            raise RunError(
                f"{error.name or 'pandas'} is not installed: expected `pip install pandas pyarrow`"
            ) from None

    def collect(self, rows: pl.LazyFrame) -> pl.DataFrame:
        """Return the result of a query of the rows, which is worked out in pieces.

        Raises
        ------
        RunError
            If the file cannot be read to its end.
        """
        with _reading(self.path, "its rows"):
            return rows.collect(engine="streaming")


AnyRun = RunFile | str | Path
"""Values that stand for a run: itself, or its file."""


def open_run(path: AnyRun) -> RunFile:
    """Open the file of a run; a run that is open already is returned as it is.

    Parameters
    ----------
    path : RunFile or str or Path
        The Parquet file.

    Raises
    ------
    RunError
        If it cannot be read, is not a whole Parquet file, or was not written by `simulate`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "run.parquet"
    ...     _ = ll.simulate(ll.new_game("taiji", size=4, groups=1), path, games=50, seed=1)
    ...     ll.open_run(path).run.players
    ('random', 'random')
    """
    if isinstance(path, RunFile):
        return path
    path = as_path(path)
    file = RunFile(path, read_header(path))
    run = file.run
    with _reading(path):
        found = dict(file.scan().collect_schema())
        rows = int(file.scan().select(pl.len()).collect().item())
    if found != schema(run):
        raise RunError(f"{path}: its columns are not those of a run: {', '.join(found)}")
    if rows != run.games:
        raise RunError(f"{path}: it has {rows} rows: expected {run.games}, as its metadata say")
    checks = file.collect(file.scan().select(**{name: valid.all() for name, valid in _valid_values(run).items()}))
    for name, is_valid in checks.row(0, named=True).items():
        if not is_valid:
            raise RunError(f"{path}: column {name}: a value that no game of the run can have")
    return file


def _valid_values(run: Run) -> dict[str, pl.Expr]:
    """Return for each column whether its values are possible, row by row.

    The readers of a run make tables as large as its scores and lengths, so they rely on this check.
    """
    column, length = pl.col, pl.col("length")
    placements, columns = len(run.rules.table), schema(run)
    margin = column("score_1").cast(pl.Int32) - column("score_2").cast(pl.Int32)
    first_won = column("winner") == 1
    exchanged = column("swap") & (not run.rules.swap_changes_value)
    opening, branching = column("opening"), column("branching").list
    valid = {name: column(name).is_not_null() for name in columns} | {
        "length": length <= placements,
        "margin": column("margin").cast(pl.Int32) == margin,
        "winner": column("winner").is_between(1, 2) & ((margin == 0) | ((margin > 0) == first_won)),
        "winning_player": (column("winning_player") == PLAYERS[0]) == (first_won ^ exchanged),
        "margin_a": column("margin_a").cast(pl.Int32) == pl.when(exchanged).then(-margin).otherwise(margin),
        "swap": ~column("swap") | run.rules.has_swap,
        "tie_rule": column("tie_rule") == (margin == 0),
        "opening": (opening < placements) | (opening.is_null() & (length == 0)),
        "branching": (branching.drop_nulls().list.len() == length)
        & (branching.len() == length)
        & (branching.max().fill_null(0) <= placements),
    }
    valid |= {name: column(name).is_between(0, run.rules.value_limit()) for name in columns if "score" in name}
    if "first_length" in columns:
        valid["first_length"] = column("first_length") <= length
    if "moves" in columns:
        valid["moves"] &= column("moves").list.max().fill_null(0) <= placements
    return {name: each.fill_null(False) for name, each in valid.items()}


def read_header(path: Path) -> Header:
    """Return the metadata of a run's file.

    Raises
    ------
    RunError
        If there are none.
    """
    # The library looks only at the end of a file, and its errors say less.
    with _reading(path), path.open("rb") as stream:
        first = stream.read(len(_MAGIC))
        stream.seek(max(0, path.stat().st_size - len(_MAGIC)))
        last = stream.read(len(_MAGIC))
    if path.suffix.lower() == CSV_SUFFIX:
        raise RunError(f"{path}: a CSV file: expected the Parquet file of a run, which alone says what was played")
    if first != _MAGIC or last != _MAGIC:
        raise RunError(f"{path}: {'cut off: it has no end' if first == _MAGIC else 'not a Parquet file'}")
    with _reading(path):
        text = pl.read_parquet_metadata(path).get(KEY)
    if text is None:
        raise RunError(f"{path}: a Parquet file of something else: expected one that `litslab simulate` wrote")
    try:
        return Header.from_json(text)
    except ValueError as error:
        raise RunError(f"{path}: its metadata are not those of a run: {first_line(error)}") from None


@contextmanager
def _reading(path: Path, part: str = "it") -> Iterator[None]:
    """Turn the library's errors over a damaged file into a `RunError`; its panics are not `Exception`s."""
    try:
        with interruptible(), _without_panic_messages():
            yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        text = getattr(error, "strerror", None) or first_line(error)
        raise RunError(f"{path}: cannot read {part}: {text}") from None


@contextmanager
def _without_panic_messages() -> Iterator[None]:
    """Suppress the messages of the library's threads on standard error when they panic over a damaged file.

    The exception that follows says the same on one line. Other output is passed on.
    """
    try:
        standard_error = os.dup(_STANDARD_ERROR)
    except OSError:  # there is none
        yield
        return
    with TemporaryFile() as written:
        sys.stderr.flush()
        os.dup2(written.fileno(), _STANDARD_ERROR)
        panicked = False
        try:
            yield
        except pl.exceptions.PanicException:
            panicked = True
            time.sleep(_SECONDS_TO_PANIC)
            raise
        finally:
            os.dup2(standard_error, _STANDARD_ERROR)
            os.close(standard_error)
            written.seek(0)
            if not panicked:
                os.write(_STANDARD_ERROR, written.read())


@contextmanager
def written_whole(path: Path, force: bool) -> Iterator[BinaryIO]:
    """Let the library write a file as `new_file` does, which also keeps apart two processes that write the same file.

    Raises
    ------
    WouldOverwriteError
        If the file exists and `force` is not given.
    FileError
        If it cannot be written.
    """
    try:
        with new_file(path, force) as stream, interruptible():
            yield stream
    except pl.exceptions.PolarsError as error:
        raise FileError(f"cannot write {path}: {first_line(error)}") from error


def export_csv(file: RunFile, path: Path, *, force: bool = False) -> None:
    """Write a run's rows as a CSV file: a line with the names of the columns, then one line per game.

    Lists are written as numbers with spaces between them. The description of the run is only in the Parquet file.

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
