"""What tests of all folders share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

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
