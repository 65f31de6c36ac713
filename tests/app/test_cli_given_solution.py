"""``puzzle generate --solution`` and ``--picture``: puzzles around a given solution, and why there may be none."""

from __future__ import annotations

import json
from pathlib import Path

from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.puzzle import SolutionStatus, draw_shading
from litslab.puzzles.lits.solve import solve_by_kernel as solve
from tests.app.command_line import LIMIT, NEGATIVE, Runner

HEART = Path(__file__).parents[2] / "docs" / "examples" / "puzzles" / "heart.grid"
GENERATE = ("puzzle", "generate")


def test_a_level_is_reached_with_the_same_solution_and_the_folder_is_resumed(run: Runner) -> None:
    Path("drawn.txt").write_text("###.##\n#.###.\n##..##\n#....#\n.#####\n......\n")
    line = (*GENERATE, "--solution", "drawn.txt", "--level", "1..2", "--no-trials", "--json", "-o", "out")
    (made,) = (json.loads(each) for each in run(*line).out.splitlines())
    assert made["level"] <= 2
    assert made["solution"] == Path("drawn.txt").read_text().splitlines()
    found = solve(read_one(made["url"]).puzzle)
    assert found.status is SolutionStatus.UNIQUE
    assert draw_shading(found.puzzle.board, found.solutions[0].shading) == made["solution"]
    assert run(*line).out == ""  # it is there already


def test_squares_to_blame_are_named(run: Runner) -> None:
    Path("alone.txt").write_text("....#\n" * 4 + ".....\n")
    answer = run(*GENERATE, "--solution", "alone.txt")
    assert answer.status == NEGATIVE
    assert "no regions leave this solution the only one: " in answer.complaint
    assert "can belong to no region without allowing another solution" in answer.complaint


def test_a_time_limit_is_no_proof(run: Runner) -> None:
    answer = run(*GENERATE, "--solution", str(HEART), "--time-limit", "0")
    assert answer.status == LIMIT
