"""The kernel in a browser offers what the compiled one does; app/web/test_static_page tests that it answers alike."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

from litslab.kernel import webassembly
from tests.test_modules import ROOT

STUB = ast.parse((ROOT / "kernel" / "__init__.pyi").read_text(encoding="utf-8"))
CLASSES = {each.name: each for each in STUB.body if isinstance(each, ast.ClassDef)}
FUNCTIONS = {each.name: each for each in STUB.body if isinstance(each, ast.FunctionDef)}
COUNTED = {
    "Census", "Enumeration", "FewPieces", "FewPiecesSearch", "few_pieces_search", "finished_layouts",
    "finished_packings", "finished_stacks",
}  # fmt: skip
"""Finished positions, which nothing counts in a browser."""


def parameters(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters."""
    return [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]


def test_every_name_of_the_kernel_is_there_but_those_for_finished_positions() -> None:
    names = {*CLASSES, *FUNCTIONS} - COUNTED
    assert names == {name for name in {*CLASSES, *FUNCTIONS} if hasattr(webassembly, name)}


@pytest.mark.parametrize("name", sorted({*CLASSES} - COUNTED))
def test_classes_have_the_same_members_with_the_same_parameters(name: str) -> None:
    ours = getattr(webassembly, name)
    fields = inspect.signature(ours).parameters
    for member in CLASSES[name].body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            assert parameters(member)[1:] == list(fields)
        elif isinstance(member, ast.FunctionDef) and any(
            isinstance(each, ast.Name) and each.id == "property" for each in member.decorator_list
        ):
            assert member.name in fields or hasattr(ours, member.name), member.name
        elif isinstance(member, ast.FunctionDef):
            assert parameters(member) == list(inspect.signature(getattr(ours, member.name)).parameters), member.name


@pytest.mark.parametrize("name", sorted(name for name in FUNCTIONS if name not in COUNTED))
def test_games_take_the_same_arguments(name: str) -> None:
    write = getattr(webassembly, f"_{name.removeprefix('simulate_')}")
    assert parameters(FUNCTIONS[name]) == list(inspect.signature(write).parameters)


def test_every_function_that_is_called_is_exported_and_the_other_way_round() -> None:
    cpp = (ROOT / "kernel" / "src" / "wasm" / "interface.cpp").read_text(encoding="utf-8")
    exported = set(re.findall(r"^LITSLAB_FUNCTION\((\w+)\)", cpp, re.MULTILINE))
    python = (ROOT / "kernel" / "webassembly.py").read_text(encoding="utf-8")
    called = set(re.findall(r"""(?:call|ask)\("(\w+)"[,)]""", python))
    kinds = [*re.findall(r"""super\(\).__init__\("(\w+)\"""", python), "engine", "simulator"]
    assert exported == called | {f"{kind}_release" for kind in kinds}
    games = set(re.findall(r"^LITSLAB_GAME\((\w+)\)", cpp, re.MULTILINE))
    assert games == {name for name in FUNCTIONS if f"simulate_{name}" in FUNCTIONS}
