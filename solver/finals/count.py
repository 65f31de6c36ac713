"""The number of finished positions, by pieces and up to symmetry."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from dataclasses import dataclass, field

from litslab.games.errors import expect
from litslab.games.memory import OutOfMemoryError, most_entries
from litslab.games.sources import AnyRules, as_rules
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.finals.finals import Finals, FinalsEngine
from litslab.solver.finals.kernel import require_kernel_finals
from litslab.solver.finals.symmetry import images, plain_images
from litslab.solver.model.settings import Inspection

NO_LIMIT = (1 << 64) - 1
"""A number of nodes that the kernel never reaches."""


@dataclass(frozen=True)
class Tally:
    """Numbers of finished positions."""

    complete: bool
    """Whether these are all; otherwise a limit came first."""
    count: int
    """Sets of placements."""
    orbits: int | None
    """The number up to the symmetries of the board, a lower bound in an incomplete tally; None if
    not requested.
    """
    by_pieces: dict[int, int] = field(hash=False)
    """The number of positions by number of pieces, the fewest first."""
    seconds: float
    """Wall-clock time."""
    engine: FinalsEngine
    """The engine that found them."""
    nodes: int | None = None
    """Nodes that the kernel visited; None for the other engines."""


def count(finals: Finals, progress: OnProgress = ignore_progress, *, orbits: bool = True) -> Tally:
    """Count finished positions; Ctrl-C stops it like a limit.

    Parameters
    ----------
    finals : Finals
        The finished positions.
    progress : callable, optional
        Receives the number found so far, periodically.
    orbits : bool
        Whether to count up to the board's symmetries, too. For TAIJI that takes far longer: all
        packings are counted without enumeration, but those that a symmetry keeps are not.
    """
    if finals.chosen is FinalsEngine.KERNEL:
        return _count_by_kernel(finals, progress, orbits)
    return _count_each(finals, progress, orbits)


def _count_by_kernel(finals: Finals, progress: OnProgress, orbits: bool) -> Tally:
    seconds = float("inf") if finals.time_limit is None else finals.time_limit
    enumeration = require_kernel_finals(finals.rules, colours=finals.colours).enumeration
    census = enumeration.count(
        kept=orbits,
        seconds=seconds,
        nodes=NO_LIMIT,
        progress=lambda found: progress(Progress(sum(found))),
    )
    number = sum(census.by_pieces)
    # By the lemma of Cauchy and Frobenius the number of orbits is the mean number of positions that
    # a symmetry keeps. In an incomplete count, an orbit has at most as many positions as there are
    # symmetries.
    symmetries = len(finals.rules.table.symmetries)
    classes = -(-number // symmetries) if census.stopped else census.kept // symmetries
    return Tally(
        complete=not census.stopped,
        count=number,
        orbits=classes if orbits else None,
        by_pieces={pieces: found for pieces, found in enumerate(census.by_pieces) if found},
        seconds=census.seconds,
        engine=FinalsEngine.KERNEL,
        nodes=census.nodes,
    )


def _count_each(finals: Finals, progress: OnProgress, orbits: bool) -> Tally:
    started = time.monotonic()
    table = finals.rules.table
    by_pieces: Counter[int] = Counter()
    canonical: set[int] = set()
    number = 0
    most = most_entries(finals.rules)
    with contextlib.suppress(KeyboardInterrupt):
        for placed in finals:
            if len(canonical) >= most:
                raise OutOfMemoryError(
                    f"{number:,} finished positions and more, up to symmetry, do not fit into "
                    "memory: expected "
                    "a count without orbits, which keeps none of them"
                )
            number += 1
            by_pieces[placed.bit_count()] += 1
            if orbits:
                orbit = images(table, placed) if finals.colours else plain_images(table, placed)
                canonical.add(min(orbit))
            progress(Progress(number))
    return Tally(
        complete=finals.complete,
        count=number,
        orbits=len(canonical) if orbits else None,
        by_pieces=dict(sorted(by_pieces.items())),
        seconds=time.monotonic() - started,
        engine=finals.chosen,
    )


def count_finals(
    rules: AnyRules,
    *,
    engine: str | None = None,
    colours: bool = True,
    orbits: bool = True,
    time_limit: float | None = None,
    inspection: Inspection | None = None,
    progress: OnProgress = ignore_progress,
) -> Tally:
    """Count the positions in which nothing more fits, as sets of placements; Ctrl-C stops it like a
    limit.

    Parameters
    ----------
    rules : Rules or str
        A game of one phase, or its name; a position, a record or its path stands for its game.
    engine : str, optional
        ``kernel``, ``cpsat`` or ``play``; by default the fastest that supports the game.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    orbits : bool
        Whether to count up to the board's symmetries, too.
    time_limit : float, optional
        Time limit in seconds.
    inspection : Inspection, optional
        With the engine ``cpsat``: its search log and a file for its model.
    progress : callable, optional
        Receives the number found so far, periodically.

    Raises
    ------
    OptionError
        If there is no such engine, or it does not support the game.

    Examples
    --------
    >>> import litslab as ll
    >>> tally = ll.count_finals(ll.new_game("battle-of-lits", size=5).rules)
    >>> tally.count, tally.orbits, tally.complete
    (10544, 1334, True)
    """
    expect(orbits, bool, "orbits as True or False")
    inspection = inspection or Inspection()
    finals = Finals(as_rules(rules), engine, colours, time_limit, inspection)
    return count(finals, progress, orbits=orbits)
