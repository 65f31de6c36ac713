"""The commands on many games and on groups: simulate, plot, groups."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from jsonschema import validate

import litslab as ll
from litslab.app.documents.commands import schema_of
from tests.app.command_line import DONE, EXAMPLES, LIMIT, Runner
from tests.running import Ended, interrupted_at, running
from tests.unending import unending


def test_the_board_is_the_one_that_new_makes_or_that_of_a_record(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "6", "--seed", "3", "-o", "board.toml")
    line = ("simulate", "battle-of-lits", "-n", "50", "--seed", "3", "--moves")
    run.ok(*line, "--size", "6", "-o", "own.parquet")
    run.ok(*line, "--record", "board.toml", "-o", "same.parquet")
    assert Path("own.parquet").read_bytes() == Path("same.parquet").read_bytes()
    run.ok(
        "simulate",
        "battle-of-lits",
        "-n",
        "5",
        "--record",
        EXAMPLES / "battle-of-lits-10.toml",
        "--at",
        "12",
        "-o",
        "end.parquet",
    )
    assert pl.read_parquet("end.parquet")["length"].to_numpy().max() <= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "players"),
    [
        ("--player greedy --player random", ["greedy", "random"]),
        ("--player-1 greedy", ["greedy", "random"]),
        ("--player-1 greedy --player-2 random", ["greedy", "random"]),
        ("--player greedy", ["greedy", "greedy"]),
    ],
)
def test_players_can_be_given_in_two_ways(run: Runner, given: str, players: list[str]) -> None:
    found = run.ok(
        "simulate", "taiji", "--size", "4", "-n", "30", *given.split(), "-o", "run.parquet"
    )
    assert (found["header"]["run"]["players"], found["header"]["played_by"]) == (players, "kernel")
    assert "random" not in players or found["balance"]["people"][0]["count"] > 15


def test_the_wins_of_players_and_of_sides_are_told_apart(run: Runner) -> None:
    line = (
        "simulate",
        "battle-of-lits",
        "--size",
        "5",
        "-n",
        "40",
        "--seed",
        "4",
        "--player-1",
        "random",
    )
    answer = run(*line, "--player-2", "greedy", "-o", "run.parquet")
    assert answer.status == DONE
    rows = pl.read_parquet("run.parquet")
    x = (rows["winner"] == 1).sum()
    a = (rows["winning_player"] == "A").sum()
    swaps = rows["swap"].sum()
    assert 0 < swaps < 40
    assert x != a
    lines = answer.out.splitlines()
    assert f"wins by side: X {x}, O {40 - x}" in lines
    assert f"wins by player: player A (random) {a}, player B (greedy) {40 - a}" in lines
    assert f"the players exchanged sides in {swaps}" in lines


@pytest.mark.parametrize("left", ["damaged", "of another run"])
def test_what_a_killed_command_left_beside_a_csv_file_is_replaced(run: Runner, left: str) -> None:
    run.ok("simulate", "wythe", "--size", "3", "-n", "2", "-o", "run.parquet")
    Path(".run.csv.parquet").write_bytes(
        b"" if left == "damaged" else Path("run.parquet").read_bytes()
    )
    assert (
        run.ok("simulate", "wythe", "--size", "3", "-n", "1", "-o", "run.csv")["balance"]["ties"][
            "total"
        ]
        == 1
    )
    assert not Path(".run.csv.parquet").exists()


@pytest.mark.slow
def test_a_name_that_ends_in_csv_gets_csv(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ("simulate", "wythe", "--size", "4", "-n", "30", "--seed", "1", "--moves")
    whole = run.ok(*line, "-o", "run.parquet")
    monkeypatch.setattr(pl.LazyFrame, "sink_csv", interrupted_at(1, pl.LazyFrame.sink_csv))
    monkeypatch.setattr(ll, "simulate", interrupted_at(2, ll.simulate))
    assert run(*line, "-o", "run.csv").status == LIMIT
    assert run.ok(*line, "-o", "run.csv") == whole | {"path": "run.csv"}
    assert sorted(path.name for path in Path().iterdir()) == ["run.csv", "run.parquet"]
    assert "already exists" in run(*line, "-o", "run.csv").complaint
    # the games were played once until here
    assert [run(*line, "-o", "run.csv", "--force").status for _ in range(2)] == [LIMIT, DONE]
    assert (
        "run.csv: a CSV file: expected the Parquet file"
        in run("plot", "scores", "run.csv", "-o", "s.svg").complaint
    )


@pytest.mark.slow
def test_ctrl_c_ends_all_processes_at_once_and_keeps_what_is_finished(tmp_path: Path) -> None:
    command = [
        "simulate",
        "taiji",
        "--size",
        "4",
        "-n",
        "20000",
        "--player",
        "greedy",
        "--workers",
        "2",
        "-o",
    ]
    with running(*unending(*command, tmp_path / "run.parquet")) as child:
        child.wait_until(lambda: list(tmp_path.glob("run.parquet.parts/0*.parquet")))
        child.interrupt(everyone=True)
        ended = child.end()
    assert ended == Ended(LIMIT, "", "litslab: stopped; the same command resumes it\n")
    assert list(tmp_path.glob("run.parquet.parts/0*.parquet"))
    assert not (tmp_path / "run.parquet").exists()


def test_a_plot_is_written_once_from_a_whole_run(run: Runner) -> None:
    run.ok("simulate", "tailits", "--size", "5", "-n", "200", "-o", "run.parquet")
    assert run.ok("plot", "scores", "run.parquet", "-o", "plot.svg")["path"] == "plot.svg"
    assert Path("plot.svg").read_text().count("TAILITS 5×5, random play") == 1
    Path("cut.parquet").write_bytes(Path("run.parquet").read_bytes()[:-50])
    for name, output, said in (
        ("run", "plot.svg", "already exists"),
        ("run", "plot.gif", "ends in .svg, .png or .pdf"),
        ("cut", "other.png", "cut.parquet: cut off"),
        ("none", "other.png", "cannot read it"),
    ):
        assert said in run.refused("plot", "scores", f"{name}.parquet", "-o", output)


@pytest.mark.usefixtures("_no_fonts")
def test_a_plot_is_in_japanese_and_only_an_svg_needs_no_font_for_it(run: Runner) -> None:
    run.ok("simulate", "tailits", "--size", "5", "-n", "20", "-o", "run.parquet")
    refused = run.refused("plot", "margins", "run.parquet", "-o", "plot.png", "--lang", "ja")
    assert "install Noto Sans CJK" in refused
    assert (
        run.ok("plot", "margins", "run.parquet", "-o", "plot.svg", "--lang", "ja")["path"]
        == "plot.svg"
    )
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", Path("plot.svg").read_text())
    assert {"タイリッツ 5×5、ランダムな対局：点差", "点差（黒 − 白）", "対局の割合"} < set(texts)


def test_plots_of_one_game_have_no_intervals_and_heat_maps_have_options(run: Runner) -> None:
    run.ok("simulate", "wythe", "--size", "3", "-n", "1", "-o", "run.parquet")
    for kind, *files in (("lengths", "run.parquet"), ("compare", "run.parquet", "run.parquet")):
        validate(run.ok("plot", kind, *files, "-o", f"{kind}.svg"), schema_of(f"plot {kind}"))
        assert "nan" not in Path(f"{kind}.svg").read_text()
    for option, value in (("layer", "light"), ("winner", "X")):
        answer = run("plot", "heatmap", "run.parquet", f"--{option}", value, "-o", "x.png")
        assert f"{option} '{value}': expected black or white" in answer.complaint
