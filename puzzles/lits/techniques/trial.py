"""Trial: assume that a square is shaded, or that it is not, and rule it out if that leads to a
contradiction.

All assumptions are looked at before one is chosen, because people who solve by trial prefer a short
contradiction, and one that opens much. What an assumption leads to is remembered: it is not
followed again until something becomes known that it did not already imply. Only if no assumption
fails are the conclusions compared that both branches of a square share, and only then are trials
made inside a trial. Every assumption that is followed counts against a budget, so that a hard
puzzle ends in "no further step" after the same work on every machine, not after some seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import count
from typing import NamedTuple

from litslab.games.geometry import bits, union
from litslab.games.language import listed, mark, tr, trn
from litslab.puzzles.lits.techniques.order import plain_round, take
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.table import RegionTable
from litslab.puzzles.lits.techniques.technique import Technique
from litslab.puzzles.lits.techniques.wording import are, squares_text
from litslab.puzzles.lits.techniques.work import weight

SHORT_STEPS = 8
"""Most steps on which the contradiction of a short trial may rest."""


MOST_EFFORT = 3_000_000
"""Limit of effort of the search for trials: some seconds on an ordinary machine, and the same on
every machine.
"""

EFFORT_OF_TRIAL = MOST_EFFORT // 5_000
"""Additional effort per assumption, if more of them are allowed than usual."""

_ROUND = 150
"""Fixed cost of a round of the techniques, in squares inspected."""


class OutOfTrialsError(Exception):
    """The budget of trials is spent; what was not found may still exist."""


@dataclass
class Budget:
    """Remaining assumptions and effort.

    Attributes
    ----------
    left : int
        The number.
    spent : int
        The number that was followed.
    effort : int
        The effort of following them, in squares inspected: large grids take more than small ones.
    """

    left: int
    spent: int = 0
    effort: int = 0

    def take(self) -> None:
        """Count one assumption.

        Raises
        ------
        OutOfTrialsError
            If none is left.
        """
        if self.left <= 0:
            raise OutOfTrialsError
        self.left -= 1
        self.spent += 1

    def spend(self, effort: int) -> None:
        """Count the effort of following an assumption.

        Raises
        ------
        OutOfTrialsError
            If more is spent than may be.
        """
        self.effort += effort
        if self.effort > max(MOST_EFFORT, (self.left + self.spent) * EFFORT_OF_TRIAL):
            raise OutOfTrialsError


class Assumption(NamedTuple):
    """A square, and whether it is assumed to be shaded."""

    square: int
    shaded: bool

    @property
    def squares(self) -> tuple[int, int]:
        """The squares assumed to be shaded, and those assumed to be unshaded, as sets."""
        bit = 1 << self.square
        return (bit, 0) if self.shaded else (0, bit)


@dataclass(frozen=True, slots=True)
class Branch:
    """Consequences of an assumption.

    Attributes
    ----------
    steps : tuple of Step
        All steps that were taken after the assumption.
    end : Contradiction or None
        The contradiction that they lead to, if any.
    state : State
        The state at the end.
    rounds : int
        In how many rounds they were looked for.
    """

    steps: tuple[Step, ...]
    end: Contradiction | None
    state: State = field(hash=False)
    rounds: int


class Preference(Enum):
    """Choice among several trials."""

    MOST_OPENED = auto()
    """The one that opens most squares for its weight."""
    MOST_OPENED_SHORT = auto()
    """The same among short trials; no other kind is looked for."""
    LEAST_WEIGHT = auto()
    """The one of the least weight, and of those the one that opens most squares."""


class TrialSearch:
    """The search for trials in the states of one puzzle; it remembers what it has found out."""

    def __init__(
        self,
        budget: Budget,
        deepest: int = 2,
        solutions: Sequence[int] | Callable[[], Sequence[int]] = (),
    ) -> None:
        """Begin with nothing remembered.

        Parameters
        ----------
        budget : Budget
            The assumptions that may be followed; each one is taken from it.
        deepest : int
            Greatest depth of nested assumptions.
        solutions : sequence of int, or callable
            Solutions of the puzzle that are known, as sets of shaded squares, or what finds them as
            soon as they are needed: an assumption that agrees with one of them is not followed,
            because it cannot fail.
        """
        self.budget = budget
        self._deepest = deepest
        self._given = solutions
        # Branches that end in a contradiction, with the regions on which it rests and what was
        # known of these.
        self._refuted: dict[Assumption, list[tuple[Branch, int, tuple[int, int, int]]]] = {}
        self._surviving: dict[Assumption, State] = {}
        self._surviving_nested: dict[Assumption, State] = {}

    @cached_property
    def _solutions(self) -> Sequence[int]:
        return self._given() if callable(self._given) else self._given

    def look(self, state: State, preference: Preference = Preference.MOST_OPENED) -> Step | None:
        """Look at every assumption, and return the best trial; None where nothing is found.

        Parameters
        ----------
        state : State
            A state in which the techniques without trial find nothing more.
        preference : Preference
            The criterion for the best trial.

        Raises
        ------
        OutOfTrialsError
            If the budget is spent before all have been looked at.
        """
        branches: dict[Assumption, Branch] = {}
        steps = [
            _refutation(state, assumption, branch)
            for assumption, branch in self._failing(state, branches)
        ]
        if preference is Preference.MOST_OPENED_SHORT:
            short = [step for step in steps if step.technique == SHORT.name]
            return self._best(state, short, preference) if short else None
        steps = steps or list(self.shared_conclusions(state, branches))
        if steps:
            return self._best(state, steps, preference)
        return self.nested(state) if self._deepest > 1 else None

    def _failing(
        self,
        state: State,
        branches: dict[Assumption, Branch],
    ) -> Iterator[tuple[Assumption, Branch]]:
        """Yield the assumptions that lead to a contradiction, adding to `branches` all that were
        followed.
        """
        for assumption in _assumptions(state):
            if self._holds(assumption) or _survives(state, assumption, self._surviving):
                continue
            # An earlier contradiction still holds if nothing has changed in the regions on which it
            # rests.
            earlier = self._refuted.get(assumption, ())
            branch = next(
                (each for each, regions, known in earlier if _known_in(state, regions) == known),
                None,
            )
            if branch is None:
                self.budget.take()
                branch = branches[assumption] = self._follow(state, *assumption.squares)
            if branch.end is None:
                _remember_surviving(state, assumption, branch.state, self._surviving)
            else:
                if assumption in branches:
                    regions = _what_it_rests_on(state, assumption, branch)
                    self._refuted.setdefault(assumption, []).append(
                        (branch, regions, _known_in(state, regions))
                    )
                yield assumption, branch

    def _follow(
        self,
        state: State,
        shaded: int,
        unshaded: int,
        inner: TrialSearch | None = None,
    ) -> Branch:
        """Return what some squares lead to, and count the effort that this takes."""
        branch = consequences(state, shaded, unshaded, inner)
        self.budget.spend(branch.rounds * (state.table.inside.bit_count() + _ROUND))
        return branch

    def _holds(self, assumption: Assumption) -> bool:
        """Return whether an assumption agrees with a solution that is known."""
        return any(
            bool(solution >> assumption.square & 1) is assumption.shaded
            for solution in self._solutions
        )

    def _best(self, state: State, steps: Sequence[Step], preference: Preference) -> Step:
        """Return the best of some trials; of equals the lightest, then the first."""
        steps = sorted(steps, key=weight)
        if preference is Preference.LEAST_WEIGHT:
            steps = [step for step in steps if weight(step) == weight(steps[0])]
        best = steps[0]
        most = -1.0
        for step in steps:
            # The surviving branch bounds the squares that a step opens, so most steps need not be
            # followed.
            if len(steps) > 1 and self._most_opened(state, step) / weight(step) > most:
                opens = self._opened(state, step) / weight(step)
                if opens > most:
                    best = step
                    most = opens
        return best

    def _opened(self, state: State, step: Step) -> int:
        """Return how many squares are decided after a step by it and by the techniques without
        trial.
        """
        branch = self._follow(state, step.shaded, step.unshaded)
        if branch.end is not None:  # the puzzle has no solution
            return state.open.bit_count()
        if step.decides.bit_count() == 1:
            _remember_surviving(state, _decision(step), branch.state, self._surviving)
        return (state.open & ~branch.state.open).bit_count()

    def _most_opened(self, state: State, step: Step) -> int:
        """Return how many squares a step decides at most, together with the techniques without
        trial.
        """
        if step.decides.bit_count() == 1:
            decision = _decision(step)
            # A branch remembered before other squares became known does not count.
            if _survives(state, decision, self._surviving):
                return (state.open & ~self._surviving[decision].open).bit_count()
        return state.open.bit_count()

    def shared_conclusions(
        self,
        state: State,
        branches: dict[Assumption, Branch],
    ) -> Iterator[Step]:
        """Yield what holds whether a square is shaded or not, for the squares that may be either.

        Parameters
        ----------
        state : State
            The state.
        branches : dict of Assumption to Branch
            The branches of some assumptions; others are followed and added.
        """
        for square in state.table.in_reading_order(state.open):
            if not self._may_share(state, square):
                continue
            pair = []
            for assumption in (Assumption(square, True), Assumption(square, False)):
                if assumption not in branches:
                    self.budget.take()
                    branches[assumption] = self._follow(state, *assumption.squares)
                pair.append(branches[assumption])
            first, second = pair
            if first.end or second.end:
                continue
            shaded = first.state.shaded & second.state.shaded & ~state.shaded
            unshaded = first.state.unshaded & second.state.unshaded & ~state.unshaded
            if shaded or unshaded:
                yield _either_way(state, square, (shaded, unshaded), first, second)

    def _may_share(self, state: State, square: int) -> bool:
        """Return whether both branches of a square may have a conclusion in common, by what is
        known of them.
        """
        first, second = (
            self._at_most(state, Assumption(square, shaded)) for shaded in (True, False)
        )
        if first is None or second is None:
            return True
        return bool((first[0] & second[0] | first[1] & second[1]) & state.open)

    def _at_most(self, state: State, assumption: Assumption) -> tuple[int, int] | None:
        """Return squares among which are all that an assumption leads to, shaded and unshaded; None
        if unknown.
        """
        if _survives(state, assumption, self._surviving):
            end = self._surviving[assumption]
            return end.shaded, end.unshaded
        # If a solution agrees with the assumption, its consequences hold in that solution.
        for solution in self._solutions:
            if bool(solution >> assumption.square & 1) is assumption.shaded:
                return solution, state.table.board.all & ~solution
        return None

    def nested(self, state: State) -> Step | None:
        """Return the first trial that ends in a contradiction if further trials are
        made inside it.
        """
        for assumption in _assumptions(state):
            if self._holds(assumption) or _survives(state, assumption, self._surviving_nested):
                continue
            self.budget.take()
            inner = TrialSearch(self.budget, self._deepest - 1)
            branch = self._follow(state, *assumption.squares, inner)
            if branch.end is not None:
                return _refutation(state, assumption, branch, NESTED)
            _remember_surviving(state, assumption, branch.state, self._surviving_nested)
        return None

    def first(self, state: State) -> Step | None:
        """Return the first trial that is found, without looking at all; None where
        there is none.
        """
        for assumption, branch in self._failing(state, {}):
            return _refutation(state, assumption, branch)
        return self.nested(state) if self._deepest > 1 else None


def _assumptions(state: State) -> Iterator[Assumption]:
    """Yield what may be assumed: squares of the regions with the fewest placements first, each
    shaded, then not.
    """
    table = state.table
    regions = [region for region, squares in enumerate(table.regions) if squares & state.open]
    regions.sort(key=lambda region: state.left_in(region).bit_count())
    for region in regions:
        for square in table.in_reading_order(table.regions[region] & state.open):
            yield Assumption(square, True)
            yield Assumption(square, False)


def consequences(
    state: State,
    shaded: int,
    unshaded: int,
    inner: TrialSearch | None = None,
) -> Branch:
    """Return what some squares lead to, round by round, each time by all steps of the easiest level
    that has any.

    Parameters
    ----------
    state : State
        The state; it is not changed.
    shaded, unshaded : int
        The squares that are assumed.
    inner : TrialSearch, optional
        The search for trials if nothing else is found; without it no trials are made inside the
        branch.
    """
    supposed = state.copy()
    supposed.learn(shaded, unshaded)
    steps: list[Step] = []
    for rounds in count(1):
        _, found = plain_round(supposed)
        if not found and inner is not None and not supposed.is_complete:
            trial = inner.first(supposed)
            found = [] if trial is None else [trial]
        if not found:
            break
        if end := next((each for each in found if isinstance(each, Contradiction)), None):
            return Branch(tuple(steps), end, supposed, rounds)
        steps += take(supposed, [each for each in found if isinstance(each, Step)])
    return Branch(tuple(steps), None, supposed, rounds)


def _survives(state: State, assumption: Assumption, surviving: dict[Assumption, State]) -> bool:
    """Return whether an assumption leads to no contradiction: all that is known now followed from
    it then.
    """
    if (end := surviving.get(assumption)) is None:
        return False
    return not (
        state.shaded & ~end.shaded or state.unshaded & ~end.unshaded or end.alive & ~state.alive
    )


def _remember_surviving(
    state: State,
    assumption: Assumption,
    end: State,
    surviving: dict[Assumption, State],
) -> None:
    """Remember that an assumption leads to no contradiction, nor does anything else that it
    implies.

    Whatever follows from an implied square follows from the assumption too, so a contradiction
    would have shown.
    """
    surviving[assumption] = end
    for squares, shaded in ((end.shaded & state.open, True), (end.unshaded & state.open, False)):
        for square in bits(squares):
            implied = Assumption(square, shaded)
            if not _survives(state, implied, surviving):
                surviving[implied] = end


def _known_in(state: State, regions: int) -> tuple[int, int, int]:
    """Return what is known of some regions: the squares shaded and unshaded, and the placements
    left.
    """
    table = state.table
    squares = union(table.regions[region] for region in bits(regions))
    placements = union(table.of_region[region] for region in bits(regions))
    return state.shaded & squares, state.unshaded & squares, state.alive & placements


def _what_it_rests_on(state: State, assumption: Assumption, branch: Branch) -> int:
    """Return the regions on which the contradiction of a failing assumption rests."""
    assert branch.end is not None
    regions = state.table.regions_of(1 << assumption.square) | branch.end.regions
    for step in reasons(state.table, branch.steps, branch.end.regions, branch.end.rests):
        regions |= step.regions | state.table.owners_of(step.excluded)
    return regions


def _refutation(
    state: State,
    assumption: Assumption,
    branch: Branch,
    technique: Technique | None = None,
) -> Step:
    """Return the step that a failing assumption makes, with those steps alone on which the
    contradiction rests.
    """
    table = state.table
    end = branch.end
    assert end is not None
    chain = reasons(table, branch.steps, end.regions, end.rests)
    technique = technique or (SHORT if len(chain) <= SHORT_STEPS else LONG)
    bit = 1 << assumption.square
    regions, looks, rests = _sums(chain)
    return Step(
        technique.name,
        table.regions_of(bit) | end.regions | regions,
        bit | end.looks | looks,
        *assumption.squares[::-1],
        key=bit,
        rests=(end.rests | rests) & state.fitting & ~state.alive,
        chain=tuple(chain),
        end=end,
    )


def _either_way(
    state: State,
    square: int,
    decided: tuple[int, int],
    first: Branch,
    second: Branch,
) -> Step:
    """Return the step that two branches make whose conclusions are shared, with the steps on which
    those rest.
    """
    table = state.table
    squares = decided[0] | decided[1]
    chain, other = (reasons(table, branch.steps, 0, 0, squares) for branch in (first, second))
    bit = 1 << square
    regions, looks, rests = _sums([*chain, *other])
    return Step(
        EITHER_WAY.name,
        table.regions_of(bit) | regions,
        bit | looks,
        *decided,
        key=bit,
        rests=rests & state.fitting & ~state.alive,
        chain=tuple(chain),
        other_chain=tuple(other),
    )


def _sums(steps: Sequence[Step]) -> tuple[int, int, int]:
    """Return the regions and squares that some steps look at, and the placements on whose absence
    they rest.
    """
    regions = union(step.regions for step in steps)
    looks = union(step.looks for step in steps)
    return regions, looks, union(step.rests for step in steps)


def _decision(step: Step) -> Assumption:
    """Return what a step decides about its only square, as if it were assumed."""
    return Assumption(step.decides.bit_length() - 1, bool(step.shaded))


def reasons(
    table: RegionTable,
    steps: Sequence[Step],
    regions: int,
    rests: int,
    squares: int = 0,
) -> list[Step]:
    """Return those of some steps on which what was found after them rests.

    Going back, a step counts if it rules out placements on which a later one that counts rests, or
    decides a square of a region that a later one looks at. The second asks for more than is needed
    at times, never for less.

    Parameters
    ----------
    table : RegionTable
        The puzzle's placements.
    steps : sequence of Step
        The steps, in order.
    regions, rests : int
        The regions that what was found looks at, and the placements on whose absence it rests.
    squares : int
        The squares that the steps are to decide, if that is what was found.
    """
    kept = []
    for step in reversed(steps):
        if (
            step.excluded & rests
            or step.decides & squares
            or table.regions_of(step.decides) & regions
        ):
            kept.append(step)
            regions |= step.regions
            rests |= step.rests
    return kept[::-1]


def _after(steps: Sequence[Step]) -> str:
    return trn(" after {count} step", " after {count} steps", len(steps)) if steps else ""


def _tell(table: RegionTable, step: Step) -> str:
    assert step.end is not None
    square = squares_text(table, step.key)
    after = _after(step.chain)
    end = step.end.text
    message = mark("if {square} is unshaded, then{after} {contradiction}; so {square} is shaded.")
    if step.unshaded:
        message = mark(
            "if {square} is shaded, then{after} {contradiction}; so {square} is unshaded."
        )
    return tr(message, square=square, after=after, contradiction=end)


def _tell_either_way(table: RegionTable, step: Step) -> str:
    both = (step.shaded, True), (step.unshaded, False)
    told = [are(table, squares, shaded=shaded) for squares, shaded in both if squares]
    return tr(
        "if {square} is shaded{after_first}, and if it is unshaded{after_second}, {conclusion}; so "
        "this holds either "
        "way.",
        square=squares_text(table, step.key),
        after_first=_after(step.chain),
        after_second=_after(step.other_chain),
        conclusion=listed(told),
    )


SHORT = Technique(mark("trial"), 4, _tell)
LONG = Technique(mark("long trial"), 4, _tell)
EITHER_WAY = Technique(mark("either way"), 5, _tell_either_way)
NESTED = Technique(mark("nested trial"), 5, _tell)
TRIALS = (SHORT, LONG, EITHER_WAY, NESTED)
