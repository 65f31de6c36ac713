"""No test waits within a page for ever."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.app.web.waiting import evaluate
from tests.running import ROOT

NEVER = "() => new Promise(() => {})"
WAITS = re.compile(r"\bawait\b|\basync\b|\.then\(|\bPromise\b|\bimport\(|\.ready\b|clipboard")


def test_a_promise_that_is_never_settled_is_named(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        with pytest.raises(Error, match=r"the moon: not within 0\.1 s"):
            evaluate(page, NEVER, what="the moon", seconds=0.1)
        with pytest.raises(Error, match="no sun"):
            evaluate(page, "async () => { throw new Error('no sun'); }", what="the sun")
        assert evaluate(page, "async ([a, b]) => a + b", [1, 2], what="a sum") == 3
        assert evaluate(page, "() => 1", what="a number") == 1


def texts_of(tree: ast.Module) -> dict[str, str]:
    """Return the texts that a module assigns to names."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = ast.unparse(node.value)
    return found


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_whatever_waits_in_a_page_has_a_limit(folder: str) -> None:
    without = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        if path.name in {"waiting.py", Path(__file__).name}:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = texts_of(tree)
        for node in ast.walk(tree):
            # `evaluate` as a method is Playwright's own, which has no limit.
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in {"evaluate", "evaluate_handle"} and node.args:
                source = ast.unparse(node.args[0])
                if WAITS.search(texts.get(source, source)):
                    without.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not without, "\n".join(without)
