"""The answer of `litslab solve`."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.solver.advice.position_estimate import PositionEstimate
from litslab.solver.endgame.solution import Solution


@dataclass(frozen=True)
class SolveAnswer(Solution):
    """`litslab solve`; with ``under_swap`` the winner is "the first player" or "the second
    player".
    """

    certificate_file: str | None = None
    """The file that the certificate was written to, with ``--certificate``."""
    estimate: PositionEstimate | None = None
    """An estimate from playouts, if a limit was reached before the value was known."""
