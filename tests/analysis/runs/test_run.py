"""Files of runs from elsewhere: their metadata and rows are checked when they are opened."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from litslab.analysis.distributions import balance
from litslab.analysis.runs.run import (
    KEY,
    Header,
    Run,
    RunError,
    RunFile,
    _without_panic_messages,
    open_run,
    schema,
)
from litslab.analysis.runs.simulate import is_played, simulate
from litslab.games import create


@pytest.fixture(scope="module")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "whole.parquet"
    start = create("tailits+taiji", size=5).start()
    return simulate(Run.of(start, ("random", "random"), 30, moves=True), path).path


def test_files_of_runs_are_compared_and_hashed_by_place_and_header(run_file: Path, tmp_path: Path) -> None:
    opened = open_run(run_file)
    assert {opened, open_run(run_file)} == {opened}
    elsewhere = tmp_path / "copy.parquet"
    elsewhere.write_bytes(run_file.read_bytes())
    copied = open_run(elsewhere)
    assert copied != opened
    assert copied.header == opened.header


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"record": ["game"]}, "record: input should be a valid string"),
        ({"record": None}, "record: input should be a valid string"),
        ({"players": "random"}, "players: input should be a valid"),
        ({"players": [1, 2]}, "players.0: input should be a valid string"),
        ({"players": ["random"]}, "players.1: field required"),
        ({"players": ["random", "nobody"]}, "player 'nobody': expected one of"),
        ({"games": 1 << 64}, "games: input should be less than"),
        ({"games": float("nan")}, "games: input should be a"),
        ({"games": True}, "games: input should be a valid integer"),
        ({"seed": float("nan")}, "seed: input should be a"),
        ({"seed": "7"}, "seed: input should be a valid integer"),
        ({"moves": 1}, "moves: input should be a valid boolean"),
        ({"played_by": "somebody"}, "played_by: input should be 'kernel' or 'rules'"),
        ({"layers": 5}, "layers: input should be a valid"),
        ({"layers": ["light"]}, "occupancy: expected 2 sides, 1 layers and 25 squares"),
        ({"occupancy": [[[float("nan")]]]}, "occupancy.0.0.0: input should be a"),
        ({"occupancy": [[[1 << 64]]]}, "occupancy.0.0.0: input should be less than"),
        ({"occupancy": [[[-1]]]}, "occupancy.0.0.0: input should be greater than or equal to 0"),
        ({"occupancy": {}}, "occupancy: input should be a valid"),
        ({"occupancy": []}, "occupancy: expected 2 sides"),
        ({"occupancy": [[[31] * 25] * 3] * 2}, "occupancy: a square that shows a layer more often than"),
        ({"format": 3}, "format: input should be 1 or 2"),
        ({"extra": 0}, "extra: extra inputs are not permitted"),
    ],
)
def test_metadata_of_another_type_or_value_are_refused(
    run_file: Path, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    path = tmp_path / "run.parquet"
    header = json.loads(pl.read_parquet_metadata(run_file)[KEY]) | change
    pl.read_parquet(run_file).write_parquet(path, metadata={KEY: json.dumps(header)})
    with pytest.raises(RunError) as refused:
        open_run(path)
    assert f"{path}: its metadata are not those of a run: " in str(refused.value)
    assert told in str(refused.value)


@pytest.mark.parametrize("missing", ["record", "players", "games", "seed", "moves", "layers", "occupancy", "version"])
def test_missing_metadata_are_named(run_file: Path, missing: str) -> None:
    header = json.loads(pl.read_parquet_metadata(run_file)[KEY])
    del header[missing]
    with pytest.raises(ValueError, match=f"{missing}: field required"):
        Header.from_json(json.dumps(header))


def test_metadata_that_are_whole_are_read_as_they_were_written(run_file: Path) -> None:
    text = pl.read_parquet_metadata(run_file)[KEY]
    assert Header.from_json(text).to_json() == text


def _with(name: str, value: Any) -> Callable[[pl.DataFrame], pl.DataFrame]:
    """Put a value into one row of a column and leave its type."""

    def change(rows: pl.DataFrame) -> pl.DataFrame:
        kind = rows.schema[name]
        values = rows[name].to_list()
        values[3] = value
        return rows.with_columns(pl.Series(name, values, dtype=kind))

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seed", None), ("length", 60_000), ("length", None), ("score_1", -1), ("score_1", 30_000), ("score_2", 30_000),
        ("margin", 99), ("winner", 0), ("winner", 3), ("winner", None), ("winning_player", None),
        ("margin_a", 99), ("margin_a", None), ("tie_rule", None),
        ("swap", None), ("opening", 4_000_000_000), ("opening", None), ("first_length", 60_000),
        ("first_score_1", -5), ("first_score_2", 30_000), ("branching", []), ("branching", None),
        ("branching", [1] * 99), ("moves", None), ("moves", [4_000_000_000]),
    ],
)  # fmt: skip
def test_values_that_no_game_can_have_are_refused(run_file: Path, tmp_path: Path, column: str, value: object) -> None:
    path = tmp_path / "run.parquet"
    rows = _with(column, value)(pl.read_parquet(run_file))
    rows.write_parquet(path, metadata={KEY: pl.read_parquet_metadata(run_file)[KEY]})
    with pytest.raises(RunError, match=r"column .*: a value that no game of the run can have"):
        open_run(path)


def as_version_1(path: Path, older: Path) -> RunFile:
    """Write a run's file as the first version did: the winning player as `person`, 1 or 2, and no margin of A's."""
    rows = pl.read_parquet(path)
    person = pl.when(pl.col("winning_player") == "A").then(1).otherwise(2).cast(pl.UInt8)
    header = json.loads(pl.read_parquet_metadata(path)[KEY]) | {"format": 1}
    kept = rows.with_columns(person=person).select(list(schema(open_run(path).run, 1)))
    kept.write_parquet(older, metadata={KEY: json.dumps(header)})
    return open_run(older)


def test_files_of_version_1_are_read_with_the_columns_of_today(tmp_path: Path) -> None:
    rules = create("battle-of-lits", size=5, symbols=("XXXXX", "XXXXX", "OOOOO", "XXXXX", "XXXXX"))
    run = Run.of(rules.start(), ("random", "greedy"), 40, moves=True)
    file = simulate(run, tmp_path / "new.parquet")
    older = as_version_1(file.path, tmp_path / "old.parquet")
    assert older.header.format == 1
    assert Header.from_json(older.header.to_json()).format == 1
    assert "person" in pl.read_parquet(older.path).columns
    assert older.collect(older.scan()).equals(file.collect(file.scan()))
    assert balance(older) == balance(file)
    swapped = file.collect(file.scan()).filter("swap")
    assert swapped.height > 0
    assert (swapped["margin_a"] == -swapped["margin"]).all()
    damaged = pl.read_parquet(older.path).with_columns(person=pl.lit(7, pl.UInt8))
    damaged.write_parquet(tmp_path / "bad.parquet", metadata={KEY: pl.read_parquet_metadata(older.path)[KEY]})
    with pytest.raises(RunError, match="column winning_player: a value that no game"):
        open_run(tmp_path / "bad.parquet")


def test_parts_of_version_1_are_not_joined_with_new_ones(run_file: Path, tmp_path: Path) -> None:
    assert is_played(run_file, open_run(run_file).run)
    older = as_version_1(run_file, tmp_path / "old.parquet")
    assert not is_played(older.path, older.run)


def test_a_csv_file_is_refused_by_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("seed,length\n1,2\n")
    with pytest.raises(RunError, match="a CSV file: expected the Parquet file of a run"):
        open_run(path)


def test_what_a_panicking_library_writes_is_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    def panic() -> None:
        with _without_panic_messages():
            os.write(2, b"thread panicked\n")
            raise pl.exceptions.PanicException("damaged")

    with pytest.raises(pl.exceptions.PanicException):
        panic()
    assert capfd.readouterr().err == ""
    with _without_panic_messages():
        os.write(2, b"a warning\n")
    assert capfd.readouterr().err == "a warning\n"


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_while_rows_are_read_is_not_a_damaged_file(run_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library makes its results by calling Python back, and takes an error there for one of its own."""
    wrap = pl.Series._from_pyseries

    def interrupted(*arguments: Any) -> pl.Series:
        signal.raise_signal(signal.SIGINT)
        return wrap(*arguments)

    monkeypatch.setattr(pl.Series, "_from_pyseries", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_run(run_file)
