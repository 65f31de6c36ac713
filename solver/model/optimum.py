"""The answer to an optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from litslab.games.placements import Placement


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
    """The best position that an optimisation has found so far.

    Attributes
    ----------
    objective : int
        The value of its objective.
    bound : int
        The bound of all objectives: an upper bound of a maximum, or a lower bound of a minimum.
    placements : tuple of Placement
        The position.
    """

    objective: int
    bound: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Optimum:
    """The answer to an optimisation.

    Attributes
    ----------
    status : OptimumStatus
        The state of the proof.
    best : Found or None
        The best position; None if none was found.
    bound : int or None
        The bound of all objectives; None if nothing is known.
    seconds : float
        Wall-clock time.
    found_by, bound_by : str or None
        The methods that found the position and the bound, if known (``docs/results/maximal.md``).
    """

    status: OptimumStatus
    best: Found | None
    bound: int | None
    seconds: float
    found_by: str | None = None
    bound_by: str | None = None
