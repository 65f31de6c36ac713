"""Generated puzzles: one solution by both solvers, as specified; and their folders: whole files,
one request each.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import litslab.puzzles.lits.generate.batch as generating
from litslab.games.geometry import Board, bits
from litslab.games.pieces import Shape
from litslab.jobs.folder import MANIFEST, FolderError
from litslab.jobs.progress import Progress
from litslab.puzzles.lits.formats import FormatError, read_one
from litslab.puzzles.lits.generate.batch import (
    INDEX,
    PuzzleFolder,
    canonical,
    describe,
    generate_puzzles,
    read_stored,
)
from litslab.puzzles.lits.generate.judge import Judge
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.search import (
    Candidate,
    GeneratedPuzzle,
    PuzzleTask,
    generate_puzzle,
)
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.generate.themes import Themes
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.model.solve import solve as by_model
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.solve import solve_by_kernel as by_kernel
from litslab.puzzles.lits.sources import read_puzzle
from litslab.puzzles.lits.variants import images_of
from tests.puzzles.lits.generate.test_partition import maps_of
from tests.puzzles.making import grow_regions
from tests.without_kernel import without_kernel

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
    "number and sizes of regions": PuzzleSpec(
        7, 7, limits=RegionLimits(smallest=5, largest=12, fewest=6, most=7)
    ),
    "a large region": PuzzleSpec(8, 8, limits=RegionLimits(peak=20)),
    "shapes": PuzzleSpec(7, 7, shapes=((Shape.I, 2), (Shape.T, 2))),
    "given letters": PuzzleSpec(6, 6, given=6),
    "a technique needed": PuzzleSpec(7, 7, required=frozenset({"equal shape"})),
    "a technique excluded": PuzzleSpec(
        7, 7, excluded=frozenset({"cut off", "no link"}), trials=False
    ),
    "no trial": PuzzleSpec(8, 8, levels=(2, 5), trials=False),
    "no region of four": PuzzleSpec(7, 7, most_trivial=0.0),
    "even difficulty": PuzzleSpec(7, 7, most_concentrated=0.3),
}


def check(found: GeneratedPuzzle) -> None:
    """Check all claims about a generated puzzle."""
    spec = found.task.spec
    puzzle = found.puzzle
    assert puzzle is not None
    assert puzzle.board == Board(spec.columns, spec.rows)
    for solve in (by_kernel, by_model):
        assert solve(puzzle).solutions == (found.solution,)
    graded = grade(puzzle)
    assert (graded, graded.solved) == (found.grade, True)
    assert spec.levels[0] <= graded.level <= spec.levels[1]
    assert spec.trials or not graded.trials
    assert spec.required <= graded.techniques.keys()
    assert not spec.excluded & graded.techniques.keys()
    assert graded.concentration <= spec.concentration_limit
    check_regions(puzzle, spec)
    shapes = Counter(found.solution.shapes)
    assert all(shapes[shape] >= count for shape, count in spec.shapes)
    letters = [
        (puzzle.regions[square], given)
        for square, given in enumerate(puzzle.givens)
        if given != "?"
    ]
    assert len({region for region, _ in letters}) == len(letters) == spec.given
    assert all(found.solution.letters()[region] == letter for region, letter in letters)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["easy 6×6", "half turn"])
def test_puzzles_are_made_without_the_kernel(name: str) -> None:
    with without_kernel():
        made = generate_puzzle(PuzzleTask(SPECS[name], 3, 1))
    check(made)


@pytest.mark.parametrize("trials", [False, True])
def test_the_judge_without_the_kernel_says_only_what_holds_in_every_solution(trials: bool) -> None:
    judge = Judge()
    rng = random.Random(1)
    board = Board(4, 4)
    statuses = set()
    unique = read_puzzle("lits/4/4/9q02jg").regions
    for regions in [
        list(unique),
        *(list(grow_regions(board, rng.randint(2, 3), rng)) for _ in range(80)),
    ]:
        answer = by_kernel(LitsPuzzle(board, tuple(regions)), limit=1000)
        statuses.add(answer.status)
        if (known := judge.conclusions(board, regions, trials)) is None:
            assert not answer.solutions
            continue
        if not trials:  # with trials, two solutions stand for all
            assert all(
                known[0] & ~each.shading == known[1] & each.shading == 0
                for each in answer.solutions
            )
        left = judge.open_squares(board, regions, trials)
        assert left is not None
        assert set(left).isdisjoint(bits(known[0] | known[1]))
        assert left or answer.status is SolutionStatus.UNIQUE
    assert statuses == {SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE}


def check_regions(puzzle: LitsPuzzle, spec: PuzzleSpec) -> None:
    board = puzzle.board
    limits = spec.limits
    sizes = [mask.bit_count() for mask in puzzle.masks]
    assert sum(sizes) == board.size
    assert all(board.is_connected(mask) for mask in puzzle.masks)
    assert limits.smallest <= min(sizes) <= max(sizes) <= limits.largest
    assert max(sizes) >= limits.peak
    assert limits.fewest <= len(sizes) <= limits.most
    assert sizes.count(4) <= spec.trivial_limit * len(sizes)
    for symmetry in maps_of(board, limits.symmetry):
        assert {symmetry.apply(mask) for mask in puzzle.masks} == set(puzzle.masks)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_puzzles_are_unique_by_both_solvers_and_as_wished(name: str) -> None:
    check(generate_puzzle(PuzzleTask(SPECS[name], seed=3, number=1)))


def with_puzzle(made: GeneratedPuzzle, puzzle: LitsPuzzle) -> Candidate:
    """Return what was found with another puzzle in place of its own."""
    assert made.candidate is not None
    return replace(made.candidate, puzzle=puzzle)


def test_a_duplicate_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first = generate_puzzle(PuzzleTask(SMALL, 4, 1))
    every = [image for _, image, _ in images_of(first.puzzle)]
    assert (
        {canonical(each) for each in every} == {canonical(first.puzzle)} <= {first.puzzle, *every}
    )
    turned = every[5]
    assert turned != first.puzzle

    def found_first(task: PuzzleTask) -> GeneratedPuzzle:
        """Return the first puzzle, then a turned one, and only where that is asked for again a new
        one.
        """
        puzzle = turned if task.number > 1 else first.puzzle
        if task.attempt:
            return generate_puzzle(task)
        return replace(first, task=task, candidate=with_puzzle(first, puzzle))

    monkeypatch.setattr(generating, "generate_puzzle", found_first)
    told: list[Progress] = []
    both = list(generate_puzzles(SMALL, 2, seed=4, progress=told.append))
    assert (both[0].puzzle, both[1].task.attempt, both[1].rejected["made already"]) == (
        first.puzzle,
        1,
        1,
    )
    assert canonical(both[1].puzzle) != canonical(first.puzzle)
    assert [(each.done, each.total) for each in told] == [(0, 2), (1, 2), (1, 2), (1, 2), (2, 2)]
    assert "made already (1)" in told[-1].text


def the_same_puzzle(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
) -> tuple[GeneratedPuzzle, list[PuzzleTask]]:
    """Replace the search by one that finds the same puzzle after `seconds`; return the puzzle and
    its spec.
    """
    first = generate_puzzle(PuzzleTask(SMALL, 4, 1))
    asked = list[PuzzleTask]()

    def find(task: PuzzleTask) -> GeneratedPuzzle:
        asked.append(task)
        if task.time_limit is not None and task.time_limit < seconds:
            return GeneratedPuzzle(task, judged=1, seconds=max(task.time_limit, 0.0))
        return replace(first, task=task, rejected={"too easy": 2}, judged=10, seconds=seconds)

    monkeypatch.setattr(generating, "generate_puzzle", find)
    monkeypatch.setattr(generating, "MOST_DUPLICATES", 9)
    return first, asked


@pytest.mark.parametrize(
    ("each", "left"), [(40.0, [100.0, 60.0, 20.0]), (50.0, [100.0, 50.0, 0.0])]
)
def test_the_time_of_a_puzzle_is_that_of_its_duplicates_too(
    monkeypatch: pytest.MonkeyPatch,
    each: float,
    left: list[float],
) -> None:
    first, asked = the_same_puzzle(monkeypatch, each)
    made, none = generate_puzzles(SMALL, 2, seed=4, time_limit=100.0)
    assert (made.puzzle, [task.time_limit for task in asked if task.number == 2]) == (
        first.puzzle,
        left,
    )
    assert (none.found, none.exhausted) == (False, False)
    assert (none.seconds, none.task.time_limit, none.task.attempt) == (100, 100, 2)
    assert (none.rejected, none.judged) == ({"made already": 2, "too easy": 4}, 21)


def test_a_request_that_few_puzzles_meet_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    first, asked = the_same_puzzle(monkeypatch, 1.0)
    made, none = generate_puzzles(SMALL, 50, seed=4)
    assert made.puzzle == first.puzzle
    assert (none.found, none.exhausted) == (False, True)
    with pytest.raises(PuzzleError, match="lits-6x6-4-0002: no other puzzle was found: expected"):
        none.grade  # noqa: B018
    assert (none.rejected["made already"], [task.attempt for task in asked]) == (9, [0, *range(10)])


SPEC = PuzzleSpec(6, 6, required=frozenset({"overlap", "fragment"}), shapes=((Shape.L, 1),))


@pytest.fixture(scope="module")
def made() -> list[GeneratedPuzzle]:
    return list(generate_puzzles(SPEC, 3, seed=9))


@pytest.mark.slow
def test_what_was_written_is_read_again(tmp_path: Path, made: list[GeneratedPuzzle]) -> None:
    folder = tmp_path / "deep" / "out"
    with PuzzleFolder(folder, SPEC, 9, (".svg",)) as store:
        for each in made:
            assert store.load(each.task) is None
            store.add(each)
    with PuzzleFolder(folder, SPEC, 9) as store:
        found = [store.load(each.task) for each in made]
    assert found == [replace(each, existing=True, judged=0, seconds=0.0) for each in made]
    for each in made:
        path = folder / f"{each.task.name}.json"
        content = json.loads(path.read_text())
        assert content == json.loads(json.dumps(describe(each)))
        assert read_one(content["url"]).puzzle == each.puzzle
        for suffix in ("", "-solution"):
            assert path.with_name(f"{path.stem}{suffix}.svg").read_text().startswith("<svg")
    index = json.loads((folder / INDEX).read_text())
    assert [entry["file"] for entry in index] == [f"{each.task.name}.json" for each in made]
    assert [entry["level"] for entry in index] == [each.grade.level for each in made]


def test_a_link_that_cannot_tell_what_is_given_is_not_made(made: list[GeneratedPuzzle]) -> None:
    puzzle = made[0].puzzle
    givens = "L" + "?" * (puzzle.board.size - 1)
    lettered = replace(made[0], candidate=with_puzzle(made[0], replace(puzzle, givens=givens)))
    assert describe(lettered)["url"] is None
    assert "lits/6/6/" in describe(made[0])["url"]


def accepts(_: Candidate) -> bool:
    """Accept every puzzle."""
    return True


OTHERS = {
    "seed": (SPEC, 10, accepts),
    "given": (replace(SPEC, given=1), 9, accepts),
    "required": (replace(SPEC, required=frozenset()), 9, accepts),
    "best of": (replace(SPEC, best_of=3), 9, accepts),
    "themes": (replace(SPEC, themes=Themes(without=frozenset({Shape.I}))), 9, accepts),
    "no predicate": (SPEC, 9, None),
    "another predicate": (SPEC, 9, partial(accepts)),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_folder_belongs_to_one_request(tmp_path: Path, other: str) -> None:
    with PuzzleFolder(tmp_path, SPEC, 9, accept=accepts):
        (tmp_path / "lits-4x4-9-0001.svg").write_text("")
    before = (tmp_path / MANIFEST).read_bytes()
    spec, seed, accept = OTHERS[other]
    refused = PuzzleFolder(tmp_path, spec, seed, accept=accept)
    with pytest.raises(FolderError, match="holds puzzles of another request"), refused:
        pass
    with PuzzleFolder(tmp_path, SPEC, 9, accept=accepts):
        assert (tmp_path / MANIFEST).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"regions": [[0, 0], [0]]}, "expected 2, as regions has it"),
        ({"solution": ...}, "no solution: expected"),
        ({"url": 5}, "url: input should be a valid string"),
        ({"level": "3"}, "level: input should be a valid integer"),
        ({"level": 9}, "level: input should be less than or equal to 5"),
        ({"score": float("nan")}, "score: input should be a finite number"),
        *(
            ({name: ...}, f"{name}: field required: expected")
            for name in ("level", "rows", "cols", "label", "url")
        ),
    ],
)
def test_damaged_files_are_named(
    tmp_path: Path,
    made: list[GeneratedPuzzle],
    change: dict[str, object],
    reason: str,
) -> None:
    path = tmp_path / f"{made[0].task.name}.json"
    content = {
        name: value for name, value in (describe(made[0]) | change).items() if value is not ...
    }
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError) as refused:
        read_stored(path)
    assert str(path) in str(refused.value)
    assert reason in str(refused.value)


def test_what_is_no_json_is_refused(tmp_path: Path, made: list[GeneratedPuzzle]) -> None:
    path = tmp_path / f"{made[0].task.name}.json"
    path.write_text(describe(made[0])["url"])
    with pytest.raises(FormatError, match="no JSON: expected a puzzle"):
        read_stored(path)
    path.write_text('{"format": ')
    with PuzzleFolder(tmp_path, SPEC, 9) as store:
        with pytest.raises(FormatError, match=path.name):
            store.load(made[0].task)
        path.unlink()
