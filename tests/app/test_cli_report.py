"""The command ``report``: its files, its refusals, and its page in a real browser."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.app.command_line import ENOUGH, FEW_GAMES, LIMIT, Runner
from tests.app.web.page import Opener
from tests.running import litslab, running


@pytest.mark.slow
def test_ctrl_c_writes_what_is_finished(tmp_path: Path) -> None:
    command = litslab("report", "wythe", "--size", "2", "--quick", "--workers", "1", "--json", "--time-limit", "6000")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with running(*command, "-o", tmp_path / "out", terminal=True, env=environment) as child:
        child.err.wait_for("games of the engine")
        child.interrupt()
        ended = child.end()
    assert ended.status == LIMIT
    missing = json.loads(ended.out)["missing"]
    assert missing[0] == "games of the engine"
    assert "levels of play" in missing
    assert "litslab: stopped; missing or incomplete: games of the engine, " in " ".join(ended.err.split())
    assert (tmp_path / "out" / "index.html").is_file()
    assert list(scratch.iterdir()) == []


def test_the_page_opens_in_a_browser_without_a_word(
    run: Runner, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litslab.analysis.report.context.QUICK", FEW_GAMES)
    line = ("report", "battle-of-lits", "--size", "4", "--quick", "--time-limit", ENOUGH, "--workers", "1")
    run.ok(*line, "-o", "out")
    with Opener(browser, Path("out/index.html").resolve().as_uri()) as opener:
        page = opener("")
        assert opener.errors == []
        assert "Battle of LITS 4×4" in page.locator("h1").inner_text()
        widths = page.evaluate("[...document.images].map(({ naturalWidth }) => naturalWidth)")
        assert len(widths) > 8
        assert all(widths), "every picture is shown"
