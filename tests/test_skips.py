"""The lines about tests that were skipped."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

import pytest

from litslab.games import fonts
from litslab.games.errors import OptionError
from tests.running import ROOT, run_to_end
from tests.skips import skip_lines, way_to_run

SKIPPED = """
import pytest

@pytest.mark.parametrize("n", range(2))
def test_of_the_page(n):
    pytest.skip("no Chromium on this machine")

def test_of_something_else():
    pytest.importorskip("no_such_package")

@pytest.mark.skip(reason="of no known kind")
def test_that_waits(): ...

def test_that_runs(): ...
"""


@pytest.mark.slow
def test_the_last_lines_say_how_to_have_skipped_tests_run(tmp_path: Path) -> None:
    (tmp_path / "test_skipped.py").write_text(SKIPPED)
    done = run_to_end(
        *(sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "tests.skips"),
        *("-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", tmp_path, tmp_path),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout
    *_, first, second, third, last = done.stdout.splitlines()
    assert first == (
        "skipped 2: no Chromium on this machine; to run: "
        "install Chromium: `apt-get install chromium` on Debian"
    )
    assert {second, third} == {
        "skipped 1: could not import 'no_such_package': No module named 'no_such_package'; to run: "
        "install the packages of the tests: `make .venv/test`",
        "skipped 1: of no known kind",
    }
    assert last.startswith("1 passed, 4 skipped in ")


def test_nothing_is_said_where_nothing_was_skipped() -> None:
    assert skip_lines([]) == []


def reasons(text: str) -> list[str]:
    """Return the reasons for which a file skips tests, those that it says itself."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    found = []
    for call in calls:
        if ast.unparse(call.func) == "pytest.skip":
            found += call.args
        if ast.unparse(call.func) in {"pytest.mark.skipif", "pytest.mark.skip"}:
            found += [each.value for each in call.keywords if each.arg == "reason"]
    parts = [each.values[0] if isinstance(each, ast.JoinedStr) else each for each in found]
    return [str(each.value) for each in parts if isinstance(each, ast.Constant)]


def test_for_every_reason_there_is_a_way() -> None:
    found = {
        reason
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__)
        for reason in reasons(path.read_text(encoding="utf-8"))
    }
    assert len(found) >= 10
    assert [reason for reason in found if way_to_run(reason) is None] == []


@pytest.mark.usefixtures("_no_fonts")
def test_for_a_font_that_is_missing_there_is_a_way() -> None:
    with pytest.raises(OptionError) as missing:
        fonts.font_of("ja")
    assert way_to_run(str(missing.value))


def test_a_way_names_commands_that_there_are() -> None:
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = (ROOT / "tests" / "skips.py").read_text(encoding="utf-8")
    for target in re.findall(r"make ([\w./]+)", text):
        assert re.search(rf"(?:^|\s){re.escape(target)}\b", targets), target
