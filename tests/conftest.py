"""What tests of all folders share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import chromium

# No example fails because the machine is busy.
settings.register_profile("litslab", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("litslab")


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Let Ctrl-C have its usual effect in this process, also where the tests were started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a browser where there is none."""
    if item.get_closest_marker("browser") is not None and chromium.PROGRAM is None:
        pytest.skip("no Chromium on this machine")
