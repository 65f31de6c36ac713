"""CSV files hold every value of a run."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import polars as pl
import pytest

from litslab.analysis.runs.csv_file import export_csv
from litslab.analysis.runs.file import open_run
from litslab.games.files import FileError, WouldOverwriteError, new_file


def test_every_value_is_in_the_file(run_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    export_csv(open_run(run_file), path)
    rows = pl.read_parquet(run_file)
    plain = pl.read_csv(path)
    assert plain.columns == rows.columns
    for name, kind in rows.schema.items():
        values = rows[name].to_list()
        expected = (
            [" ".join(map(str, value)) for value in values] if isinstance(kind, pl.List) else values
        )
        found = plain[name].to_list()
        assert [str(each) for each in found] == [str(each) for each in expected]


def test_files_that_are_there_or_come_meanwhile_are_kept(run_file: Path, tmp_path: Path) -> None:
    file = open_run(run_file)
    path = tmp_path / "run.csv"
    with ThreadPoolExecutor() as pool:
        with new_file(path) as stream:
            other = pool.submit(export_csv, file, path)
            wait([other], timeout=0.5)
            stream.write(b"mine")
        assert isinstance(other.exception(), WouldOverwriteError)
    assert path.read_text() == "mine"
    export_csv(file, path, force=True)
    assert path.read_text().startswith("seed,length,")
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileError, match="cannot write"):
        export_csv(file, tmp_path / "none" / "run.csv")
