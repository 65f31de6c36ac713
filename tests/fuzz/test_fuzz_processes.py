"""A few damaged files for the command line as a process of its own, where nothing of a test catches what it writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.mutations import DEEP, HUGE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "command", "told"),
    [
        ("p.json", f'{{"regions": [[{HUGE}]]}}', "puzzle show", "line 1: no JSON"),
        ("p.json", f'[{{"regions": {DEEP}}}]', "puzzle convert --to grid", "line 1"),
        ("p.json", '{"regions": [[NaN]]}', "puzzle show", "regions.0.0: Input should be a"),
        ("p.url", f"https://puzz.link/p?lits/{HUGE}/9999/0", "puzzle solve", "columns: expected a number from 1 to 99"),
        ("r.toml", f'game = "taiji"\n[options]\nsize = {HUGE}\n', "show", "line 3: a number that is too long"),
        ("r.toml", f"game = {DEEP}\n", "moves", "nested too deeply"),
        ("c.json", f'{{"format": "", "record": "", "value": {HUGE}}}', "verify", "not a certificate"),
        ("r.parquet", "PAR1" + "\x00" * 40 + "PAR1", "plot scores -o x.svg", "cannot read it"),
        ("g.ltp", HUGE, "show", "line 1: cannot read"),
    ],
)
def test_one_line_and_no_traceback(name: str, text: str, command: str, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    first, *rest = command.split()
    words = [first, *rest, name] if first == "puzzle" else [first, *rest[:1], name, *rest[1:]]
    ended = subprocess.run(
        [sys.executable, "-m", "litslab.app.cli", *words],
        check=False, capture_output=True, text=True, cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert told in ended.stderr
