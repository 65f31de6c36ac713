"""Notices for users: one line on the error stream each, without effect on the exit status."""

from __future__ import annotations

import warnings

import pytest

from litslab.app.cli.program import main
from litslab.games.notice import Notice


def test_a_notice_is_one_line_of_errors(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load_plugins() -> None:
        warnings.warn("cannot read a.db: skipped", Notice, stacklevel=2)

    monkeypatch.setattr("litslab.app.documents.positions.load_plugins", load_plugins)
    assert main(["games"]) == 0
    assert capsys.readouterr().err.splitlines() == ["litslab: cannot read a.db: skipped"]
