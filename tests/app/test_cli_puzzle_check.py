"""The commands ``puzzle check`` and ``puzzle variants``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litslab import kernel
from litslab.puzzles.lits.formats import read_one, read_text
from litslab.puzzles.lits.puzzle import SolutionStatus
from litslab.puzzles.lits.solve import solve
from tests.app.command_line import BAD_INPUT, DONE, LIMIT, NEGATIVE, Runner

UNIQUE, SEVERAL, IMPOSSIBLE = "lits/6/5/4gq64cb2g6", "lits/6/6/lldoa4043q6c", "AAAA/BBBB"


def test_check_tells_what_is_wrong_and_what_repairs_it(run: Runner) -> None:
    assert run("puzzle", "check", UNIQUE).out == f"{UNIQUE} 6×5: unique\n"
    assert run("puzzle", "check", UNIQUE).status == DONE
    none = run("puzzle", "check", IMPOSSIBLE)
    assert none.status == NEGATIVE
    assert none.out.splitlines() == [
        "AAAA/BBBB 4×2: no solution: the regions at a2, a1 conflict",
        "no repair by moving one or two squares",
    ]


@pytest.mark.skipif(not kernel.AVAILABLE, reason="hundreds of puzzles are solved")
def test_every_repair_has_a_link_to_a_unique_puzzle(run: Runner) -> None:
    answer = run("puzzle", "check", SEVERAL, "-o", "check.svg")
    assert answer.status == NEGATIVE
    first, *repairs, wrote = answer.out.splitlines()
    assert first.startswith(f"{SEVERAL} 6×6: 20 solutions, which differ at a1 ")
    assert wrote == "wrote check.svg"
    assert [line[0] for line in repairs] == list("12345")
    for line in repairs:
        assert solve(read_one(line.split(": ")[-1]).puzzle).status is SolutionStatus.UNIQUE
    document = json.loads(run("puzzle", "check", SEVERAL, "--json", "--repairs", "2").out)
    assert (document["status"], document["solutions"], document["complete"]) == ("multiple", 20, True)
    assert [each["url"] for each in document["repairs"]] == [line.split(": ")[-1] for line in repairs[:2]]
    assert document["searched"]
    assert set(document["repairs"][0]["moves"][0]) == {"square", "leaves", "joins"}


def test_check_of_many_puzzles_prints_one_document_each(run: Runner) -> None:
    answer = run("puzzle", "check", UNIQUE, SEVERAL, "--repairs", "0", "--json")
    assert answer.status == NEGATIVE
    assert [json.loads(line)["id"] for line in answer.out.splitlines()] == [UNIQUE, SEVERAL]
    refused = run("puzzle", "check", UNIQUE, SEVERAL, "-o", "check.svg")
    assert refused.status == BAD_INPUT
    assert "2 puzzles for one picture" in refused.complaint


def test_a_check_out_of_time_is_undecided(run: Runner) -> None:
    answer = run("puzzle", "check", UNIQUE, "--time-limit", "0")
    assert answer.status == LIMIT
    assert answer.out == f"{UNIQUE} 6×5: undecided: time limit reached\n"


def test_variants_are_listed_with_links(run: Runner) -> None:
    answer = run("puzzle", "variants", UNIQUE, "--borders", "2")
    assert answer.status == DONE
    lines = answer.out.splitlines()
    assert lines[1].startswith("half turn 6×5: https://puzz.link/p?lits/6/5/")
    assert [line.split(":")[0] for line in lines[-2:]] == ["other borders 1 6×5", "other borders 2 6×5"]
    assert len({line.split(": ")[1] for line in lines} | {UNIQUE}) == 7 + 2 + 1
    documents = [
        json.loads(line) for line in run("puzzle", "variants", UNIQUE, "--borders", "2", "--json").out.splitlines()
    ]
    assert [each["url"] for each in documents] == [line.split(": ")[1] for line in lines]
    assert {each["status"] for each in documents} == {"unique"}
    assert documents[1]["id"] == f"{UNIQUE} half turn"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["variants.svg", "variants.jsonl", "variants.grid", "variants.url"])
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
    assert run("puzzle", "variants", "AAAA/AAAA", "--borders", "1").status == BAD_INPUT  # several solutions
    run.write("one.grid", "AAAA\n")
    assert run("puzzle", "variants", "one.grid", "--borders", "3").status == LIMIT
    run.write("square.grid", "AA\nAA\n")
    assert run("puzzle", "variants", "square.grid").out.startswith("no variants")
    assert "expected a name that ends in .svg" in run("puzzle", "variants", UNIQUE, "-o", "a.gif").complaint
    run.write("two.url", f"{UNIQUE}\n{SEVERAL}\n")
    assert "2 puzzles: expected one" in run("puzzle", "variants", "two.url").complaint
