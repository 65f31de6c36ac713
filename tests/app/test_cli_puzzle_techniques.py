"""The commands ``puzzle hint`` and ``puzzle grade``, and ``puzzle solve --explain``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.app.command_line import BAD_INPUT, DONE, LIMIT, Runner

URL = "https://puzz.link/p?lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "puzzles"
SEVERAL = "lits/6/6/lldoa4043q6c"


def test_hint_shows_the_first_step(run: Runner) -> None:
    answer = run("puzzle", "hint", URL)
    assert answer.status == DONE
    assert answer.out == (
        "1. The region at c9 has only four squares, so c9, a8, b8 and c8 are shaded. (four-square region)\n"
    )


def test_hint_goes_on_from_a_state(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    first = json.loads(run("puzzle", "hint", URL, "--json").out)
    assert first["before"] == ["?" * 10] * 10
    (run.folder / "state.txt").write_text("\n".join(first["after"]) + "\n")
    second = json.loads(run("puzzle", "hint", URL, "--state", "state.txt", "--check", "--json").out)
    assert second["before"] == first["after"]
    decided = second["steps"][-1]["shaded"] + second["steps"][-1]["unshaded"]
    assert decided
    assert not set(decided) & set(first["steps"][-1]["shaded"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(first["after"])))
    assert json.loads(run("puzzle", "hint", URL, "--state", "-", "--json").out) == second


def test_hint_at_the_end(run: Runner) -> None:
    solution = json.loads(run("puzzle", "solve", URL, "--json", "--engine", "cpsat").out)["solution"]
    (run.folder / "state.txt").write_text("\n".join(solution))
    answer = run("puzzle", "hint", URL, "--state", "state.txt")
    assert (answer.status, answer.out) == (DONE, "every square is already known\n")


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (["#?????????"] + ["??????????"] * 9, "departs from the solution: it has a10 shaded"),
        (["##????????"] * 2 + ["??????????"] * 8, "2×2 block shaded"),
        (["?" * 10] * 9, "9 rows: expected 10"),
        (["?" * 9 + "x"] + ["?" * 10] * 9, "row 1 of the state has 'x'"),
    ],
)
def test_bad_states(run: Runner, rows: list[str], shown: str) -> None:
    (run.folder / "state.txt").write_text("\n".join(rows))
    answer = run("puzzle", "hint", URL, "--state", "state.txt", "--check")
    assert answer.status == BAD_INPUT
    assert shown in answer.err
    assert answer.err.count("\n") == 1


def test_hint_wants_one_puzzle(run: Runner) -> None:
    answer = run("puzzle", "hint", EXAMPLES / "made.jsonl")
    assert answer.status == BAD_INPUT
    assert "12 puzzles: expected one" in answer.err


@pytest.mark.slow
def test_hint_without_trials_left(run: Runner) -> None:
    (run.folder / "state.txt").write_text("??????\n" * 6)
    hint = ("puzzle", "hint", SEVERAL, "--trials", "0", "--state", "state.txt")
    while (answer := run(*hint, "--json")).status == DONE:  # as far as it goes without a trial
        (run.folder / "state.txt").write_text("\n".join(json.loads(answer.out)["after"]))
    assert answer.status == LIMIT
    answer = run(*hint)
    assert answer.out.splitlines()[-1] == "no further step found within 0 trials"


@pytest.mark.slow
def test_grade_prints_one_line_a_puzzle(run: Runner) -> None:
    answer = run("puzzle", "grade", EXAMPLES / "made.jsonl", "--json")
    assert answer.status == DONE
    graded = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["id"][:10] for each in graded] == [f"litslab-{number:02}" for number in range(1, 13)]
    for each in graded:
        assert 1 <= each["level"] <= 5
        assert each["solved"]
        assert each["techniques"]
    text = run("puzzle", "grade", EXAMPLES / "made.jsonl").out.splitlines()
    assert text[0].startswith(f"{graded[0]['id']}: level {graded[0]['label']}, score {graded[0]['score']}: ")


def test_grade_of_several_solutions(run: Runner) -> None:
    answer = run("puzzle", "grade", SEVERAL, "--trials", "50", "--json")
    assert answer.status == LIMIT
    graded = json.loads(answer.out)
    assert (graded["level"], graded["label"], graded["solved"]) == (5, "5+", False)


def test_explanation_with_the_solution(run: Runner) -> None:
    plain = json.loads(run("puzzle", "solve", URL, "--json", "--engine", "cpsat").out)
    answer = run("puzzle", "solve", URL, "--explain", "--json", "--engine", "cpsat")
    document = json.loads(answer.out)
    assert document["solution"] == plain["solution"] == document["explanation"]["solution"]
    steps = document["explanation"]["steps"]
    shown = run("puzzle", "solve", URL, "--explain", "--engine", "cpsat").out
    for number, step in enumerate(steps, start=1):
        assert f"{number}. {step['text']} ({step['technique']})\n" in shown
    assert sum(len(step["shaded"]) + len(step["unshaded"]) for step in steps) == 100


def test_explanation_as_pictures(run: Runner) -> None:
    puzzle = json.loads((EXAMPLES / "made.jsonl").read_text().splitlines()[0])
    (run.folder / "one.json").write_text(json.dumps(puzzle))
    answer = run("puzzle", "solve", "one.json", "--explain", "--engine", "cpsat", "-o", "way.svg")
    assert answer.status == DONE
    steps = sum(line.split(".")[0].isdigit() for line in answer.out.splitlines())
    pictures = sorted(run.folder.glob("way-*.svg"))
    assert [picture.name for picture in pictures] == [f"way-{number:02}.svg" for number in range(1, steps + 1)]
    again = run("puzzle", "solve", "one.json", "--explain", "--engine", "cpsat", "-o", "way.svg")
    assert again.status == BAD_INPUT


def test_a_puzzle_without_a_solution_does_not_hide_the_grades_of_the_others(run: Runner) -> None:
    run.write("three.grid", "id: one\nAAAA\nBBBB\n\nid: two\nAAAA\n\nid: three\nAAAA\n")
    answer = run("puzzle", "grade", "three.grid")
    assert answer.status == BAD_INPUT
    assert [line.split(":")[0] for line in answer.out.splitlines()] == ["two", "three"]
    assert len(answer.err.splitlines()) == 1
    assert answer.err.startswith("litslab: one: the puzzle has no solution")
