"""The way to the solution that a person could take: the easiest step, again and again."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.techniques.order import PLAIN, next_plain_step
from puzzles.techniques.state import State
from puzzles.techniques.step import Contradiction, Step
from puzzles.techniques.trial import Budget, OutOfTrialsError, next_trial_step

MOST_TRIALS = 5_000
"""How many trials may be begun on the way to a solution, where nothing else is asked for."""


@dataclass(frozen=True)
class Path:
    """How far the techniques lead, and by which steps.

    Attributes
    ----------
    steps : tuple of Step
        The steps that matter, in order: all that decide squares, and those that rule out placements on whose absence
        a later step rests.
    state : State
        What is known at the end.
    trials : int
        How many trials were begun, those that led nowhere among them.
    contradiction : Contradiction or None
        What is wrong, where the start contradicts itself.
    limited : bool
        Whether the budget of trials ran out; what is not decided then might still be found.
    """

    steps: tuple[Step, ...]
    state: State
    trials: int
    contradiction: Contradiction | None = None
    limited: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether the steps decide every square."""
        return self.contradiction is None and self.state.is_complete


def next_step(state: State, budget: Budget) -> Step | Contradiction | None:
    """Return the easiest step: one without trial, else a trial.

    Raises
    ------
    OutOfTrialsError
        If the budget is spent before a trial succeeds.
    """
    found = next_plain_step(state, PLAIN)
    if found is None and not state.is_complete:
        return next_trial_step(state, budget)
    return found


def walk(state: State, most_trials: int = MOST_TRIALS, *, until_square: bool = False) -> Path:
    """Take the easiest step from a state, again and again.

    Parameters
    ----------
    state : State
        Where to start; it is changed.
    most_trials : int
        How many trials may be begun.
    until_square : bool
        Whether to stop at the first step that decides a square.

    Returns
    -------
    Path
        The steps. The same start gives the same path.
    """
    budget = Budget(most_trials)
    taken: list[Step] = []
    contradiction = None
    limited = False
    try:
        while (found := next_step(state, budget)) is not None:
            if isinstance(found, Contradiction):
                contradiction = found
                break
            taken.append(found)
            state.learn(found.shaded, found.unshaded, found.excluded)
            if until_square and found.decides:
                break
    except OutOfTrialsError:
        limited = True
    return Path(tuple(_that_matter(taken, contradiction)), state, budget.spent, contradiction, limited)


def _that_matter(steps: list[Step], contradiction: Contradiction | None) -> list[Step]:
    rests = 0 if contradiction is None else contradiction.rests
    kept = []
    for step in reversed(steps):
        if step.decides or step.excluded & rests:
            kept.append(step)
            rests |= step.rests
    return kept[::-1]
