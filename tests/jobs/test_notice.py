"""Notices for users: one line on the error stream each, without effect on the exit status."""

from __future__ import annotations

import pytest

from litslab.games.record_toml import dumps
from litslab.solver.campaign.look_up import BOOKS
from tests.app.command_line import DONE, Runner, a_game


def test_a_notice_is_one_line_of_errors(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    run.write("game.toml", dumps(a_game("wythe", size=3)))
    run.write("damaged.db", "nothing")
    monkeypatch.setenv(BOOKS, ".")
    answer = run("solve", "game.toml", "--at", "1", "--engine", "reference")
    assert answer.status == DONE
    (line,) = answer.err.splitlines()
    assert line.startswith(f"litslab: {BOOKS}: skipped damaged.db (")
