"""TOML and its validation by pydantic, with errors that name the place."""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from litslab.games.errors import RecordError

Model = TypeVar("Model", bound=BaseModel)


class StrictModel(BaseModel):
    """A table whose entries are all known and of the right types."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


_DEEPEST = 8
"""The deepest nesting of tables and lists; a record needs four."""

_LONG_KEY = re.compile(
    r"""(?:^|[{,[])(?:[ \t]*(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.){100}""", re.A | re.M
)
"""A key with far more parts than any record needs; `tomllib` takes minutes for one of 100 kB."""


def first_mistake(error: ValidationError, whole: str) -> str:
    """Return the first of pydantic's complaints on one line, with its place, or the name of the
    whole.
    """
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or whole
    return f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Read TOML with numbers of at most 64 bits, as the format requires, and no deeper nesting than
    a record needs.

    A byte order mark, which some editors write, is skipped.
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError  # without waiting for it
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise RecordError(name, f"not TOML: {error}") from None
    except RecursionError:
        raise RecordError(name, "nested too deeply: expected a record") from None
    except ValueError:  # Python refuses numbers of thousands of digits
        raise RecordError(name, "a number that is too long: expected at most 64 bits") from None
    _check_values(data, name, 0)
    return data


def _check_values(data: dict[str, Any] | list[Any], place: str, depth: int) -> None:
    if depth > _DEEPEST:
        raise RecordError(place, "nested too deeply: expected a record")
    for key, value in data.items() if isinstance(data, dict) else enumerate(data, start=1):
        inner = f"{place}{'.' if depth else ', '}{shown_key(str(key))}"
        if isinstance(value, int) and value.bit_length() > 63:
            raise RecordError(inner, "a number that is too long: expected at most 64 bits")
        if isinstance(value, dict | list):
            _check_values(value, inner, depth + 1)


def shown_key(key: str) -> str:
    """Return a key as errors show it: on one line."""
    return key if key.isprintable() and key else repr(key)


def read_model(kind: type[Model], text: str, name: str) -> Model:
    """Return the validated data of a TOML text."""
    data = read_toml(text, name)
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    # Pydantic puts the branch of a union into the place; users know only the field.
    place = ".".join(
        shown_key(str(part)) for part in first["loc"] if part not in {"str", "list[str]"}
    )
    reasons = {"missing": "missing", "extra_forbidden": "no such entry here"}
    message = first["msg"][0].lower() + first["msg"][1:]
    raise RecordError(f"{name}, {place}", reasons.get(first["type"], message))
