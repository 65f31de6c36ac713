"""Answers about finished positions that no single result holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from pydantic import computed_field

from litslab.games.position import Position
from litslab.games.result_json import Hidden, JsonPlacement
from litslab.games.rules import Rules
from litslab.solver.model.optimum import Optimum


@dataclass(frozen=True, eq=False)
class FinalPosition:
    """A finished position; `litslab maximal list` without ``--json`` prints one per line."""

    rules: Hidden[Rules]
    pieces: int
    placements: tuple[JsonPlacement, ...]
    board: tuple[str, ...]
    """The rows of the text board, the top row first."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """Describe a finished position."""
        placements = position.placements
        return cls(position.rules, len(placements), placements, tuple(position.text_rows()))


@dataclass(frozen=True, eq=False)
class FinalPositions:
    """`litslab maximal list`, which writes the positions while it finds them."""

    positions: list[FinalPosition]
    complete: bool
    """Whether these are all."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ExtremeAnswer(Optimum):
    """`litslab maximal extreme`."""

    rules: Hidden[Rules]

    @computed_field
    @property
    def gap(self) -> int | None:
        """The difference of the objective and its bound; None if one of them is unknown."""
        if self.best is None or self.bound is None:
            return None
        return abs(self.best.objective - self.bound)

    @computed_field
    @property
    def board(self) -> list[str] | None:
        """The rows of the position's text board, the top row first."""
        if self.best is None:
            return None
        return self.rules.from_placements(self.best.placements).text_rows()
