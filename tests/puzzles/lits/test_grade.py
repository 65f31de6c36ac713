"""Grades: work for every hundred squares, the hardest moment, what single trials solve, and what
grading may cost.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import correlation

import pytest

from benchmarks.published import published
from docs import figures
from litslab.games.geometry import Board
from litslab.puzzles.lits.elegance import NO_KEY, Elegance, elegance, key_moments
from litslab.puzzles.lits.explain import explain
from litslab.puzzles.lits.formats import load, read_one, read_text
from litslab.puzzles.lits.grade import CUTS, Grade, easiest_path, grade, grade_path
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, find_path, start
from litslab.puzzles.lits.techniques.path import Path as SolvingPath
from litslab.puzzles.lits.techniques.trial import MOST_EFFORT, Budget, TrialSearch
from tests.puzzles.published import needs_published

OWN = [
    entry.puzzle for entry in read_text(load(Path(__file__).parents[1] / "own_puzzles.txt"), "own")
]


SMALL = read_one("lits/6/5/4gq64cb2g6").puzzle
"""Takes one trial."""

NESTED = read_one("lits/8/8/20mbr1hbtb4g08c8qjokb9k0").puzzle
"""Takes a trial within a trial: no single one fails, and no two branches share a conclusion."""

STALE = read_one("lits/6/6/1ui6h0l53dlu").puzzle
"""A puzzle on which memory once made a search that knows the solution take another trial than one
that does not.
"""


def test_grades_of_one_puzzle_are_equal() -> None:
    found = grade(SMALL)
    assert {found, grade(SMALL)} == {found}
    assert sum(found.techniques.values()) == len(explain(SMALL).path.steps)
    assert found != replace(found, techniques={})


def test_the_score_is_the_work_for_every_hundred_squares() -> None:
    for puzzle in OWN[::4]:
        path = find_path(start(puzzle))
        if path.is_complete:
            work = sum(each.work for each in path.rounds)
            assert grade(puzzle).score == pytest.approx(100 * work / puzzle.board.size, abs=0.06)


def test_the_level_follows_the_score_and_the_hardest_moment() -> None:
    seen = set()
    for puzzle in [*OWN[::2], SMALL]:
        found = grade(puzzle)
        hardest = max(BY_NAME[name].level for name in found.techniques)
        long = not {"long trial", "either way"}.isdisjoint(found.techniques)
        least = 5 if long else {1: 1, 2: 1, 3: 2, 4: 4}[hardest]
        assert found.level == max(1 + sum(found.score >= cut for cut in CUTS), least)
        seen.add((found.score < CUTS[0], least))
    assert {(True, 1), (True, 2)} <= seen, "each of the reasons shows in some puzzle"
    assert {least for _, least in seen} >= {1, 2, 4}


@pytest.mark.slow
def test_where_single_trials_lead_no_further_a_puzzle_is_beyond_the_scale() -> None:
    found = grade(NESTED)
    assert (found.label, found.level, found.solved, found.limited) == ("5+", 5, False, False)
    assert "nested trial" not in found.techniques
    assert not found.limited
    explained = explain(NESTED).path
    assert explained.is_complete
    assert any(step.technique == "nested trial" for step in explained.steps)
    told = grade_path(explained)
    assert (told.label, told.solved, told.trials) == ("5+", False, 0)


def test_a_limit_that_is_reached_is_no_answer() -> None:
    ends = [
        (each.label, each.solved, each.limited)
        for each in (grade(SMALL, most_trials=0), grade(SMALL))
    ]
    assert ends == [("5+", False, True), ("4", True, False)]


def test_the_effort_is_limited() -> None:
    needed = find_path(start(SMALL), TrialSearch(Budget(MOST_TRIALS))).effort
    assert needed > 0
    for left, limited in ((needed, False), (needed - 1, True)):
        budget = Budget(MOST_TRIALS, effort=MOST_EFFORT - left)
        assert find_path(start(SMALL), TrialSearch(budget)).limited is limited


@pytest.mark.parametrize("puzzle", [SMALL, STALE, NESTED], ids=["small", "stale", "nested"])
def test_the_path_does_not_depend_on_what_is_known_of_the_solution(puzzle: LitsPuzzle) -> None:
    unknown = easiest_path(puzzle, solutions=(), nested=False)
    knowing = easiest_path(puzzle, nested=False)
    assert knowing.steps == unknown.steps


def test_squares_whose_branches_share_nothing_are_left_out() -> None:
    """The consequences of most squares, or the solution, show that; no conclusion is lost."""
    state = start(NESTED)
    find_path(state)
    budget = Budget(5_000)
    search = TrialSearch(budget, deepest=1)
    assert search.look(state) is None
    assert budget.spent < 2 * state.open.bit_count(), (
        "and looking at all squares takes no further assumption"
    )
    assert not list(TrialSearch(Budget(5_000)).shared_conclusions(state, {}))


Graded = tuple[LitsPuzzle, SolvingPath, Grade]


@pytest.fixture(scope="module")
def known() -> list[Graded]:
    paths = [(entry.puzzle, easiest_path(entry.puzzle, nested=False)) for entry, _ in published()]
    return [(puzzle, path, grade_path(path)) for puzzle, path in paths]


@needs_published
@pytest.mark.slow
def test_published_puzzles_are_graded_within_their_limits(known: list[Graded]) -> None:
    for puzzle, path, found in known:
        assert (found.solved, found.limited) == (True, False), puzzle
        assert found.trials <= 4, puzzle
        assert path.assumptions <= 250, puzzle
        assert path.effort <= 2_000_000, puzzle


@needs_published
@pytest.mark.slow
def test_the_page_on_grades_shows_those_of_the_published_puzzles(known: list[Graded]) -> None:
    measured = figures.grades_by_board([(puzzle.board.size, found) for puzzle, _, found in known])
    assert measured == json.loads(figures.STORE.read_text(encoding="utf-8"))[figures.GRADES]


@needs_published
@pytest.mark.slow
def test_the_score_of_published_puzzles_does_not_follow_their_size(known: list[Graded]) -> None:
    groups: dict[str, list[tuple[int, float]]] = {}
    for puzzle, _, found in known:
        hardest = max((BY_NAME[name].level for name in found.techniques), default=1)
        group = "trials" if found.trials else "levels 1 and 2" if hardest < 3 else "level 3"
        for name in ("all", group) if found.trials else ("all", "without trial", group):
            groups.setdefault(name, []).append(
                (sum(mask.bit_count() for mask in puzzle.masks), found.score)
            )
    assert len(groups) == 5
    for name, members in groups.items():
        assert len(members) > 30
        squares, scores = zip(*members, strict=True)
        assert abs(correlation(ranks(squares), ranks(scores))) < 0.2, name


def ranks(values: Sequence[float]) -> list[float]:
    """The ranks of some values, equal ones sharing the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


