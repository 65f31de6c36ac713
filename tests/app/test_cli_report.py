"""The command ``report``, interrupted; its page in a browser is in
`tests/app/web/test_page_studies.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.app.command_line import LIMIT
from tests.running import litslab, running


@pytest.mark.slow
def test_ctrl_c_writes_what_is_finished(tmp_path: Path) -> None:
    command = litslab(
        "report",
        "wythe",
        "--size",
        "2",
        "--quick",
        "--workers",
        "1",
        "--json",
        "--playouts",
        "1000000",
    )
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
    assert "litslab: stopped; missing: games of the engine, " in " ".join(ended.err.split())
    assert (tmp_path / "out" / "index.html").is_file()
    assert list(scratch.iterdir()) == []
