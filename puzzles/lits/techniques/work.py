"""What a step costs a person who looks for it: the weights that grades, hints and the choice of a trial share."""

from __future__ import annotations

from litslab.puzzles.lits.techniques.step import Step

TRIAL_LEVEL = 4
"""The level that the weight of every kind of trial is taken from."""

WEIGHTS = {1: 1, 2: 2, 3: 4, TRIAL_LEVEL: 16}
"""The weight of a step of each level; a trial weighs one more for each step that follows from its assumption."""


def weight(level: int, step: Step) -> int:
    """Return the weight of a step that was found at a level, with the steps inside it."""
    return WEIGHTS[level] + len(step.chain) + len(step.other_chain)
