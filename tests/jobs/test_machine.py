"""The processors and the memory of this machine."""

from __future__ import annotations

import os

import pytest

from litslab.jobs.machine import installed_memory, processors


def test_processors_and_memory_where_a_system_says_less(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_memory() is not None
    monkeypatch.delattr(os, "sysconf")
    assert installed_memory() is None
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert processors() == 3
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert processors() == 5
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1
