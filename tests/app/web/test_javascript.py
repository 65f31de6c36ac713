"""The tests of the page's modules that need no document, which Node runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.running import ROOT

NODE = shutil.which("node")
OLDEST = 20
"""The oldest version of Node that runs them."""

FOLDER = ROOT / "tests" / "app" / "web" / "static"
FILES = sorted(FOLDER.glob("*.test.js"))


def version() -> int:
    """Return the main version of Node, 0 if there is none."""
    if NODE is None:
        return 0
    text = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)", text)
    return int(found[1]) if found else 0


def failures(report: str) -> list[str]:
    """Return the names of the tests that failed, with what each says."""
    return [
        f"{case.get('classname')}: {case.get('name')}\n{failure.text or failure.get('message')}"
        for case in ET.fromstring(report).iter("testcase")
        for failure in case.findall("failure")
    ]


def run(*files: Path) -> tuple[str, int]:
    """Run test files; return the JUnit report and the exit status."""
    assert NODE is not None
    command = [NODE, "--test", "--test-reporter=junit", *map(str, files)]
    # Its own variables would change how it reports.
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NODE_")
    }
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=ROOT,
        check=False,
    )
    return done.stdout, done.returncode


pytestmark = pytest.mark.skipif(
    version() < OLDEST, reason=f"no Node of version {OLDEST} or later on this machine"
)


def test_the_modules_of_the_page_do_what_their_tests_say() -> None:
    report, status = run(*FILES)
    assert failures(report) == []
    assert status == 0, report
    assert len(list(ET.fromstring(report).iter("testcase"))) >= len(FILES)


def test_a_test_that_fails_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.test.js"
    file.write_text(
        'const { equal } = require("node:assert");\n'
        'require("node:test")("one is two", () => equal(1, 2, "it is not"));\n'
    )
    report, status = run(file)
    assert status != 0
    (failure,) = failures(report)
    assert "one is two" in failure
    assert "it is not" in failure


def test_a_file_that_cannot_be_loaded_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.test.js"
    file.write_text('import "./missing.js";\n')
    report, status = run(file)
    assert status != 0
    assert failures(report) != []
