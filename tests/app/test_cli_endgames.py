"""The commands on exact endgames: engines, threads, every move's value, certificates, matches."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.test_cli import BAD_INPUT, DONE, EXAMPLES, LIMIT, NEGATIVE, Runner
from tests.running import PATIENCE, prepared

LITS = EXAMPLES / "battle-of-lits-10.toml"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.chdir(tmp_path)
    return Runner(capsys, tmp_path)


def test_the_version_names_the_kernel(run: Runner) -> None:
    answer = run("--version")
    assert answer.status == DONE
    assert answer.out.endswith("(engine: kernel)\n")


def test_a_10_by_10_endgame_after_five_placements_is_exact_on_two_threads(run: Runner) -> None:
    found = run.ok("solve", LITS, "--at", "5", "--threads", "2")
    assert found["status"] == "exact"
    assert found["engine"] == "kernel"
    assert found["best"]


def test_kernel_and_reference_answer_alike(run: Runner) -> None:
    documents = [
        run.ok("solve", LITS, "--at", "8", "--all-moves", "--engine", name) for name in ("kernel", "reference")
    ]
    for document, name in zip(documents, ("kernel", "reference"), strict=True):
        assert document["engine"] == name
    for key in ("status", "value", "winner", "best", "moves"):
        assert documents[0][key] == documents[1][key]


def test_cp_sat_alone_answers_as_the_kernel_does(run: Runner) -> None:
    documents = [run.ok("solve", LITS, "--at", "11", "--engine", name) for name in ("kernel", "cpsat")]
    assert documents[1]["engine"] == "cpsat"
    for key in ("status", "value", "winner", "margin", "best"):
        assert documents[0][key] == documents[1][key]


def test_a_decided_position_is_told_without_a_search(run: Runner) -> None:
    line = ("solve", EXAMPLES / "taiji-7.toml", "--at", "18", "--bounds")
    found = run.ok(*line)
    assert (found["decided"], found["winner"], found["nodes"]) == (True, "light", 0)
    exact = run.ok("solve", EXAMPLES / "taiji-7.toml", "--at", "18")
    assert "decided" not in exact
    assert found["lower"] <= exact["value"] <= found["upper"]
    assert "light wins however the game is finished" in run(*line).out
    searched = run.ok("solve", LITS, "--at", "9", "--bounds")
    assert searched["status"] == "exact"
    assert "decided" not in searched


def test_every_first_placement_of_6_by_6_has_a_value_and_the_swap_is_weighed(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "6", "--seed", "3", "-o", "s.toml")
    found = run.ok("solve", "s.toml", "--all-moves")
    assert len(found["moves"]) == 356
    values = {entry["move"]: entry["value"] for entry in found["moves"]}
    assert found["value"] == max(values.values())
    assert found["best"] == [move for move, value in values.items() if value == found["value"]]
    even = min(abs(value) for value in values.values())
    assert found["swap"]["value"] == -even
    assert found["swap"]["best"] == [move for move, value in values.items() if abs(value) == even]


def test_an_empty_11_by_11_board_of_taiji_is_bounded_after_a_second(run: Runner) -> None:
    run.ok("new", "taiji", "--size", "11", "-o", "big.toml")
    answer = run("solve", "big.toml", "--time", "1", "--json")
    assert answer.status == LIMIT
    assert answer.document["status"] == "bounded"


def test_a_certificate_is_written_verified_and_refused_when_it_lies(run: Runner) -> None:
    answer = run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    assert answer.status == DONE
    assert "wrote proof.json" in answer.out
    verified = run.ok("verify", "proof.json")
    assert (verified["status"], verified["value"], verified["winner"]) == ("verified", 3, "X")
    data = json.loads(Path("proof.json").read_text())
    Path("lie.json").write_text(json.dumps(data | {"value": 5}))
    refused = run("verify", "lie.json")
    assert refused.status == NEGATIVE
    assert "strategy" in refused.complaint
    again = run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    assert again.status == BAD_INPUT
    assert "exists already" in again.complaint
    Path("broken.json").write_text("{")
    assert run("verify", "broken.json").status == BAD_INPUT


def test_verifying_uses_the_rules_alone(run: Runner) -> None:
    run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    code = "import sys; from app.cli import main; main(['verify', 'proof.json']); print('kernel' in sys.modules)"
    command = prepared(sys.executable, "-c", code)
    told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert told.stdout.splitlines()[-1] == "False"


def test_no_certificate_is_written_without_a_proof(run: Runner) -> None:
    answer = run("solve", LITS, "--at", "0", "--time", "0", "--certificate", "proof.json", "--json")
    assert answer.status == LIMIT
    assert not Path("proof.json").exists()


def test_a_match_counts_wins_with_an_interval_and_is_reproducible(run: Runner) -> None:
    line = ("match", "greedy", "random", "battle-of-lits", "--size", "6", "-n", "10", "--seed", "4")
    found = run.ok(*line)
    assert found == run.ok(*line)
    assert sum(found["wins"]) == found["games"] == 10
    assert found["interval"][0] <= found["share"] <= found["interval"][1]
    assert "10 games" in run(*line).out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve {lits} --engine fast", "engine 'fast'"),
        ("solve {lits} --threads 0", "threads"),
        ("solve {lits} --memory 0", "memory"),
        ("match strong random taiji", "player 'strong'"),
        ("match random random chess", "game 'chess'"),
        ("match random random taiji -n 0", "games"),
        ("match random random tailits --size 4", "size 4"),
        ("verify none.json", "none.json"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(run: Runner, line: str, said: str) -> None:
    answer = run(*[word.format(lits=LITS) for word in line.split()])
    assert answer.status == BAD_INPUT
    assert said in answer.complaint


def test_boards_too_large_for_the_kernel_are_left_to_the_reference(run: Runner) -> None:
    run.ok("new", "taiji", "--size", "12", "-o", "large.toml")
    answer = run("solve", "large.toml", "--time", "0.1", "--json")
    assert answer.status == LIMIT
    assert answer.document["engine"] == "reference"
    assert run("solve", "large.toml", "--engine", "kernel").status == BAD_INPUT


def test_memory_bounds_the_table_and_not_the_answer(run: Runner) -> None:
    found = run.ok("solve", LITS, "--at", "7", "--memory", "1")
    assert found["value"] == run.ok("solve", LITS, "--at", "7")["value"]
