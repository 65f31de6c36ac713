"""Answers about the rules in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from litslab.games.errors import IllegalMoveError
from litslab.games.language import mark
from litslab.games.rule_text import (
    FirstGame,
    ProvedFact,
    RuleExample,
    RuleLink,
    RuleSection,
    names,
    rule_text,
)


@dataclass(frozen=True, eq=False)
class JudgedMove:
    """A move to judge in a position."""

    board: list[str]
    """The position, as text, the top row first."""
    picture: str
    """The position with the move outlined, as SVG."""
    move: str
    legal: bool
    broken: tuple[str, ...]
    """Every rule that the move breaks, in the words of the game's rules."""
    says: str

    @classmethod
    def of(cls, name: str, example: RuleExample) -> Self:
        """Describe a move to judge."""
        from litslab.games.drawing.svg import draw  # noqa: PLC0415 - a terminal shows no pictures

        position, move = example.tried(name)
        try:
            position.play(move)
            broken: tuple[str, ...] = ()
        except IllegalMoveError as error:
            broken = error.broken
        picture = draw(
            position, highlight=[move], highlight_name=mark("move"), show_protected=False, title=""
        )
        return cls(position.text_rows(), picture, example.move, example.legal, broken, example.says)


@dataclass(frozen=True, eq=False)
class GameRules:
    """The rules of a game, or of the LITS puzzle, in words."""

    name: str
    title: str
    designer: str
    """Empty for a plug-in, which has only a summary."""
    summary: str
    sections: tuple[RuleSection, ...]
    assumed: list[str]
    """The project's assumptions about points that the designer's text leaves open."""
    proved: tuple[ProvedFact, ...]
    links: tuple[RuleLink, ...]
    examples: list[JudgedMove]
    first_game: FirstGame | None
    """A short game to play through; null for a plug-in and the puzzle."""

    @classmethod
    def of(cls, name: str, *, drawn: bool = True) -> Self:
        """Describe the rules of a game or of the puzzle; a terminal does not need the examples
        drawn.
        """
        text = rule_text(name)
        return cls(
            name=name,
            title=text.title,
            designer=text.designer,
            summary=text.summary,
            sections=text.sections,
            assumed=[each.text for each in text.assumed],
            proved=text.proved,
            links=text.links,
            examples=[JudgedMove.of(name, each) for each in text.tries if drawn],
            first_game=text.first_game,
        )


@dataclass(frozen=True, eq=False)
class AllRules:
    """The rules of all games and of the puzzle."""

    games: list[GameRules]

    @classmethod
    def made(cls, *, drawn: bool = True) -> Self:
        """Describe the rules of every known game, with the examples drawn or without them."""
        return cls([GameRules.of(name, drawn=drawn) for name in names()])


RulesAnswer = GameRules | AllRules
"""`litslab rules`: of a game, or of all."""
