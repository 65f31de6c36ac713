"""The markers: what opens a browser says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import chromium
from tests.conftest import pytest_runtest_setup


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


def test_a_test_without_the_marker_opens_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "PROGRAM", "chromium")
    with pytest.raises(AssertionError, match="expected the marker `browser`"):
        chromium.open_page(Path("page.html"), Path("profile"))
