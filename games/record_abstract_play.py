"""Games of TAIJI from Abstract Play, a site for abstract games.

The site has two forms, both JSON. A *game record*, which it exports of finished games, has the
variants by their names, the players in the order of their seats, and the moves by rounds; a *game
state*, which its programs store, has the variants by their identifiers, and a stack with the last
move and the board of each position.

Player 1 moves first and has the light squares. A move is the light square and the dark one, with
columns ``a b c …`` from the left and rows ``1 2 3 …`` from the bottom, as here. Without variants
the board is 9×9 and two groups score, on 7×7 and 11×11, too. A game can also end with the word
``resign``, ``timeout``, ``draw`` or ``abandoned`` instead of a move. Equal scores are a tie with
two winners; by the rule text Dark wins.

Source: ``src/games/taiji.ts``, ``src/games/_base.ts``, ``src/common/serialization.ts`` and
``locales/en/apgames.json`` of AbstractPlay/gameslib, and ``src/schemas/gamerecord.json`` of
AbstractPlay/recranks, all on GitHub.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from litslab.games.errors import RecordError, first_line
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import read_moves
from litslab.games.rules import Rules
from litslab.games.taiji import Taiji
from litslab.games.text_file import check_length
from litslab.games.toml import first_mistake

_JSON = re.compile(r"\ufeff?\s*(?:\[\s*)?\{")
"""The beginning of JSON; no TOML begins like that."""


@dataclass(frozen=True)
class _Variant:
    """A variant, with its name on the site and the option that it is here."""

    title: str
    option: str
    value: Any


_VARIANTS = {
    "7x7": _Variant("Smaller board: 7x7", "size", 7),
    "11x11": _Variant("Larger board: 11x11", "size", 11),
    "onegroup": _Variant("Scoring: Single largest group", "groups", 1),
    "threegroups": _Variant("Scoring: Largest three groups", "groups", 3),
    "squares": _Variant("Sum of Squares", "scoring", "squares"),
    "products": _Variant("Product", "scoring", "products"),
    "tonga": _Variant("Tonga (Diagonal Placement)", "tonga", True),
}
"""The variants by their identifiers."""

_BY_ANY_NAME = {name.lower(): each for name, each in _VARIANTS.items()} | {
    each.title.lower(): each for each in _VARIANTS.values()
}

_GAMES = {"taiji": Taiji}
"""The games that are read, by their names and identifiers in small letters."""

_DEFAULTS = {"size": 9, "groups": 2}

_ENDS = {
    "resign": "ended by resignation",
    "timeout": "ended on time",
    "draw": "ended by agreement",
    "abandoned": "abandoned",
}
"""The words that end a game, with what they mean."""


class _Model(BaseModel):
    """A part of the JSON; other entries are not read."""

    model_config = ConfigDict(extra="ignore", defer_build=True)


class _PlayerModel(_Model):
    name: str
    result: float | None = None


class _GameModel(_Model):
    name: str
    variants: list[str] | None = None


class _SiteModel(_Model):
    name: str = ""
    gameid: str | int | None = None


class _HeaderModel(_Model):
    game: _GameModel
    players: list[_PlayerModel] = Field(default_factory=list)
    event: str | None = None
    round: str | None = None
    site: _SiteModel = Field(default_factory=_SiteModel)
    ended: str | None = Field(default=None, alias="date-end")


class _MoveModel(_Model):
    move: str


class _RecordModel(_Model):
    header: _HeaderModel
    moves: list[list[str | _MoveModel | None]]


class _StackModel(_Model):
    lastmove: str | None = None
    board: Any = None


class _StateModel(_Model):
    game: str
    variants: list[str] = Field(default_factory=list)
    winner: list[int] = Field(default_factory=list)
    stack: list[_StackModel]


class _BoardModel(_Model):
    value: list[tuple[str, int]]


AnyModel = TypeVar("AnyModel", bound=_Model)


@dataclass(frozen=True)
class _Game:
    """A game in either form.

    Attributes
    ----------
    title : str
        The name or identifier of the game.
    variants : tuple of str
        The names or identifiers of its variants.
    words : tuple of str
        The moves, and perhaps a word that ends the game.
    results : tuple of float or None
        The results of the two players; the higher one wins. Empty if there are none.
    names : tuple of str
        The names of the players.
    event, comment : str
        Notes for the reader.
    board : object
        The squares of the last position; None if they are not given.
    """

    title: str
    variants: tuple[str, ...]
    words: tuple[str, ...]
    results: tuple[float | None, ...]
    names: tuple[str, ...] = ()
    event: str = ""
    comment: str = ""
    board: Any = None


def is_json(text: str) -> bool:
    """Return whether a text can only be JSON, and no record in TOML."""
    return _JSON.match(text) is not None


def loads_abstract_play(text: str, name: str = "game", *, plies: int | None = None) -> Record:
    """Read a game of TAIJI from a game record or a game state of Abstract Play.

    Parameters
    ----------
    text : str
        The JSON.
    name : str
        Its name in errors.
    plies : int, optional
        The number of moves to read; the rest is ignored. By default all are read.

    Raises
    ------
    RecordError
        If the text is no such JSON, of another game, or has an unknown variant.
    IllegalRecordError
        If a move breaks the rules.
    """
    game = _read_game(text, name)
    rules_class = _GAMES.get(game.title.strip().lower())
    if rules_class is None:
        raise RecordError(
            name, f"a game of {game.title!r}: of Abstract Play's games only Taiji can be read"
        )
    rules = rules_class(**_options(game.variants, name))
    words = list(game.words)
    end = _ENDS.get(words[-1].strip().lower(), "") if words else ""
    if end:
        words.pop()
    moves = read_moves(words[:plies], rules.start(), name)
    record = Record(
        rules=rules,
        moves=moves,
        title=game.event,
        comment="; ".join(part for part in (game.comment, end) if part),
        players=tuple(zip(rules.sides, game.names, strict=False)),
        winners=() if end == _ENDS["abandoned"] else _winners(game.results, rules),
    )
    if game.board is not None and len(moves) == len(words):
        _check_board(game.board, record.position(), name)
    return record


def _read_game(text: str, name: str) -> _Game:
    data = _read_json(text, name)
    if "header" in data:
        return _of_record(_validated(_RecordModel, data, name))
    if "stack" in data:
        return _of_state(_validated(_StateModel, data, name))
    raise RecordError(
        name,
        "JSON without header and stack: expected a record in TOML, or a game record or a game "
        "state of Abstract Play",
    )


def _read_json(text: str, name: str) -> dict[str, Any]:
    check_length(text, name, "game")
    try:
        data = from_json(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise RecordError(name, f"not JSON: {first_line(error)}") from None
    if not isinstance(data, dict):
        raise RecordError(name, "a list in JSON: expected one game")
    return data


def _validated(kind: type[AnyModel], data: Any, name: str) -> AnyModel:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise RecordError(name, first_mistake(error, "the game")) from None


def _of_record(model: _RecordModel) -> _Game:
    header = model.header
    site = header.site
    place = " ".join(str(part) for part in (site.name, site.gameid) if part)
    moves = (each for played in model.moves for each in played if each is not None)
    return _Game(
        title=header.game.name,
        variants=tuple(header.game.variants or ()),
        words=tuple(each.move if isinstance(each, _MoveModel) else each for each in moves),
        results=tuple(player.result for player in header.players),
        names=tuple(player.name for player in header.players),
        event=", ".join(part for part in (header.event, header.round) if part),
        comment=", ".join(part for part in (place, (header.ended or "")[:10]) if part),
    )


def _of_state(model: _StateModel) -> _Game:
    won = tuple(float(player in model.winner) for player in (1, 2))
    return _Game(
        title=model.game,
        variants=tuple(model.variants),
        words=tuple(entry.lastmove for entry in model.stack if entry.lastmove),
        results=won if model.winner else (),
        board=model.stack[-1].board if model.stack else None,
    )


def _options(variants: Sequence[str], name: str) -> dict[str, Any]:
    """Return the options that are the variants, given by their identifiers or by their names."""
    options: dict[str, Any] = {}
    for variant in variants:
        found = _BY_ANY_NAME.get(variant.strip().lower())
        if found is None:
            known = ", ".join(_VARIANTS)
            raise RecordError(f"{name}, variants", f"{variant!r}: expected some of {known}")
        if options.setdefault(found.option, found.value) != found.value:
            raise RecordError(
                f"{name}, variants", f"{variant!r}: expected one variant for {found.option}"
            )
    return {**_DEFAULTS, **options}


def _winners(results: Sequence[float | None], rules: Rules) -> tuple[str, ...]:
    """Return the sides with the highest result, both of them for a tie."""
    known = [result for result in results if result is not None]
    if len(known) != len(rules.sides) or len(results) != len(known):
        return ()
    return tuple(
        side for side, result in zip(rules.sides, known, strict=True) if result == max(known)
    )


def _check_board(board: Any, position: Position, name: str) -> None:
    """Raise unless the last board of a game state is that after its moves."""
    found = dict(_validated(_BoardModel, board, f"{name}, the last board").value)
    table = position.rules.board
    layers = position.layers()
    played = dict.fromkeys(table.names(layers["light"]), 1)
    played |= dict.fromkeys(table.names(layers["dark"]), 2)
    if differing := sorted(
        square for square in found.keys() | played.keys() if found.get(square) != played.get(square)
    ):
        raise RecordError(
            f"{name}, the last board",
            f"{', '.join(differing[:3])}: expected the position after the moves of the stack",
        )
