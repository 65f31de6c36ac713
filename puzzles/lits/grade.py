"""How hard a LITS puzzle is for a person: a level, a score, and the techniques that it takes (docs/grading.md).

The score counts the work of the easiest path (`puzzles.lits.techniques.path`): taking its steps, and finding them. It
is divided by the square root of the size, so that a large puzzle may be easy. The same puzzle always gets the same
grade.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques import TECHNIQUES
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, Path, Round, find_path, start
from litslab.puzzles.lits.techniques.trial import EITHER_WAY, LONG, NESTED, SHORT
from litslab.puzzles.lits.techniques.work import WEIGHTS

FINDING = 4
"""What one place that is looked at before a step is found counts, against 1 for taking the step."""

PLACES = 16
"""How many undecided regions a person surveys at most when looking for the next step."""

CUTS = (420, 530, 650, 900)
"""The scores at which levels 2, 3, 4 and 5 begin."""

_USUAL_SQUARES = 100

_LEAST_LEVELS = {SHORT.name: 4, LONG.name: 5, EITHER_WAY.name: 5, NESTED.name: 5}
"""The lowest level of a puzzle that takes a trial."""

_LONG = frozenset(name for name, level in _LEAST_LEVELS.items() if level == 5)


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is.

    Attributes
    ----------
    level : int
        From 1, easy, to 5, only with long trials.
    score : float
        The work of the easiest path, for the size of the puzzle.
    techniques : dict of str to int
        How many steps of each technique the path takes, the easiest technique first.
    trials : int
        How many trials were begun, those that led nowhere among them.
    concentration : float
        The share of the work that the hardest moment takes, from 0 to 1: high where all else is easy.
    solved : bool
        Whether the techniques solve the puzzle within the limit; where not, it is beyond the scale (``5+``).
    """

    level: int
    score: float
    techniques: dict[str, int]
    trials: int
    concentration: float
    solved: bool

    @property
    def label(self) -> str:
        """The level as it is printed: ``5+`` where it takes a trial within a trial, or is not solved at all."""
        beyond = not self.solved or NESTED.name in self.techniques
        return f"{self.level}+" if beyond else str(self.level)

    def describe(self) -> dict[str, Any]:
        """Describe the grade as plain data."""
        return {
            "level": self.level,
            "label": self.label,
            "score": self.score,
            "techniques": self.techniques,
            "trials": self.trials,
            "concentration": self.concentration,
            "solved": self.solved,
        }


def grade(puzzle: LitsPuzzle, most_trials: int = MOST_TRIALS) -> Grade:
    """Grade a puzzle.

    Parameters
    ----------
    puzzle : LitsPuzzle
        A puzzle. Where it has more than one solution the techniques cannot solve it.
    most_trials : int
        How many trials may be begun.

    Raises
    ------
    PuzzleError
        If the techniques show that the puzzle has no solution.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.grade(ll.puzzle("lits/4/4/9q02jg")).label
    '1'
    """
    return grade_path(easiest_path(puzzle, most_trials))


def easiest_path(puzzle: LitsPuzzle, most_trials: int = MOST_TRIALS) -> Path:
    """Return the easiest path from the beginning of a puzzle: the one that it is graded and explained by.

    Where the path that opens most for its work takes a long trial, the path that takes short trials only is tried too;
    the one of the lower level is returned, and of the same level the one of the lower score.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    most_trials : int
        How many assumptions may be followed on either path.
    """
    path = find_path(start(puzzle), most_trials)
    if all(step.technique not in _LONG for step in path.steps):
        return path
    other = find_path(start(puzzle), most_trials, short_only=True)
    if not other.is_complete:
        return path
    return min((path, other), key=_hardness)


def _hardness(path: Path) -> tuple[bool, int, float]:
    graded = grade_path(path)
    return not graded.solved, graded.level, graded.score


def grade_path(path: Path) -> Grade:
    """Grade a puzzle by the path from its beginning.

    Raises
    ------
    PuzzleError
        If the path ends in a contradiction.
    """
    if path.contradiction is not None:
        raise PuzzleError(f"the puzzle has no solution: {path.contradiction.text}")
    counts = Counter(step.technique for step in path.steps)
    techniques = {each.name: counts[each.name] for each in TECHNIQUES if counts[each.name]}
    squares = path.state.table.inside.bit_count()
    works = [_work(looked) for looked in path.rounds]
    score = round(sum(works) / sqrt(max(squares, 1) / _USUAL_SQUARES), 1)
    concentration = round(max(works, default=0) / max(sum(works), 1), 3)
    level = 1 + sum(score >= cut for cut in CUTS)
    level = max(level, *(_LEAST_LEVELS.get(name, 1) for name in techniques), 1)
    if not path.is_complete:
        level = 5
    return Grade(level, score, techniques, path.trials, concentration, path.is_complete)


def _work(looked: Round) -> float:
    """Return what a round counts: its steps, and the places looked at before the first is found.

    Where `found` of `open_regions` places show a step and one looks at them in any order, the first is met after
    open_regions / (found + 1) places on average.
    """
    inside = sum(len(step.chain) + len(step.other_chain) for step in looked.steps)
    places = min(looked.open_regions, PLACES) / (looked.found + 1)
    return (WEIGHTS[looked.level] + inside) * (len(looked.steps) + FINDING * places)
