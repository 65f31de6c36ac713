"""The command review: every game's shipped example, exact and estimated values, and nothing lost on
Ctrl-C.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from litslab.analysis.review import review
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.app.text.reviews import summary, verdict
from litslab.games.record import Record
from litslab.games.record_toml import loads
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
    assert lines[0].startswith("light won; proved from move 26 on")
    assert lines[1].split() == ["move", "before", "after", "lost", "should", "have", "played"]
    assert lines[2].startswith("  1. light a3,a2 ")
    assert "≈" in lines[2]
    assert lines[36].split() == ["35.", "light", "d9,e9", "+4.5", "+2.5", "2.0", "e8,e9"]
    assert "is solved, and all later ones" in answer.out
    assert lines[-1] == "wrote curve.png"
    assert Path("curve.png").read_bytes().startswith(b"\x89PNG")
    assert "already exists" in run("review", path, "-o", "curve.png").complaint


LOST = Evaluation(None, 0.0, winner_proved=True)


def reviewed(record: Record, *evaluations: Evaluation) -> Review:
    positions = record.positions
    moves = tuple(
        ReviewedMove(
            ply,
            record.moves[ply],
            player=ply % 2,
            side=positions[ply].side,
            before=evaluations[ply],
            after=evaluations[ply + 1],
        )
        for ply in range(len(record.moves))
    )
    return Review(record, evaluations, moves, 1.0)


def test_what_is_proved_early_with_more_time_decides_nothing() -> None:
    """The reach of the proof is told as such, and the turning point with its interval."""
    record = loads('game = "taiji"\noptions = { size = 3 }\nmoves = "a1,a2 b1,b2 c1,c2"')
    level, lost = Evaluation(None, 0.8, half_width=0.05), Evaluation(None, 0.2, half_width=0.04)
    late = reviewed(record, level, lost, Evaluation(None, 0.05, half_width=0.03), LOST)
    early = reviewed(record, level, lost, LOST, LOST)
    assert verdict(late) == (
        "unfinished; dark can force a win; proved from move 3 on; expected to win at least 90 % "
        "from move 2 on (estimated)"
    )
    assert verdict(early) == "unfinished; dark can force a win; proved from move 2 on"
    assert verdict(reviewed(record, LOST, LOST, LOST, LOST)).endswith("proved from the start")
    assert verdict(reviewed(record, level, level, lost, lost)).endswith("; not decided yet")
    told = [line for line in summary(late) if line.startswith("turning point")]
    assert told == [
        "turning point (estimated): 1. a1,a2 by light, lost ≈60 % ±6; "
        "better another move (not found in time)"
    ]


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
    assert [line.split(".")[0].strip() for line in answer.out.splitlines()[2:5]] == [
        "15",
        "16",
        "17",
    ]
    assert Path("curve.svg").exists()


def test_an_interrupt_before_the_first_move_is_done_keeps_nothing(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interrupting(monkeypatch, 1)
    answer = run("review", EXAMPLES / "tailits-11.toml", "-o", "curve.svg")
    assert answer.status == INTERRUPTED
    assert answer.complaint == "litslab: interrupted\n"
    assert not Path("curve.svg").exists()
