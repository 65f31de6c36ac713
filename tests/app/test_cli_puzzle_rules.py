"""The option ``--rules`` of the commands on puzzles."""

from __future__ import annotations

import json

import pytest

from litslab import kernel
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.puzzle import SolutionStatus
from litslab.puzzles.lits.solve import EngineName, solve
from litslab.puzzles.lits.sources import read_puzzle
from tests.app.command_line import Runner

INVERSE = "https://puzz.link/p?invlitso/4/4/2tge80"


def test_a_puzzle_is_solved_by_the_rules_asked_for(run: Runner) -> None:
    said = run.ok("puzzle", "solve", "AA/AA", "--rules", "litso")
    assert (said["answer"]["status"], said["rules"]) == ("unique", "litso")
    assert said["answer"]["solutions"][0]["shapes"] == ["O"]
    assert "rules" not in run.ok("puzzle", "solve", "lits/4/4/9q02jg")


@pytest.mark.parametrize("command", ["grade", "hint", "check", "show", "variants", "solve"])
def test_a_link_says_its_rules(run: Runner, command: str) -> None:
    answer = run("puzzle", command, INVERSE, "--json")
    assert answer.err == ""
    assert json.loads(answer.out.splitlines()[0])["rules"] == "inverse-litso"
    answer = run("puzzle", command, INVERSE, "--rules", "lits", "--json")
    assert "rules" not in json.loads(answer.out.splitlines()[0])


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_puzzles_are_generated_by_rules(run: Runner) -> None:
    common = ("puzzle", "generate", "--size", "6", "--seed", "2", "--rules")
    said = run.ok(*common, "lits-plus", "--level", "1")
    assert (said["rules"], said["url"], "penpa" in said) == ("lits-plus", None, False)
    answer = solve(read_one(json.dumps(said)).puzzle, EngineName.CPSAT)
    assert answer.status is SolutionStatus.UNIQUE
    assert said["shapes"] == answer.solutions[0].letters()
    said = run.ok(*common, "double-lits")
    assert (said["rules"], said["url"], len(said["shapes"]) % 2) == ("double-lits", None, 0)
    assert solve(read_one(json.dumps(said)).puzzle).solutions[0].letters() == said["shapes"]
    assert "https://puzz.link/p?invlitso/6/6/" in run(*common, "inverse-litso").out
    grid = run(*common, "litso").out.split(", ")[-1].strip()
    assert solve(read_puzzle(grid, "litso"), EngineName.CPSAT).status is SolutionStatus.UNIQUE