ONE_KEY = "lits/8/8/0e4tv8tbggh0fq8o4ph27cu0"
"""A puzzle with one key moment, of level 3."""


def measured(text: str) -> tuple[LitsPuzzle, SolvingPath, Elegance]:
    puzzle = read_one(text).puzzle
    path = easiest_path(puzzle)
    return puzzle, path, elegance(puzzle, path)


def test_the_parts_are_those_of_the_puzzle() -> None:
    puzzle, path, found = measured(ONE_KEY)
    sizes = [mask.bit_count() for mask in puzzle.masks]
    first = 0
    for step in path.rounds[0].steps:
        first |= step.shaded | step.unshaded
    expected = (
        1 - first.bit_count() / 64,
        1 - sizes.count(4) / len(sizes),
        min(1, 14 / max(sizes)),
    )
    assert (found.start, found.trivial, found.sprawl) == pytest.approx(expected)
    assert (key_moments(path), found.moment) == ([frozenset({"bridge", "clash", "no link"})], 1)
    parts = (found.start, found.spread, found.trivial)
    assert found.score == pytest.approx(
        (sum(parts) + 2 * found.moment + 2 * found.sprawl) / 7, abs=0.0006
    )


def test_more_moments_count_less_and_none_a_little_less_than_one() -> None:
    puzzle, path, found = measured(ONE_KEY)
    key = next(each for each in path.rounds if each.level >= 3 and each.steps)
    twice = replace(path, rounds=(*path.rounds, replace(key, steps=key.steps)))
    assert elegance(puzzle, twice).moment == 1 / 2
    none = replace(path, rounds=tuple(each for each in path.rounds if each.level < 3))
    assert elegance(puzzle, none).moment == NO_KEY < found.moment


def test_a_region_that_sprawls_counts_for_the_size_of_the_board() -> None:
    def sprawl(side: int, largest: int) -> float:
        rest = side * side - largest
        regions = [
            min(1 + square // 5, rest // 5) if square < rest else 0 for square in range(side * side)
        ]
        puzzle = LitsPuzzle(Board(side, side), tuple(regions))
        return elegance(puzzle, easiest_path(read_one("lits/4/4/9q02jg").puzzle)).sprawl

    assert (sprawl(10, 14), sprawl(10, 28)) == pytest.approx((1, 1 / 2))
    assert sprawl(20, 28) == pytest.approx(14 * 4**0.25 / 28)


def test_early_steps_in_one_quarter_are_not_spread() -> None:
    puzzle, path, found = measured(ONE_KEY)
    step = path.steps[0]
    here = replace(step, shaded=0b111, unshaded=0)
    elsewhere = replace(step, shaded=0b111 << 61, unshaded=0)
    moments = [
        replace(path.rounds[0], steps=(here,)),
        *(replace(path.rounds[0], steps=(elsewhere,)) for _ in range(2)),
    ]
    assert elegance(puzzle, replace(path, rounds=tuple(moments))).spread == 0
    both = replace(here, shaded=0b1, unshaded=1 << 63)
    assert (
        elegance(puzzle, replace(path, rounds=(replace(path.rounds[0], steps=(both,) * 3),))).spread
        == 0.5
    )
    assert 0 < found.spread <= 1


def test_a_puzzle_without_regions_has_none() -> None:
    path = easiest_path(read_one(ONE_KEY).puzzle)
    with pytest.raises(PuzzleError, match="without regions: expected one at least"):
        elegance(LitsPuzzle(Board(4, 4), (OUTSIDE,) * 16), path)
