"""The commands ``puzzle generate``, also around a given solution, and ``puzzle book``."""

from __future__ import annotations

import errno
import json
import os
import re
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

import litslab as ll
import litslab.puzzles.lits.generate.batch as generating
from litslab.app.cli.generate import RELAXED_BY
from litslab.games.files import unfinished
from litslab.jobs.progress import Progress
from litslab.puzzles.lits.formats import MARKS, read_one, read_rows
from litslab.puzzles.lits.generate.given_solution import letters_of, solutions_of
from litslab.puzzles.lits.generate.search import GeneratedPuzzle, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import Rejection
from litslab.puzzles.lits.puzzle import SolutionStatus, draw_shading
from litslab.puzzles.lits.solve import solve_by_kernel as solve
from tests.app.command_line import BAD_INPUT, INTERRUPTED, LIMIT, NEGATIVE, Runner
from tests.app.commands import commands
from tests.running import interrupted_at

GENERATE = ("puzzle", "generate")
HEART = Path(__file__).parents[2] / "docs" / "examples" / "puzzles" / "heart.grid"


def letters_in(file: Path) -> str:
    """Return the solution that a file draws, as specifications take it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    board, marks = read_rows([line for line in lines if not line.startswith("%")], MARKS)
    return letters_of(board, next(solutions_of(board, marks)))


SMALL = (*GENERATE, "--size", "6", "--seed", "4")


@pytest.mark.parametrize(
    ("options", "spec"),
    [
        ("--size 6 -n 2", ll.PuzzleSpec(6)),
        (
            "--size 8 --symmetry half-turn",
            ll.PuzzleSpec(8, limits=ll.RegionLimits(symmetry=ll.RegionSymmetry.HALF_TURN)),
        ),
        (
            "--size 7x6 --style free --region-size 5..12",
            ll.PuzzleSpec(7, 6, limits=ll.RegionLimits(5, 12, style=ll.RegionStyle.FREE)),
        ),
        ("--size 6 --equal-sizes", ll.PuzzleSpec(6, themes=ll.Themes(equal_sizes=True))),
        (f"--solution {HEART}", ll.PuzzleSpec(10, solution=letters_in(HEART))),
    ],
    ids=["size", "symmetry", "sizes", "equal sizes", "solution"],
)
def test_the_same_seed_makes_the_same_puzzles_in_python(
    run: Runner,
    options: str,
    spec: ll.PuzzleSpec,
) -> None:
    answer = run(*GENERATE, *options.split(), "--seed", "4", "--json")
    urls = [json.loads(line)["url"] for line in answer.out.splitlines()]
    assert urls
    assert urls == [made.url for made in ll.generate_puzzles(spec, len(urls), seed=4)]


@pytest.mark.slow
def test_options_are_read(run: Runner) -> None:
    options = (
        "--size 7x6 --regions 5..6 --region-size 5..12 --largest-region 9 --shapes T1 --given "
        "2 --require overlap"
    )
    (found,) = run(
        *GENERATE, *options.split(), "--exclude", "nested trial", "--no-trials", "--json"
    ).documents()
    assert (found["cols"], found["rows"], found["url"]) == (7, 6, None)
    sizes = [mask.bit_count() for mask in read_one(json.dumps(found)).puzzle.masks]
    assert 5 <= len(sizes) <= 6
    assert min(sizes) >= 5
    assert 9 <= max(sizes) <= 12
    assert "T" in found["shapes"]
    assert found["grade"]["trials"] == 0
    assert "overlap" in found["grade"]["techniques"]


@pytest.mark.slow
def test_themes_are_read(run: Runner) -> None:
    themes = (
        "--without",
        "I",
        "--shaded",
        "a1,f6",
        "--unshaded",
        "c3",
        "--keys",
        "0",
        "--seed",
        "5",
    )
    more = ("--rounds", "0..20", "--best-of", "2", "--shading-symmetry", "none")
    (found,) = run(
        "puzzle", "generate", "--size", "6", *themes, *more, "--json", "-o", "out"
    ).documents()
    solution = found["solution"]
    assert (solution[5][0], solution[0][5], solution[3][2]) == ("#", "#", ".")
    assert "I" not in found["shapes"]
    assert 0 < found["elegance"] <= 1
    other = run("puzzle", "generate", "--size", "6", *themes, *more[:2], "-o", "out")
    assert "holds puzzles of another request" in other.complaint


@pytest.mark.slow
def test_a_folder_is_resumed(run: Runner) -> None:
    line = (*SMALL, "-o", "out")
    (first,) = run(*line, "--json").documents()
    path = Path("out") / f"{first['id']}.json"
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    rest = run(*line, "--count", "3", "--json").documents()
    assert [each["number"] for each in rest] == [2, 3]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [each["id"] for each in json.loads(Path("out/index.json").read_text())] == [
        first["id"],
        *(each["id"] for each in rest),
    ]
    assert run(*SMALL, "--count", "3", "--json").documents() == [first, *rest]
    assert "3 of 3 already exist" in run(*line, "--count", "3").out
    assert "holds puzzles of another request" in run.refused(*line, "--given", "1")


@pytest.mark.slow
def test_the_limits_of_a_puzzle_are_options(run: Runner) -> None:
    assert run(*SMALL, "--most-trivial", "0", "--time-limit", "0.0").status == LIMIT
    (found,) = run(*SMALL, "--most-trivial", "0", "--most-concentrated", "1", "--json").documents()
    sizes = [
        sum(row.count(region) for row in found["regions"]) for region in range(len(found["shapes"]))
    ]
    assert min(sizes) > 4
    assert (
        "a share of 2.0 of trivial regions: expected 0 to 1"
        in run(*SMALL, "--most-trivial", "2").complaint
    )


@pytest.mark.slow
def test_a_request_with_few_puzzles_ends_early_and_says_what_to_relax(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litslab.puzzles.lits.generate.batch.FEWEST_DUPLICATES", 10)
    answer = run("puzzle", "generate", "--size", "4", "--count", "2", "--json")
    assert answer.status == LIMIT
    assert len(answer.out.splitlines()) == 1
    assert "no other puzzles found: 1 of 2 puzzles" in answer.err
    assert "made already (10)" in answer.err
    assert "; to find more, relax --" in answer.err


@pytest.mark.slow
def test_an_interrupted_run_keeps_what_is_finished(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = (*SMALL, "--style", "free", "--count", "4", "--json", "-o", "out")
    expected = run(*line[:-1], "whole").documents()
    with monkeypatch.context() as patch:
        patch.setattr(generating, "generate_puzzle", interrupted_at(3, generate_puzzle))
        answer = run(*line)
    assert answer.documents(LIMIT) == expected[:2]
    assert answer.err.startswith("litslab: interrupted: 2 of 4 puzzles; rejected: ")
    assert len(answer.err.splitlines()) == 1
    assert len(json.loads(Path("out/index.json").read_text())) == 2
    assert run(*line).documents() == expected[2:]
    for path in Path("whole").iterdir():
        assert (Path("out") / path.name).read_bytes() == path.read_bytes()


def test_an_interrupt_before_the_first_puzzle_keeps_nothing(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generating, "generate_puzzle", interrupted_at(1))
    answer = run(*SMALL, "--json")
    assert answer.status == INTERRUPTED
    assert answer.complaint == "litslab: interrupted\n"


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_keeps_what_is_finished(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    original = os.fsync
    second = unfinished(Path("lits-6x6-4-0002.json")).name

    def fsync(descriptor: int) -> None:
        if Path(f"/proc/self/fd/{descriptor}").readlink().name == second:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        original(descriptor)

    line = (*SMALL, "--count", "3", "--json", "-o", "out")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        answer = run(*line)
    (first,) = answer.documents(BAD_INPUT)
    assert len(answer.err.splitlines()) == 1
    assert "lits-6x6-4-0002.json: No space left on device" in answer.err
    assert [path.name for path in Path("out").glob("lits-*")] == [f"{first['id']}.json"]
    assert [each["number"] for each in run(*line).documents()] == [2, 3]


def seconds_by_looks(task: PuzzleTask) -> GeneratedPuzzle:
    """Generate a puzzle by a clock that advances by a second at each reading."""
    return generate_puzzle(task, map(float, count()).__next__)


@pytest.mark.slow
def test_time_that_is_over_is_no_failure_but_said(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generating, "generate_puzzle", seconds_by_looks)
    # A 6×6 puzzle is never that hard.
    answer = run(*SMALL, "--level", "5", "--no-trials", "--time-limit", "3000", "--json")
    assert answer.status == LIMIT
    assert answer.complaint.startswith("litslab: time ran out: 0 of 1 puzzle; rejected: ")
    assert "too easy (" in answer.complaint


@pytest.mark.slow
def test_progress_says_what_was_rejected_and_why(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Progress] = []
    monkeypatch.setattr(
        "litslab.app.cli.generate.showing", lambda *_, **__: nullcontext(told.append)
    )
    found = run(*SMALL, "--level", "2", "--count", "3", "--json").documents()
    assert {each.total for each in told} == {3}
    assert [each.done for each in told] == [0, 1, 1, 2, 2, 3]
    easy = sum(each["rejected"].get("too easy", 0) for each in found)
    assert easy > 0
    assert f"too easy ({easy})" in told[-1].text


def test_every_rejection_names_an_option_of_the_command() -> None:
    options = commands()["puzzle generate"].params
    declared = {word for option in options for word in (*option.opts, *option.secondary_opts)}
    assert set(RELAXED_BY) == set(Rejection) - {Rejection.NOT_ACCEPTED}
    assert set(re.findall(r"--[a-z-]+", " ".join(RELAXED_BY.values()))) <= declared


def test_a_level_is_reached_with_the_same_solution_and_the_folder_is_resumed(run: Runner) -> None:
    Path("drawn.txt").write_text("###.##\n#.###.\n##..##\n#....#\n.#####\n......\n")
    line = (
        *GENERATE,
        "--solution",
        "drawn.txt",
        "--level",
        "1..2",
        "--no-trials",
        "--json",
        "-o",
        "out",
    )
    (made,) = (json.loads(each) for each in run(*line).out.splitlines())
    assert made["grade"]["level"] <= 2
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
    assert run(*GENERATE, "--solution", str(HEART), "--time-limit", "0").status == LIMIT
