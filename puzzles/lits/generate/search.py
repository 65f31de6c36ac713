"""The search for one LITS puzzle: one solution, proved, and all that its spec asks for.

A puzzle comes from `puzzles.lits.generate.annealing`; where it does not yet meet the spec, it is
changed a little, as long as it stays a puzzle with one solution, towards the specified difficulty;
where that does not help, the search restarts.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from litslab.games.geometry import bits
from litslab.puzzles.lits.elegance import elegance
from litslab.puzzles.lits.formats import PuzzleEntry, link_to
from litslab.puzzles.lits.generate.annealing import Annealing, Setup, ThemedAnnealing
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.given_solution import from_letters
from litslab.puzzles.lits.generate.judge import best_judge
from litslab.puzzles.lits.generate.partition import RegionStyle, RegionSymmetry
from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec, Rejection
from litslab.puzzles.lits.grade import CUTS, Grade, easiest_path, grade_path
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, PuzzleSolution, SolutionStatus
from litslab.puzzles.lits.solve import solve
from litslab.puzzles.lits.svg import draw_puzzle
from litslab.puzzles.lits.techniques.path import TRIAL_NAMES

CLIMB = 16
"""Number of changes of a puzzle that misses the spec that are graded before the search restarts."""

NEIGHBOURS = 40
"""Number of attempts to find a change that leaves one solution."""

MOST_TRIALS = {1: 0, 2: 0, 3: 0, 4: 200, 5: 1000}
"""Limit of assumptions for grading, by the highest level specified: below 4 a puzzle takes no
trial.
"""


@dataclass(frozen=True)
class Candidate:
    """A puzzle that was found, as a predicate sees it.

    Attributes
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    solution : PuzzleSolution
        Its only solution.
    grade : Grade
        Its difficulty.
    elegance : float
        Its elegance (`puzzles.lits.elegance`).
    """

    puzzle: LitsPuzzle
    solution: PuzzleSolution
    grade: Grade
    elegance: float


Accept = Callable[[Candidate], bool]
"""Returns whether a puzzle that meets its spec is taken."""


@dataclass(frozen=True)
class PuzzleTask:
    """One puzzle of many: what it is like depends on nothing else.

    Attributes
    ----------
    spec : PuzzleSpec
        Its specification.
    seed : int
        The seed of all.
    number : int
        The number of the puzzle among those of the seed, from 1.
    attempt : int
        0, or how many times the puzzle of this number turned out to be one that was made already.
    time_limit : float or None
        Time limit in seconds from the start.
    accept : callable, optional
        Returns whether a puzzle that meets the spec is taken.
    """

    spec: PuzzleSpec
    seed: int
    number: int
    attempt: int = 0
    time_limit: float | None = None
    accept: Accept | None = None

    @property
    def name(self) -> str:
        """The name of the puzzle: its size, seed and number."""
        return f"lits-{self.spec.columns}x{self.spec.rows}-{self.seed}-{self.number:04d}"


@dataclass(frozen=True)
class GeneratedPuzzle:
    """Result of a search for a puzzle.

    Attributes
    ----------
    task : PuzzleTask
        The task.
    candidate : Candidate or None
        The puzzle with its solution, grade and elegance, which are also attributes of the result;
        None where there was none within the time limit.
    rejected : dict of str to int
        Why other puzzles were rejected: how many for each reason.
    judged : int
        Number of partitions into regions that were judged.
    seconds : float
        Wall-clock time, that for duplicates included.
    exhausted : bool
        Whether there is no puzzle because all that were found were duplicates, many in a row, or
        because it is proved that no regions leave the given solution the only one.
    existing : bool
        Whether the puzzle was in the folder already.
    """

    task: PuzzleTask
    candidate: Candidate | None = None
    rejected: dict[str, int] = field(default_factory=dict, hash=False)
    judged: int = 0
    seconds: float = 0.0
    exhausted: bool = False
    existing: bool = False

    def __repr__(self) -> str:
        if not self.found:
            return f"<no puzzle {self.task.name}>"
        return f"<{self.task.name}: {self.puzzle!r}, level {self.grade.label}>"

    @property
    def found(self) -> bool:
        """True if there is a puzzle."""
        return self.candidate is not None

    @property
    def puzzle(self) -> LitsPuzzle:
        """The puzzle.

        Raises
        ------
        PuzzleError
            If none was found; so do the next three.
        """
        return self._candidate().puzzle

    @property
    def solution(self) -> PuzzleSolution:
        """The only solution of the puzzle."""
        return self._candidate().solution

    @property
    def grade(self) -> Grade:
        """The difficulty of the puzzle."""
        return self._candidate().grade

    @property
    def elegance(self) -> float:
        """The elegance of the puzzle (`puzzles.lits.elegance`)."""
        return self._candidate().elegance

    def _candidate(self) -> Candidate:
        if self.candidate is None:
            why = "no other puzzle was found" if self.exhausted else "time ran out"
            raise PuzzleError(f"{self.task.name}: {why}: expected a result whose `found` is true")
        return self.candidate

    @property
    def url(self) -> str | None:
        """The puzz.link address of the puzzle; None if no address can say what is given, or nothing
        was found.
        """
        return link_to(PuzzleEntry(self.puzzle)) if self.found else None

    def _repr_svg_(self) -> str | None:
        """Draw the puzzle with its level in a notebook; nothing where none was found."""
        if not self.found:
            return None
        return draw_puzzle(self.puzzle, title=f"level {self.grade.label}")


SMALL = 16
"""Boards of at most this many squares are judged with trials whatever the level."""


PUBLISHED_WITHOUT_TRIALS = 0.6
"""Share of the published puzzles of 10×10 that the kernel solves without trials (73 of 122)."""


TAKEN = (1, 0.27, 0.85, 0.7, 0.5)
"""Share of the puzzles of each level that are taken: some levels are found more often than they are
published.
"""

SOON_REPLACED = (64, 150)
"""Boards of 64 to 150 squares have puzzles left out: a larger one takes too long to find another, a
smaller has few.
"""


LARGE = 500
"""Larger boards are judged without trials unless a level is asked for: with them a judgement takes
too long.
"""

ONE_KEY_WITHOUT_TRIALS = 0.5
"""Share of puzzles with one key moment that are judged without trials: it depends on the technique
which is faster.
"""


def generate_puzzle(
    task: PuzzleTask,
    clock: Callable[[], float] = time.monotonic,
) -> GeneratedPuzzle:
    """Generate a puzzle.

    Parameters
    ----------
    task : PuzzleTask
        The task. The same task gives the same puzzle, unless its time limit is reached first.
    clock : callable
        Returns the time in seconds; tests give one that does not depend on the machine.
    """
    started = clock()
    spec = task.spec
    deadline = math.inf if task.time_limit is None else started + task.time_limit
    rejected: Counter[str] = Counter()
    best: Candidate | None = None
    judged = 0
    impossible = False
    for number in range(spec.best_of):
        name = f"{task.seed}/{task.number - 1}/{task.attempt}"
        rng = random.Random(f"{name}/{number}" if number else name)
        # A generator of its own: leaving puzzles out does not change the others.
        chances = random.Random(f"{name}/{number}/level")
        annealing = _annealing(spec, rng, deadline, clock)
        found = None
        while found is None and clock() < deadline and not annealing.is_impossible:
            if annealing.anneal():
                found = _climb(annealing, task, rng, rejected)
                if found is not None and _is_left_out(found, spec, chances):
                    found = None
        judged += annealing.judged
        impossible = impossible or annealing.is_impossible
        if found is None:
            if best is None and not rejected:
                rejected[Rejection.SEVERAL_SOLUTIONS.value] = annealing.judged
            break
        if best is None or found.elegance > best.elegance:
            best = found
    return GeneratedPuzzle(
        task,
        best,
        rejected=dict(rejected),
        judged=judged,
        seconds=clock() - started,
        exhausted=impossible,
    )


def _is_left_out(found: Candidate, spec: PuzzleSpec, chances: random.Random) -> bool:
    """Return whether a puzzle is left out because more puzzles of its level are found than are
    published.
    """
    least, most = SOON_REPLACED
    is_soon_replaced = _is_unspecified(spec) and least <= spec.board.size <= most
    return is_soon_replaced and chances.random() >= TAKEN[found.grade.level - 1]


def _is_unspecified(spec: PuzzleSpec) -> bool:
    """Return whether puzzles should be as hard as published ones: any level will do, and nothing
    else decides it.
    """
    # Few symmetric regions are solved without trials.
    asymmetric = spec.region_limits.symmetry is RegionSymmetry.NONE
    return (
        spec.levels == LEVELS
        and spec.region_limits.style is RegionStyle.PUBLISHED
        and asymmetric
        and not spec.required
    )


def _annealing(
    spec: PuzzleSpec,
    rng: random.Random,
    deadline: float,
    clock: Callable[[], float],
) -> Annealing:
    """Return what searches for regions: of any solution, with themes, or around a given
    solution.
    """
    trials = _takes_trials(spec, rng)
    limits = spec.region_limits
    limits = replace(limits, fewest=max(limits.fewest, spec.given))
    judge = best_judge(spec.rules)
    setup = Setup(spec.board, limits, judge, rng, trials=trials, deadline=deadline, clock=clock)
    if spec.solution:
        return BorderWalk(setup, from_letters(spec.board, spec.solution))
    return ThemedAnnealing(setup, spec.themes) if spec.themes.are_searched else Annealing(setup)


def _takes_trials(spec: PuzzleSpec, rng: random.Random) -> bool:
    """Return whether a puzzle is judged with trials: then it is harder than what the kernel
    concludes by itself.
    """
    if spec.board.size <= SMALL:
        # Without trials puzzles on the smallest boards consist almost only of trivial regions.
        return True
    if not spec.rules.blank_blocks:  # without trials few blocks get their shaded square
        return True
    if spec.levels[1] == 1 or spec.themes.keys[1] == 0:
        return False
    if spec.themes.only_key and not spec.required & TRIAL_NAMES:
        return rng.random() >= ONE_KEY_WITHOUT_TRIALS
    if _is_unspecified(spec):
        return rng.random() >= PUBLISHED_WITHOUT_TRIALS and spec.board.size <= LARGE
    return True


def _judged(
    annealing: Annealing,
    task: PuzzleTask,
    rng: random.Random,
) -> Candidate | tuple[list[Rejection], float]:
    """Solve and grade the puzzle that a partition is: where it misses its spec, return what it
    misses and how far.
    """
    spec = task.spec
    puzzle = LitsPuzzle(annealing.board, tuple(annealing.partition.numbered()), rules=spec.rules)
    answer = solve(puzzle, conflict=False)
    if answer.status is not SolutionStatus.UNIQUE:
        raise AssertionError("what is decided without search has to be unique")
    (solution,) = answer.solutions
    puzzle = with_letters(puzzle, solution, spec.given, rng)
    if missed := list(spec.missed_by_solution(puzzle, solution)):
        return missed, 1e6 * len(missed)
    most_trials = MOST_TRIALS[spec.levels[1]] if spec.trials else 0
    path = easiest_path(puzzle, most_trials, spec.levels[1], (solution.shading,), nested=False)
    graded = grade_path(path)
    if missed := [*spec.missed_by_grade(graded), *spec.missed_by_path(path)]:
        low = (0.0, *CUTS)[spec.levels[0] - 1]
        high = (*CUTS, math.inf)[spec.levels[1] - 1]
        score = graded.score
        distance = max(0.0, low - score, score - high)  # from the specified levels
        return missed, distance + spec.themes.distance(path, spec.required) + 1e3 * len(missed)
    candidate = Candidate(puzzle, solution, graded, elegance(puzzle, path).score)
    if task.accept is not None and not task.accept(candidate):
        return [Rejection.NOT_ACCEPTED], 0.0
    return candidate


def _climb(
    annealing: Annealing,
    task: PuzzleTask,
    rng: random.Random,
    rejected: Counter[str],
) -> Candidate | None:
    """Change a puzzle step by step towards its spec; return it as soon as it meets that."""
    best = math.inf
    back: dict[int, int] | None = None
    for _ in range(CLIMB):
        judged = _judged(annealing, task, rng)
        if isinstance(judged, Candidate):
            return judged
        missed, distance = judged
        rejected.update(missed)
        if distance <= best:
            best = distance
        elif back is not None:
            annealing.undo(back)
        if (back := annealing.neighbour(NEIGHBOURS)) is None:
            break
    return None


def with_letters(
    puzzle: LitsPuzzle,
    solution: PuzzleSolution,
    number: int,
    rng: random.Random,
) -> LitsPuzzle:
    """Return a puzzle with the letters of some regions given, each in one of its shaded squares."""
    givens = ["?"] * puzzle.board.size
    tetrominoes = list(solution.tetrominoes(puzzle))
    for shape, squares in rng.sample(tetrominoes, min(number, len(tetrominoes))):
        givens[rng.choice(list(bits(squares)))] = shape.value
    return replace(puzzle, givens="".join(givens))
