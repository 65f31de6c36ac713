"""The answer of `litslab match`."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.solver.play.match import MatchResult


@dataclass(frozen=True, eq=False, kw_only=True)
class MatchAnswer(MatchResult):
    """`litslab match`."""

    game: str
    players: tuple[str, str]
