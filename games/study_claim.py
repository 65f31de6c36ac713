"""The claim that a position is an endgame study, as the ``[study]`` table of a record makes it.

`puzzles.studies.study` proves or refutes the claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.rules import Rules

LEVELS = range(1, 6)
"""The levels of difficulty, the easiest first."""


@dataclass(frozen=True)
class StudyClaim:
    """The claim that a position is an endgame study.

    Attributes
    ----------
    solution : Move
        The only winning move.
    plies : int
        The length of the principal variation from the position, the solution included.
    level : int
        One of `LEVELS`.
    surprise : bool
        Whether every greedy move loses.
    seed, number : int or None
        The random seed of the run that generated it, and its number in that run.
    proved_by : tuple of str
        The engines that proved it when it was generated.
    """

    solution: Move
    plies: int
    level: int
    surprise: bool = True
    seed: int | None = None
    number: int | None = None
    proved_by: tuple[str, ...] = ()


def describe_claim(claim: StudyClaim, rules: Rules) -> dict[str, Any]:
    """Return a claim as the plain data of its table, without unknown entries."""
    described = vars(claim) | {
        "solution": format_move(claim.solution, rules),
        "proved_by": list(claim.proved_by),
    }
    return {key: value for key, value in described.items() if value is not None}
