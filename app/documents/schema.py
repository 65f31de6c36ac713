"""JSON schemas of answers and requests, described by the texts in their sources."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from itertools import pairwise
from textwrap import dedent
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from litslab.app.docstrings import unwrapped
from litslab.games.result_json import adapter

Mode = Literal["validation", "serialization"]


class DescribedSchema(GenerateJsonSchema):
    """JSON schemas with the docstring of each class, and the string below each field.

    The sources are read when a schema is made: for pydantic's ``use_attribute_docstrings`` every
    command would read them.
    """

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """Return the schema of a dataclass, which has no other keys than its own."""
        found = super().dataclass_schema(schema)
        return _described(found, schema["cls"]) | {"additionalProperties": False}

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a model."""
        return _described(super().model_schema(schema), schema["cls"])


def _described(found: JsonSchemaValue, kind: type) -> JsonSchemaValue:
    if "description" in found:
        found["description"] = unwrapped(found["description"])
    properties = found.get("properties", {})
    for each in properties.values():
        if "description" in each:
            each["description"] = unwrapped(each["description"])
    for name, text in _texts_below_fields(kind):
        properties.get(name, {}).setdefault("description", unwrapped(text))
    return found


def _texts_below_fields(kind: type) -> Iterable[tuple[str, str]]:
    """Yield each field of a class and its bases that has a string below it, and the string."""
    for each in kind.__mro__:
        if not each.__module__.startswith("litslab."):
            continue
        declared: Any = ast.parse(dedent(inspect.getsource(each))).body[0]
        for field, below in pairwise(declared.body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                    value=ast.Constant(value=str(text))
                ):
                    yield name, text


def schemas_of(kinds: Iterable[tuple[Any, Mode]], template: str) -> tuple[Any, dict[str, Any]]:
    """Return the schemas of several types, by type and mode, and the definitions that they share.

    Parameters
    ----------
    kinds : iterable of tuple
        Each type with ``"serialization"`` if it is an answer, ``"validation"`` if it is a request.
    template : str
        The form of references, such as ``#/$defs/{model}``.
    """
    found, shared = TypeAdapter.json_schemas(
        [(kind, mode, adapter(kind)) for kind, mode in kinds],
        ref_template=template,
        schema_generator=DescribedSchema,
    )
    return found, shared["$defs"]


def schema_of_type(kind: Any) -> dict[str, Any]:
    """Return the schema of a type of answers."""
    return adapter(kind).json_schema(mode="serialization", schema_generator=DescribedSchema)
