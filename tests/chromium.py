"""Chromium without a window, where this machine has one.

Tests that open a page take the fixture `browser`, which marks them ``browser``: they are skipped if
there is none, and left out by ``make quick``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), None)

LAUNCH = (
    "--no-sandbox",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,OptimizationHints,NetworkTimeServiceQuerying,"
    "PreconnectToSearch,PaintHolding,SpareRendererForSitePerProcess",
)
"""Options beside those of the driver, whose list of features these replace: no page is drawn in
advance for the address bar, which would take half a second of each context, no process is started
in advance for a page that may be opened, and nothing is asked of the network."""


@contextmanager
def launched() -> Iterator[Browser]:
    """Start the browser: an event loop runs in this thread as long as it is open."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - few tests need it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=LAUNCH)
        try:
            yield browser
        finally:
            browser.close()
