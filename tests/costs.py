"""The processor time of the tests by file: ``python -m pytest -p tests.costs``.

Child processes count, such as a server or a browser that several tests share: what they compute
while a test runs is the cost of that test. What runs before the first test, which is mostly the
imports of the test modules, is in no row.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

import pytest

from tests.running import processor_time

PROPERTY = "processor seconds"
"""The property of a report with the time since the report before."""

SHOWN = 30
"""The number of files that are shown."""


class Costs:
    """The hooks of the process that runs tests, and of the one that prints.

    Attributes
    ----------
    by_file : collections.Counter
        The seconds of each file of tests.
    """

    def __init__(self) -> None:
        self.by_file: Counter[str] = Counter()
        self._before = 0.0

    def pytest_collection_finish(self) -> None:
        """Begin to count."""
        self._before = processor_time(os.getpid())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the time to the report of a test's set-up, call or end."""
        report = yield
        now = processor_time(os.getpid())
        report.user_properties = [*report.user_properties, (PROPERTY, now - self._before)]
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the time from a report, which may come from another process."""
        properties: dict[str, Any] = dict(report.user_properties)
        self.by_file[report.nodeid.partition("::")[0]] += properties.get(PROPERTY, 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the files whose tests take longest."""
        for line in cost_lines(self.by_file):
            terminalreporter.write_line(line)


def cost_lines(by_file: Mapping[str, float]) -> list[str]:
    """Return a line with the sum of some files' seconds, and one for each of the dearest."""
    seconds = Counter(by_file)
    return [
        f"{seconds.total():8.1f} seconds of processor time in {len(seconds)} files of tests",
        *(f"{cost:8.1f} {name}" for name, cost in seconds.most_common(SHOWN)),
    ]


def pytest_configure(config: pytest.Config) -> None:
    """Register the hooks."""
    config.pluginmanager.register(Costs())
