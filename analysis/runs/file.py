"""The Parquet file of a run: checked when it is opened, and queried."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl

from litslab.analysis.runs.columns import PLAYERS, schema
from litslab.analysis.runs.header import KEY, Header
from litslab.analysis.runs.polars_errors import reading
from litslab.analysis.runs.run import Run, RunError
from litslab.games.errors import first_line
from litslab.games.files import as_path
from litslab.games.rules import Rules

CSV_SUFFIX = ".csv"
"""The extension of a CSV file."""

_MAGIC = b"PAR1"  # at the beginning and at the end of a Parquet file


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

    def __repr__(self) -> str:
        run = self.run
        first, second = run.players
        games = f"{run.games:,} {'game' if run.games == 1 else 'games'}"
        board = run.rules.board
        game = f"{run.rules.title} {board.columns}×{board.rows}"
        return f"<run of {games} of {game}, {first} against {second}, seed {run.seed}>"

    def _repr_html_(self) -> str:
        """Show who won how often and the margins, in a notebook."""
        html: str = import_module("litslab.analysis.run_view").run_view(self)
        return html

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

    def traces(self) -> pl.LazyFrame:
        """Return the scores after each placement as a lazy table with one row per placement.

        Its columns are ``game`` (the row of the run, from 0), ``ply`` (from 1), ``score_1``,
        ``score_2`` and ``margin``.

        Raises
        ------
        RunError
            If the run was played without a trace.

        Examples
        --------
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> import litslab as ll
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder) / "run.parquet"
        ...     run = ll.simulate(
        ...         ll.new_game("taiji", size=3, groups=1), path, games=5, trace=True
        ...     )
        ...     traces = run.traces().collect()
        >>> traces.columns
        ['game', 'ply', 'score_1', 'score_2', 'margin']
        >>> traces.row(0)
        (0, 1, 1, 1, 0)
        """
        if not self.run.trace:
            raise RunError(f"{self.path}: it has no scores of each ply: expected a run with trace")
        length = pl.col("length").cast(pl.Int64)
        lists = (
            self.scan()
            .with_row_index("game")
            .filter(length > 0)
            .select(
                "game",
                pl.int_ranges(1, length + 1, dtype=pl.UInt16).alias("ply"),
                pl.col("trace_1").alias("score_1"),
                pl.col("trace_2").alias("score_2"),
            )
        )
        rows = lists.explode("ply", "score_1", "score_2")
        return rows.with_columns(margin=pl.col("score_1") - pl.col("score_2"))

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
            If the file cannot be read to its end, or if pandas or pyarrow, which converts the
            columns, is missing.
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
        with reading(self.path, "its rows"):
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
    with reading(path):
        found = dict(file.scan().collect_schema())
        rows = int(file.scan().select(pl.len()).collect().item())
    if found != schema(run):
        raise RunError(f"{path}: its columns are not those of a run: {', '.join(found)}")
    if rows != run.games:
        raise RunError(f"{path}: it has {rows} rows: expected {run.games}, as its metadata say")
    valid_columns = {name: valid.all() for name, valid in _valid_values(run).items()}
    checks = file.collect(file.scan().select(**valid_columns))
    for name, is_valid in checks.row(0, named=True).items():
        if not is_valid:
            raise RunError(f"{path}: column {name}: a value that no game of the run can have")
    return file


def _valid_values(run: Run) -> dict[str, pl.Expr]:
    """Return for each column whether its values are possible, row by row.

    The readers of a run make tables as large as its scores and lengths, so they rely on this check.
    """
    column = pl.col
    length = pl.col("length")
    placements = len(run.rules.table)
    columns = schema(run)
    margin = column("score_1").cast(pl.Int32) - column("score_2").cast(pl.Int32)
    first_won = column("winner") == 1
    exchanged = column("swap") & (not run.rules.swap_changes_value)
    opening = column("opening")
    branching = column("branching").list
    valid = {name: column(name).is_not_null() for name in columns}
    valid |= {
        "length": length <= placements,
        "margin": column("margin").cast(pl.Int32) == margin,
        "winner": column("winner").is_between(1, 2) & ((margin == 0) | ((margin > 0) == first_won)),
        "winning_player": (column("winning_player") == PLAYERS[0]) == (first_won ^ exchanged),
        "margin_a": column("margin_a").cast(pl.Int32)
        == pl.when(exchanged).then(-margin).otherwise(margin),
        "swap": ~column("swap") | run.rules.has_swap,
        "tie_rule": column("tie_rule") == (margin == 0),
        "opening": (opening < placements) | (opening.is_null() & (length == 0)),
        "branching": (branching.drop_nulls().list.len() == length)
        & (branching.len() == length)
        & (branching.max().fill_null(0) <= placements),
    }
    limit = run.rules.value_limit()
    scores = [name for name in columns if "score" in name]
    valid |= {name: column(name).is_between(0, limit) for name in scores}
    if "first_length" in columns:
        valid["first_length"] = column("first_length") <= length
    if "moves" in columns:
        valid["moves"] &= column("moves").list.max().fill_null(0) <= placements
    if run.trace:
        for number in (1, 2):
            trace = column(f"trace_{number}").list
            is_possible = trace.min().is_between(0, limit) & (trace.max() <= limit)
            ends_right = trace.last() == column(f"score_{number}")
            valid[f"trace_{number}"] = (trace.drop_nulls().list.len() == length) & (
                (length == 0) | ((trace.len() == length) & is_possible & ends_right)
            )
    return {name: each.fill_null(False) for name, each in valid.items()}


def read_header(path: Path) -> Header:
    """Return the metadata of a run's file.

    Raises
    ------
    RunError
        If there are none.
    """
    # The library looks only at the end of a file, and its errors say less.
    with reading(path), path.open("rb") as stream:
        first = stream.read(len(_MAGIC))
        stream.seek(max(0, path.stat().st_size - len(_MAGIC)))
        last = stream.read(len(_MAGIC))
    if path.suffix.lower() == CSV_SUFFIX:
        raise RunError(
            f"{path}: a CSV file: expected the Parquet file of a run, which alone says what was "
            "played"
        )
    if first != _MAGIC:
        raise RunError(f"{path}: not a Parquet file")
    if last != _MAGIC:
        raise RunError(f"{path}: cut off: it has no end")
    with reading(path):
        text = pl.read_parquet_metadata(path).get(KEY)
    if text is None:
        raise RunError(
            f"{path}: a Parquet file of something else: expected one that `litslab simulate` wrote"
        )
    try:
        return Header.from_json(text)
    except ValueError as error:
        raise RunError(
            f"{path}: its metadata are not those of a run: {first_line(error)}"
        ) from None
