"""The commands on exact endgames: engines, threads, every move's value, certificates, matches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from litslab.analysis.runs.file import open_run
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.endgame.certificate import certify
from litslab.solver.play.players import EnginePlayer, parse_player
from tests.app.command_line import BAD_INPUT, DONE, EXAMPLES, LIMIT, NEGATIVE, Runner
from tests.running import run_python

LITS = EXAMPLES / "battle-of-lits-10.toml"


@pytest.mark.slow
def test_cp_sat_keeps_to_the_time_limit_with_all_moves(run: Runner) -> None:
    limit = ("--time-limit", "0.5", "--workers", "2")
    answer = run("solve", LITS, "--at", "4", "--all-moves", "--engine", "cpsat", *limit, "--json")
    assert answer.status == LIMIT  # without the limit this would take days
    assert answer.document["status"] == "bounded"
    assert answer.document["info"]["engine"] == "cpsat"


@pytest.mark.slow
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
    assert "already exists" in run.refused(
        "solve", LITS, "--at", "9", "--certificate", "proof.json"
    )
    Path("broken.json").write_text("{")
    assert run("verify", "broken.json").status == BAD_INPUT
    other = run("verify", "proof.json", LITS, "--at", "8")
    assert (other.status, "another position" in other.complaint) == (NEGATIVE, True)
    assert "--at" in run.refused("verify", "proof.json", "--at", "9")


def test_a_limit_that_stops_the_proof_keeps_the_answer(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litslab.solver.endgame.solve.certify", partial(certify, largest=3))
    answer = run(
        "solve", LITS, "--at", "9", "--certificate", "proof.json", "-o", "board.svg", "--json"
    )
    assert answer.status == LIMIT
    document = json.loads(answer.out)
    assert (document["status"], document["score"]["value"]) == ("exact", 3)
    assert "certificate_file" not in document
    assert (
        answer.err
        == "litslab: no certificate: the proof was not finished: more than 3 moves for one side\n"
    )
    assert Path("board.svg").exists()
    assert not Path("proof.json").exists()
    printed = run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    assert printed.status == LIMIT
    assert "X wins" in printed.out
    assert "wrote" not in printed.out
    monkeypatch.undo()
    monkeypatch.chdir(run.folder)
    assert (
        run.ok("solve", LITS, "--at", "9", "--certificate", "proof.json")["certificate_file"]
        == "proof.json"
    )


CONSTRUCTED = (
    'game = "taiji"\n[options]\nsize = 3\ngroups = 1\n[position]\nplaced = "a1,a2"\nto_move = '
    '"light"\n'
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["show", "moves", "solve", "bounds", "groups", "review", "study check"]
)
def test_a_position_that_no_game_leads_to_is_refused_or_marked_everywhere(
    run: Runner,
    command: str,
) -> None:
    run.write("c.toml", CONSTRUCTED)
    refused = run(*command.split(), "c.toml")
    assert refused.status == NEGATIVE
    assert (
        "c.toml, position: side to move 'light': no game leads to it: expected dark"
        in refused.complaint
    )
    assert json.loads(run(*command.split(), "c.toml", "--any", "--json").out)["constructed"] is True
    assert "constructed: no game leads here" in run(*command.split(), "c.toml", "--any").out


def test_a_position_is_marked_only_where_no_game_leads_to_it(run: Runner) -> None:
    run.write("marked.toml", CONSTRUCTED + "constructed = true\n")
    assert run.ok("show", "marked.toml")["constructed"] is True
    run.write("played.toml", CONSTRUCTED.replace("light", "dark"))
    assert run.ok("show", "played.toml", "--any")["constructed"] is False


def test_a_simulation_from_such_a_position_is_refused_or_marked(run: Runner) -> None:
    run.write("c.toml", CONSTRUCTED)
    line = ("simulate", "taiji", "-n", "4", "--record", "c.toml", "-o", "run.parquet")
    assert run(*line).status == NEGATIVE
    assert run.ok(*line, "--any")["constructed"] is True
    assert open_run(Path("run.parquet")).run.start.constructed


@pytest.mark.slow
def test_a_certificate_of_a_constructed_position_says_so(run: Runner) -> None:
    run.write("c.toml", CONSTRUCTED)
    assert run("solve", "c.toml", "--certificate", "proof.json").status == NEGATIVE
    assert not Path("proof.json").exists()
    assert run.ok("solve", "c.toml", "--any", "--certificate", "proof.json")["constructed"] is True
    assert run.ok("verify", "proof.json")["position"]["constructed"] is True
    assert "constructed: no game leads here" in run("verify", "proof.json").out
    assert run("verify", "proof.json", "c.toml").status == NEGATIVE
    assert run.ok("verify", "proof.json", "c.toml", "--any")["compared"] == "c.toml"
    data = json.loads(Path("proof.json").read_text())
    assert "constructed = true" in data["record"]
    silent = json.dumps(data | {"record": data["record"].replace("constructed = true\n", "")})
    Path("silent.json").write_text(silent)
    assert "no game leads to it" in run("verify", "silent.json").complaint
    assert run.ok("verify", "silent.json", "--any")["position"]["constructed"] is True


@pytest.mark.slow
def test_verifying_uses_the_rules_alone(run: Runner) -> None:
    run("solve", LITS, "--at", "9", "--certificate", "proof.json")
    code = (
        "import sys; from litslab.app.cli import main; main(['verify', 'proof.json']); "
        "print(*sys.modules)"
    )
    loaded = run_python(code).stdout.splitlines()[-1].split()
    assert ("litslab.games" in loaded, "litslab.kernel" in loaded) == (True, False)


def test_solving_proving_and_verifying_show_how_far_they_are(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: dict[str, list[Progress]] = {}

    @contextmanager
    def showing(what: str, **_: object) -> Iterator[OnProgress]:
        yield shown.setdefault(what, []).append

    monkeypatch.setattr("litslab.app.cli.endgames.showing", showing)
    run.ok("solve", LITS, "--at", "8", "--certificate", "proof.json")
    solving = [each.text for each in shown["solving"]]
    assert any(text.startswith(("between X", "between O", "X by ", "O by ")) for text in solving)
    assert solving[-1].startswith("proof: ")
    run.ok("verify", "proof.json")
    verifying = shown["verifying"]
    assert len(verifying) >= 3
    assert all(each.total is not None and each.done <= each.total for each in verifying)


def test_a_time_per_move_is_the_only_limit_of_a_player_without_a_budget() -> None:
    timed = parse_player("mcts", time_limit=0.5)
    both = parse_player("mcts:7", time_limit=0.5)
    assert isinstance(timed, EnginePlayer)
    assert isinstance(both, EnginePlayer)
    assert (timed.time_limit, both.time_limit, both.playouts) == (0.5, 0.5, 7)
    assert timed.playouts > 10**9


@pytest.mark.slow
def test_boards_too_large_for_the_kernel_are_left_to_the_reference(run: Runner) -> None:
    run.ok("new", "taiji", "--size", "12", "-o", "large.toml")
    assert (
        run.ok("solve", "large.toml", "--time-limit", "0.1", status=LIMIT)["info"]["engine"]
        == "reference"
    )
    said = "engine 'kernel': expected reference or cpsat for taiji with these options"
    assert said in run.refused("solve", "large.toml", "--engine", "kernel")


@pytest.mark.slow
def test_a_position_out_of_reach_gets_an_estimate_and_status_3(run: Runner) -> None:
    taiji = EXAMPLES / "taiji-7.toml"
    document = run.ok("analyse", taiji, "--at", "4", "--time", "0.5", status=LIMIT)
    assert (document["status"], document["score"]["value"], document["winner"]) == (
        "estimated",
        None,
        None,
    )
    estimate = document["estimate"]
    low, high = estimate["interval"]
    # a busy machine makes few playouts in the time: the interval is wide, but never certainty
    assert 0 <= low <= estimate["share"] <= high <= 1
    assert low < high
    assert document["best"] == [estimate["moves"][0]["move"]] == estimate["line"][:1]
    assert document["solution"] is None
    shown = run("analyse", taiji, "--at", "4", "--time-limit", "0.5", "-o", "a.svg")
    assert shown.status == LIMIT
    assert shown.err == ""
    told = r"^estimate: (light wins [0-9]+ % \([0-9]+–[0-9]+ %\), expected margin |too few )"
    assert re.search(told, shown.out, re.MULTILINE)
    assert "wrote a.svg" in shown.out
    assert "best move by estimate" in (run.folder / "a.svg").read_text()


@pytest.mark.slow
def test_a_search_that_hits_its_limit_says_the_estimate_and_names_the_command(run: Runner) -> None:
    taiji = EXAMPLES / "taiji-7.toml"
    document = run.ok("solve", taiji, "--at", "4", "--time", "0.1", status=LIMIT)
    assert document["status"] == "bounded"
    assert document["estimate"]["moves"]
    assert 0 < document["estimate"]["share"] < 1
    shown = run("solve", taiji, "--at", "4", "--time", "0.1")
    assert shown.status == LIMIT
    assert f"; best move {document['estimate']['moves'][0]['move']}\n" in shown.out
    assert f"`litslab analyse {taiji} --at 4` estimates it with more playouts" in shown.out
    assert "estimate" not in run.ok("solve", LITS, "--at", "9")
