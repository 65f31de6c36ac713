"""The fewest tetrominoes of a finished position, by an exhaustive search in the kernel.

A finished position has a placement of some orbit of the board's symmetries, and of the first such orbit in a list it
may be turned to have any member: so one placement of each orbit is tried, without those of the orbits before it. What
follows is the kernel's: every placement that could be made has to be blocked by a piece that is still to come.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import kernel
from games.battle_of_lits import BattleOfLits
from games.errors import OptionError
from games.position import Position
from solver.kernel_oracle import LARGEST_SIDE, supply_of, tetromino_placements

Progress = Callable[[int, int], None]
"""Told how many orbits are done, and of how many."""


@dataclass(frozen=True)
class Answer:
    """Whether there is a finished position of so few pieces.

    Attributes
    ----------
    decided : bool
        Whether that is known; False where the time was over.
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


def find(rules: BattleOfLits, most: int, *, seconds: float | None = None, progress: Progress | None = None) -> Answer:
    """Look for a finished position of at most so many pieces, and at least one.

    Parameters
    ----------
    rules : BattleOfLits
        The game; its symbols do not matter.
    most : int
        How many pieces it may have.
    seconds : float, optional
        When to stop.
    progress : callable, optional
        Told of each orbit.

    Raises
    ------
    OptionError
        If the kernel is missing, or the board too large for it.
    KeyboardInterrupt
        On Ctrl-C.
    """
    if not kernel.AVAILABLE or max(rules.board.columns, rules.board.rows) > LARGEST_SIDE:
        raise OptionError(f"the search needs the compiled kernel, and a board of at most {LARGEST_SIDE} squares a side")
    started = time.monotonic()
    placements, supply = tetromino_placements(rules.table), supply_of(rules.table)
    orbits = list(orbits_from_the_middle(rules))
    without: list[int] = []
    nodes = 0
    for number, orbit in enumerate(orbits):
        if progress is not None:
            progress(number, len(orbits))
        left = 1e18 if seconds is None else max(0.0, seconds - (time.monotonic() - started))
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
            return Answer(position is not None, position, nodes, time.monotonic() - started)
        without += orbit
    return Answer(True, None, nodes, time.monotonic() - started)


def orbits_from_the_middle(rules: BattleOfLits) -> Iterator[list[int]]:
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
