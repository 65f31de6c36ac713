"""The text of the rules of games and of the puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.games.language import tr
from litslab.games.line_breaks import wrap
from litslab.games.rule_text import names, rule_text

WIDTH = 79
"""The columns of a terminal that the text fills."""


def rules_text(name: str) -> Iterator[str]:
    """Yield the rules of a game or of the puzzle, without the examples and the first game."""
    text = rule_text(name)
    if text.designer:
        yield tr("{title}, by {designer}", title=text.title, designer=text.designer)
    else:
        yield text.title
    yield from wrap(text.summary, WIDTH)
    for section in text.sections:
        yield from _paragraph(section.title, section.text)
    for assumption in text.assumed:
        yield from _paragraph(tr("Assumed"), assumption.text)
    for fact in text.proved:
        yield from _paragraph(tr("Proved"), fact.text)
    for link in text.links:
        yield from _paragraph(link.text, link.url)


def all_rules_text() -> Iterator[str]:
    """Yield the name of each game and of the puzzle with a sentence."""
    for name in names():
        yield from _paragraph(name, rule_text(name).summary)


def _paragraph(title: str, text: str) -> list[str]:
    """Return a paragraph that begins with its title; lines after the first are indented."""
    return wrap(tr("{title}: {text}", title=title, text=text).replace("`", ""), WIDTH, indent="  ")
