"""All techniques without trial, from the easiest to the hardest, and the search for the next step with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from litslab.puzzles.lits.techniques import connection, counting, neighbours, placing, pools, room
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction, Step, Technique, region_text

PLAIN: tuple[Technique, ...] = (
    counting.FOUR_SQUARES,
    counting.REGION_COMPLETE,
    counting.FOUR_LEFT,
    pools.POOL_OF_THREE,
    room.FRAGMENT,
    room.REACH,
    counting.CORRIDOR,
    placing.OVERLAP,
    placing.UNCOVERED,
    pools.POOL,
    neighbours.EQUAL_SHAPE,
    connection.SINGLE_EXIT,
    connection.CUT_OFF,
    connection.LINK_OUT,
    neighbours.CLASH,
    connection.ISOLATION,
    connection.BRIDGE,
)
"""The techniques without trial; `State.due` has an entry for each, in this order."""


def plain_steps(state: State, techniques: tuple[Technique, ...] = PLAIN) -> Iterator[Step | Contradiction]:
    """Yield every step that a state allows, the easiest first, each as seen from this same state.

    The state must not learn while steps are drawn, only after the last one that is wanted.

    Parameters
    ----------
    state : State
        What is known. Its account of where techniques still have to look is brought up to date.
    techniques : tuple of Technique
        The techniques to use: `PLAIN`, `SIMPLE` or one of `LEVELS`.

    Yields
    ------
    Step or Contradiction
        A step; or what is wrong, where the state contradicts itself.
    """
    if state.stuck:
        yield _no_room(state)
        return
    due = state.due
    for number, technique in _NUMBERED[techniques]:
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
            here = technique.at(state, lowest.bit_length() - 1)
            if here is None:
                due[number] ^= lowest
            else:
                yield here
            waiting ^= lowest


SIMPLE = tuple(technique for technique in PLAIN if technique.level <= 2)
"""The easier ones of them."""

LEVELS = tuple(tuple(technique for technique in PLAIN if technique.level == level) for level in (1, 2, 3))
"""The same by their level."""

_NUMBERED = {
    techniques: tuple((PLAIN.index(technique), technique) for technique in techniques)
    for techniques in (PLAIN, SIMPLE, *LEVELS)
}


def plain_round(state: State) -> tuple[int, list[Step | Contradiction]]:
    """Return the lowest level of techniques without trial that has a step, and all its steps; 0 where none has."""
    for level, techniques in enumerate(LEVELS, start=1):
        if found := list(plain_steps(state, techniques)):
            return level, found
    return 0, []


def take(state: State, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Let a state learn from steps, and return them without what an earlier one of them has decided."""
    taken = []
    for step in steps:
        fresh = replace(
            step,
            shaded=step.shaded & ~state.shaded,
            unshaded=step.unshaded & ~state.unshaded,
            excluded=step.excluded & state.alive,
        )
        if fresh.decides or fresh.excluded:
            state.learn(fresh.shaded, fresh.unshaded, fresh.excluded)
            taken.append(fresh)
    return tuple(taken)


def _no_room(state: State) -> Contradiction:
    """Return that the first region for which no placement is left has none."""
    table = state.table
    region = (state.stuck & -state.stuck).bit_length() - 1
    text = f"{region_text(table, region)} has no room left for its tetromino"
    return Contradiction(text, 1 << region, table.regions[region], state.ruled_out_in(region))
