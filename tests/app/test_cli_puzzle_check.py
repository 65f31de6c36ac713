"""The commands ``puzzle check`` and ``puzzle variants``."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab import kernel
from litslab.puzzles.lits.formats import read_one, read_text
from litslab.puzzles.lits.puzzle import SolutionStatus
from litslab.puzzles.lits.solve import solve
from tests.app.command_line import BAD_INPUT, DONE, LIMIT, NEGATIVE, Runner

UNIQUE = "lits/6/5/4gq64cb2g6"
SEVERAL = "lits/6/6/lldoa4043q6c"


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_every_repair_has_a_link_to_a_unique_puzzle(run: Runner) -> None:
    answer = run("puzzle", "check", SEVERAL, "-o", "check.svg")
    assert answer.status == NEGATIVE
    first, *repairs, wrote = answer.out.splitlines()
    assert first.startswith(f"{SEVERAL} 6×6: 20 solutions, which differ at a1 ")
    assert wrote == "wrote check.svg"
    assert [line[0] for line in repairs] == list("12345")
    for line in repairs:
        assert solve(read_one(line.split(": ")[-1]).puzzle).status is SolutionStatus.UNIQUE


def test_a_check_out_of_time_is_undecided(run: Runner) -> None:
    answer = run("puzzle", "check", UNIQUE, "--time-limit", "0")
    assert answer.status == LIMIT
    assert answer.out == f"{UNIQUE} 6×5: undecided: time limit reached\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["variants.svg", "variants.jsonl", "variants.grid", "variants.url"]
)
def test_variants_are_written(run: Runner, name: str) -> None:
    run.write("mine.grid", f"title: Crossing\nauthor: Jo\n{grid(run)}")
    answer = run("puzzle", "variants", "mine.grid", "--borders", "1", "-o", name)
    assert (answer.status, answer.out.splitlines()[-1]) == (DONE, f"wrote {name}")
    text = Path(name).read_text(encoding="utf-8")
    if name.endswith(".svg"):
        assert text.count("<svg") == 1 + 8
    else:
        entries = read_text(text, name)
        assert len(entries) == 8
        assert {solve(entry.puzzle).status for entry in entries} == {SolutionStatus.UNIQUE}
        if not name.endswith(".url"):
            assert entries[1].title == "Crossing (half turn)"
            assert {entry.author for entry in entries} == {"Jo"}
    assert run("puzzle", "variants", "mine.grid", "-o", name).status == BAD_INPUT


def grid(run: Runner) -> str:
    return run("puzzle", "convert", UNIQUE, "--to", "grid").out


@pytest.mark.slow
def test_fewer_variants_than_asked_for_and_none(run: Runner) -> None:
    # Several solutions.
    assert run("puzzle", "variants", "AAAA/AAAA", "--borders", "1").status == BAD_INPUT
    run.write("one.grid", "AAAA\n")
    assert run("puzzle", "variants", "one.grid", "--borders", "3").status == LIMIT
    run.write("square.grid", "AA\nAA\n")
    assert run("puzzle", "variants", "square.grid").out.startswith("no variants")
