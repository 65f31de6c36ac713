"""Grades: work for every hundred squares, the hardest moment, what single trials solve, and what grading may cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import correlation

import pytest

from litslab.puzzles.lits.explain import explain
from litslab.puzzles.lits.formats import load, read_text
from litslab.puzzles.lits.grade import CUTS, Grade, easiest_path, grade, grade_path
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.techniques import BY_NAME, trial
from litslab.puzzles.lits.techniques.path import Path as SolvingPath
from litslab.puzzles.lits.techniques.path import find_path, start
from litslab.puzzles.lits.techniques.trial import Budget, OutOfTrialsError, TrialSearch
from tests.puzzles.published import needs_published, published

OWN = [entry.puzzle for entry in read_text(load(Path(__file__).parents[1] / "own_puzzles.txt"), "own")]


def read(url: str) -> LitsPuzzle:
    (entry,) = read_text(url, "here")
    return entry.puzzle


SMALL = read("lits/6/5/4gq64cb2g6")
"""Takes one trial."""

NESTED = read("lits/8/8/20mbr1hbtb4g08c8qjokb9k0")
"""Takes a trial within a trial: no single one fails, and no two branches share a conclusion."""

STALE = read("lits/6/6/1ui6h0l53dlu")
"""Where a search that knows the solution took another trial than one that does not, because of what it remembered."""


def test_grades_of_one_puzzle_are_equal() -> None:
    found = grade(SMALL)
    assert {found, grade(SMALL)} == {found}
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
    assert found.describe()["limited"] is False
    assert found.describe()["score"] is None
    explained = explain(NESTED).path
    assert explained.is_complete
    assert any(step.technique == "nested trial" for step in explained.steps)
    told = grade_path(explained)
    assert (told.label, told.solved, told.trials) == ("5+", False, 0)


def test_a_limit_that_is_reached_is_no_answer() -> None:
    found = grade(SMALL, most_trials=0)
    assert (found.label, found.solved, found.limited) == ("5+", False, True)
    found = grade(SMALL)
    assert (found.label, found.solved, found.limited) == ("4", True, False)


def test_the_effort_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    path = easiest_path(SMALL)
    assert path.effort > 0
    monkeypatch.setattr(trial, "MOST_EFFORT", path.effort - 1)
    monkeypatch.setattr(trial, "EFFORT_OF_TRIAL", 0)
    assert grade(SMALL).limited
    monkeypatch.setattr(trial, "MOST_EFFORT", path.effort)
    assert not grade(SMALL).limited


def test_a_budget_of_effort() -> None:
    budget = Budget(5)
    budget.spend(budget.most_effort)
    with pytest.raises(OutOfTrialsError):
        budget.spend(1)
    assert Budget(1_000_000).most_effort > budget.most_effort, "who allows more trials allows more effort"


@pytest.mark.parametrize("puzzle", [SMALL, STALE, NESTED], ids=["small", "stale", "nested"])
def test_the_path_does_not_depend_on_what_is_known_of_the_solution(puzzle: LitsPuzzle) -> None:
    unknown = easiest_path(puzzle, solutions=(), nested=False)
    knowing = easiest_path(puzzle, nested=False)
    assert knowing.steps == unknown.steps


def test_squares_whose_branches_share_nothing_are_left_out() -> None:
    """That is known of most from what they lead to, or from the solution; no conclusion is lost by it."""
    state = start(NESTED)
    find_path(state)
    budget = Budget(5_000)
    search = TrialSearch(budget, deepest=1)
    assert search.look(state) is None
    assert budget.spent < 2 * state.open.bit_count(), "and looking at all squares takes no further assumption"
    assert not list(TrialSearch(Budget(5_000)).shared_conclusions(state))


Graded = tuple[LitsPuzzle, SolvingPath, Grade]


@pytest.fixture(scope="module")
def known() -> list[Graded]:
    paths = [(entry.puzzle, easiest_path(entry.puzzle, nested=False)) for entry, _ in published()]
    return [(puzzle, path, grade_path(path)) for puzzle, path in paths]


@needs_published
@pytest.mark.slow
def test_published_puzzles_are_graded_within_their_limits(known: list[Graded]) -> None:
    """Each has a level, and takes no more trials than at first, when they were half of what the first met would be."""
    for puzzle, path, found in known:
        assert found.solved, puzzle
        assert not found.limited, puzzle
        assert found.trials <= 4, puzzle
        assert path.assumptions <= 250, puzzle
        assert path.effort <= 2_000_000, puzzle
    assert sum(found.trials for *_, found in known) <= 53
    assert sum(found.trials > 0 for *_, found in known) <= 37


@needs_published
@pytest.mark.slow
def test_the_score_of_published_puzzles_does_not_follow_their_size(known: list[Graded]) -> None:
    groups: dict[str, list[tuple[int, float]]] = {}
    for puzzle, _, found in known:
        hardest = max((BY_NAME[name].level for name in found.techniques), default=1)
        group = "trials" if found.trials else "levels 1 and 2" if hardest < 3 else "level 3"
        for name in ("all", group) if found.trials else ("all", "without trial", group):
            groups.setdefault(name, []).append((sum(mask.bit_count() for mask in puzzle.masks), found.score))
    assert len(groups) == 5
    for name, members in groups.items():
        assert len(members) > 30
        squares, scores = zip(*members, strict=True)
        assert abs(correlation(ranks(squares), ranks(scores))) < 0.2, name


def ranks(values: Sequence[float]) -> list[float]:
    """The ranks of some values, equal ones sharing the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def test_grades_as_documents_have_what_they_say() -> None:
    document = grade(SMALL).describe()
    assert json.loads(json.dumps(document)) == document
    assert set(document) == {"level", "label", "score", "techniques", "trials", "concentration", "solved", "limited"}
