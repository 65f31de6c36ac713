"""Finished campaigns for tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.solver.campaign.boards import WYTHE, solved


@pytest.fixture(scope="module")
def of_wythe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished campaign of a board with symmetries."""
    return solved(tmp_path_factory.mktemp("wythe") / "openings", WYTHE)
