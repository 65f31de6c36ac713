"""What all JSON documents have in common: how they are declared, how they become JSON, and how a schema names them."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict
from pydantic.json_schema import GenerateJsonSchema

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

_SUFFIX = "Document"

DESCRIBED = sys.platform != "emscripten"
"""Whether fields are described by the strings below them: a browser has no sources, and looking for them takes long."""


class Document(BaseModel):
    """Base of all documents: frozen, and without unknown keys, which are in snake_case.

    A string below a field describes it in the JSON Schema. A key that a model has a default for is omitted if it does
    not apply (a solution has ``swap`` only in a game with a swap). A document may keep the result that it was made of,
    for its text; it is not sent to other processes.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        defer_build=True,
        use_attribute_docstrings=DESCRIBED,
        model_title_generator=lambda model: model.__name__.removesuffix(_SUFFIX),
    )

    @classmethod
    def made_of(cls, result: object, /, **fields: Any) -> Self:
        """Return the document of a result: a required field that is not given is its attribute of the same name."""
        same = {
            name: getattr(result, name)
            for name, field in cls.model_fields.items()
            if name not in fields and field.is_required()
        }
        return cls(**same, **fields)

    def lines(self) -> Iterator[str | Text | Table]:
        """Yield the text that a terminal shows: nothing by default."""
        yield from ()

    def __getstate__(self) -> dict[Any, Any]:
        return super().__getstate__() | {"__pydantic_private__": None}


class DocumentSchema(GenerateJsonSchema):
    """JSON Schemas in which a document is called by its class without the suffix ``Document``."""

    def normalize_name(self, name: str) -> str:
        """Return the name of a definition."""
        return super().normalize_name(name).removesuffix(_SUFFIX)


def plain(document: BaseModel) -> Any:
    """Return a document as plain data for JSON, without the keys that do not apply.

    Numbers have twelve significant digits at most: the last ones of a double depend on the processor's arithmetic.
    """
    return _rounded(document.model_dump(mode="json", exclude_unset=True))


def to_json(document: BaseModel, indent: int | None = None) -> str:
    """Return a document as JSON, without the keys that do not apply."""
    return json.dumps(plain(document), ensure_ascii=False, allow_nan=False, indent=indent)


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return float(f"{data:.12g}") if math.isfinite(data) else None
    if isinstance(data, dict):
        return {name: _rounded(each) for name, each in data.items()}
    return [_rounded(each) for each in data] if isinstance(data, list) else data
