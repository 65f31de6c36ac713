"""The fewest tetrominoes of a finished position, by an exhaustive search in the kernel.

A finished position has a placement of some orbit of the board's symmetries, and of the first such orbit in a list it
may be turned to have any member: so one placement of each orbit is tried, without those of the orbits before it. What
follows is the kernel's: every placement that could be made has to be blocked by a piece that is still to come.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.tetrominoes import LayoutPhase
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.engines.kernel import LARGEST_SIDE, tetromino_placements
from litslab.solver.finals import beam

TRY = 60.0
"""Seconds to look for a position with fewer pieces than are known; the search finds some soon, if any."""
BEAM_WIDTHS = (50, 1000)
"""Layouts that the beam search keeps: at first few, which is soon done; then more, as few pieces are hard to find."""


@dataclass(frozen=True)
class SearchResult:
    """Whether there is a finished position of that few pieces.

    Attributes
    ----------
    decided : bool
        Whether that is known; False if the time ran out.
    position : Position or None
        Such a position.
    nodes : int
        Positions that the search looked at.
    seconds : float
        Wall-clock time.
    """

    decided: bool
    position: Position | None
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Bracket:
    """What is known of the fewest pieces.

    Attributes
    ----------
    lower : int
        No finished position has fewer.
    position : Position
        One with the fewest that were found.
    searched : bool
        Whether the exhaustive search found it; otherwise the beam search did.
    """

    lower: int
    position: Position
    searched: bool


def applies(rules: Rules) -> bool:
    """Return whether the kernel can search for few pieces of this game: of tetrominoes that may begin anywhere."""
    phase = layout_phase(rules)
    return (
        phase is not None
        and phase.first_square is None
        and kernel.AVAILABLE
        and max(rules.board.columns, rules.board.rows) <= LARGEST_SIDE
    )


def layout_phase(rules: Rules) -> LayoutPhase | None:
    """Return the one phase of a game in which tetrominoes alone are placed; None of another game."""
    first, *others = rules.phases
    return first if isinstance(first, LayoutPhase) and not others else None


def fewest(
    rules: Rules, *, time_limit: float | None = None, report: Callable[[Bracket], None] | None = None
) -> Bracket:
    """Find the fewest pieces of a finished position, or bounds of them if the time runs out.

    A position is improved on as long as the search soon finds fewer pieces; what is then left between the bounds is
    gone through from below, where the search is fastest.

    Parameters
    ----------
    rules : Rules
        Battle of LITS, or another game of tetrominoes that may begin anywhere; its symbols do not matter.
    time_limit : float, optional
        When to stop.
    report : callable, optional
        Called with each bracket that is narrower than the one before.

    Raises
    ------
    OptionError
        If the kernel is missing, or the board too large for it.
    KeyboardInterrupt
        On Ctrl-C.
    """
    deadline = time.monotonic() + (1e18 if time_limit is None else time_limit)

    def left() -> float:
        return max(0.0, deadline - time.monotonic())

    def told(bracket: Bracket) -> Bracket:
        if report is not None:
            report(bracket)
        return bracket

    phase = layout_phase(rules)
    assert phase is not None, "a game of tetrominoes"
    known: Bracket | None = None
    for width in BEAM_WIDTHS:
        if known is not None and not left():
            break
        short = beam.search(phase.bare, long=False, width=width, is_late=lambda: not left()).placed
        if known is None or short.bit_count() < known.position.placed.bit_count():
            known = told(Bracket(min(1, short), rules.from_placements(rules.table.of(short)), searched=False))
    assert known is not None
    while known.lower < (upper := known.position.placed.bit_count()):
        answer = find(rules, upper - 1, time_limit=min(TRY, left()))
        if answer.position is None:
            if answer.decided:
                return told(Bracket(upper, known.position, known.searched))
            break
        known = told(Bracket(known.lower, answer.position, searched=True))
    while known.lower < known.position.placed.bit_count():
        answer = find(rules, known.lower, time_limit=left())
        if answer.position is not None:
            return told(Bracket(answer.position.placed.bit_count(), answer.position, searched=True))
        if not answer.decided:
            break
        known = told(Bracket(known.lower + 1, known.position, known.searched))
    return known


def find(
    rules: Rules, most: int, *, time_limit: float | None = None, progress: OnProgress | None = None
) -> SearchResult:
    """Look for a finished position of at most `most` pieces, and at least one.

    Parameters
    ----------
    rules : Rules
        Battle of LITS, or another game of tetrominoes that may begin anywhere; its symbols do not matter.
    most : int
        How many pieces it may have.
    time_limit : float, optional
        When to stop.
    progress : callable, optional
        Receives how many orbits of first placements are done.

    Raises
    ------
    OptionError
        If the kernel is missing, or the board too large for it.
    KeyboardInterrupt
        On Ctrl-C.
    """
    if not applies(rules):
        raise OptionError(
            f"few pieces: expected the compiled kernel and a board of at most {LARGEST_SIDE} squares per side"
        )
    started = time.monotonic()
    placements, supply = tetromino_placements(rules.table), list(rules.table.usable_counts)
    orbits = list(orbits_from_the_middle(rules))
    without: list[int] = []
    nodes = 0
    for number, orbit in enumerate(orbits):
        if progress is not None:
            progress(Progress(number, len(orbits)))
        left = 1e18 if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        found = kernel.find_few_pieces(
            rules.board.columns,
            rules.board.rows,
            placements,
            supply,
            first=orbit[0],
            without=without,
            most=most,
            seconds=left,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        nodes += found.nodes
        if found.placed or found.stopped:
            position = rules.from_placements(rules.table[index] for index in found.placed) if found.placed else None
            return SearchResult(position is not None, position, nodes, time.monotonic() - started)
        without += orbit
    return SearchResult(True, None, nodes, time.monotonic() - started)


def orbits_from_the_middle(rules: Rules) -> Iterator[list[int]]:
    """Yield the orbits of the placements under the board's symmetries, those in the middle of the board first.

    Few pieces lie in the middle; the sooner those placements are done with, the less the other orbits cost.
    """
    board = rules.board

    def distance(index: int) -> int:
        squares = rules.table[index].squares
        return sum(
            (2 * board.column(square) + 1 - board.columns) ** 2 + (2 * board.row(square) + 1 - board.rows) ** 2
            for square in squares
        )

    done: set[int] = set()
    for index in sorted(range(len(rules.table)), key=distance):
        if index not in done:
            orbit = {image[index] for image in rules.table.symmetries}
            done |= orbit
            yield sorted(orbit)
