"""Metadata of runs from elsewhere: they are checked when the file is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from litslab.analysis.runs.file import open_run
from litslab.analysis.runs.header import KEY, Header
from litslab.analysis.runs.run import RunError


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"players": ["random", "nobody"]}, "player 'nobody': expected random"),
        ({"games": 1 << 64}, "games: input should be less than"),
        ({"played_by": "somebody"}, "played_by: input should be 'kernel' or 'rules'"),
        ({"layers": ["tetromino", "light", "black"]}, "occupancy: expected 2 sides, the layers "),
        ({"occupancy": [[[float("nan")]]]}, "occupancy.0.0.0: input should be a"),
        ({"occupancy": [[[-1]]]}, "occupancy.0.0.0: input should be greater than or equal to 0"),
        (
            {"occupancy": [[[31] * 25] * 3] * 2},
            "occupancy: a square that shows a layer more often than",
        ),
        ({"extra": 0}, "extra: extra inputs are not permitted"),
    ],
)
def test_metadata_of_another_type_or_value_are_refused(
    run_file: Path,
    tmp_path: Path,
    change: dict[str, Any],
    told: str,
) -> None:
    path = tmp_path / "run.parquet"
    header = json.loads(pl.read_parquet_metadata(run_file)[KEY]) | change
    pl.read_parquet(run_file).write_parquet(path, metadata={KEY: json.dumps(header)})
    with pytest.raises(RunError) as refused:
        open_run(path)
    assert f"{path}: its metadata are not those of a run: " in str(refused.value)
    assert told in str(refused.value)


def test_metadata_that_are_whole_are_read_as_they_were_written(run_file: Path) -> None:
    text = pl.read_parquet_metadata(run_file)[KEY]
    assert Header.from_json(text).to_json() == text
