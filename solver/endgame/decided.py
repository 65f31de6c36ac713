"""The winner of a position whose finishes all have the same one, without a search."""

from __future__ import annotations

import math
import time

from litslab.games.position import Position
from litslab.solver.endgame.solution import Info, Solution
from litslab.solver.engines.limit import Limit
from litslab.solver.model.bounds import bounds, random_ends


def decide(position: Position, limit: Limit, threads: int = 1) -> Solution | None:
    """Return the winner if it is the same in all finishes, without a search; None if that is not
    proved.

    Parameters
    ----------
    position : Position
        A position of any game.
    limit : Limit
        The time limit; nodes do not count.
    threads : int
        CP-SAT's threads.
    """
    started = time.monotonic()
    seconds = math.inf if limit.seconds is None else limit.seconds
    ends = random_ends(position, 0, lambda: time.monotonic() - started >= seconds)
    if len({end.outcome().winning_side for end in ends}) > 1:
        return None  # no solver is needed
    from litslab.solver.model.games import has_model  # noqa: PLC0415 - OR-Tools takes long to import

    if not has_model(position.rules):
        return None
    left = None if limit.seconds is None else max(0.0, seconds - (time.monotonic() - started))
    found = bounds(
        position, time_limit=left, threads=threads, enough=lambda known: known.is_settled
    )
    if found.decided is None:
        return None
    return Solution(
        position, found.score, (), (), Info(0, found.seconds, "cpsat bounds"), decided=True
    )
