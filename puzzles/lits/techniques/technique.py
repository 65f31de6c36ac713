"""Techniques: named rules by which a human solver finds the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from litslab.puzzles.lits.puzzle import Premise, PuzzleRules
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.table import RegionTable


@dataclass(frozen=True)
class Technique:
    """A named rule by which a human solver finds the next step.

    Exactly one of `at` and `anywhere` is given.

    Attributes
    ----------
    name : str
        Its name in commands and JSON; people read its translation.
    level : int
        Its difficulty, from 1 to 5 (`puzzles.lits.grade`).
    tell : callable
        Says in a sentence what a step of this technique does and why.
    at : callable or None
        Finds a step at one region of a state, from what is known of it and the regions around it;
        None where it has none there.
    anywhere : callable or None
        For a technique that looks at the whole grid: yields its steps.
    relies_on : Premise
        Premises beside those that all rules share: without them the technique does not hold.
    """

    name: str
    level: int
    tell: Callable[[RegionTable, Step], str]
    at: Callable[[State, int], Step | Contradiction | None] | None = None
    anywhere: Callable[[State], Iterator[Step | Contradiction]] | None = None
    relies_on: Premise = Premise.NONE

    def holds(self, rules: PuzzleRules) -> bool:
        """Return whether rules have what the technique relies on."""
        return self.relies_on in rules.facts
