"""Files of runs from elsewhere: their metadata and rows are checked when they are opened."""

from __future__ import annotations

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from litslab.analysis.runs.file import _without_panic_messages, export_csv, open_run
from litslab.analysis.runs.run import KEY, Header, Run, RunError, describe_columns, schema
from litslab.analysis.runs.simulate import simulate
from litslab.games import GAMES, create
from litslab.games.files import FileError, WouldOverwriteError, new_file


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
        ({"players": ["random", "nobody"]}, "player 'nobody': expected random"),
        ({"games": 1 << 64}, "games: input should be less than"),
        ({"played_by": "somebody"}, "played_by: input should be 'kernel' or 'rules'"),
        ({"layers": ["tetromino", "light", "black"]}, "occupancy: expected 2 sides, the layers "),
        ({"occupancy": [[[float("nan")]]]}, "occupancy.0.0.0: input should be a"),
        ({"occupancy": [[[-1]]]}, "occupancy.0.0.0: input should be greater than or equal to 0"),
        ({"occupancy": [[[31] * 25] * 3] * 2}, "occupancy: a square that shows a layer more often than"),
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


def test_metadata_that_are_whole_are_read_as_they_were_written(run_file: Path) -> None:
    text = pl.read_parquet_metadata(run_file)[KEY]
    assert Header.from_json(text).to_json() == text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seed", None), ("length", 60_000), ("length", None), ("score_1", -1), ("score_1", 30_000), ("score_2", 30_000),
        ("margin", 99), ("winner", 0), ("winner", 1), ("winner", 3), ("winner", None), ("winning_player", None),
        ("winning_player", "A"), ("margin_a", 99), ("margin_a", 1), ("margin_a", None), ("tie_rule", None),
        ("swap", None), ("swap", True), ("opening", 4_000_000_000), ("opening", None), ("first_length", 60_000),
        ("first_score_1", -5), ("first_score_2", 30_000), ("branching", []), ("branching", None),
        ("branching", [1] * 99), ("moves", None), ("moves", [4_000_000_000]),
    ],
)  # fmt: skip
def test_values_that_no_game_can_have_are_refused(run_file: Path, tmp_path: Path, column: str, value: object) -> None:
    path = tmp_path / "run.parquet"
    rows = pl.read_parquet(run_file)
    values = rows[column].to_list()
    values[3] = value
    changed = rows.with_columns(pl.Series(column, values, dtype=rows.schema[column]))
    changed.write_parquet(path, metadata={KEY: pl.read_parquet_metadata(run_file)[KEY]})
    with pytest.raises(RunError, match=r"column .*: a value that no game of the run can have"):
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


@pytest.mark.slow
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


@pytest.mark.parametrize("name", GAMES)
def test_every_column_is_described(name: str) -> None:
    run = Run.of(create(name, size=5).start(), ("greedy", "random"), 1, moves=True)
    columns = describe_columns(run)
    assert [each.name for each in columns] == list(schema(run))
    for each in columns:
        assert each.meaning
        assert each.type
        assert bool(each.unit) == (each.name.split("_")[0] in {"length", "score", "margin", "first", "branching"})
    assert len({each.meaning for each in columns}) == len(columns)


def test_who_plays_which_side_is_said_as_the_game_has_it() -> None:
    def meaning(name: str, column: str) -> str:
        run = Run.of(create(name, size=5).start(), ("greedy", "random"), 1)
        return next(each.meaning for each in describe_columns(run) if each.name == column)

    assert meaning("wythe", "swap").endswith("then A plays white and B plays black")
    assert meaning("taiji", "swap").endswith("this game has none")
    assert meaning("taiji+battle-of-lits", "swap").endswith("sides are players here, and stay so")
    assert meaning("taiji", "winner") == "side that won: 1 light, 2 dark"


def test_every_value_is_in_the_file(run_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    export_csv(open_run(run_file), path)
    rows, plain = pl.read_parquet(run_file), pl.read_csv(path)
    assert plain.columns == rows.columns
    for name, kind in rows.schema.items():
        values = rows[name].to_list()
        expected = [" ".join(map(str, value)) for value in values] if isinstance(kind, pl.List) else values
        found = plain[name].to_list()
        assert [str(each) for each in found] == [str(each) for each in expected]


def test_files_that_are_there_or_come_meanwhile_are_kept(run_file: Path, tmp_path: Path) -> None:
    file, path = open_run(run_file), tmp_path / "run.csv"
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
