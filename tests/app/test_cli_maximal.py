"""The commands on finished positions: counts, lists, extremes and bounds, and how they end."""

from __future__ import annotations

import json

import pytest

from tests.app.command_line import EXAMPLES, INTERRUPTED, LIMIT, Runner
from tests.running import litslab, running

LITS = EXAMPLES / "battle-of-lits-10.toml"


def test_a_count_without_orbits_says_nothing_of_them(run: Runner) -> None:
    line = ("maximal", "count", "taiji", "--size", "7", "--no-colours", "--no-orbits")
    found = run.ok(*line)
    assert (found["complete"], found["count"], found["orbits"]) == (True, 1158560776, None)
    assert run(*line).out.startswith("1,158,560,776 finished positions\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "maximal count battle-of-lits --size 7 --engine play --time-limit 0.1",
            {"complete": False},
        ),
        ("maximal estimate battle-of-lits --samples 6400 --time-limit 0", {"samples": 400}),
        ("maximal list battle-of-lits --size 5 --limit 3", {"complete": False}),
        ("maximal extreme battle-of-lits --size 9 --minimize pieces --time-limit 0", {}),
        (
            f"bounds {LITS} --at 2 --time-limit 0",
            {"status": "undecided", "worst": -30, "best": 30},
        ),
    ],
)
def test_what_met_its_limit_says_so(run: Runner, line: str, found: dict[str, object]) -> None:
    assert found.items() <= run.ok(*line.split(), status=LIMIT).items()
    # One document per line cannot say it.
    assert "list" not in line or "limit reached" in run(*line.split()).err


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "maximal estimate battle-of-lits --size 5 --samples 640 --seed 3",
        "match mcts:50 exact:100 battle-of-lits --size 5 -n 4 --seed 2",
    ],
)
def test_a_result_is_the_same_for_any_number_of_workers(run: Runner, line: str) -> None:
    alone = run.ok(*line.split())
    divided = run.ok(*line.split(), "--workers", "2")
    assert divided | {"seconds": 0} == alone | {"seconds": 0}


@pytest.mark.slow
def test_the_largest_margin_of_a_board_is_asked_by_its_record(run: Runner) -> None:
    run.ok("new", "battle-of-lits", "--size", "4", "--seed", "2", "-o", "b.toml")
    found = run.ok(
        "maximal", "extreme", "battle-of-lits", "--record", "b.toml", "--maximize", "margin"
    )
    assert (found["status"], found["best"]["objective"]) == ("optimal", found["bound"])


@pytest.mark.slow
def test_control_c_ends_a_list_and_its_solver() -> None:
    with running(*litslab("maximal", "list", "battle-of-lits", "--size", "7")) as child:
        child.out.wait_for("\n")
        child.interrupt()
        ended = child.end()
    assert json.loads(ended.out.splitlines()[0])["pieces"] >= 2
    assert (ended.status, ended.err) == (INTERRUPTED, "litslab: interrupted\n")


def test_a_command_exports_its_first_model_and_says_so(run: Runner) -> None:
    line = ("bounds", EXAMPLES / "taiji-7.toml", "--at", "20", "--export", "worst.txtpb")
    assert (
        run(*line).out.splitlines()[-1] == "wrote worst.txtpb: the first model that CP-SAT solved"
    )
    first = (run.folder / "worst.txtpb").read_text("utf-8")
    assert "use --force to overwrite it" in run.refused(*line)
    run.ok(*line, "--force")
    assert (run.folder / "worst.txtpb").read_text("utf-8") == first


def test_a_command_says_that_it_needed_no_model(run: Runner) -> None:
    answer = run("puzzle", "solve", "lits/4/4/9q02jg", "--engine", "cpsat", "--export", "a.txtpb")
    assert answer.err == "litslab: a.txtpb not written: the answer needed no model\n"
    assert not (run.folder / "a.txtpb").exists()
