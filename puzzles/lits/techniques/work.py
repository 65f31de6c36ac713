"""What a step costs a human solver: the weights that grades, hints and the choice of a trial share."""

from __future__ import annotations

from litslab.puzzles.lits.techniques.step import Step

TRIAL_LEVEL = 4
"""The level that the weight of every kind of trial is taken from."""

WEIGHTS = {1: 1, 2: 2, 3: 4, TRIAL_LEVEL: 16}
"""The weight of a step of each level; a trial weighs one more for each step that follows from its assumption."""


def weight(level: int, step: Step) -> int:
    """Return the weight of a step that was found at a level, with the steps inside it."""
    return WEIGHTS[level] + len(step.chain) + len(step.other_chain)


FINDING = 4
"""The work of one place that is looked at before a step is found, against 1 for taking the step."""

PLACES = 16
"""How many undecided regions a human solver surveys at most in looking for the next step."""


def round_work(level: int, found: int, open_regions: int, *, steps: int, inside: int = 0) -> float:
    """Return the work of one look at the grid: the steps that were taken, and the places looked at before the first.

    Where `found` of `open_regions` places show a step and one looks at them in any order, the first is met after
    open_regions / (found + 1) places on average.

    Parameters
    ----------
    level : int
        The level of the techniques with which one looked.
    found : int
        How many steps there were to be found.
    open_regions : int
        How many regions were not yet decided.
    steps : int
        How many steps were taken.
    inside : int
        How many steps follow from the assumptions of those that are trials.
    """
    places = min(open_regions, PLACES) / (found + 1)
    return (WEIGHTS[level] + inside) * (steps + FINDING * places)
