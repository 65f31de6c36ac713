"""The base of all JSON documents: their declaration, their conversion to JSON, and their names in a
schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Self, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic.fields import FieldInfo

from litslab.games import result_json
from litslab.games.move import Special
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.result_json import rounded

if TYPE_CHECKING:
    from litslab.app.text.parts import Lines

SUFFIX = "Document"
"""The end of the names of documents, which schemas leave out."""


@dataclass(frozen=True)
class At:
    """The attribute of a result with a field's value: its name or path (``info.nodes``); None if it
    has to be given.
    """

    path: str | None


@dataclass(frozen=True)
class By:
    """A function of a result and its position that finds the value of a field."""

    find: Callable[[Any, Any], Any]


BoardRows = Annotated[list[str], By(lambda _, position: position.text_rows())]
Constructed = Annotated[bool, By(lambda _, position: position.constructed)]
Choices = Annotated[int, By(lambda _, position: position.legal.bit_count())]
ToMove = Annotated[str, By(lambda _, position: position.side)]
Value = Annotated[int | None, At("score.value")]
Lower = Annotated[int, At("score.lower")]
Upper = Annotated[int, At("score.upper")]
Seconds = Annotated[float, AfterValidator(partial(round, ndigits=6))]
Milliseconds = Annotated[float, AfterValidator(partial(round, ndigits=3))]
"""Seconds, rounded to the millisecond."""


class Document(BaseModel):
    """Base of all documents: frozen, and without unknown keys, which are in snake_case.

    `made_of` takes the fields from a result. A string below a field describes it in the JSON
    Schema. A key that has a default is omitted if it does not apply: a solution has ``swap`` only
    in a game with a swap. A document keeps its result and its position for its text; these are not
    sent to other processes.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        defer_build=True,
        model_title_generator=lambda model: model.__name__.removesuffix(SUFFIX),
    )

    _result: Any = None
    _position: Any = None

    @classmethod
    def made_of(cls, result: object, position: Position | None = None, /, **fields: Any) -> Self:
        """Return the document of a result.

        A field that is not given is the attribute of its name or of its `At`, or found by the
        function of its `By`. Moves are written in the notation of `position`, or of the result's
        own position if it has one. Sets of squares become their names, and results within the
        result become documents. A field is left out if its value is empty or the default.
        """
        own = result if isinstance(result, Position) else getattr(result, "position", None)
        position = own if isinstance(own, Position) else position
        for name, field in cls.model_fields.items():
            if name in fields:
                fields[name] = _described(fields[name], field.annotation, position)
                continue
            value = _value(result, name, field, position)
            applies = value != field.default and value not in ("", (), {}, [])
            if field.is_required() or applies:
                fields[name] = _described(value, field.annotation, position)
        document = cls(**fields)
        document._result = result
        document._position = position
        return document

    def lines(self) -> Lines:
        """Yield the text that a terminal shows: nothing by default."""
        yield from ()

    def __getstate__(self) -> dict[Any, Any]:
        return super().__getstate__() | {"__pydantic_private__": None}


def _value(result: object, name: str, field: FieldInfo, position: Position | None) -> Any:
    """Return the value of a field in a result; an optional field that the result lacks has its
    default.
    """
    source = next((each for each in field.metadata if isinstance(each, At | By)), At(name))
    if isinstance(source, By):
        return source.find(result, position)
    if source.path is None:
        return field.default
    for part in source.path.split("."):
        if result is None:
            return None
        if field.is_required():
            result = getattr(result, part)
        else:
            result = getattr(result, part, field.default)
    return result


def _described(value: Any, kind: Any, position: Any) -> Any:
    """Return a value of a result in the form of a document's field of this type."""
    if kind is Any:
        return value
    if value is None and get_origin(kind) is list:
        return []
    if get_origin(kind) in {Union, UnionType}:
        kind = next(each for each in get_args(kind) if each is not NoneType)
    if isinstance(value, tuple | list):
        return [_described(each, next(iter(get_args(kind)), None), position) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _described(each, kind, position) for key, each in value.items()}
    if isinstance(value, int) and get_origin(kind) is list:
        return position.rules.board.names(value)
    return _written(value, kind, position)


def _written(value: Any, kind: Any, position: Any) -> Any:
    """Return a single value as a document, or in the form of JSON."""
    document = _document(kind)
    if document is not None and value is not None and not isinstance(value, Document):
        make = getattr(document, "of", document.made_of)
        return make(value, position)
    if isinstance(value, Placement | Special):
        return format_move(value, position.rules)
    if isinstance(value, Path):
        return str(value)
    return value.value if isinstance(value, Enum) else value


def _document(kind: Any) -> type[Document] | None:
    """Return the document in a type such as ``SolutionDocument | None``."""
    if isinstance(kind, type) and issubclass(kind, Document):
        return kind
    documents = (_document(each) for each in get_args(kind))
    return next((each for each in documents if each is not None), None)


def plain(answer: object) -> Any:
    """Return an answer as plain data for JSON, without the keys that do not apply."""
    if isinstance(answer, Document):
        return rounded(answer.model_dump(mode="json", exclude_unset=True, exclude_defaults=True))
    return result_json.plain(answer)


def to_json(answer: object, indent: int | None = None) -> str:
    """Return an answer as JSON, without the keys that do not apply."""
    return json.dumps(plain(answer), ensure_ascii=False, allow_nan=False, indent=indent)
