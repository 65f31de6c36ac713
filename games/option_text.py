"""Options of a game as text, such as ``corners=false``: for games whose options no command declares."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from litslab.games.errors import OptionError
from litslab.games.position import Rules


def read_options(rules: type[Rules], texts: Iterable[str]) -> dict[str, Any]:
    """Read options of a game, each written as a name, an equals sign and a value as records have it.

    Parameters
    ----------
    rules : type
        The class of the game's rules.
    texts : iterable of str
        The options. A text need not be in quotes.

    Raises
    ------
    OptionError
        If one is not so written, is given twice, or the game has no such option or not of that type.

    Examples
    --------
    >>> from litslab.games.registry import game
    >>> read_options(game("tailits"), ["size=9", "supply=[4, 4, 4, 4]", "scoring=second"])
    {'size': 9, 'supply': (4, 4, 4, 4), 'scoring': 'second'}
    """
    types = get_type_hints(rules)
    allowed = [each.name for each in rules.options() if not each.metadata["setup"]]
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise OptionError(f"option {text!r}: expected NAME=VALUE")
        if name not in allowed:
            raise OptionError(f"option {name!r} of {rules.name}: expected one of {', '.join(allowed)}")
        if name in found:
            raise OptionError(f"option {name!r}: expected it once")
        found[name] = _read_value(name, value.strip(), types[name])
    return found


def _read_value(name: str, text: str, wanted: Any) -> Any:
    """Return a value of the type that an option has."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    try:
        # Validated as JSON, where strictness still lets a list be a tuple.
        return TypeAdapter(wanted).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        reason = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise OptionError(f"option {name} = {text!r}: {reason[0].lower()}{reason[1:]}") from None
    except TypeError as error:  # a date, say
        raise OptionError(f"option {name} = {text!r}: {error}") from None
