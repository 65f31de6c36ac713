"""Exact values on small boards: who wins, how even the openings are, and what the swap makes of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from analysis.report.material import resized
from analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from analysis.report.numbers import unknown, value_words
from games.position import Rules
from games.svg import draw
from solver.endgame import solve
from solver.result import Limit, Solution

from analysis.report.model import Figure  # isort: skip

LARGEST = 12
"""No larger board is tried."""


@dataclass(frozen=True)
class SmallBoard:
    """A board that was solved.

    Attributes
    ----------
    rules : Rules
        The game on it.
    solution : Solution
        With the value of every first placement where `with_moves`.
    """

    rules: Rules
    solution: Solution

    @property
    def with_moves(self) -> bool:
        """Whether all first placements have exact values."""
        return bool(self.solution.moves) and self.solution.is_complete

    @property
    def values(self) -> list[int]:
        """The values of the first placements."""
        return [each.score.lower for each in self.solution.moves] if self.with_moves else []


def solve_small_boards(rules: Rules, seed: int, seconds: float) -> Iterator[SmallBoard]:
    """Solve the game on one board after the other, from the smallest, until a third of the time does not suffice.

    Every first placement is asked for; where the limit comes before all of them, the value alone may still be known.
    """
    began = time.monotonic()
    for size in range(2, min(LARGEST, rules.board.columns) + 1):
        small = resized(rules, size, seed)
        if small is None or not small.start().legal:
            continue
        left = seconds - (time.monotonic() - began)
        if left < 0.05 * seconds:
            return
        found = solve(small.start(), Limit(seconds=max(0.1, left / 2)), all_moves=True, memory=1 << 26)
        if not found.is_exact:
            return
        yield SmallBoard(small, found)
        if not found.is_complete:
            return


def section(rules: Rules, boards: list[SmallBoard]) -> Section:
    """Return the section on small boards."""
    if not boards:
        return Section("small", "Small boards, solved", ("No board was small enough for the time.",))
    blocks: list[Block] = [_note(rules), _values(boards)]
    complete = [each for each in boards if each.with_moves]
    if complete:
        blocks.append(_openings(complete))
        largest = complete[-1]
        side = largest.rules.board.columns
        blocks.append(
            Figure(
                "best-opening",
                draw(largest.solution.position, highlight=_shown(largest), square_size=36),
                f"Best first placements on {side}×{side}, exactly{_kept(largest)}.",
                small=True,
            )
        )
    return Section("small", "Small boards, solved", tuple(blocks))


_SHOWN = 8


def _shown(board: SmallBoard) -> tuple[object, ...]:
    return board.solution.best[:_SHOWN]


def _kept(board: SmallBoard) -> str:
    best = len(board.solution.best)
    return f" ({_SHOWN} of {best} shown)" if best > _SHOWN else ""
