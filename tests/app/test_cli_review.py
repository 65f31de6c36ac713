"""The command review: every game's shipped example, exact and estimated values, and nothing lost on Ctrl-C."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from litslab.analysis.review import review
from litslab.games import create
from litslab.games.notation import format_move
from litslab.games.record import Record, dumps, load
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.endgame.solve import solve
from tests.app.command_line import DONE, EXAMPLES, INTERRUPTED, LIMIT, Runner
from tests.games.playing import play_at_random

ENOUGH = "600"
"""A time limit in seconds that no part of the work meets, on however busy a machine."""

RECORDS = sorted(EXAMPLES.glob("*.toml"))
"""At least one of each game."""

KINDS = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


def few_nodes(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    """Let how far exact values reach depend on the positions visited, not on the machine."""
    monkeypatch.setattr("litslab.analysis.review.review", partial(review, nodes=nodes))


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_shipped_game_of_every_kind(run: Runner, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_nodes(monkeypatch, 20_000)
    record = load(path)
    found = run.ok("review", path, "--time-limit", ENOUGH, "--playouts", "3")
    first = found["exact_from"]
    assert found["complete"]
    assert 0 < first < len(record.moves)
    assert [each["move"] for each in found["moves"]] == [format_move(move, record.rules) for move in record.moves]
    proved = found["proved_from"]
    assert proved <= first
    assert [each["status"] for each in found["positions"]] == (
        ["estimated"] * proved + ["bounded"] * (first - proved) + ["exact"] * (len(record.positions) - first)
    )
    for each in found["positions"]:
        low, high = each["interval"]
        assert 0 <= low <= each["share"] <= high <= 1
        assert (low == high) or each["status"] == "estimated"
    assert found["positions"][-1]["best"] == []
    end = record.positions[-1]
    swapped = end.swapped and not end.rules.swap_changes_value
    assert found["positions"][-1]["value"] == (-1 if swapped else 1) * end.outcome().value
    for position, each in zip(record.positions[:-1], found["positions"], strict=False):
        assert each["best"] or each["status"] == "bounded"
        assert set(each["best"]) <= {format_move(move, record.rules) for move in position.legal_moves()}
        assert each["status"] == "exact" or each["value"] is None
    before = record.positions[-2]
    assert set(found["positions"][-2]["best"]) == {
        format_move(move, record.rules) for move in solve(before, best="all").best
    }


@pytest.mark.slow
@pytest.mark.parametrize("suffix", KINDS)
def test_the_table_and_the_curve(run: Runner, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few_nodes(monkeypatch, 100_000)
    path = EXAMPLES / "taiji-9.toml"
    answer = run("review", path, "--time-limit", ENOUGH, "--playouts", "20", "-o", f"curve{suffix}")
    assert answer.status == DONE
    lines = answer.out.splitlines()
    assert lines[0].startswith("light won; decided by move 26, h1,i1 (dark): from there on the win is proved")
    assert lines[1].split() == ["move", "before", "after", "lost", "should", "have", "played"]
    assert lines[2].startswith("  1. light a3,a2 ")
    assert "≈" in lines[2]
    assert lines[36].split() == ["35.", "light", "d9,e9", "+4.5", "+2.5", "2.0", "e8,e9"]
    assert "is solved, and all later ones" in answer.out
    assert lines[-1] == f"wrote curve{suffix}"
    assert Path(f"curve{suffix}").read_bytes().startswith(KINDS[suffix])
    assert "already exists" in run("review", path, "-o", f"curve{suffix}").complaint


@pytest.mark.slow
def test_losses_are_shown_with_the_moves_that_should_have_been_played(run: Runner) -> None:
    """In random games on a small board winners change: table, lines and document agree with the solver."""
    rules = create("taiji", size=4, groups=1)
    turned = 0
    for seed in range(6):
        moves, positions = play_at_random(rules, random.Random(seed))
        Path("game.toml").write_text(dumps(Record(rules, tuple(moves))), encoding="utf-8")
        found = run.ok("review", "game.toml", "--time-limit", ENOUGH)
        shown = run("review", "game.toml", "--time-limit", ENOUGH).out
        assert found["exact_from"] == 0
        for ply, each in enumerate(found["moves"]):
            before, after = solve(positions[ply], best="all"), solve(positions[ply + 1])
            assert each["lost_points"] == abs(before.score.lower - after.score.lower) / 2
            assert each["best"] == [format_move(move, rules) for move in before.best]
            turning = before.score.winning_side != after.score.winning_side
            assert each["turning_point"] == (ply in found["turning_points"]) == turning
            shown_so = f"turning point (exact): {ply + 1}. {each['move']} by {each['side']}; better {each['best'][0]}"
            assert (shown_so in shown) == turning
            turned += turning
    assert turned > 3


def interrupting(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let Ctrl-C come after a number of positions."""
    counted = 0

    def interrupt(_: Progress) -> None:
        nonlocal counted
        counted += 1
        if counted == after:
            raise KeyboardInterrupt

    def spoilt(*arguments: Any, progress: OnProgress | None, **options: Any) -> Any:  # noqa: ARG001
        return review(*arguments, progress=interrupt, **options)

    monkeypatch.setattr("litslab.analysis.review.review", spoilt)


def test_an_interrupt_prints_what_is_done(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 4)
    answer = run("review", EXAMPLES / "tailits-11.toml", "--time-limit", ENOUGH, "-o", "curve.svg")
    assert answer.status == LIMIT
    assert answer.err == "litslab: interrupted before the first 14 moves were reviewed\n"
    assert [line.split(".")[0].strip() for line in answer.out.splitlines()[2:5]] == ["15", "16", "17"]
    assert Path("curve.svg").exists()


def test_an_interrupt_before_the_first_move_is_done_keeps_nothing(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, 1)
    answer = run("review", EXAMPLES / "tailits-11.toml", "-o", "curve.svg")
    assert answer.status == INTERRUPTED
    assert answer.complaint == "litslab: interrupted\n"
    assert not Path("curve.svg").exists()


def test_a_record_without_moves_has_nothing_to_lose(run: Runner) -> None:
    run.ok("new", "taiji", "--size", "3", "-o", "new.toml")
    found = run.ok("review", "new.toml")
    assert found["moves"] == []
    assert found["positions"][0]["status"] == "exact"
    assert run("review", "new.toml").out.splitlines()[-1] == "all values are exact"
