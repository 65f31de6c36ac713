"""All techniques without trial, from the easiest to the hardest, and the search for the next step with them."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.techniques import connection, counting, neighbours, placing, pools, room
from puzzles.techniques.state import State
from puzzles.techniques.step import Contradiction, Step, Technique, region_text

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


def next_plain_step(state: State, techniques: Sequence[Technique] = PLAIN) -> Step | Contradiction | None:
    """Return the easiest step that a state allows, without taking it.

    Parameters
    ----------
    state : State
        What is known. Its account of where techniques still have to look is brought up to date.
    techniques : sequence of Technique
        The techniques to use: `PLAIN` or its first few.

    Returns
    -------
    Step, Contradiction or None
        A step; what is wrong, where the state contradicts itself; or None where no technique finds anything.
    """
    if state.stuck:
        return no_room(state)
    due = state.due
    for number, technique in enumerate(techniques):
        waiting = due[number]
        if not waiting:
            continue
        if technique.at is None:
            assert technique.anywhere is not None
            found = technique.anywhere(state)
            if found is not None:
                return found
        else:
            while waiting:
                lowest = waiting & -waiting
                found = technique.at(state, lowest.bit_length() - 1)
                if found is not None:
                    due[number] = waiting
                    return found
                waiting ^= lowest
        due[number] = 0
    return None


def no_room(state: State) -> Contradiction:
    """Return that the first region for which no placement is left has none."""
    table = state.table
    region = (state.stuck & -state.stuck).bit_length() - 1
    text = f"{region_text(table, region)} has no room left for its tetromino"
    return Contradiction(text, 1 << region, table.regions[region], state.ruled_out_in(region))
