"""Fixtures and hooks that tests of all folders share."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from litslab.games import fonts
from litslab.games.errors import OptionError
from tests import chromium
from tests.running import PATIENCE
from tests.skips import pytest_terminal_summary

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.app.command_line import Runner

__all__ = ["pytest_terminal_summary"]  # a hook of pytest, which finds it here

# Modules and tests stay in memory. Looking for garbage among them would take a seventh of the time.
gc.disable()

# No example fails because the machine is busy.
settings.register_profile("litslab", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("litslab")


@pytest.fixture
def _japanese_font() -> None:
    """Skip a test where no font with Japanese letters is installed."""
    try:
        fonts.font_of("ja")
    except OptionError as error:
        pytest.skip(str(error))


@pytest.fixture
def _no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the fonts of this machine."""
    from litslab.analysis import style  # noqa: PLC0415 - Matplotlib takes long to import

    monkeypatch.setattr(fonts, "FOLDERS", ())
    for each in (fonts.font_of, style.families_of):
        each.cache_clear()
    yield
    for each in (fonts.font_of, style.families_of):
        each.cache_clear()


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Let Ctrl-C have its usual effect in this process, also if the tests were started with it
    ignored.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Runner:
    """Run command lines in this process, in an empty folder."""
    from tests.app.command_line import Runner  # noqa: PLC0415 - it imports all of litslab, which few tests need

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    return Runner(capsys, tmp_path)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Open Chromium once for all tests of the process; without one, skip them."""
    from playwright.sync_api import expect  # noqa: PLC0415 - few tests need it

    if chromium.PROGRAM is None:
        pytest.skip("no Chromium on this machine")
    expect.set_options(timeout=1000 * PATIENCE)
    with chromium.launched() as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no doctests in the tests: there are none, and every file would be
    collected twice.
    """
    found = yield
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests themselves make."""
    gc.freeze()
    gc.enable()


SLOW_EXAMPLES = {
    "litslab.analysis.report.make.report",
    "litslab.solver.model.bounds.bounds",
    "litslab.solver.finals.extreme.extreme_finals",
}
"""Examples in docstrings that take about as long as tests marked `slow`."""


LONGEST = (
    "test_static_page",
    "app/test_examples",
    "test_page_puzzles",
    "docs/test_examples",
    "test_page_",
    "test_killed",
    "test_report_build",
    "test_portability",
    "benchmarks/test_page",
    "test_documents",
    "tests/docs/",
    "tests/kernel/",
    "app/web/",
    "test_grade",
    "test_simulate",
    "test_position_contract",
    "test_cli_",
    "test_pool",
    "test_reference",
    "test_run",
    "test_plots",
    "finals/test_count",
    "model/test_model",
    "test_certificate",
    "test_style",
    "test_memory",
)
"""Parts of the names of the files whose tests take longest, the longest first."""


BROWSER_RERUNS = int(os.environ.get("LITSLAB_BROWSER_RERUNS", "0"))
"""How often a test that opens a page is run again if it fails. `.ci/run` allows it once, and names
the tests that needed it: a browser shares two processors with three compilers there.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that open a page and the examples that are slow, and put the longest files
    first.

    A process gets the tests of a whole file, which share a browser or a server: a long one at the
    end would leave the other processors idle.
    """
    for item in items:
        if item.name in SLOW_EXAMPLES:
            item.add_marker(pytest.mark.slow)
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            if BROWSER_RERUNS:
                item.add_marker(pytest.mark.flaky(reruns=BROWSER_RERUNS))
    items.sort(
        key=lambda item: next(
            (n for n, part in enumerate(LONGEST) if part in str(item.path)), len(LONGEST)
        )
    )
