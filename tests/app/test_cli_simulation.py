"""The commands on many games and on groups: simulate, plot, groups."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.app.command_line import BAD_INPUT, DONE, EXAMPLES, LIMIT, Runner
from tests.running import Ended, litslab, running

KINDS = ("scores", "margins", "lengths", "branching", "heatmap", "openings")


@pytest.mark.slow
def test_a_run_is_summarised_in_a_few_figures(run: Runner) -> None:
    found = run.ok("simulate", "battle-of-lits", "--size", "6", "-n", "3000", "--seed", "1", "-o", "run.parquet")
    rows = pl.read_parquet("run.parquet")
    assert found["games"] == len(rows) == 3000
    assert found["mean_length"] == pytest.approx(float(rows["length"].cast(pl.Int64).to_numpy().mean()))
    assert sum(found["wins"].values()) == 3000
    assert found["wins"]["X"] == (rows["winner"] == 1).sum()
    assert found["ties_broken"] == rows["tie_rule"].sum() == sum(found["ties_by_side"].values())
    assert found["played_by"] == "kernel"
    assert "moves" not in rows.columns
    low, high = found["shares"]["X"]["interval"]
    assert low < found["wins"]["X"] / 3000 < high


def test_the_board_is_the_one_that_new_makes_or_that_of_a_record(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "6", "--seed", "3", "-o", "board.toml")
    run.ok("simulate", "battle-of-lits", "--size", "6", "-n", "50", "--seed", "3", "--moves", "-o", "own.parquet")
    run.ok(
        "simulate",
        "battle-of-lits",
        "-n",
        "50",
        "--seed",
        "3",
        "--moves",
        "--record",
        "board.toml",
        "-o",
        "same.parquet",
    )
    assert Path("own.parquet").read_bytes() == Path("same.parquet").read_bytes()
    run.ok("simulate", "battle-of-lits", "-n", "5", "--record", EXAMPLES / "battle-of-lits-10.toml", "--at", "12",
           "-o", "end.parquet")  # fmt: skip
    assert pl.read_parquet("end.parquet")["length"].to_numpy().max() <= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        ("--player", "greedy", "--player", "random"),
        ("--player-1", "greedy"),
        ("--player-1", "greedy", "--player-2", "random"),
    ],
)
def test_players_can_be_given_in_two_ways(run: Runner, given: tuple[str, ...]) -> None:
    found = run.ok("simulate", "taiji", "--size", "4", "-n", "30", *given, "-o", "run.parquet")
    assert found["players"] == ["greedy", "random"]
    assert found["played_by"] == "rules"
    assert found["player_wins"]["A"] > 15
    answer = run("simulate", "taiji", "--size", "4", "-n", "30", *given, "-o", "other.parquet")
    assert answer.status == DONE
    assert answer.out.splitlines()[-1] == "wrote other.parquet"
    assert Path("other.parquet").read_bytes() == Path("run.parquet").read_bytes()


def test_the_wins_of_players_and_of_sides_are_told_apart(run: Runner) -> None:
    line = ("simulate", "battle-of-lits", "--size", "5", "-n", "40", "--seed", "4", "--player-1", "random")
    answer = run(*line, "--player-2", "greedy", "-o", "run.parquet")
    assert answer.status == DONE
    rows = pl.read_parquet("run.parquet")
    x, a = (rows["winner"] == 1).sum(), (rows["winning_player"] == "A").sum()
    swaps = rows["swap"].sum()
    assert 0 < swaps < 40
    assert x != a
    lines = answer.out.splitlines()
    assert f"wins by side: X {x}, O {40 - x}" in lines
    assert f"wins by player: player A (random) {a}, player B (greedy) {40 - a}" in lines
    assert f"the players exchanged sides in {swaps}" in lines


@pytest.mark.slow
def test_a_name_that_ends_in_csv_gets_csv(run: Runner) -> None:
    line = ("simulate", "wythe", "--size", "4", "-n", "30", "--seed", "1", "--moves")
    whole = run.ok(*line, "-o", "run.parquet")
    found = run.ok(*line, "-o", "run.csv")
    assert found == whole | {"path": "run.csv"}
    assert sorted(path.name for path in Path().iterdir()) == ["run.csv", "run.parquet"]
    rows, plain = pl.read_parquet("run.parquet"), pl.read_csv("run.csv")
    assert plain.columns == rows.columns
    assert plain["winning_player"].to_list() == rows["winning_player"].cast(pl.String).to_list()
    assert plain["moves"].to_list() == [" ".join(map(str, moves)) for moves in rows["moves"].to_list()]
    assert "already exists" in run(*line, "-o", "run.csv").complaint
    assert run(*line, "-o", "run.csv", "--force").status == DONE
    assert "run.csv: a CSV file: expected the Parquet file" in run("plot", "scores", "run.csv", "-o", "s.svg").complaint
    assert "expected a name that ends in .parquet" in run(*line, "-o", "run.txt").complaint


@pytest.mark.slow
def test_ctrl_c_ends_all_processes_at_once_and_keeps_what_is_finished(tmp_path: Path) -> None:
    command = ["simulate", "taiji", "--size", "4", "-n", "1000000", "--player", "greedy", "--workers", "2", "-o"]
    with running(*litslab(*command, tmp_path / "run.parquet")) as child:
        child.wait_until(lambda: list(tmp_path.glob("run.parquet.parts/0*.parquet")))
        child.interrupt(everyone=True)
        ended = child.end()
    assert ended == Ended(LIMIT, "", "litslab: stopped; the same command resumes it\n")
    assert list(tmp_path.glob("run.parquet.parts/0*.parquet"))
    assert not (tmp_path / "run.parquet").exists()


def test_one_player_given_once_plays_both(run: Runner) -> None:
    assert run.ok("simulate", "wythe", "--size", "2", "-n", "3", "--player", "exact", "-o", "run.parquet")[
        "players"
    ] == [
        "exact",
        "exact",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_plot_is_drawn_with_its_figures(run: Runner, kind: str) -> None:
    run.ok("simulate", "tailits", "--size", "5", "-n", "200", "-o", "run.parquet")
    found = run.ok("plot", kind, "run.parquet", "-o", "plot.svg")
    assert found["path"] == "plot.svg"
    assert len(found) == (3 if kind == "openings" else 2)  # by opening and by square
    assert Path("plot.svg").read_text().count("TAILITS 5×5, random play") == 1
    again = run("plot", kind, "run.parquet", "-o", "plot.svg")
    assert again.status == BAD_INPUT
    assert "already exists" in again.complaint
    assert "ends in .svg, .png or .pdf" in run("plot", kind, "run.parquet", "-o", "plot.gif").complaint
    Path("cut.parquet").write_bytes(Path("run.parquet").read_bytes()[:-50])
    cut = run("plot", kind, "cut.parquet", "-o", "other.png")
    assert cut.status == BAD_INPUT
    assert "cut.parquet: cut off" in cut.complaint
    assert "cannot read it" in run("plot", kind, "none.parquet", "-o", "other.png").complaint


@pytest.mark.slow
def test_the_heat_map_of_one_layer_and_winner(run: Runner) -> None:
    run.ok("simulate", "wythe", "--size", "4", "-n", "300", "-o", "run.parquet")
    black = run.ok("plot", "heatmap", "run.parquet", "--layer", "black", "-o", "b.png")["squares"]
    white = run.ok("plot", "heatmap", "run.parquet", "--layer", "white", "--winner", "black", "-o", "w.png")["squares"]
    assert list(black)[:5] == ["a1", "b1", "c1", "d1", "a2"]
    assert 0 < black["b2"] < 1
    assert 0 < white["b2"] < 1
    assert "no layer 'light'" in run("plot", "heatmap", "run.parquet", "--layer", "light", "-o", "x.png").complaint
    assert (
        "winner 'X': expected black or white"
        in run("plot", "heatmap", "run.parquet", "--winner", "X", "-o", "x.png").complaint
    )


@pytest.mark.slow
def test_two_runs_are_compared(run: Runner) -> None:
    for size in ("4", "5"):
        run.ok("simulate", "taiji", "--size", size, "-n", "300", "-o", f"{size}.parquet")
    found = run.ok("plot", "compare", "4.parquet", "5.parquet", "-o", "plot.png")
    assert found["column"] == "length"
    assert found["cliffs_delta"] > 0.99
    assert found["size"] == "large"
    assert found["difference"] == pytest.approx(found["means"][1] - found["means"][0])
    assert (
        "no column of numbers 'luck'"
        in run("plot", "compare", "4.parquet", "5.parquet", "--column", "luck", "-o", "x.png").complaint
    )


def test_the_groups_of_the_design_s_example(run: Runner) -> None:
    found = run.ok("groups", EXAMPLES / "taiji-9.toml")
    assert found["colours"]["light"]["sizes"][:4] == [7, 6, 5, 5]
    assert found["colours"]["dark"]["sizes"][:3] == [5, 5, 4]
    assert found["scores"] == {"light": 13, "dark": 10}
    assert len(found["pieces"]) == 35


@pytest.mark.slow
@pytest.mark.parametrize("record", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_groups_of_every_game(run: Runner, record: Path) -> None:
    found = run.ok("groups", record, "--at", "7", "-o", "groups.svg")
    assert found["scores"] == run.ok("show", record, "--at", "7")["scores"]
    for number, piece in enumerate(found["pieces"]):
        assert all(number in found["pieces"][other]["touches"] for other in piece["touches"])
    assert Path("groups.svg").read_text().startswith("<svg")
    answer = run("groups", record)
    assert answer.status == DONE
    scores = ", ".join(f"{side} {score}" for side, score in run.ok("groups", record)["scores"].items())
    assert f"scores: {scores}" in answer.out
    assert run("groups", record, "-o", "groups.svg").status == BAD_INPUT
