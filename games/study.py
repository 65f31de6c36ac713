"""What a record says about itself if it is an endgame study: the ``[study]`` table.

It is only what somebody claims; `puzzles.studies.study` proves or refutes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from litslab.games.notation import format_move, parse_move
from litslab.games.position import Move, Position, Rules

LEVELS = range(1, 6)
"""The levels of difficulty, the easiest first."""


@dataclass(frozen=True)
class StudyClaim:
    """The claim that a position is an endgame study.

    Attributes
    ----------
    solution : Move
        The one move that wins.
    plies : int
        The length of the principal variation from the position, the solution included.
    level : int
        One of `LEVELS`.
    surprise : bool
        Whether every greedy move loses.
    seed, number : int or None
        Which study of which run it is, where it was generated.
    proved_by : tuple of str
        The engines that proved it when it was made.
    """

    solution: Move
    plies: int
    level: int
    surprise: bool = True
    seed: int | None = None
    number: int | None = None
    proved_by: tuple[str, ...] = ()


class StudyModel(BaseModel):
    """The table as in the file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    solution: str
    plies: int = Field(ge=1)
    level: int = Field(ge=LEVELS[0], le=LEVELS[-1])
    surprise: bool = True
    seed: int | None = None
    number: int | None = Field(default=None, ge=1)
    proved_by: list[str] = []

    def claim(self, position: Position) -> StudyClaim:
        """Return the claim about the record's last position.

        Raises
        ------
        NotationError
            If the solution is no move.
        IllegalMoveError
            If it is not legal there.
        """
        solution = parse_move(self.solution, position)
        position.check(solution)
        values = self.model_dump(exclude={"solution", "proved_by"})
        return StudyClaim(solution, proved_by=tuple(self.proved_by), **values)


def describe_claim(claim: StudyClaim, rules: Rules) -> dict[str, Any]:
    """Return a claim as the plain data of its table, without what is not known."""
    described = vars(claim) | {"solution": format_move(claim.solution, rules), "proved_by": list(claim.proved_by)}
    return {key: value for key, value in described.items() if value is not None}
