"""Runs as CSV files."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from litslab.analysis.runs.describe import export_csv
from litslab.analysis.runs.run import Run, RunFile
from litslab.analysis.runs.simulate import simulate
from litslab.games import create
from litslab.games.files import FileError, WouldOverwriteError


@pytest.fixture
def file(tmp_path: Path) -> RunFile:
    start = create("tailits+taiji", size=5).start()
    return simulate(Run.of(start, ("random", "random"), 12, moves=True), tmp_path / "run.parquet")


def test_every_value_is_in_the_file(file: RunFile, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    export_csv(file, path)
    rows, plain = pl.read_parquet(file.path), pl.read_csv(path)
    assert plain.columns == rows.columns
    for name, kind in rows.schema.items():
        values = rows[name].to_list()
        expected = [" ".join(map(str, value)) for value in values] if isinstance(kind, pl.List) else values
        found = plain[name].to_list()
        assert [str(each) for each in found] == [str(each) for each in expected]
    assert not list(tmp_path.glob("*.whole"))


def test_a_file_that_is_there_is_kept(file: RunFile, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("mine")
    with pytest.raises(WouldOverwriteError):
        export_csv(file, path)
    assert path.read_text() == "mine"
    export_csv(file, path, force=True)
    assert path.read_text().startswith("seed,length,")
    with pytest.raises(FileError, match="cannot write"):
        export_csv(file, tmp_path / "none" / "run.csv")
