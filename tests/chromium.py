"""Pages in a real browser: Chromium without a window, where this machine has one.

Tests that open one are marked ``browser``: they are skipped if there is none, and left out by ``make quick``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.running import PATIENCE, prepared

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), None)

_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--enable-logging=stderr", "--v=0",
)  # fmt: skip

LAUNCH = (
    "--no-sandbox",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,OptimizationHints,NetworkTimeServiceQuerying,"
    "PreconnectToSearch,PaintHolding",
)
"""Options beside those of the driver, whose list of features these replace: no page is drawn in advance for the
address bar, which would take half a second of each context, and nothing is asked of the network."""

is_expected = False
"""Whether the test that runs is marked as one that opens a page."""


@dataclass(frozen=True)
class Opened:
    """What became of a page in the browser.

    Attributes
    ----------
    document : str
        The page after loading.
    console : tuple of str
        What the browser had to say of it: errors, warnings, and what scripts wrote.
    """

    document: str
    console: tuple[str, ...]


def open_page(page: Path, profile: Path) -> Opened:
    """Open a page of this machine; the browser keeps its own files in `profile`, and reaches nothing outside."""
    assert PROGRAM is not None
    assert is_expected, "expected the marker `browser`"
    own = (f"--user-data-dir={profile}", "--proxy-server=127.0.0.1:9", "--dump-dom", page.as_uri())
    ran = subprocess.run(
        prepared(PROGRAM, *_OPTIONS, *own),
        capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=True,
        env=os.environ | {"HOME": str(profile)},
    )  # fmt: skip
    return Opened(ran.stdout, tuple(re.findall(r":CONSOLE(?::\d+|\(\d+\))\] (.*)", ran.stderr)))
