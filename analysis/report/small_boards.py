"""Small boards, solved: the value of the game and of every first placement, from the smallest board on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from litslab.analysis.report.context import resized
from litslab.analysis.report.openings import first_placements
from litslab.games.placements import Placement
from litslab.games.position import Rules
from litslab.solver.endgame.optimal_moves import value_with_swap
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle

LARGEST = 12
"""No larger board is tried."""

MEMORY = 1 << 27
"""Bytes of the solver's table."""

_LEAST_SHARE = 0.05  # of the time; with less left no further board is begun


@dataclass(frozen=True)
class SolvedOpening:
    """First placements that symmetry turns into each other, with the value of the position after them.

    Attributes
    ----------
    placement : Placement
        One of them.
    count : int
        How many they are.
    value : int
        What the game is worth then, from the view of the first side.
    """

    placement: Placement
    count: int
    value: int


@dataclass(frozen=True)
class SmallBoard:
    """A board that was solved.

    Attributes
    ----------
    rules : Rules
        The game on it.
    value : int
        What the game is worth, without a swap that only exchanges the players.
    openings : tuple of SolvedOpening
        All first placements up to symmetry; empty where the time did not suffice for each.
    nodes : int
        Positions visited.
    engine : str
        Which solver answered.
    """

    rules: Rules
    value: int
    openings: tuple[SolvedOpening, ...]
    nodes: int
    engine: str

    @property
    def name(self) -> str:
        """The board's size."""
        return f"{self.rules.board.columns}×{self.rules.board.rows}"

    @property
    def most_even(self) -> SolvedOpening:
        """The opening whose value is nearest to even."""
        return min(self.openings, key=lambda each: (abs(each.value), each.placement.index))

    @property
    def swap_value(self) -> int | None:
        """What the game is worth to the first player where the second may swap after the first placement.

        None in a game whose own swap comes later.
        """
        if self.rules.swap_changes_value:
            return None
        start = self.rules.start()
        return max(value_with_swap(start.play(each.placement), each.value) for each in self.openings)


def solve_small_boards(rules: Rules, seed: int, time_limit: float, threads: int = 1) -> Iterator[SmallBoard]:
    """Solve the game on one board after the other, from the smallest, as far as the time goes.

    A board has at most half of the time that is left. Ctrl-C is passed on.

    Parameters
    ----------
    rules : Rules
        The game; no board larger than its own is tried.
    seed : int
        Where the symbols of Battle of LITS come from.
    time_limit : float
        Wall-clock time.
    threads : int
        Of the solver.
    """
    began = time.monotonic()
    for size in range(2, min(LARGEST, rules.board.columns) + 1):
        small = resized(rules, size, seed)
        if small is None or not small.start().legal:
            continue
        left = time_limit - (time.monotonic() - began)
        if left < _LEAST_SHARE * time_limit:
            return
        found = solve_board(small, Limit(seconds=left / 2), threads)
        if found is None:
            return
        yield found
        if not found.openings:
            return


def solve_board(rules: Rules, limit: Limit, threads: int = 1) -> SmallBoard | None:
    """Solve a game and then each of its first placements; None where not even the game's value is known in time."""
    oracle = make_oracle(rules, limit, threads=threads, memory=MEMORY)
    start = rules.start()
    try:
        value = oracle.value(start)
    except LimitReachedError:
        return None
    openings = []
    try:
        for placement, count in first_placements(rules):
            openings.append(SolvedOpening(placement, count, oracle.value(start.play_unchecked(placement))))
    except LimitReachedError:
        openings.clear()
    return SmallBoard(rules, value, tuple(openings), oracle.nodes, oracle.engine)
