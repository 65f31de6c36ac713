"""Trial: suppose that a square is shaded, or is not, follow what comes of it, and rule it out where that cannot be.

A person tries last, and short before long: first with the simple techniques and a few steps only, then with all
techniques to the end, then with a further trial inside the first. Each trial that is begun counts against a budget, so
that a hard puzzle ends in "no step found within the limit" after the same work everywhere, and not after some seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from litslab.puzzles.lits.techniques.order import PLAIN, SIMPLE, plain_steps
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step, Technique, are
from litslab.puzzles.lits.techniques.table import RegionTable

SHORT_STEPS = 8
"""How many steps behind the assumption a short trial may take."""


class OutOfTrialsError(Exception):
    """The budget of trials is spent; what was not found may still exist."""


@dataclass
class Budget:
    """How many trials may still be begun.

    Attributes
    ----------
    left : int
        The number.
    spent : int
        How many were begun.
    """

    left: int
    spent: int = field(default=0)

    def take(self) -> None:
        """Count one trial.

        Raises
        ------
        OutOfTrialsError
            If none is left.
        """
        if self.left <= 0:
            raise OutOfTrialsError
        self.left -= 1
        self.spent += 1


def next_trial_step(state: State, budget: Budget, deepest: int = 2) -> Step | None:
    """Return what the easiest successful trial decides, or None where none succeeds.

    Parameters
    ----------
    state : State
        What is known, none of the techniques without trial finding anything more.
    budget : Budget
        How many trials may be begun; what is begun is taken from it.
    deepest : int
        How many assumptions may be made one within the other.

    Raises
    ------
    OutOfTrialsError
        If the budget is spent before a trial succeeds.
    """
    for technique in TRIALS if deepest > 1 else (SHORT, LONG):
        depth = deepest - 1 if technique is NESTED else 0
        for assumption in _assumptions(state):
            found = _try(state, assumption, technique, budget, depth)
            if found is not None:
                return found
    return None


def _assumptions(state: State) -> Iterator[tuple[int, bool]]:
    """Yield what to suppose: the squares of the regions with the fewest places left first, each shaded, then not."""
    table = state.table
    regions = [region for region, squares in enumerate(table.regions) if squares & state.open]
    regions.sort(key=lambda region: state.left_in(region).bit_count())
    for region in regions:
        for square in table.in_reading_order(table.regions[region] & state.open):
            yield square, True
            yield square, False


def _try(
    state: State, assumption: tuple[int, bool], technique: Technique, budget: Budget, depth: int = 0
) -> Step | None:
    """Suppose that a square is shaded, or is not, and return what follows from it where that cannot be."""
    budget.take()
    square, shaded = assumption
    bit = 1 << square
    supposed = state.copy()
    supposed.learn(bit if shaded else 0, 0 if shaded else bit)
    most, techniques = (SHORT_STEPS, SIMPLE) if technique is SHORT else (None, PLAIN)
    chain: list[Step] = []
    while most is None or len(chain) <= most:
        found: Step | Contradiction | None = next(plain_steps(supposed, techniques), None)
        if found is None and depth and not supposed.is_complete:
            found = next_trial_step(supposed, budget, depth)
        if found is None:
            return None
        if isinstance(found, Contradiction):
            decided = (0, bit) if shaded else (bit, 0)
            return _refutation(state, technique, decided, chain, found)
        supposed.learn(found.shaded, found.unshaded, found.excluded)
        chain.append(found)
    return None


def _refutation(
    state: State, technique: Technique, decided: tuple[int, int], steps: Sequence[Step], end: Contradiction
) -> Step:
    """Return the step that a trial with this end makes, with those steps alone on which the end rests."""
    table = state.table
    bit = decided[0] | decided[1]
    chain = reasons(table, steps, end)
    regions = table.regions_of(bit) | end.regions
    looks = bit | end.looks
    rests = end.rests
    for step in chain:
        regions |= step.regions
        looks |= step.looks
        rests |= step.rests
    rests &= state.fitting & ~state.alive
    return Step(technique.name, regions, looks, *decided, key=bit, rests=rests, chain=tuple(chain), end=end)


def reasons(table: RegionTable, steps: Sequence[Step], found: Step | Contradiction) -> list[Step]:
    """Return those of some steps on which what was found after them rests.

    Going back, a step counts where it rules out placements on which a later one that counts rests, or decides a square
    of a region that a later one looks at. The second asks for more than is needed at times, never for less.
    """
    regions, rests = found.regions, found.rests
    kept = []
    for step in reversed(steps):
        if step.excluded & rests or table.regions_of(step.decides) & regions:
            kept.append(step)
            regions |= step.regions
            rests |= step.rests
    return kept[::-1]


def _tell(table: RegionTable, step: Step) -> str:
    supposed, follows = ("shaded", "unshaded") if step.unshaded else ("unshaded", "shaded")
    assert step.end is not None
    way = "" if not step.chain else f" after {len(step.chain)} step{'s' if len(step.chain) > 1 else ''}"
    return f"if {are(table, step.key, supposed)}, then{way} {step.end.text}; so {are(table, step.key, follows)}."


SHORT = Technique("trial", 4, _tell)
LONG = Technique("long trial", 4, _tell)
NESTED = Technique("nested trial", 5, _tell)
TRIALS = (SHORT, LONG, NESTED)
