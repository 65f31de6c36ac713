"""The answer to an optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from litslab.games.result_json import JsonPlacement


class OptimumStatus(Enum):
    """The state of an optimisation, or of any other run of CP-SAT; commands print its value."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "undecided"
    IMPOSSIBLE = "impossible"

    @property
    def has_solution(self) -> bool:
        """Return whether a solution was found."""
        return self in {OptimumStatus.OPTIMAL, OptimumStatus.FEASIBLE}

    @property
    def is_complete(self) -> bool:
        """Return whether the search ended by itself, so that its answer is proved."""
        return self in {OptimumStatus.OPTIMAL, OptimumStatus.IMPOSSIBLE}


@dataclass(frozen=True)
class Found:
    """The best position that an optimisation has found so far."""

    objective: int
    """The value of its objective."""
    bound: int
    """The bound of all objectives: an upper bound of a maximum, or a lower bound of a minimum."""
    placements: tuple[JsonPlacement, ...]
    """The position."""


@dataclass(frozen=True)
class Optimum:
    """The answer to an optimisation."""

    status: OptimumStatus
    """The state of the proof."""
    best: Found | None
    """The best position; None if none was found."""
    bound: int | None
    """The bound of all objectives; None if nothing is known."""
    seconds: float
    """Wall-clock time."""
    found_by: str | None = None
    """The method that found the position, if known (``docs/results/maximal.md``)."""
    bound_by: str | None = None
    """The method that found the bound, if known."""
