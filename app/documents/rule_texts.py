"""Documents of the rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from pydantic import RootModel

from litslab.app.documents.base import Document
from litslab.games.errors import IllegalMoveError
from litslab.games.language import mark, tr
from litslab.games.line_breaks import wrap
from litslab.games.rule_text import FirstGame, RuleExample, RuleLink, RuleSection, names, rule_text

WIDTH = 79
"""The columns of a terminal that the text fills."""


class RuleFactDocument(Document):
    """A proved fact about good play, and the page of the docs with its proof."""

    text: str
    source: str


class RuleExampleDocument(Document):
    """A move to judge in a position."""

    board: list[str]
    """The position, as text, the top row first."""
    picture: str
    """The position with the move outlined, as SVG."""
    move: str
    legal: bool
    broken: list[str]
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
        return cls.made_of(example, board=position.text_rows(), picture=picture, broken=broken)


class RulesDocument(Document):
    """The rules of a game, or of the LITS puzzle, in words."""

    name: str
    title: str
    designer: str
    """Empty for a plug-in, which has only a summary."""
    summary: str
    sections: list[RuleSection]
    assumed: list[str]
    """The project's assumptions about points that the designer's text leaves open."""
    proved: list[RuleFactDocument]
    links: list[RuleLink]
    examples: list[RuleExampleDocument]
    first_game: FirstGame | None
    """A short game to play through; null for a plug-in and the puzzle."""

    @classmethod
    def of(cls, name: str, *, drawn: bool = True) -> Self:
        """Describe the rules of a game or of the puzzle; a terminal does not need the examples
        drawn.
        """
        text = rule_text(name)
        examples = [RuleExampleDocument.of(name, each) for each in text.tries if drawn]
        return cls.made_of(
            text, name=name, assumed=[each.text for each in text.assumed], examples=examples
        )

    def lines(self) -> Iterator[str]:
        """Yield the rules, without the examples and the first game."""
        if self.designer:
            yield tr("{title}, by {designer}", title=self.title, designer=self.designer)
        else:
            yield self.title
        yield from wrap(self.summary, WIDTH)
        for section in self.sections:
            yield from _paragraph(section.title, section.text)
        for assumption in self.assumed:
            yield from _paragraph(tr("Assumed"), assumption)
        for fact in self.proved:
            yield from _paragraph(tr("Proved"), fact.text)
        for link in self.links:
            yield from _paragraph(link.text, link.url)


class AllRulesDocument(Document):
    """The rules of all games and of the puzzle."""

    games: list[RulesDocument]

    @classmethod
    def made(cls, *, drawn: bool = True) -> Self:
        """Describe the rules of every known game, with the examples drawn or without them."""
        return cls(games=[RulesDocument.of(name, drawn=drawn) for name in names()])

    def lines(self) -> Iterator[str]:
        """Yield each name with a sentence."""
        for game in self.games:
            yield from _paragraph(game.name, game.summary)


class RulesAnswer(RootModel[RulesDocument | AllRulesDocument]):
    """`litslab rules`: of a game, or of all."""


def _paragraph(title: str, text: str) -> list[str]:
    """Return a paragraph that begins with its title; lines after the first are indented."""
    return wrap(tr("{title}: {text}", title=title, text=text).replace("`", ""), WIDTH, indent="  ")
