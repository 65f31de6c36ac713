"""Trials: all assumptions are looked at, the best trial is taken, and nothing is followed twice for
no reason.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games.geometry import bits
from litslab.puzzles.lits.formats import load, read_one, read_text
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.hint import hint
from litslab.puzzles.lits.model.solve import solve
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.techniques.path import TRIAL_NAMES, find_path, start
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.trial import (
    SHORT_STEPS,
    Assumption,
    Budget,
    Preference,
    TrialSearch,
    consequences,
    reasons,
)
from litslab.puzzles.lits.techniques.work import WEIGHTS, weight
from tests.puzzles.making import lettered

HERE = Path(__file__).parents[1]

SMALL = read_one("lits/6/5/4gq64cb2g6").puzzle

OWN = [entry.puzzle for entry in read_text(load(HERE / "own_puzzles.txt"), "own")]


def stalled(puzzle: LitsPuzzle) -> State:
    """Return the state in which the techniques without trial find nothing more."""
    state = start(puzzle)
    find_path(state)
    return state


def needing_trials() -> list[LitsPuzzle]:
    return [puzzle for puzzle in (SMALL, *OWN) if not stalled(puzzle).is_complete]


def all_refutations(state: State) -> dict[Assumption, int]:
    """Every assumption that fails, each followed by itself, with the number of steps that it fails
    after.
    """
    found = {}
    for square in bits(state.open):
        for assumption in (Assumption(square, True), Assumption(square, False)):
            branch = consequences(state, *assumption.squares)
            if branch.end is not None:
                chain = reasons(state.table, branch.steps, branch.end.regions, branch.end.rests)
                found[assumption] = len(chain)
    return found


def opens(state: State, assumption: Assumption) -> int:
    """Return the number of squares that are decided once an assumption is known to fail."""
    after = state.copy()
    after.learn(*reversed(assumption.squares))
    find_path(after)
    return (state.open & ~after.open).bit_count()


def assumed(step: Step) -> Assumption:
    return Assumption(step.key.bit_length() - 1, bool(step.unshaded))


@pytest.mark.parametrize("number", range(len(needing_trials())))
def test_the_path_takes_the_trial_that_opens_most_for_its_weight(number: int) -> None:
    state = stalled(needing_trials()[number])
    step = TrialSearch(Budget(5_000)).look(state)
    assert step is not None
    failing = all_refutations(state)
    assert failing[assumed(step)] == len(step.chain)
    rates = {each: opens(state, each) / (WEIGHTS[4] + steps) for each, steps in failing.items()}
    assert rates[assumed(step)] == max(rates.values())


@pytest.mark.parametrize("number", range(len(needing_trials())))
def test_a_hint_gives_the_lightest_trial(number: int) -> None:
    puzzle = needing_trials()[number]
    state = stalled(puzzle)
    step = hint(puzzle, state.rows()).path.steps[-1]
    assert step.technique in TRIAL_NAMES
    failing = all_refutations(state)
    least = min(failing.values())
    assert weight(step) == WEIGHTS[4] + least
    assert step.technique == ("trial" if least <= SHORT_STEPS else "long trial")
    equals = [each for each, steps in failing.items() if steps == least]
    assert opens(state, assumed(step)) == max(opens(state, each) for each in equals)


def test_nothing_is_followed_again_until_something_changes() -> None:
    state = stalled(SMALL)
    budget = Budget(5_000)
    search = TrialSearch(budget)
    first = search.look(state)
    spent = budget.spent
    assert (search.look(state), search.look(state, Preference.MOST_OPENED_SHORT)) == (first, first)
    assert budget.spent == spent


@pytest.mark.parametrize("number", range(len(needing_trials())))
def test_what_is_remembered_changes_nothing(number: int) -> None:
    """After a trial the search that remembers finds what a search that remembers nothing does."""
    state = stalled(needing_trials()[number])
    search = TrialSearch(Budget(5_000))
    while not state.is_complete:
        fresh = TrialSearch(Budget(5_000)).look(state)
        step = search.look(state)
        assert step is not None
        assert fresh is not None
        assert (step.decides, step.technique) == (fresh.decides, fresh.technique)
        state.learn(step.shaded, step.unshaded)
        find_path(state)


def test_known_solutions_save_assumptions_and_change_nothing() -> None:
    (solution,) = solve(SMALL).solutions
    state = stalled(SMALL)
    plain = Budget(5_000)
    knowing = Budget(5_000)
    step = TrialSearch(plain).look(state)
    assert TrialSearch(knowing, solutions=(solution.shading,)).look(state) == step
    assert knowing.spent < plain.spent


SHARED = lettered("AAABB/AAABB/CCABB/CCCBB/CCCCB", "?.???/?????/????./#???#/?#???")
"""A square of it may be shaded or not, for all that is seen, and others follow either way."""


def test_conclusions_that_both_branches_share() -> None:
    state = stalled(SHARED)
    (solution,) = solve(SHARED).solutions
    steps = list(TrialSearch(Budget(500)).shared_conclusions(state, {}))
    assert steps
    for step in steps:
        assert not step.shaded & ~solution.shading | step.unshaded & solution.shading
        for shaded, chain in ((True, step.chain), (False, step.other_chain)):
            after = state.copy()
            after.learn(*Assumption(step.key.bit_length() - 1, shaded).squares)
            for each in chain:
                after.learn(each.shaded, each.unshaded, each.excluded)
            assert not step.shaded & ~after.shaded | step.unshaded & ~after.unshaded
        text = sentence(state.table, step)
        assert text.endswith("; so this holds either way.")
        for square in bits(step.decides | step.key):
            assert state.table.board.name(square) in text


def test_a_trial_inside_a_trial() -> None:
    state = stalled(SHARED)
    (solution,) = solve(SHARED).solutions
    step = TrialSearch(Budget(500)).nested(state)
    assert step is not None
    assert step.end is not None
    assert step.technique == "nested trial"
    assert not step.shaded & ~solution.shading | step.unshaded & solution.shading
    assert TrialSearch(Budget(500), solutions=(solution.shading,)).nested(state) == step


def test_a_path_of_short_trials_is_taken_where_it_makes_the_puzzle_easier() -> None:
    """Below level 5 the path has short trials only, whatever longer ones would open."""
    for puzzle in needing_trials():
        graded = grade(puzzle)
        easy = grade(puzzle, highest=4)
        if graded.level == 4:
            assert "long trial" not in graded.techniques
            assert easy == graded
        else:
            assert easy.level == 5


def test_a_path_is_given_up_where_it_is_certain_to_be_too_hard() -> None:
    state = start(SMALL)
    path = find_path(state, TrialSearch(Budget(5_000)), most_work=1)
    assert (path.limited, path.assumptions) == (True, 0)
