"""The command review: every game's shipped example, exact and estimated values, and nothing lost on Ctrl-C."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from litslab.analysis.review import review
from litslab.jobs.progress import OnProgress
from tests.app.command_line import DONE, ENOUGH, EXAMPLES, INTERRUPTED, LIMIT, Runner
from tests.running import interrupted_at


@pytest.mark.slow
def test_the_table_and_the_curve(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    # A limit of nodes, so that the reach of exact values does not depend on the machine.
    monkeypatch.setattr("litslab.review", partial(review, nodes=100_000))
    path = EXAMPLES / "taiji-9.toml"
    answer = run("review", path, "--time-limit", ENOUGH, "--playouts", "20", "-o", "curve.png")
    assert answer.status == DONE
    lines = answer.out.splitlines()
    assert lines[0].startswith("light won; decided by move 26, h1,i1 (dark): from there on the win is proved")
    assert lines[1].split() == ["move", "before", "after", "lost", "should", "have", "played"]
    assert lines[2].startswith("  1. light a3,a2 ")
    assert "≈" in lines[2]
    assert lines[36].split() == ["35.", "light", "d9,e9", "+4.5", "+2.5", "2.0", "e8,e9"]
    assert "is solved, and all later ones" in answer.out
    assert lines[-1] == "wrote curve.png"
    assert Path("curve.png").read_bytes().startswith(b"\x89PNG")
    assert "already exists" in run("review", path, "-o", "curve.png").complaint


def interrupting(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let Ctrl-C come after a number of positions."""

    def spoilt(*arguments: Any, progress: OnProgress, **options: Any) -> Any:  # noqa: ARG001
        return review(*arguments, progress=interrupted_at(after), **options)

    monkeypatch.setattr("litslab.review", spoilt)


def test_an_interrupt_prints_what_is_done(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 4)
    answer = run("review", EXAMPLES / "tailits-11.toml", "--time-limit", ENOUGH, "-o", "curve.svg")
    assert answer.status == LIMIT
    assert answer.err == "litslab: interrupted; not reviewed: the first 14 moves\n"
    assert [line.split(".")[0].strip() for line in answer.out.splitlines()[2:5]] == ["15", "16", "17"]
    assert Path("curve.svg").exists()


def test_an_interrupt_before_the_first_move_is_done_keeps_nothing(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 1)
    answer = run("review", EXAMPLES / "tailits-11.toml", "-o", "curve.svg")
    assert answer.status == INTERRUPTED
    assert answer.complaint == "litslab: interrupted\n"
    assert not Path("curve.svg").exists()
