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


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["kernel", "cpsat", "play"])
def test_4_by_4_is_counted_in_every_way(run: Runner, engine: str) -> None:
    found = run.ok("maximal", "count", "battle-of-lits", "--size", "4", "--engine", engine)
    assert found["engine"] == engine
    assert (found["status"], found["count"], found["orbits"]) == ("exact", 312, 39)
    assert found["by_pieces"] == {"2": 256, "3": 56}
    shown = run("maximal", "count", "battle-of-lits", "--size", "4", "--engine", engine)
    assert shown.status == DONE
    assert "312 finished positions, 39 up to symmetry" in shown.out


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


@pytest.mark.slow
def test_an_estimate_holds_the_exact_number_and_says_what_it_rests_on(run: Runner) -> None:
    line = ("maximal", "estimate", "battle-of-lits", "--size", "5", "--samples", "6400", "--seed", "1")
    found = run.ok(*line)
    assert found["status"] == "estimated"
    low, high = found["interval"]
    assert low < 10544 < high
    assert low < found["count"] < high
    assert (found["samples"], found["seed"], found["reliable"]) == (6400, 1, True)
    assert run.ok(*line)["count"] == found["count"]
    shown = run(*line)
    assert "95 % between" in shown.out
    assert "reliable" not in shown.out
    few = run("maximal", "estimate", "taiji", "--size", "9", "--samples", "64")
    assert "too small for the interval to be reliable" in few.out


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
def test_an_estimate_is_the_same_for_any_number_of_workers(run: Runner) -> None:
    line = ("maximal", "estimate", "battle-of-lits", "--size", "5", "--samples", "640", "--seed", "3")
    alone, divided = run.ok(*line), run.ok(*line, "--workers", "2")
    assert alone.pop("seconds") >= 0
    assert divided.pop("seconds") >= 0
    assert divided == alone


@pytest.mark.slow
def test_an_extreme_is_proved_and_drawn(run: Runner) -> None:
    line = ("maximal", "extreme", "battle-of-lits", "--size", "4", "--maximize", "pieces")
    found = run.ok(*line)
    assert (found["status"], found["objective"], found["bound"], found["gap"]) == ("optimal", 3, 3, 0)
    assert len(found["position"]) == 3
    assert (found["found_by"], found["bound_by"]) == ("beam", "strips")
    shown = run(*line)
    assert "3 pieces (optimal; found by beam; upper bound by strips)" in shown.out
    assert len(shown.out.splitlines()) > 4


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size", "fewest"), [("battle-of-lits", 5, 2), ("taiji", 4, 6), ("wythe", 3, 3)])
def test_the_model_alone_finds_the_same_fewest(run: Runner, game: str, size: int, fewest: int) -> None:
    line = ("maximal", "extreme", game, "--size", str(size), "--minimize", "pieces")
    quick, slow = run.ok(*line), run.ok(*line, "--engine", "cpsat")
    assert slow["found_by"] == slow["bound_by"] == "model"
    for found in (quick, slow):
        assert (found["status"], found["objective"], found["bound"]) == ("optimal", fewest, fewest)


@pytest.mark.slow
def test_the_largest_margin_of_a_board_is_asked_by_its_record(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "4", "--seed", "2", "-o", "b.toml")
    x = run.ok("maximal", "extreme", "battle-of-lits", "--record", "b.toml", "--maximize", "margin")
    o = run.ok("maximal", "extreme", "battle-of-lits", "--record", "b.toml", "--minimize", "margin")
    assert x["status"] == o["status"] == "optimal"
    assert x["objective"] == -o["objective"]  # a half turn exchanges X and O
    rules = load(Path("b.toml")).rules
    end = rules.from_placements(parse_placements(" ".join(x["position"]), rules))
    assert end.outcome().margin == x["objective"]


@pytest.mark.slow
def test_an_extreme_that_met_its_limit_has_a_gap(run: Runner) -> None:
    answer = run(
        "maximal", "extreme", "battle-of-lits", "--size", "9", "--minimize", "pieces", "--time-limit", "3", "--json"
    )
    assert answer.status == LIMIT
    assert answer.document["status"] in {"feasible", "undecided"}


@pytest.mark.slow
def test_bounds_hold_the_exact_value(run: Runner) -> None:
    found = run.ok("bounds", LITS, "--at", "8")
    assert found["status"] == "optimal"
    margin = run.ok("solve", LITS, "--at", "8")["margin"]
    assert found["worst"] <= margin <= found["best"]
    rules = load(LITS).rules
    for key in ("worst", "best"):
        end = rules.from_placements(parse_placements(" ".join(found[f"{key}_finish"]), rules))
        assert end.outcome().margin == found[key]
    shown = run("bounds", LITS, "--at", "9")
    assert shown.status == DONE
    assert "margin of X between" in shown.out


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
