"""Difficulty of a LITS puzzle: level, score and techniques of a human solver (docs/grading.md).

The score counts the work of the easiest path (`puzzles.lits.techniques.path`): taking its steps,
and finding them, for every hundred squares, so that a puzzle is not hard for being large. The level
follows the score and the hardest moment. The same puzzle always gets the same grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile

from pydantic import computed_field

from litslab.games.language import tr
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.puzzles.lits.solve import EngineName, best_engine, solve, solve_by_kernel
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.order import PLAIN
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, TRIAL_NAMES, Path, find_path, start
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.trial import (
    EITHER_WAY,
    LONG,
    NESTED,
    SHORT,
    Budget,
    Preference,
    TrialSearch,
)

CUTS = (420, 530, 650, 900)
"""The scores at which levels 2, 3, 4 and 5 begin."""

MOST_LEVEL = len(CUTS) + 1
"""The highest level."""

USUAL_SQUARES = 100
"""The squares of a usual puzzle, to which others are compared."""

_LEAST_LEVELS = {each.name: 2 for each in PLAIN if each.level == 3} | {
    SHORT.name: 4,
    LONG.name: 5,
    EITHER_WAY.name: 5,
}
"""The lowest level of a puzzle that takes some technique: its hardest moment."""

_LONG = frozenset(name for name, level in _LEAST_LEVELS.items() if level == MOST_LEVEL)


@dataclass(frozen=True)
class Grade:
    """Difficulty of a puzzle."""

    level: int
    """From 1, easy, to 5, only with long trials."""
    score: float
    """The work of the easiest path for every hundred squares; of a puzzle that is not solved, the
    work until then.
    """
    techniques: dict[str, int] = field(hash=False)
    """Number of steps of each technique in the path, the easiest technique first."""
    trials: int
    """Number of trials of any kind in the path."""
    concentration: float
    """The share of the work that the hardest moment takes, from 0 to 1: high where all else is
    easy.
    """
    solved: bool
    """Whether the techniques solve the puzzle, one trial at a time; where not, it is beyond the
    scale (``5+``).
    """
    limited: bool = False
    """Whether that is not known, because the limit of assumptions or of effort was reached
    before.
    """

    @computed_field
    @property
    def label(self) -> str:
        """The level as it is printed: ``5+`` where single trials do not solve the puzzle, or not
        within the limit.
        """
        return str(self.level) if self.solved else f"{self.level}+"


def grade(
    puzzle: AnyPuzzle,
    most_trials: int = MOST_TRIALS,
    highest: int = MOST_LEVEL,
    solutions: Sequence[int] | None = None,
) -> Grade:
    """Grade a puzzle.

    No trial is made within a trial: where single trials lead no further the puzzle is beyond the
    scale, whatever else would solve it.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        A puzzle, or what `puzzles.lits.sources.read_puzzle` reads. Where it has more than one
        solution the techniques cannot solve it.
    most_trials : int
        Limit of assumptions for trials.
    highest : int
        The highest level of interest. The grade of a harder puzzle has level 5 but may not be
        worked out to its end.
    solutions : sequence of int, optional
        As for `easiest_path`.

    Raises
    ------
    PuzzleError
        If `puzzle` is not one puzzle, or the techniques show that the puzzle has no solution.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.grade("lits/4/4/9q02jg").label
    '1'
    """
    return grade_path(
        easiest_path(read_puzzle(puzzle), most_trials, highest, solutions, nested=False)
    )


def easiest_path(
    puzzle: LitsPuzzle,
    most_trials: int = MOST_TRIALS,
    highest: int = MOST_LEVEL,
    solutions: Sequence[int] | None = None,
    *,
    nested: bool = True,
) -> Path:
    """Return the easiest path from the beginning of a puzzle: the one that it is graded and
    explained by.

    Where the path that opens most for its work takes a long trial, the path that takes short trials
    only is tried too; the one of the lower level is returned, and of the same level the one of the
    lower score.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    most_trials : int
        Limit of assumptions for both paths together.
    highest : int
        As for `grade`: below 5 long trials are not looked for.
    solutions : sequence of int, optional
        The shaded squares of solutions that are known. Whatever is known, the path is the same: it
        saves looking for what no trial can decide. Where they are not given, the puzzle is solved
        as soon as it takes a trial.
    nested : bool
        Whether to look for trials within a trial where nothing else is found.
    """
    known = (
        partial(_known_solutions, puzzle) if solutions is None and most_trials else solutions or ()
    )
    trials = TrialSearch(Budget(most_trials), deepest=2 if nested else 1, solutions=known)
    state = start(puzzle)
    if highest < MOST_LEVEL:
        most_work = CUTS[highest - 1] * _size(state)
        return find_path(
            state, trials, preference=Preference.MOST_OPENED_SHORT, most_work=most_work
        )
    path = find_path(state, trials)
    if path.contradiction is not None or all(step.technique not in _LONG for step in path.steps):
        return path
    # With less work a path of short trials has a lower level, or a lower score.
    most_work = max(CUTS[-1], grade_path(path).score) * _size(state)
    other = find_path(
        start(puzzle), trials, preference=Preference.MOST_OPENED_SHORT, most_work=most_work
    )
    return min((path, other), key=_hardness) if other.is_complete else path


_MOST_NODES = 100_000
"""Limit of decisions for solving a puzzle before it is graded."""

_MOST_SECONDS = 10.0
"""The same in time, where CP-SAT solves it."""


def _known_solutions(puzzle: LitsPuzzle) -> list[int]:
    """Return one or two solutions of a puzzle, if they are found soon: what they agree with need
    not be tried.
    """
    if best_engine(puzzle.rules) is EngineName.KERNEL:
        answer = solve_by_kernel(puzzle, nodes=_MOST_NODES)
    else:
        answer = solve(puzzle, time_limit=_MOST_SECONDS, conflict=False)
    return [solution.shading for solution in answer.solutions]


def _size(state: State) -> float:
    """Return what the work on a puzzle is divided by: its squares, 1 for a hundred."""
    return max(state.table.inside.bit_count(), 1) / USUAL_SQUARES


def _hardness(path: Path) -> tuple[bool, int, float]:
    graded = grade_path(path)
    return not graded.solved, graded.level, graded.score


def grade_path(path: Path) -> Grade:
    """Grade a puzzle by the path from its beginning, as far as it takes no trial within a trial.

    Raises
    ------
    PuzzleError
        If the path ends in a contradiction.
    """
    if path.contradiction is not None:
        raise PuzzleError(
            tr("the puzzle has no solution: {reason}", reason=path.contradiction.text)
        )
    rounds = list(
        takewhile(
            lambda each: all(step.technique != NESTED.name for step in each.steps), path.rounds
        )
    )
    solved = path.is_complete and len(rounds) == len(path.rounds)
    counts = Counter(step.technique for each in rounds for step in each.steps)
    techniques = {name: counts[name] for name in BY_NAME if counts[name]}
    works = [looked.work for looked in rounds]
    score = round(sum(works) / _size(path.state), 1)
    concentration = round(max(works, default=0) / max(sum(works), 1), 3)
    levels = (
        1 + sum(score >= cut for cut in CUTS),
        *(_LEAST_LEVELS.get(name, 1) for name in techniques),
    )
    level = max(levels) if solved else MOST_LEVEL
    trials = sum(counts[name] for name in TRIAL_NAMES)
    return Grade(
        level,
        score,
        techniques,
        trials=trials,
        concentration=concentration,
        solved=solved,
        limited=path.limited,
    )
