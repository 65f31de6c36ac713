"""Options of games: declared as fields of a `Rules` class, and checked against their limits."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import Field, field
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from litslab.games.errors import OptionError, check_choice


def option(
    default: Any,
    help: str,
    *,
    lowest: int | None = None,
    highest: int | None = None,
    odd: bool = False,
    choices: Sequence[str] = (),
    by_shape: bool = False,
    setup: bool = False,
    variant: bool = False,
) -> Any:
    """Declare a field of a `Rules` class as an option of the game, with its limits.

    Parameters
    ----------
    default
        The value if none is given.
    help : str
        One line of help.
    lowest, highest : int, optional
        The limits of a number, or of each number of a tuple.
    odd : bool
        Whether only odd numbers are allowed.
    choices : sequence of str
        The allowed texts.
    by_shape : bool
        Whether the value is one number for each of L, I, T and S.
    setup : bool
        Whether the option belongs to the starting position rather than to the rules.
    variant : bool
        Whether only the default is in the rule text; records leave it out.
    """
    limits = {
        "lowest": lowest,
        "highest": highest,
        "odd": odd,
        "choices": tuple(choices),
        "by_shape": by_shape,
    }
    return field(
        default=default, metadata={"help": help, "setup": setup, "variant": variant} | limits
    )


_KINDS: dict[Any, str] = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
}
"""The types of options in words."""


def check_option(rules_class: type, described: Field[Any], value: Any) -> None:
    """Raise unless the value of an option is of its type and within its limits.

    Raises
    ------
    OptionError
        If it is not.
    """
    limits = described.metadata
    kinds = _kinds_of(rules_class, described.name)
    if not any(_is_of(value, kind) for kind in kinds):
        shown = " ".join(reprlib.repr(value).split())
        expected = " or ".join(_in_words(kind) for kind in kinds if kind is not type(None))
        if limits["by_shape"]:
            expected = "four numbers, for L, I, T and S"
        raise OptionError(f"{described.name} {shown}: expected {expected}")
    numbers = value if isinstance(value, tuple) else (value,)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            continue
        lowest, highest = limits["lowest"], limits["highest"]
        if (lowest is not None and number < lowest) or (highest is not None and number > highest):
            upper = f" to {highest}" if highest is not None else " or more"
            raise OptionError(f"{described.name} {number}: expected {lowest}{upper}")
        if limits["odd"] and number % 2 == 0:
            raise OptionError(f"{described.name} {number}: expected an odd number")
    if limits["by_shape"] and value is not None and len(value) != 4:
        raise OptionError(f"{described.name} {value}: expected four numbers, for L, I, T and S")
    if limits["choices"]:
        check_choice(described.name, value, limits["choices"])


@cache
def _kinds_of(rules_class: type, name: str) -> tuple[Any, ...]:
    """Return the types that an option may have."""
    hint = get_type_hints(rules_class)[name]
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _is_of(value: object, kind: Any) -> bool:
    """Return whether a value is of a type; a tuple is, if all its items are."""
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        return isinstance(value, tuple) and all(_is_of(each, item) for each in value)
    if kind is int and isinstance(value, bool):
        return False
    return isinstance(value, kind)


def _in_words(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return f"a tuple, each {_in_words(get_args(kind)[0])}"
    return _KINDS.get(kind, f"a {kind.__name__}")
