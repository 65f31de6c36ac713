"""The rules of each game and of the LITS puzzle in words, for the terminal, the docs and the web
page.

Each text is a TOML file in ``games/rule_texts``. The tests check its examples against the rules.
The wording is this project's own; the designers' texts are authoritative.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from litslab.games.language import language, tr
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.registry import GAMES, game, load_plugins


class _Text(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class RuleSection(_Text):
    """A part of the rules under a heading."""

    title: str
    text: str


class RuleLink(_Text):
    """A page by the designer."""

    text: str
    url: str


class Assumption(_Text):
    """An assumption of this project about a point that the designer's text leaves open."""

    text: str


class ProvedFact(_Text):
    """A proved fact about good play."""

    text: str
    source: str
    """The page of the docs with the results, below ``docs``."""


class RuleExample(_Text):
    """An exercise: a move that is legal or not, and the reason."""

    board: str
    """The options of a record, as TOML."""
    moves: str
    move: str
    legal: bool
    says: str

    def tried(self, game: str) -> tuple[Position, Move]:
        """Return the position and the move."""
        from litslab.games.record_toml import loads  # noqa: PLC0415 - the text alone needs no record

        record = loads(
            f'game = "{game}"\nmoves = "{self.moves}"\n[options]\n{self.board}\n', "example"
        )
        position = record.position()
        return position, position.parse_move(self.move)


class FirstGame(_Text):
    """A short game in which the reader makes the moves of both sides."""

    record: str
    """The whole game as a record, as TOML."""
    says: tuple[str, ...]
    """A sentence about each move, shown before it, and one after the last move."""


class RuleText(_Text):
    """The rules of a game in words.

    Attributes
    ----------
    title, designer, summary : str
        The title, the designer, and a description in one sentence.
    aim : str
        The aim of a side, as a short command; ``{own}`` and ``{other}`` stand for the names of the
        sides.
    brief : str
        The rules in a few words, for reports and booklets.
    resized, swap, assumption : str
        Notes in reports: on other sizes of the board, on a swap that changes the value, and on
        assumptions.
    links : tuple of RuleLink
        The designer's own pages.
    sections : tuple of RuleSection
        The rules.
    assumed : tuple of Assumption
        The assumptions about points that the designer's text leaves open.
    proved : tuple of ProvedFact
        Proved facts about good play.
    tries : tuple of RuleExample
        The exercises.
    first_game : FirstGame or None
        A game to play through.
    """

    title: str
    designer: str
    summary: str
    aim: str = ""
    brief: str = ""
    resized: str = ""
    swap: str = ""
    assumption: str = ""
    links: tuple[RuleLink, ...] = ()
    sections: tuple[RuleSection, ...]
    assumed: tuple[Assumption, ...] = ()
    proved: tuple[ProvedFact, ...] = ()
    tries: tuple[RuleExample, ...] = ()
    first_game: FirstGame | None = None


TEXT_KEYS = {
    "title",
    "designer",
    "text",
    "summary",
    "aim",
    "brief",
    "resized",
    "swap",
    "assumption",
    "says",
    "cost",
}
"""The keys of data files whose strings people read, which the catalogues translate."""

PUZZLE = "lits"
"""The name of the puzzle among the names of rules."""

NAMES = (
    "taiji",
    "battle-of-lits",
    "tailits",
    "wythe",
    "tailits+taiji",
    "taiji+battle-of-lits",
    PUZZLE,
)
"""The games that have a text, and the puzzle."""


def names() -> list[str]:
    """Return the names of all games, including plug-ins, and of the puzzle."""
    load_plugins()
    return [*NAMES, *(name for name in GAMES if name not in NAMES)]


def rule_text(name: str) -> RuleText:
    """Return the rules of a game or of the puzzle in words; for a plug-in only its summary.

    Raises
    ------
    OptionError
        If there is no such game.

    Examples
    --------
    >>> rule_text("wythe").designer
    'Luis Bolaños Mures'
    """
    if name not in NAMES:
        rules = game(name)
        return RuleText(
            title=rules.title, designer="", summary=rules.summary, brief=rules.summary, sections=()
        )
    return _read(name, language())


@cache
def _read(name: str, _language: str) -> RuleText:
    text = (
        Path(__file__).with_name("rule_texts").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    )
    return RuleText.model_validate(with_texts(tomllib.loads(text), tr))


def with_texts(value: Any, change: Callable[[str], Any], key: str = "") -> Any:
    """Return what a file holds with each string that people read (`TEXT_KEYS`) replaced by what
    `change` returns.
    """
    if isinstance(value, dict):
        return {name: with_texts(inner, change, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_texts(inner, change, key) for inner in value]
    return change(value) if key in TEXT_KEYS and isinstance(value, str) else value
