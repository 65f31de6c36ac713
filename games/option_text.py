"""Options of a game as text, such as ``corners=false``: for games whose options no command declares."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.games.record import read_option


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
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise OptionError(f"option {text!r}: expected NAME=VALUE")
        if name in found:
            raise OptionError(f"option {name!r}: expected it once")
        found[name] = read_option(rules, name, _value(value.strip()))
    return found


def _value(text: str) -> object:
    """Return what a text stands for in TOML; the text itself where it is none, as a string without quotes."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
