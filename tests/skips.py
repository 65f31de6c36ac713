"""The last lines of a run: the tests that were skipped, why, and how to have them run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable

import pytest

WAYS = {
    "could not import 'resource'": "use Linux",
    "could not import": "install the packages of the tests: `make .venv/test`",
    "schemathesis is not installed": "install the packages of the tests: `make .venv/test`",
    "the kernel is not compiled to WebAssembly": "`make static`",
    "the kernel is not compiled": (
        "install a C++20 compiler, then `rm -f .venv/installed && make .venv/installed`"
    ),
    "no Chromium on this machine": "install Chromium: `apt-get install chromium` on Debian",
    "no Node of version": "install Node 20.19 or later",
    "no axe-core": "`npm install --prefix build/axe axe-core`",
    "no pdffonts": "`apt-get install poppler-utils` on Debian and Ubuntu",
    "日本語: no font": "`apt-get install fonts-noto-cjk` on Debian and Ubuntu",
    "the published puzzles are not there": (
        "put lits_published.jsonl, which is not part of the repository, into ../shared/data"
    ),
    "nothing is forbidden to this user": "be another user than root",
    "takes the rights of another user": "be root",
    "the address sanitizer": "run them without sanitizers: `make test`",
    "Linux alone": "use Linux",
    "limits and measures memory as Linux does": "use Linux",
    "this system has no named pipes": "use Linux",
}
"""How reasons for which tests are skipped begin, and how to have these tests run. The first that
fits counts.
"""


def way_to_run(reason: str) -> str | None:
    """Return how to have the tests run that are skipped for a reason, if that is known."""
    return next((way for beginning, way in WAYS.items() if reason.startswith(beginning)), None)


def skip_lines(reasons: Iterable[str]) -> list[str]:
    """Return a line for each reason for which tests were skipped, the most frequent first."""
    lines = []
    for reason, number in Counter(reasons).most_common():
        way = way_to_run(reason)
        lines.append(f"skipped {number}: {reason}" + (f"; to run: {way}" if way else ""))
    return lines


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Write these lines after all others but the line of pytest that counts the tests."""
    yield
    reasons = [
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
    ]
    for line in skip_lines(reasons):
        terminalreporter.write_line(line)
