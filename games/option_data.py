"""Options of games as plain data, as records and JSON documents have them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from litslab.games.errors import OptionError
from litslab.games.pieces import DrawnPiece
from litslab.games.rules import Rules
from litslab.games.toml import StrictModel


class PieceModel(StrictModel):
    """A drawn piece and its count, as records and pattern files have it."""

    drawing: list[str]
    count: int = 1

    def piece(self) -> DrawnPiece:
        """Return the piece."""
        return DrawnPiece(tuple(self.drawing), self.count)


_PIECES = TypeAdapter(list[PieceModel], config=ConfigDict(defer_build=True))


def read_option(rules_class: type[Rules], name: str, value: Any) -> Any:
    """Return an option's value as the game expects it, from its value in a record or a JSON
    document.

    Raises
    ------
    OptionError
        If the game has no such option, or the value has the wrong type.

    Examples
    --------
    >>> from litslab.games.registry import game
    >>> read_option(game("tailits"), "supply", [4, 4, 4, 4])
    (4, 4, 4, 4)
    """
    allowed = [
        described.name for described in rules_class.options() if not described.metadata["setup"]
    ]
    if name == rules_class.setup_option():
        raise OptionError(
            f"option {name!r} of {rules_class.name}: expected it as 'board' under [setup] of a "
            "record"
        )
    if name not in allowed:
        raise OptionError(
            f"option {name!r} of {rules_class.name}: expected one of {', '.join(allowed)}"
        )
    try:
        if name == "pieces":
            return tuple(each.piece() for each in _PIECES.validate_python(value))
        # Strict validation of JSON accepts a list for a tuple.
        return _type_of(rules_class, name).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        reason = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise OptionError(f"option {name} = {value!r}: {reason[0].lower()}{reason[1:]}") from None
    except TypeError:  # TOML has dates and times, but JSON has not
        raise OptionError(f"option {name} = {value}: expected no date or time") from None


@cache
def _type_of(rules_class: type[Rules], name: str) -> TypeAdapter[Any]:
    """Return the validator of an option. Making one takes longer than reading a whole record."""
    return TypeAdapter(get_type_hints(rules_class)[name])


def _plain(item: int | DrawnPiece) -> int | dict[str, Any]:
    """Return a number or a drawn piece of an option as plain data."""
    if isinstance(item, int):
        return item
    return vars(item) | {"drawing": list(item.drawing)}


def describe_options(rules: Rules) -> dict[str, Any]:
    """Return a game's options as plain data, without empty ones, without the board's symbols, and
    without variants that are not chosen.
    """
    described = {}
    for each in rules.options():
        value = getattr(rules, each.name)
        if each.metadata["setup"] or value is None or value == ():
            continue
        if each.metadata["variant"] and value == each.default:
            continue
        if isinstance(value, tuple):
            value = [_plain(item) for item in value]
        described[each.name] = value
    return described


def describe_setup_options(rules: Rules) -> dict[str, list[str]]:
    """Return the options that belong to the starting position: in Battle of LITS the rows of
    symbols.
    """
    return {
        each.name: list(getattr(rules, each.name))
        for each in rules.options()
        if each.metadata["setup"]
    }
