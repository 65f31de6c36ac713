"""The work of a human solver: the weights of steps, and the places looked at to find them."""

from __future__ import annotations

from litslab.puzzles.lits.techniques.step import Step

TRIAL_LEVEL = 4
"""The level that the weight of every kind of trial is taken from."""

WEIGHTS = {1: 1, 2: 2, 3: 4, TRIAL_LEVEL: 16}
"""The weight of a step of each level; a trial weighs one more for each step that follows from its
assumption.
"""


def weight(step: Step) -> int:
    """Return the weight of a trial, with the steps inside it."""
    return WEIGHTS[TRIAL_LEVEL] + len(step.chain) + len(step.other_chain)


FINDING = 4
"""The work of one place that is looked at before a step is found, against 1 for taking the step."""

PLACES = 16
"""Most undecided regions that a human solver surveys to find the next step."""


def round_work(level: int, found: int, open_regions: int, *, steps: int, inside: int = 0) -> float:
    """Return the work of one look at the grid: the steps that were taken, and the places looked at
    before the first.

    Where `found` of `open_regions` places show a step and one looks at them in any order, the first
    is met after open_regions / (found + 1) places on average.

    Parameters
    ----------
    level : int
        The level of the techniques with which one looked.
    found : int
        Number of steps that there were to be found.
    open_regions : int
        Number of regions that were not yet decided.
    steps : int
        Number of steps taken.
    inside : int
        Number of steps that follow from the assumptions of trials.
    """
    places = min(open_regions, PLACES) / (found + 1)
    return (WEIGHTS[level] + inside) * (steps + FINDING * places)
