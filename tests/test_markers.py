"""The markers: what opens a browser says so."""

from __future__ import annotations

import ast

import pytest

from tests import chromium
from tests.conftest import pytest_runtest_setup
from tests.test_modules import TESTS


def marks(nodes: list[ast.expr]) -> set[str]:
    """Return the names in decorators, or in a list of marks, of ``pytest.mark.NAME``."""
    return {
        node.attr
        for decorator in nodes
        for node in ([*decorator.elts] if isinstance(decorator, ast.List) else [decorator])
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark"
    }


def functions(text: str) -> dict[str, set[str]]:
    """Return the test functions of a file with their markers, those of the whole file among them."""
    body = ast.parse(text).body
    whole = [
        node.value
        for node in body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]
    ]
    return {
        node.name: marks([*whole, *node.decorator_list])
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.slow
def test_what_opens_a_page_is_marked() -> None:
    opening = 0
    for file in sorted(TESTS.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if "open_page" not in text:
            continue
        marked = functions(text)
        for node in ast.parse(text).body:
            calls = [ast.unparse(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)]
            if isinstance(node, ast.FunctionDef) and "open_page" in calls:
                opening += 1
                assert "browser" in marked[node.name], f"{file.name}::{node.name}"
    assert opening


def test_a_browser_test_is_skipped_where_there_is_no_browser(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = request.node
    monkeypatch.setattr(chromium, "PROGRAM", None)
    pytest_runtest_setup(item)
    item.add_marker("browser")
    with pytest.raises(pytest.skip.Exception, match="no Chromium"):
        pytest_runtest_setup(item)
    monkeypatch.setattr(chromium, "PROGRAM", "chromium")
    pytest_runtest_setup(item)
