"""The path to the solution that a human solver could take: the easiest steps, again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from pydantic import computed_field

from litslab.games.language import tr
from litslab.games.result_json import Hidden
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.techniques.order import plain_round, take, techniques_of
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, JsonContradiction, Step
from litslab.puzzles.lits.techniques.table import RegionTable
from litslab.puzzles.lits.techniques.trial import TRIALS, OutOfTrialsError, Preference, TrialSearch
from litslab.puzzles.lits.techniques.work import TRIAL_LEVEL, round_work

MOST_TRIALS = 5_000
"""Default limit of assumptions on the way to a solution."""

TRIAL_NAMES = frozenset(technique.name for technique in TRIALS)
"""The names of the techniques that assume something."""


@dataclass(frozen=True)
class Round:
    """A look at the grid for steps of one level of difficulty.

    Attributes
    ----------
    level : int
        The lowest level at which there was a step.
    found : int
        Number of steps that there were to be found.
    open_regions : int
        Number of regions that were not yet decided.
    steps : tuple of Step
        Those that were taken and matter.
    """

    level: int
    found: int
    open_regions: int
    steps: tuple[Step, ...]

    @property
    def work(self) -> float:
        """The work of finding and taking the steps."""
        inside = sum(len(step.chain) + len(step.other_chain) for step in self.steps)
        return round_work(
            self.level, self.found, self.open_regions, steps=len(self.steps), inside=inside
        )


@dataclass(frozen=True)
class Path:
    """A path of steps, as far as the techniques lead.

    Steps that rule out placements are left out where nothing later rests on them.
    """

    rounds: Hidden[tuple[Round, ...]]
    """The steps by the looks at the grid that found them; those of one round do not rest on each
    other.
    """
    state: Hidden[State] = field(hash=False)
    """The state at the end."""
    assumptions: int
    """Number of assumptions followed to find trials, including those without a contradiction."""
    contradiction: JsonContradiction | None = None
    """The contradiction, if the start contradicts itself."""
    limited: bool = False
    """Whether the limit of assumptions or of effort was reached; what is not decided then might
    still be found.
    """
    effort: int = 0
    """The effort of following the assumptions (`puzzles.lits.techniques.trial.Budget`)."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order."""
        return tuple(step for each in self.rounds for step in each.steps)

    @computed_field
    @property
    def trials(self) -> int:
        """The number of steps that are trials of any kind."""
        return sum(1 for step in self.steps if step.technique in TRIAL_NAMES)

    @computed_field
    @property
    def squares(self) -> int:
        """The number of squares of the puzzle."""
        return self.state.table.inside.bit_count()

    @computed_field
    @property
    def decided(self) -> int:
        """The number of squares that are known at the end."""
        return (self.state.table.inside & ~self.state.open).bit_count()

    @computed_field
    @property
    def is_complete(self) -> bool:
        """True if the steps decide every square."""
        return self.contradiction is None and self.state.is_complete


def start(puzzle: LitsPuzzle) -> State:
    """Return what is known of a puzzle before the first step."""
    return State.start(RegionTable(puzzle), len(techniques_of(puzzle.rules)))


def find_path(
    state: State,
    trials: TrialSearch | None = None,
    *,
    until_square: bool = False,
    preference: Preference = Preference.MOST_OPENED,
    most_work: float = inf,
) -> Path:
    """Take the easiest steps from a state, again and again.

    Each round looks for steps of the lowest level that has any, and takes all of them. Where only
    trials are left, it looks at all of them and takes the best.

    Parameters
    ----------
    state : State
        The start; it is changed.
    trials : TrialSearch, optional
        The search for trials; without it the path has none.
    until_square : bool
        Whether to stop after the first step that decides a square.
    preference : Preference
        The criterion for the best trial.
    most_work : float
        The limit of work: the search ends before a trial that is certain to exceed it.

    Returns
    -------
    Path
        The steps. The same start gives the same path.
    """
    rounds: list[Round] = []
    contradiction = None
    limited = False
    work = 0.0
    while not (state.is_complete or contradiction):
        level, found = plain_round(state)
        open_regions = sum(1 for squares in state.table.regions if squares & state.open)
        if not found:
            if work + round_work(TRIAL_LEVEL, 1, open_regions, steps=1) > most_work:
                limited = True
                break
            try:
                trial = None if trials is None else trials.look(state, preference)
            except OutOfTrialsError:
                limited = True
                break
            if trial is None:
                break
            level = TRIAL_LEVEL
            found = [trial]
        contradiction = next((each for each in found if isinstance(each, Contradiction)), None)
        steps = [each for each in found if isinstance(each, Step)]
        if until_square:
            deciding = [step for step in steps if step.decides]
            steps = deciding[:1] or steps
        taken = take(state, steps) if contradiction is None else ()
        rounds.append(Round(level, len(found), open_regions, taken))
        # Steps that only rule out placements may turn out not to matter.
        work += replace(rounds[-1], steps=tuple(step for step in taken if step.decides)).work
        if until_square and any(step.decides for step in taken):
            break
    if state.is_complete and contradiction is None:
        contradiction = _what_is_broken(state)
    matter = _that_matter(rounds, contradiction)
    return Path(
        matter,
        state,
        assumptions=0 if trials is None else trials.budget.spent,
        contradiction=contradiction,
        limited=limited,
        effort=0 if trials is None else trials.budget.effort,
    )


def _what_is_broken(state: State) -> Contradiction | None:
    """Return a rule that a complete state breaks: where nothing was left to decide, no technique
    has looked.
    """
    table = state.table
    broken = violations(table.puzzle, state.shaded)
    if not broken:
        return None
    violation = broken[0]

    def tell() -> str:
        return tr("every square is decided, and a rule broken: {violation}", violation=violation)

    return Contradiction(tell, table.regions_of(table.inside), violation.squares)


def _that_matter(rounds: Sequence[Round], contradiction: Contradiction | None) -> tuple[Round, ...]:
    """Return the rounds with the steps on which something rests; those that decide a square matter
    by themselves.
    """
    rests = 0 if contradiction is None else contradiction.rests
    kept = []
    for each in reversed(rounds):
        steps = []
        for step in reversed(each.steps):
            if step.decides or step.excluded & rests:
                steps.append(step)
                rests |= step.rests
        kept.append(replace(each, steps=tuple(reversed(steps))))
    return tuple(reversed(kept))
