"""What tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.command_line import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run command lines in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Runner(capsys, tmp_path)
