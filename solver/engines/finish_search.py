"""Null-window search on the table of all finishes of a position (`solver.model.finishes`).

The mover reaches a value if all finishes have it, and does not if none has. Otherwise it needs a
legal placement p after which the other side cannot avoid the value on the finishes that contain p.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litslab.games.geometry import bits
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.engines.oracle import Oracle
from litslab.solver.model.finish_values import Matrix
from litslab.solver.model.finishes import FinishTable


@dataclass(frozen=True, eq=False)
class FinishSearch:
    """A search on one table.

    Attributes
    ----------
    oracle : Oracle
        The engine that keeps the bounds of positions.
    table : FinishTable
        The finishes.
    visit : callable
        Counts a position; may raise `LimitReachedError`.
    """

    oracle: Oracle
    table: FinishTable
    visit: Callable[[], Any]

    def move(self, position: Position, value: int) -> Placement | None:
        """Return a move with which the side to move reaches a value, from its own view; None if
        there is none.

        Parameters
        ----------
        position : Position
            The table's position or a later one, before its end.
        value : int
            The value.
        """
        rows = self.table.rows_after(position)
        assert rows is not None
        index = self._index(position, self.table.contains[rows], self.table.values[rows], value)
        return None if index is None else position.rules.table.placements[index]

    def _reaches(
        self,
        position: Position,
        contains: Matrix,
        values: NDArray[np.int_],
        value: int,
    ) -> bool:
        """Return whether the side to move reaches a value on the given finishes."""
        sign = 1 - 2 * position.to_move
        number = np.count_nonzero(sign * values >= value)
        if number in {0, len(values)}:
            return bool(number)
        known = self.oracle.entry(position)
        lower, upper = (known.lower, known.upper) if sign == 1 else (-known.upper, -known.lower)
        if lower >= value or upper < value:
            return lower >= value
        self.visit()
        best = self._index(position, contains, values, value)
        if best is not None:
            known.best = position.rules.table.placements[best]
            lower = value
        else:
            upper = value - 2
        known.lower, known.upper = (lower, upper) if sign == 1 else (-upper, -lower)
        return best is not None

    def _index(
        self,
        position: Position,
        contains: Matrix,
        values: NDArray[np.int_],
        value: int,
    ) -> int | None:
        """Return a placement that reaches the value, None if there is none; those with the largest
        share of finishes worth it are tried first.
        """
        good = (1 - 2 * position.to_move) * values >= value
        legal = np.array(list(bits(position.legal)))
        columns = np.array([self.table.column[index] for index in legal])
        finishes = np.count_nonzero(contains, axis=0)[columns]
        shares = np.count_nonzero(contains[good], axis=0)[columns] / finishes
        for number in np.argsort(-shares, kind="stable"):
            if shares[number] == 0:
                break
            index = int(legal[number])
            if shares[number] == 1:
                return index
            after = position.place(index)
            rows = contains[:, columns[number]]
            mover = after.to_move == position.to_move
            reached = self._reaches(
                after, contains[rows], values[rows], value if mover else 2 - value
            )
            if reached == mover:
                return index
        return None
