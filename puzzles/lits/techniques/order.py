"""All techniques without trial, from the easiest to the hardest, and the search for the next step
with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from litslab.games.language import mark, tr
from litslab.puzzles.lits.puzzle import LITS, PuzzleRules
from litslab.puzzles.lits.techniques import connection, placing
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.technique import Technique
from litslab.puzzles.lits.techniques.wording import region_text

PLAIN: tuple[Technique, ...] = (
    placing.FOUR_SQUARES,
    placing.REGION_COMPLETE,
    placing.FOUR_LEFT,
    placing.POOL_OF_THREE,
    placing.FRAGMENT,
    placing.REACH,
    placing.CORRIDOR,
    placing.OVERLAP,
    placing.UNCOVERED,
    placing.POOL,
    placing.EQUAL_SHAPE,
    connection.SINGLE_EXIT,
    connection.CUT_OFF,
    connection.LINK_OUT,
    placing.CLASH,
    connection.ISOLATION,
    connection.BRIDGE,
)
"""The techniques without trial by which LITS is solved."""

EVERY_PLAIN = tuple(
    sorted((placing.BLANK_BLOCK, placing.NEEDED_BLOCK, *PLAIN), key=attrgetter("level"))
)
"""These, and those that only other rules have."""


@lru_cache
def techniques_of(rules: PuzzleRules = LITS) -> tuple[Technique, ...]:
    """Return the techniques without trial that hold under some rules, the easiest first."""
    return tuple(technique for technique in EVERY_PLAIN if technique.holds(rules))


@lru_cache
def _levels_of(rules: PuzzleRules) -> tuple[tuple[tuple[int, Technique], ...], ...]:
    """Return the techniques of each level, each with its number among all that hold under some
    rules.
    """
    numbered = tuple(enumerate(techniques_of(rules)))
    return tuple(tuple(each for each in numbered if each[1].level == level) for level in (1, 2, 3))


def _steps_by(
    state: State,
    techniques: Sequence[tuple[int, Technique]],
) -> Iterator[Step | Contradiction]:
    """Yield every step of some techniques that a state allows, each as seen from this same state.

    The state must not learn while steps are drawn, only after the last one that is wanted. Its
    account of where techniques still have to look is brought up to date. Where it contradicts
    itself, what is wrong is yielded.
    """
    if state.stuck:
        table = state.table
        region = (state.stuck & -state.stuck).bit_length() - 1

        def tell() -> str:
            message = mark("{region} has no room left for its tetromino")
            if table.puzzle.rules.tetrominoes > 1:
                message = mark("{region} has no room left for its two tetrominoes")
            return tr(message, region=region_text(table, region))

        yield Contradiction(tell, 1 << region, table.regions[region], state.ruled_out_in(region))
        return
    due = state.due
    for number, technique in techniques:
        waiting = due[number]
        if not waiting:
            continue
        if technique.at is None:
            assert technique.anywhere is not None
            fruitless = True
            for found in technique.anywhere(state):
                fruitless = False
                yield found
            if fruitless:
                due[number] = 0
            continue
        while waiting:
            lowest = waiting & -waiting
            if (here := technique.at(state, lowest.bit_length() - 1)) is None:
                due[number] ^= lowest
            else:
                yield here
            waiting ^= lowest


def plain_round(state: State) -> tuple[int, list[Step | Contradiction]]:
    """Return the lowest level of techniques without trial that has a step, and all its steps; 0
    where none has.
    """
    for level, techniques in enumerate(_levels_of(state.table.puzzle.rules), start=1):
        if found := list(_steps_by(state, techniques)):
            return level, found
    return 0, []


def take(state: State, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Let a state learn from steps, and return them without what an earlier one of them has
    decided.
    """
    taken = []
    for step in steps:
        shaded = step.shaded & ~state.shaded
        unshaded = step.unshaded & ~state.unshaded
        fresh = replace(
            step, shaded=shaded, unshaded=unshaded, excluded=step.excluded & state.alive
        )
        if fresh.decides or fresh.excluded:
            state.learn(fresh.shaded, fresh.unshaded, fresh.excluded)
            taken.append(fresh)
    return tuple(taken)
