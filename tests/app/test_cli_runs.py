"""The commands on the files of runs: what was played, and what the columns mean."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from tests.app.command_line import BAD_INPUT, DONE, Runner


def test_a_run_is_described_with_its_columns(run: Runner) -> None:
    line = ("simulate", "battle-of-lits", "--size", "5", "-n", "20", "--seed", "7", "--player-1", "greedy")
    run.ok(*line, "-o", "run.parquet")
    found = run.ok("run", "describe", "run.parquet")
    assert (found["game"], found["games"], found["seed"]) == ("battle-of-lits", 20, 7)
    assert found["players"] == {"A": "greedy", "B": "random"}
    assert found["layers"] == ["tetromino"]
    assert found["record"].startswith('game = "battle-of-lits"')
    columns = {each["name"]: each for each in found["columns"]}
    assert list(columns) == pl.read_parquet("run.parquet").columns
    assert columns["margin"] == {
        "name": "margin", "type": "integer", "meaning": "score of X minus score of O", "unit": "points"
    }  # fmt: skip
    assert columns["winning_player"]["type"] == "A or B"
    assert "A (greedy) or B (random)" in columns["winning_player"]["meaning"]
    shown = run("run", "describe", "run.parquet")
    assert shown.status == DONE
    assert "player A: greedy" in shown.out
    for name in columns:
        assert f"\n{name} " in shown.out


def test_what_is_no_run_is_refused_in_one_line(run: Runner) -> None:
    assert run("run", "describe", "none.parquet").status == BAD_INPUT
    Path("text.parquet").write_text("no Parquet")
    assert "not a Parquet file" in run("run", "describe", "text.parquet").complaint
