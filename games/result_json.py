"""Results as JSON: the forms of their values, and their conversion by pydantic.

A result is a frozen dataclass. Its JSON has the names of its fields and of those properties that
are computed fields of pydantic; a field that equals its default is left out. Moves and squares are
written in the notation of the result's `rules`, squares of puzzles in that of its `puzzle`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter, WithJsonSchema
from pydantic_core import PydanticSerializationError, core_schema

from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.placements import Placement

if TYPE_CHECKING:
    from pydantic import SerializationInfo

T = TypeVar("T")


class Written:
    """A serialiser of a type that pydantic does not know.

    Parameters
    ----------
    write : callable
        Returns the form of a value in JSON; the second argument is the serialisation context.
    schema : dict
        The JSON schema of that form.
    """

    def __init__(self, write: Callable[[Any, Any], object], schema: dict[str, Any]) -> None:
        self._write = write
        self._schema = schema

    def __get_pydantic_core_schema__(self, *_: object) -> core_schema.CoreSchema:
        def write(value: Any, info: SerializationInfo) -> object:
            return self._write(value, info.context)

        writing = core_schema.plain_serializer_function_ser_schema(write, info_arg=True)
        return core_schema.any_schema(serialization=writing)

    def __get_pydantic_json_schema__(self, *_: object) -> dict[str, Any]:
        return dict(self._schema)


Hidden = Annotated[T, Written(lambda *_: None, {}), Field(exclude=True)]
"""A field that JSON does not have."""

JsonMove = Annotated[Move, Written(format_move, {"type": "string"})]
"""A move, written in the notation of its game."""

JsonPlacement = Annotated[Placement, Written(format_move, {"type": "string"})]
"""A placement, written in the notation of its game."""

JsonSquare = Annotated[
    int, Written(lambda square, context: context.board.name(square), {"type": "string"})
]
"""A square, written as its name."""

JsonSquares = Annotated[
    int,
    Written(
        lambda squares, context: context.board.names(squares),
        {"type": "array", "items": {"type": "string"}},
    ),
]
"""A set of squares, written as their names."""

JsonBySquare = Annotated[
    T,
    Written(
        lambda numbers, context: {
            context.board.name(square): float(each) for square, each in enumerate(numbers)
        },
        {"type": "object", "additionalProperties": {"type": "number"}},
    ),
]
"""A number for each square, written under the names of the squares."""

JsonIntegers = Annotated[
    T,
    Written(
        lambda numbers, _: [int(each) for each in numbers],
        {"type": "array", "items": {"type": "integer"}},
    ),
]
"""An array of integers."""

JsonText = Annotated[str, Written(lambda text, _: tr(text), {"type": "string"})]
"""A text, written in the language in use."""

JsonNumber = Annotated[float, WithJsonSchema({"type": ["number", "null"]})]
"""A number that is null where it is nan or infinite."""


def does_not_apply(value: object) -> bool:
    """Return whether a computed field is to be left out because it is None, False, 0 or empty."""
    return not value


def extended(kind: type[T], result: Any, **more: Any) -> T:
    """Return a result with more fields, as an instance of a subclass of its class."""
    given = {each.name: getattr(result, each.name) for each in fields(result)}
    return kind(**given, **more)


def plain(result: object) -> Any:
    """Return a result as plain data for JSON, without the keys that do not apply.

    Numbers have at most twelve significant digits: the last ones of a double depend on the
    processor's arithmetic.
    """
    context = getattr(result, "puzzle", None) or getattr(result, "rules", None)
    kind: Any = type(result)
    try:
        data = adapter(kind).dump_python(
            result, mode="json", exclude_defaults=True, context=context
        )
    except PydanticSerializationError as error:
        # pydantic reports whatever is raised in a serialiser as its own error, Ctrl-C included
        raise error.__cause__ or error from None
    return _rounded(data)


def to_json(result: object, indent: int | None = None) -> str:
    """Return a result as JSON, without the keys that do not apply."""
    return json.dumps(plain(result), ensure_ascii=False, allow_nan=False, indent=indent)


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return pydantic's adapter of a type of results."""
    return TypeAdapter(kind)


def _rounded(data: Any) -> Any:
    """Return plain data with numbers of at most twelve significant digits; others become None."""
    if isinstance(data, float):
        return float(f"{data:.12g}") if math.isfinite(data) else None
    if isinstance(data, dict):
        return {name: _rounded(each) for name, each in data.items()}
    return [_rounded(each) for each in data] if isinstance(data, list) else data
