"""The commands ``puzzle hint`` and ``puzzle grade``, and ``puzzle solve --explain``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.app.command_line import DONE, LIMIT, NEGATIVE, Runner

URL = "https://puzz.link/p?lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "puzzles"
SMALL = "lits/6/5/4gq64cb2g6"
NESTED = "lits/8/8/20mbr1hbtb4g08c8qjokb9k0"
SEVERAL = "lits/6/6/lldoa4043q6c"


def test_hint_goes_on_from_a_state(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    first = json.loads(run("puzzle", "hint", URL, "--json").out)
    assert first["explanation"]["begun"] == ["?" * 10] * 10
    (run.folder / "state.txt").write_text("\n".join(first["explanation"]["after"]) + "\n")
    second = json.loads(run("puzzle", "hint", URL, "--state", "state.txt", "--check", "--json").out)
    assert second["explanation"]["begun"] == first["explanation"]["after"]
    decided = (
        second["explanation"]["steps"][-1]["shaded"]
        + second["explanation"]["steps"][-1]["unshaded"]
    )
    assert decided
    assert not set(decided) & set(first["explanation"]["steps"][-1]["shaded"])
    monkeypatch.setattr(
        sys,
        "stdin",
        io.TextIOWrapper(io.BytesIO("\n".join(first["explanation"]["after"]).encode())),
    )
    again = json.loads(run("puzzle", "hint", URL, "--state", "-", "--json").out)
    assert again["explanation"] == second["explanation"]


def test_hint_at_the_end(run: Runner) -> None:
    solved = json.loads(run("puzzle", "solve", URL, "--json", "--engine", "cpsat").out)
    solution = solved["answer"]["solutions"][0]["shading"]
    (run.folder / "state.txt").write_text("\n".join(solution))
    answer = run("puzzle", "hint", URL, "--state", "state.txt")
    assert (answer.status, answer.out) == (DONE, "every square is already known\n")


@pytest.mark.slow
def test_hint_without_trials_left(run: Runner) -> None:
    (run.folder / "state.txt").write_text("??????\n" * 5)
    hint = ("puzzle", "hint", SMALL, "--trials", "0", "--state", "state.txt")
    while (answer := run(*hint, "--json")).status == DONE:  # as far as it goes without a trial
        (run.folder / "state.txt").write_text(
            "\n".join(json.loads(answer.out)["explanation"]["after"])
        )
    assert answer.status == LIMIT
    assert run(*hint).out.splitlines()[-1] == "no further step found after following 0 assumptions"
    assert run("puzzle", "hint", SMALL, "--state", "state.txt").status == DONE


def test_a_puzzle_beyond_single_trials_has_a_level(run: Runner) -> None:
    """The status is 0 if single trials do not solve a puzzle, and 3 if the limit was reached."""
    for trials, status, said in (
        ("1000", DONE, "single trials do not solve it"),
        ("3", LIMIT, "limit reached"),
    ):
        answer = run("puzzle", "grade", NESTED, "--trials", trials)
        assert answer.status == status
        assert "level 5+: " in answer.out
        assert "score" not in answer.out
        assert answer.out.endswith(f"({said})\n")
        graded = run.ok("puzzle", "grade", NESTED, "--trials", trials, status=status)["grade"]
        assert (graded["label"], graded["solved"], graded.get("limited", False)) == (
            "5+",
            False,
            status == LIMIT,
        )


def test_a_page_says_first_that_there_are_several_solutions(run: Runner) -> None:
    answer = run("puzzle", "solve", SEVERAL, "--explain", "-o", "way.html")
    assert (answer.status, answer.err) == (NEGATIVE, "")
    assert "multiple (at least 2 solutions" in (run.folder / "way.html").read_text(encoding="utf-8")
