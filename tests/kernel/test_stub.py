"""The stub has the signatures of the compiled module: names, defaults, keyword-only marks,
attributes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from litslab import kernel

STUB = Path(kernel.__file__).with_name("__init__.pyi")


def stub_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of the stub by its dotted name; properties are left out."""
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.decorator_list:
                    yield f"{node.name}.{inner.name}", inner


def shape(node: ast.FunctionDef) -> tuple[list[str], list[str], int]:
    """The names of positional and of keyword-only arguments, and how many have defaults."""
    arguments = node.args
    defaults = len(arguments.defaults) + sum(
        default is not None for default in arguments.kw_defaults
    )
    return (
        [each.arg for each in arguments.args],
        [each.arg for each in arguments.kwonlyargs],
        defaults,
    )


FUNCTIONS = dict(stub_functions())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_signature_is_the_compiled_one(name: str) -> None:
    found: object = kernel
    for part in name.split("."):
        found = getattr(found, part)
    signatures = found.__nb_signature__  # type: ignore[attr-defined]
    assert len(signatures) == 1
    text = re.sub(r"\\\d+", "None", signatures[0][0])  # nanobind writes its defaults as \0, \1 …
    compiled = ast.parse(f"{text}: ...").body[0]
    assert isinstance(compiled, ast.FunctionDef)
    assert shape(FUNCTIONS[name]) == shape(compiled)


def test_the_attributes_are_the_compiled_ones() -> None:
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.ClassDef):
            compiled = {
                name
                for name, each in vars(getattr(kernel, node.name)).items()
                if isinstance(each, property)
            }
            declared = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
            assert {ast.unparse(name) for name in declared} == compiled, node.name


def test_the_stub_names_all_that_the_module_has() -> None:
    stubbed = {name.split(".")[0] for name in FUNCTIONS} | {
        node.name for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)
    }
    assert stubbed == {name for name in vars(kernel) if not name.startswith("_")} - {
        "AVAILABLE",
        "sys",
        "webassembly",
    }
