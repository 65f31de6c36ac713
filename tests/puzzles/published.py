"""Tests of the published puzzles, which CI runs where their file exists."""

from __future__ import annotations

import pytest

from benchmarks.published import FILE

needs_published = pytest.mark.skipif(
    not FILE.is_file(), reason="the published puzzles are not there"
)
