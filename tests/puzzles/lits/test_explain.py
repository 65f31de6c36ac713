"""Paths and hints: sound, reproducible, and honest about states that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.published import published
from litslab.games.geometry import bits
from litslab.puzzles.lits.formats import load, read_text
from litslab.puzzles.lits.grade import easiest_path, grade
from litslab.puzzles.lits.hint import hint
from litslab.puzzles.lits.model.solve import solve
from litslab.puzzles.lits.partial_state import StateError, refuse_departing
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, draw_shading
from litslab.puzzles.lits.techniques.path import Path as Way
from litslab.puzzles.lits.techniques.path import find_path, start
from litslab.puzzles.lits.techniques.step import Contradiction
from litslab.puzzles.lits.techniques.trial import Budget, OutOfTrialsError, TrialSearch
from tests.puzzles.making import lettered
from tests.puzzles.published import needs_published

HERE = Path(__file__).parents[1]
FILES = (HERE / "own_puzzles.txt", HERE.parents[1] / "docs" / "examples" / "puzzles" / "made.jsonl")
OWN = [entry.puzzle for file in FILES for entry in read_text(load(file), str(file))]


def unique() -> list[tuple[LitsPuzzle, int]]:
    """The published puzzles with one solution, but for the few that take long, each with its
    solution.
    """
    return [
        (entry.puzzle, entry.shading)
        for entry, status in published()
        if status == "unique" and entry.shading is not None and entry.puzzle.board.size <= 400
    ]


def check_sound(way: Way, solution: int) -> None:
    """Nothing that the steps decide or rule out, in trials too, departs from the solution."""
    table = way.state.table
    right = sum(1 << index for index, mask in enumerate(table.masks) if not mask & ~solution)
    for step in way.steps:
        assert not step.shaded & ~solution | step.unshaded & solution | step.excluded & right
        if step.end is not None:
            assert step.decides.bit_count() == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", OWN, ids=lambda puzzle: f"{puzzle.board.columns}x{puzzle.board.rows}"
)
def test_own_puzzles(puzzle: LitsPuzzle) -> None:
    way = easiest_path(puzzle)
    assert way.is_complete
    (solution,) = solve(puzzle).solutions
    assert solution.shading == way.state.shaded
    check_sound(way, way.state.shaded)
    assert easiest_path(puzzle).steps == way.steps
    assert sum(step.decides.bit_count() for step in way.steps) == puzzle.board.size


@pytest.mark.slow
@needs_published
def test_published_puzzles() -> None:
    without_trial = tens = 0
    for number, (puzzle, solution) in enumerate(unique()[::2]):
        way = find_path(start(puzzle))
        assert way.contradiction is None
        check_sound(way, solution)
        if number % 8 == 0:
            easiest = easiest_path(puzzle)
            assert easiest.is_complete
            assert easiest.state.shaded == solution
            check_sound(easiest, solution)
        if puzzle.board.columns == puzzle.board.rows == 10:
            tens += 1
            without_trial += way.is_complete
    assert 2 * without_trial >= tens > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", OWN[::4], ids=lambda puzzle: f"{puzzle.board.columns}x{puzzle.board.rows}"
)
def test_hints_replay_to_the_solution(puzzle: LitsPuzzle) -> None:
    solution = easiest_path(puzzle).state.shaded
    rows = None
    for _ in range(puzzle.board.size):
        found = hint(puzzle, rows)
        if not found.path.steps:
            break
        assert found.path.steps[-1].decides
        assert not any(step.decides for step in found.path.steps[:-1])
        rows = found.path.state.rows()
    assert rows == draw_shading(puzzle.board, solution)


@pytest.mark.slow
def test_hint_rests_on_what_it_tells() -> None:
    """Every step that a hint tells before the last rules out something that a later one needs."""
    for puzzle in OWN[::4]:
        rows = None
        while (steps := (found := hint(puzzle, rows)).path.steps) and len(steps) < 2:
            rows = found.path.state.rows()
        for number, step in enumerate(steps[:-1]):
            assert any(step.excluded & later.rests for later in steps[number + 1 :])


@pytest.mark.slow
def test_trial_ends_in_its_contradiction() -> None:
    """Supposing the opposite of what a trial decides, and taking all its steps, leads into the
    contradiction.
    """
    tried = 0
    for puzzle in OWN:
        state = start(puzzle)
        if find_path(state).is_complete:
            continue
        step = TrialSearch(Budget(500)).look(state)
        assert step is not None
        tried += 1
        supposed = state.copy()
        supposed.learn(step.unshaded, step.shaded)
        for each in step.chain:
            supposed.learn(each.shaded, each.unshaded, each.excluded)
        assert isinstance(step.end, Contradiction)
        assert not find_path(supposed).is_complete
        assert find_path(supposed).contradiction is not None
    assert tried


def test_budget_of_trials() -> None:
    puzzle = lettered("AAAAAA/AAAAAA/BBBBBB/BBBBBB")  # many solutions
    state = start(puzzle)
    way = find_path(state, TrialSearch(Budget(5)))
    assert (way.limited, way.trials, way.assumptions, way.is_complete) == (True, 0, 5, False)
    with pytest.raises(OutOfTrialsError):
        TrialSearch(Budget(5)).look(state)


def test_impossible_puzzle_is_refused() -> None:
    # Two I that touch; full blocks.
    for regions, said in (
        ("AAAA/BBBB", "no solution"),
        ("AAAB/AABB", "no room"),
    ):
        with pytest.raises(PuzzleError, match=said):
            grade(lettered(regions))


def test_givens_are_kept() -> None:
    puzzle = OWN[0]
    solution = easiest_path(puzzle).state.shaded
    square = (solution & -solution).bit_length() - 1
    marks = "".join("#" if each == square else "?" for each in range(puzzle.board.size))
    state = start(LitsPuzzle(puzzle.board, puzzle.regions, marks))
    assert (state.shaded, find_path(state, TrialSearch(Budget(500))).state.shaded) == (
        1 << square,
        solution,
    )
    region = puzzle.regions[square]
    marks = "".join("I" if each == square else "?" for each in range(puzzle.board.size))
    state = start(LitsPuzzle(puzzle.board, puzzle.regions, marks))
    assert {state.table.letters(placement) for placement in bits(state.left_in(region))} <= {"I"}


def test_states_that_cannot_be() -> None:
    puzzle = lettered("AAAAA/BBBBB/BBCCC/CCCCC")
    unknown = ["?????"] * 4
    for rows, said in (
        (["##???", "##???", *unknown[2:]], "2×2"),
        (["#####", *unknown[1:]], "more than four"),
        (["??.??", *unknown[1:]], "cannot be completed"),
        (unknown[:3], "rows"),
        (["?????", "?x???", *unknown[2:]], "row 2"),
    ):
        with pytest.raises(PuzzleError, match=said):
            hint(puzzle, rows)
    with pytest.raises(StateError, match="d4 unshaded"):
        refuse_departing(puzzle, ["???.?", *unknown[1:]], 1 << puzzle.board.parse("d4"))
