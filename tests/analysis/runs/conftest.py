"""A run that the tests of its file share."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import play_run
from litslab.games import create


@pytest.fixture(scope="session")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "whole.parquet"
    start = create("tailits+taiji", size=5).start()
    return play_run(Run.of(start, ("random", "random"), 30, moves=True, trace=True), path).path
