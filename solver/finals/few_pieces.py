"""Bounds of the fewest tetrominoes of a finished position: a beam search, then exhaustive ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.tetrominoes import LayoutPhase
from litslab.solver.engines.kernel import fits
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.finals.beam_search import beam_search
from litslab.solver.finals.few_pieces_search import find

TRY = 60.0
"""Seconds of a search for a position with fewer pieces; it finds one soon if there is one."""
BEAM_WIDTHS = (50, 1000)
"""Widths of the beam search: first a fast one, then a wider one, because few pieces are hard to
find.
"""


@dataclass(frozen=True)
class Bracket:
    """Bounds of the fewest pieces.

    Attributes
    ----------
    lower : int
        A lower bound of the pieces of finished positions.
    position : Position
        The finished position with the fewest pieces so far.
    searched : bool
        Whether the exhaustive search found it, or else the beam search.
    """

    lower: int
    position: Position
    searched: bool

    @property
    def pieces(self) -> int:
        """The number of pieces of the position: an upper bound of the fewest."""
        return self.position.placed.bit_count()


def applies(rules: Rules) -> bool:
    """Return whether the kernel can search for few pieces of a game: it has tetrominoes that may
    begin anywhere.
    """
    phase = layout_phase(rules)
    return phase is not None and phase.first_square is None and fits(rules.board)


def layout_phase(rules: Rules) -> LayoutPhase | None:
    """Return the only phase of a game if its pieces are tetrominoes, otherwise None."""
    first, *others = rules.phases
    return first if isinstance(first, LayoutPhase) and not others else None


def fewest(rules: Rules, *, time_limit: float | None = None) -> Iterator[Bracket]:
    """Yield ever narrower bounds of the fewest pieces in a finished position, until they meet or
    the time is over.

    The position is improved as long as the search soon finds fewer pieces. Then the lower bound is
    raised, because the search is fastest there.

    Parameters
    ----------
    rules : Rules
        A game that the search knows (`applies`), such as Battle of LITS; its symbols do not matter.
    time_limit : float, optional
        Time limit in seconds.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    deadline = time.monotonic() + (1e18 if time_limit is None else time_limit)

    def left() -> float:
        return max(0.0, deadline - time.monotonic())

    phase = layout_phase(rules)
    assert phase is not None, "a game of tetrominoes"
    known: Bracket | None = None
    for width in BEAM_WIDTHS:
        if known is not None and not left():
            break
        short = beam_search(phase.bare, long=False, width=width, is_late=lambda: not left()).placed
        if known is None or short.bit_count() < known.position.placed.bit_count():
            known = Bracket(
                min(1, short), rules.from_placements(rules.table.of(short)), searched=False
            )
            yield known
    assert known is not None
    with suppress(LimitReachedError):
        while known.lower < known.pieces:
            fewer = find(rules, known.pieces - 1, time_limit=min(TRY, left()))
            if fewer is None:
                known = replace(known, lower=known.pieces)
            else:
                known = replace(known, position=fewer, searched=True)
            yield known
    with suppress(LimitReachedError):
        while known.lower < known.pieces:
            found = find(rules, known.lower, time_limit=left())
            if found is None:
                known = replace(known, lower=known.lower + 1)
            else:
                known = replace(known, position=found, searched=True)
            yield known
