"""Statistics of a run by square: wins by the squares of the first placement, and occupancy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from litslab.analysis.openings import openings
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import Share, balance
from litslab.games.errors import check_choice
from litslab.games.geometry import mask_of
from litslab.games.position import Position
from litslab.solver.statistics import differs_from_all


@dataclass(frozen=True)
class OpeningSquares:
    """The first side's wins by the squares of the first placement.

    Attributes
    ----------
    squares : tuple of Share
        By square, the games whose first placement covers it or a square that a symmetry turns it
        into.
    every : Share
        All games.
    different : int or None
        The number of squares with games that no symmetry turns into each other; all of them if it
        is None.
    """

    squares: tuple[Share, ...]
    every: Share
    different: int | None = None

    @property
    def beyond_noise(self) -> tuple[bool, ...]:
        """For each square, whether its share differs from that of all games by more than noise.

        Noise alone marks any square with a chance of at most 5 %, however often a side wins: exact
        tests with Bonferroni's correction.
        """
        different = self.different
        if different is None:
            different = sum(each.total > 0 for each in self.squares)
        level = 0.05 / max(1, different)
        return tuple(
            differs_from_all(each.count, each.total, self.every.count, self.every.total, level)
            for each in self.squares
        )


def opening_squares(file: RunFile) -> OpeningSquares:
    """Return the first side's wins by the squares that the first placement covers; squares that
    symmetries turn into each other are one.
    """
    side = file.rules.sides[0]
    found = openings(file)

    def share(squares: int) -> Share:
        covering = [each.wins for each in found if each.placement.mask & squares]
        return Share(
            side, sum(each.count for each in covering), sum(each.total for each in covering)
        )

    orbits = _square_orbits(file.run.start)
    by_orbit = {orbit: share(orbit) for orbit in set(orbits)}
    played = sum(each.total > 0 for each in by_orbit.values())
    return OpeningSquares(
        tuple(by_orbit[orbit] for orbit in orbits), share(file.rules.board.all), played
    )


def _square_orbits(start: Position) -> list[int]:
    """Return for each square the set of squares that the symmetries of a position turn it into."""
    rules = start.rules
    placed = set(start.placements)
    kept = [
        symmetry
        for symmetry in rules.board.symmetries
        if all(symmetry.apply(mask) == mask for mask in rules.symbol_squares)
        and {rules.table.image(each, symmetry.squares) for each in placed} == placed
    ]
    return [
        mask_of(symmetry.squares[square] for symmetry in kept) for square in range(rules.board.size)
    ]


def occupancy(
    file: RunFile,
    layer: str | None = None,
    *,
    winner: str | None = None,
) -> NDArray[np.float64]:
    """Return for each square the share of final positions in which it shows a layer, such as
    ``light``.

    Parameters
    ----------
    file : RunFile
        The run.
    layer : str, optional
        One of the file's layers; any of them by default.
    winner : str, optional
        Count only the games that this side won.

    Raises
    ------
    OptionError
        If there is no such side, or the game has no such layer.
    """
    header = file.header
    sides = file.rules.sides
    check_choice("winner", winner, sides)
    check_choice("layer", layer, header.layers)
    counts = header.occupancy if winner is None else header.occupancy[[sides.index(winner)]]
    if layer is not None:
        counts = counts[:, [header.layers.index(layer)]]
    games = header.run.games if winner is None else balance(file).sides[sides.index(winner)].count
    shares: NDArray[np.float64] = np.divide(
        counts.sum(axis=(0, 1)), max(1, games), dtype=np.float64
    )
    return shares
