"""Files of runs from elsewhere: their rows are checked when they are opened."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from litslab.analysis.runs.file import open_run
from litslab.analysis.runs.header import KEY
from litslab.analysis.runs.run import RunError


def test_files_of_runs_are_compared_and_hashed_by_place_and_header(
    run_file: Path,
    tmp_path: Path,
) -> None:
    opened = open_run(run_file)
    assert {opened, open_run(run_file)} == {opened}
    elsewhere = tmp_path / "copy.parquet"
    elsewhere.write_bytes(run_file.read_bytes())
    copied = open_run(elsewhere)
    assert copied != opened
    assert copied.header == opened.header


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seed", None),
        ("length", 60_000),
        ("length", None),
        ("score_1", -1),
        ("score_1", 30_000),
        ("score_2", 30_000),
        ("margin", 99),
        ("winner", 0),
        ("winner", 1),
        ("winner", 3),
        ("winner", None),
        ("winning_player", None),
        ("winning_player", "A"),
        ("margin_a", 99),
        ("margin_a", 1),
        ("margin_a", None),
        ("tie_rule", None),
        ("swap", None),
        ("swap", True),
        ("opening", 4_000_000_000),
        ("opening", None),
        ("first_length", 60_000),
        ("first_score_1", -5),
        ("first_score_2", 30_000),
        ("branching", []),
        ("branching", None),
        ("branching", [1] * 99),
        ("moves", None),
        ("moves", [4_000_000_000]),
        ("trace_1", None),
        ("trace_1", []),
        ("trace_2", [3] * 99),
        ("trace_2", [-1]),
    ],
)
def test_values_that_no_game_can_have_are_refused(
    run_file: Path,
    tmp_path: Path,
    column: str,
    value: object,
) -> None:
    path = tmp_path / "run.parquet"
    rows = pl.read_parquet(run_file)
    values = rows[column].to_list()
    values[3] = value
    changed = rows.with_columns(pl.Series(column, values, dtype=rows.schema[column]))
    changed.write_parquet(path, metadata={KEY: pl.read_parquet_metadata(run_file)[KEY]})
    with pytest.raises(RunError, match=r"column .*: a value that no game of the run can have"):
        open_run(path)


@pytest.mark.slow
@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_while_rows_are_read_is_not_a_damaged_file(
    run_file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library makes its results by calling Python back, and takes an error there for one of its
    own.
    """
    wrap = pl.Series._from_pyseries

    def interrupted(*arguments: Any) -> pl.Series:
        signal.raise_signal(signal.SIGINT)
        return wrap(*arguments)

    monkeypatch.setattr(pl.Series, "_from_pyseries", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_run(run_file)
