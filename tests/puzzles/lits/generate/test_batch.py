"""GeneratedPuzzle puzzles: one solution by both solvers, every wish met, and the same whoever does the work."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litslab.puzzles.lits.generate.batch as generating
from litslab import kernel
from litslab.games.geometry import Board, bits
from litslab.games.pieces import Shape
from litslab.jobs.progress import Progress
from litslab.puzzles.lits.generate.batch import INDEX, canonical, generate_puzzles
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import GeneratedPuzzle, PuzzleTask, PythonJudge, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.model import solve as by_model
from litslab.puzzles.lits.puzzle import LitsPuzzle, SolutionStatus
from litslab.puzzles.lits.solve import solve_by_kernel as by_kernel
from litslab.puzzles.lits.sources import puzzle as read_puzzle
from tests.puzzles.lits.generate.test_partition import maps_of
from tests.puzzles.making import grow_regions

HALF_TURN = RegionLimits(symmetry=RegionSymmetry.HALF_TURN)
SMALL = PuzzleSpec(6, 6)

SPECS = {
    "easy 6×6": PuzzleSpec(6, 6, levels=(1, 1)),
    "level 2 or 3, 8×8": PuzzleSpec(8, 8, levels=(2, 3)),
    "a rectangle": PuzzleSpec(8, 5),
    "half turn": PuzzleSpec(8, 8, limits=HALF_TURN),
    "half turn with a middle": PuzzleSpec(7, 6, limits=HALF_TURN),
    "mirror": PuzzleSpec(7, 7, limits=RegionLimits(symmetry=RegionSymmetry.MIRROR)),
    "quarter turn": PuzzleSpec(8, 8, limits=RegionLimits(symmetry=RegionSymmetry.QUARTER_TURN)),
    "number and sizes of regions": PuzzleSpec(7, 7, limits=RegionLimits(smallest=5, largest=12, fewest=6, most=7)),
    "a large region": PuzzleSpec(8, 8, limits=RegionLimits(peak=20)),
    "shapes": PuzzleSpec(7, 7, shapes=((Shape.I, 2), (Shape.T, 2))),
    "given letters": PuzzleSpec(6, 6, given=3),
    "a technique needed": PuzzleSpec(7, 7, required=frozenset({"equal shape"})),
    "a technique excluded": PuzzleSpec(7, 7, excluded=frozenset({"cut off", "no link"}), trials=False),
    "no trial": PuzzleSpec(8, 8, levels=(2, 5), trials=False),
    "no region of four": PuzzleSpec(7, 7, most_trivial=0.0),
    "even difficulty": PuzzleSpec(7, 7, most_concentrated=0.3),
}


def check(found: GeneratedPuzzle) -> None:
    """Everything that is said of a puzzle, found out anew."""
    spec, puzzle = found.task.spec, found.puzzle
    assert puzzle is not None
    assert found.solution is not None
    assert found.grade is not None
    assert puzzle.board == Board(spec.columns, spec.rows)
    for solve in (by_kernel, by_model):
        answer = solve(puzzle)
        assert answer.status is SolutionStatus.UNIQUE
        assert answer.solutions == (found.solution,)
    graded = grade(puzzle)
    assert graded == found.grade
    assert graded.solved
    assert spec.levels[0] <= graded.level <= spec.levels[1]
    assert spec.trials or not graded.trials
    assert spec.required <= graded.techniques.keys()
    assert not spec.excluded & graded.techniques.keys()
    assert graded.concentration <= spec.most_concentrated
    check_regions(puzzle, spec)
    shapes = Counter(found.solution.shapes)
    assert all(shapes[shape] >= count for shape, count in spec.shapes)
    letters = [(puzzle.regions[square], given) for square, given in enumerate(puzzle.givens) if given != "?"]
    assert len({region for region, _ in letters}) == len(letters) == spec.given
    assert all(found.solution.letters()[region] == letter for region, letter in letters)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["easy 6×6", "level 2 or 3, 8×8", "half turn", "given letters", "a technique needed"])
def test_puzzles_are_made_without_the_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    found = generate_puzzle(PuzzleTask(SPECS[name], 3, 1))
    check(found)
    if name == "easy 6×6":
        assert plain(generate_puzzle(found.task)) == plain(found)


@pytest.mark.parametrize("trials", [False, True])
def test_the_judge_without_the_kernel_says_only_what_holds_in_every_solution(trials: bool) -> None:
    judge, rng, board = PythonJudge(), random.Random(1), Board(4, 4)
    statuses = set()
    unique = read_puzzle("lits/4/4/9q02jg").regions
    for regions in [list(unique), *(list(grow_regions(board, rng.randint(2, 3), rng)) for _ in range(80))]:
        answer = by_kernel(LitsPuzzle(board, tuple(regions)), limit=1000)
        statuses.add(answer.status)
        known = judge.conclusions(board, regions, trials)
        if known is None:
            assert not answer.solutions
            continue
        if not trials:  # with trials, two solutions stand for all
            assert all(known[0] & ~each.shading == known[1] & each.shading == 0 for each in answer.solutions)
        left = judge.open_squares(board, regions, trials)
        assert left is not None
        assert set(left).isdisjoint(bits(known[0] | known[1]))
        assert left or answer.status is SolutionStatus.UNIQUE
    assert statuses == {SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE}


def check_regions(puzzle: LitsPuzzle, spec: PuzzleSpec) -> None:
    board, limits = puzzle.board, spec.limits
    sizes = [mask.bit_count() for mask in puzzle.masks]
    assert sum(sizes) == board.size
    assert all(board.is_connected(mask) for mask in puzzle.masks)
    assert limits.smallest <= min(sizes) <= max(sizes) <= limits.largest
    assert max(sizes) >= limits.peak
    assert limits.fewest <= len(sizes) <= limits.most
    assert sizes.count(4) <= spec.most_trivial * len(sizes)
    for symmetry in maps_of(board, limits.symmetry):
        assert {symmetry.apply(mask) for mask in puzzle.masks} == set(puzzle.masks)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_puzzles_are_unique_by_both_solvers_and_as_wished(name: str) -> None:
    for number in (1, 2):
        check(generate_puzzle(PuzzleTask(SPECS[name], seed=3, number=number)))


def plain(found: GeneratedPuzzle) -> GeneratedPuzzle:
    return replace(found, seconds=0)


def dies_once(task: PuzzleTask) -> GeneratedPuzzle:
    """Kill the process that does the third puzzle for the first time."""
    mark = Path(os.environ["LITSLAB_TEST_MARK"])
    if task.number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return generate_puzzle(task)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "died"
    monkeypatch.setenv("LITSLAB_TEST_MARK", str(mark))
    alone = [plain(found) for found in generate_puzzles(SMALL, 5, seed=8)]
    monkeypatch.setattr(generating, "generate_puzzle", dies_once)
    assert [plain(found) for found in generate_puzzles(SMALL, 5, seed=8, workers=2)] == alone
    assert mark.exists()


def stored(found: GeneratedPuzzle) -> GeneratedPuzzle:
    """A result without what is not stored."""
    return replace(found, existing=False, judged=0, seconds=0.0)


def test_what_is_there_is_not_generated_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(generate_puzzles(SMALL, 4, seed=2, folder=tmp_path))
    (tmp_path / f"{whole[1].task.name}.json").unlink()
    asked: list[PuzzleTask] = []

    def note(task: PuzzleTask) -> GeneratedPuzzle:
        asked.append(task)
        return generate_puzzle(task)

    monkeypatch.setattr(generating, "generate_puzzle", note)
    again = list(generate_puzzles(SMALL, 4, seed=2, folder=tmp_path))
    assert [task.number for task in asked] == [2]
    assert [each.existing for each in again] == [True, False, True, True]
    assert [stored(each) for each in again] == [stored(each) for each in whole]


def test_a_caller_who_stops_early_leaves_a_folder_with_its_index(tmp_path: Path) -> None:
    results = generate_puzzles(SMALL, 4, seed=2, folder=tmp_path)
    next(results)
    results.close()
    assert len(json.loads((tmp_path / INDEX).read_text())) == 1


def test_a_duplicate_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first = generate_puzzle(PuzzleTask(SMALL, 4, 1))
    assert first.puzzle is not None
    turned = images(first.puzzle)[5]
    assert turned != first.puzzle
    monkeypatch.setattr(generating, "generate_puzzle", lambda task: found_first(task, first, turned))
    told: list[Progress] = []
    both = list(generate_puzzles(SMALL, 2, seed=4, progress=told.append))
    assert both[0].puzzle == first.puzzle
    assert both[1].task.attempt == 1
    assert both[1].rejected["made already"] == 1
    assert both[1].puzzle is not None
    assert canonical(both[1].puzzle) != canonical(first.puzzle)
    assert [(each.done, each.total) for each in told] == [(0, 2), (1, 2), (1, 2), (1, 2), (2, 2)]
    assert "made already (1)" in told[-1].text


def found_first(task: PuzzleTask, first: GeneratedPuzzle, turned: LitsPuzzle) -> GeneratedPuzzle:
    """Return the first puzzle, then a turned one, and only where that is asked for again a new one."""
    if task.attempt:
        return generate_puzzle(task)
    return replace(first, task=task, puzzle=turned if task.number > 1 else first.puzzle)


def images(puzzle: LitsPuzzle) -> list[LitsPuzzle]:
    """The eight images of a puzzle, by rows and columns."""
    rows = puzzle.rows()
    givens = [list(row) for row in puzzle.board.draw(puzzle.givens or "?" * puzzle.board.size).split("\n")]
    found = []
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        givens = [list(row) for row in zip(*givens[::-1], strict=True)]
        found.append(LitsPuzzle.from_rows(rows, ["".join(row) for row in givens]))
        found.append(LitsPuzzle.from_rows([row[::-1] for row in rows], ["".join(row[::-1]) for row in givens]))
    return found


@pytest.mark.slow
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_all_images_have_one_canonical_form_which_is_one_of_them(columns: int, rows: int, seed: int) -> None:
    rng = random.Random(seed)
    board = Board(columns, rows)
    givens = "".join(rng.choice("????#.LITS") for _ in range(board.size))
    puzzle = LitsPuzzle(board, grow_regions(board, rng.randint(1, min(4, board.size)), rng), givens)
    all_images = images(puzzle)
    assert {canonical(image) for image in all_images} == {canonical(puzzle)}
    assert canonical(puzzle) in all_images


@pytest.mark.slow
def test_a_search_without_time_says_why_nothing_was_taken() -> None:
    # A 6×6 puzzle is never that hard; each look at this clock is a second, whatever the machine does meanwhile.
    seconds = count()
    task = PuzzleTask(PuzzleSpec(6, 6, levels=(5, 5), trials=False), 1, 1, time_limit=3_000)
    found = generate_puzzle(task, lambda: float(next(seconds)))
    assert (found.puzzle, found.solution, found.grade) == (None, None, None)
    assert found.judged > 0
    assert found.rejected["too easy"] > 0
    assert generate_puzzle(PuzzleTask(SMALL, 1, 1, time_limit=0.0)).puzzle is None


def the_same_puzzle(
    first: GeneratedPuzzle, seconds: float, asked: list[PuzzleTask]
) -> Callable[[PuzzleTask], GeneratedPuzzle]:
    """Find the same puzzle in so many seconds each time, unless fewer are left."""

    def find(task: PuzzleTask) -> GeneratedPuzzle:
        asked.append(task)
        if task.time_limit is not None and task.time_limit < seconds:
            return GeneratedPuzzle(task, None, None, None, judged=1, seconds=max(task.time_limit, 0.0))
        return replace(first, task=task, rejected={"too easy": 2}, judged=10, seconds=seconds)

    return find


@pytest.mark.parametrize(("each", "left"), [(40.0, [100.0, 60.0, 20.0]), (50.0, [100.0, 50.0, 0.0])])
def test_the_time_of_a_puzzle_is_that_of_its_duplicates_too(
    monkeypatch: pytest.MonkeyPatch, each: float, left: list[float]
) -> None:
    asked: list[PuzzleTask] = []
    first = generate_puzzle(PuzzleTask(SMALL, 4, 1))
    monkeypatch.setattr(generating, "generate_puzzle", the_same_puzzle(first, each, asked))
    monkeypatch.setattr(generating, "MOST_DUPLICATES", 9)
    made, none = generate_puzzles(SMALL, 2, seed=4, time_limit=100.0)
    assert made.puzzle == first.puzzle
    assert [task.time_limit for task in asked if task.number == 2] == left
    assert (none.puzzle, none.solution, none.grade, none.exhausted) == (None, None, None, False)
    assert none.seconds == 100
    assert (none.task.time_limit, none.task.attempt) == (100, 2)
    assert none.rejected == {"made already": 2, "too easy": 4}
    assert none.judged == 21


def test_a_request_that_few_puzzles_meet_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[PuzzleTask] = []
    first = generate_puzzle(PuzzleTask(SMALL, 4, 1))
    monkeypatch.setattr(generating, "generate_puzzle", the_same_puzzle(first, 1.0, asked))
    monkeypatch.setattr(generating, "MOST_DUPLICATES", 9)
    made, none = generate_puzzles(SMALL, 50, seed=4)
    assert made.puzzle == first.puzzle
    assert (none.puzzle, none.solution, none.grade, none.exhausted) == (None, None, None, True)
    assert none.rejected["made already"] == 9
    assert [task.attempt for task in asked] == [0, *range(10)]
