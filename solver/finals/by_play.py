"""All finished positions by a plain search that plays all games by the rules.

It is independent of the kernel and of CP-SAT, and shares only the table of placements with them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator

from litslab.games.geometry import bits, mask_of
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.rules import Rules
from litslab.solver.finals.one_phase import check_game
from litslab.solver.finals.symmetry import first_colouring, images, plain_images


def finals_by_play(
    rules: Rules,
    *,
    colours: bool = True,
    time_limit: float | None = None,
) -> Generator[int, None, bool]:
    """Yield all finished positions by playing all games; each set of placements is played once up
    to symmetry.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    colours : bool
        Whether the colours of the pieces distinguish positions, as they do in every game but TAIJI.
    time_limit : float, optional
        Time limit in seconds.

    Returns
    -------
    bool
        Whether these were all.

    Raises
    ------
    OutOfMemoryError
        If there are more sets of placements than fit into memory.
    """
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    check_game(rules)
    table = rules.table
    allowed = table.all if colours else mask_of(first_colouring(table).values())
    seen: set[int] = set()
    found: set[int] = set()
    waiting = [rules.start()]
    sets = most_entries(rules)
    positions = most_positions(rules)
    while waiting:
        if time.monotonic() >= end:
            return False
        # Each of the two collections may take half of the memory.
        if 2 * (len(seen) + len(found)) >= sets or 2 * len(waiting) >= positions:
            raise OutOfMemoryError(
                f"engine play: more than {len(seen):,} sets of placements do not fit into memory: "
                "expected a smaller "
                "board"
            )
        position = waiting.pop()
        if position.is_over:
            if colours:
                orbit = set(images(table, position.placed))
            else:
                orbit = plain_images(table, position.placed)
            if not orbit & found:
                found.update(orbit)
                yield from sorted(orbit)
            continue
        for index in bits(position.legal & allowed):
            after = position.placed | 1 << index
            # Without colours a symmetry may lead to the other colouring, so only equal sets are
            # merged.
            key = min(images(table, after)) if colours else after
            if key not in seen:
                seen.add(key)
                waiting.append(position.place(index))
    return True
