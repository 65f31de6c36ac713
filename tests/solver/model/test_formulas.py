"""Every constraint function is numbered in docs/models.md, and every number there names one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "models.md"
MODULES = (
    "solver/model/variables.py",
    "solver/model/rules.py",
    "solver/model/scores.py",
    "solver/model/connectivity.py",
    "solver/model/finishes.py",
    "solver/model/packing_table.py",
    "puzzles/lits/model/rules.py",
    "puzzles/lits/model/connectivity.py",
)

RULES = ("solver/model/rules.py", "puzzles/lits/model/rules.py")
ASSEMBLING = {"layout", "packing", "stacking", "without_connectivity"}
"""Functions that only call those of several rules."""


def functions(module: str) -> list[ast.FunctionDef]:
    """Return all functions of a module, methods too."""
    tree = ast.parse((ROOT / module).read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def numbers_in_code() -> set[tuple[str, str]]:
    """Return the numbers in docstrings with the names of their functions."""
    return {
        (number, function.name)
        for module in MODULES
        for function in functions(module)
        for listed in re.findall(r"\(([A-Z]\d+[abc]?(?:, [A-Z]\d+)*)[,)]", docstring_of(function))
        for number in listed.split(", ")
    }


def docstring_of(function: ast.FunctionDef) -> str:
    """Return the docstring of a function, empty if it has none."""
    return ast.get_docstring(function) or ""


def numbers_on_the_page() -> set[tuple[str, str]]:
    """Return the numbers of the tables with the names of their functions."""
    rows = re.findall(r"^\| ([A-Z]\d+[abc]?) \| `(\w+)`", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(set(rows))
    return set(rows)


def test_the_page_and_the_code_have_the_same_numbers() -> None:
    assert numbers_in_code() == numbers_on_the_page()


def test_every_rule_is_numbered() -> None:
    numbered = {name for _, name in numbers_in_code()}
    rules = {
        node.name
        for module in RULES
        for node in ast.parse((ROOT / module).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    assert rules - numbered == ASSEMBLING
