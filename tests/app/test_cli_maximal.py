"""The commands on finished positions: counts, lists, extremes and bounds, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litslab.games import create
from litslab.games.notation import parse_placements
from litslab.games.record import load
from tests.app.command_line import DONE, EXAMPLES, INTERRUPTED, LIMIT, Runner
from tests.running import litslab, running

LITS = EXAMPLES / "battle-of-lits-10.toml"


def test_a_count_without_orbits_says_nothing_of_them(run: Runner) -> None:
    line = ("maximal", "count", "taiji", "--size", "7", "--no-colours", "--no-orbits")
    found = run.ok(*line)
    assert (found["status"], found["count"], found["orbits"]) == ("exact", 1158560776, None)
    assert run(*line).out.startswith("1,158,560,776 finished positions\n")


def test_a_count_that_met_its_limit_is_bounded(run: Runner) -> None:
    answer = run(
        "maximal", "count", "battle-of-lits", "--size", "7", "--engine", "play", "--time-limit", "0.1", "--json"
    )
    assert answer.status == LIMIT
    assert answer.document["status"] == "bounded"
    assert "at least" in run("maximal", "count", "wythe", "--size", "6", "--engine", "play", "--time-limit", "0.1").out


def test_an_estimate_whose_time_is_up_has_played_fewer_games(run: Runner) -> None:
    answer = run("maximal", "estimate", "battle-of-lits", "--samples", "6400", "--time-limit", "0", "--json")
    assert answer.status == LIMIT
    assert answer.document["samples"] == 400


def test_a_list_has_one_document_a_line_and_every_position_once(run: Runner) -> None:
    answer = run("maximal", "list", "battle-of-lits", "--size", "4", "--orbits", "--engine", "play")
    assert answer.status == DONE
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert len(lines) == 39
    rules = create("battle-of-lits", size=4)
    for line in lines:
        position = rules.from_placements(parse_placements(" ".join(line["position"]), rules))
        assert position.is_over
        assert str(position).split("\n") == line["board"]
        assert len(line["position"]) == line["pieces"]
    found = run.ok("maximal", "list", "battle-of-lits", "--size", "4", "--orbits", "--engine", "play")
    assert found == {"status": "exact", "positions": lines}


@pytest.mark.slow
def test_a_list_stops_at_its_limit_and_says_so(run: Runner) -> None:
    answer = run("maximal", "list", "battle-of-lits", "--size", "5", "--limit", "3")
    assert answer.status == LIMIT
    assert len(answer.out.splitlines()) == 3
    exactly = run("maximal", "list", "battle-of-lits", "--size", "4", "--engine", "play", "--limit", "312")
    assert exactly.status == DONE


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "maximal estimate battle-of-lits --size 5 --samples 640 --seed 3",
        "match mcts:50 exact:100 battle-of-lits --size 5 -n 4 --seed 2",
    ],
)
def test_a_result_is_the_same_for_any_number_of_workers(run: Runner, line: str) -> None:
    alone, divided = run.ok(*line.split()), run.ok(*line.split(), "--workers", "2")
    assert divided | {"seconds": 0} == alone | {"seconds": 0}


@pytest.mark.slow
def test_the_largest_margin_of_a_board_is_asked_by_its_record(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "4", "--seed", "2", "-o", "b.toml")
    x = run.ok("maximal", "extreme", "battle-of-lits", "--record", "b.toml", "--maximize", "margin")
    assert x["status"] == "optimal"
    rules = load(Path("b.toml")).rules
    end = rules.from_placements(parse_placements(" ".join(x["position"]), rules))
    assert end.outcome().margin == x["objective"]


@pytest.mark.slow
def test_an_extreme_that_met_its_limit_has_a_gap(run: Runner) -> None:
    answer = run(
        "maximal", "extreme", "battle-of-lits", "--size", "9", "--minimize", "pieces", "--time-limit", "0.5", "--json"
    )
    assert answer.status == LIMIT
    assert answer.document["status"] in {"feasible", "undecided"}


@pytest.mark.slow
def test_bounds_without_time_prove_nothing(run: Runner) -> None:
    answer = run("bounds", LITS, "--at", "2", "--time-limit", "0", "--json")
    assert answer.status == LIMIT
    assert answer.document["status"] == "undecided"
    assert answer.document["worst"] is answer.document["best"] is None


@pytest.mark.slow
def test_control_c_ends_a_list_and_its_solver() -> None:
    with running(*litslab("maximal", "list", "battle-of-lits", "--size", "7")) as child:
        child.out.wait_for("\n")
        child.interrupt()
        ended = child.end()
    assert json.loads(ended.out.splitlines()[0])["pieces"] >= 2
    assert (ended.status, ended.err) == (INTERRUPTED, "litslab: interrupted\n")
