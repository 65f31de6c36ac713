"""Estimates of the work of campaigns."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from litslab import kernel
from litslab.games.registry import GAMES, new_game
from litslab.jobs.progress import Progress
from litslab.solver.campaign.run import Workers
from litslab.solver.campaign.targets import make_target
from litslab.solver.campaign.work_estimate import SPREAD, SPREAD_PER_PLY, estimate_work
from tests.solver.campaign.boards import board, make, run
from tests.solver.campaign.test_run import estimate

BOARDS: tuple[tuple[str, dict[str, Any], str], ...] = (
    *(("battle-of-lits", {"size": 7, "seed": seed}, "swap") for seed in (11, 12)),
    *(("battle-of-lits", {"size": 6, "seed": seed}, "value") for seed in (11, 12)),
    ("battle-of-lits", {"size": 7, "seed": 15}, "winner"),
    ("taiji", {"size": 4, "groups": 1}, "value"),
    ("wythe", {"size": 3}, "openings"),
)


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
@pytest.mark.parametrize(("game", "options", "target"), BOARDS, ids=str)
def test_the_interval_has_the_true_work_in_it(
    tmp_path: Path,
    game: str,
    options: dict[str, Any],
    target: str,
) -> None:
    found = estimate(game, options, target)
    path = make(tmp_path, new_game(GAMES[game], **options), target)
    true = run(path, Workers(memory=16)).cost.nodes
    assert found.low <= true <= found.high
    assert found.high / found.low == pytest.approx((SPREAD * SPREAD_PER_PLY**found.continued) ** 2)


@pytest.mark.slow
def test_the_seed_alone_decides() -> None:
    """The time alone differs."""
    game = ("battle-of-lits", {"size": 6, "seed": 1}, "swap")
    first, again = (estimate(*game, limit=300) for _ in range(2))
    assert (first.nodes, first.plies, first.sampled) == (again.nodes, again.plies, again.sampled)
    other = estimate_work(make_target("swap", board(6)), limit=300, samples=16, seed=1)
    assert other.plies != first.plies


def test_the_time_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock would count what other programs take."""
    readings = iter(range(1000))
    monkeypatch.setattr(time, "process_time", lambda: float(next(readings)))
    found = estimate("battle-of-lits", {"size": 5, "seed": 1}, "swap", limit=300)
    searches = sum(ply.sampled for ply in found.plies)
    assert found.seconds == pytest.approx(found.nodes * searches / found.sampled)


@pytest.mark.slow
def test_a_tighter_limit_leaves_plies_to_be_continued() -> None:
    game = ("battle-of-lits", {"size": 8, "seed": 2}, "swap")
    wide = estimate(*game, limit=3000)
    tight = estimate(*game, limit=40)
    assert wide.continued < tight.continued
    assert tight.sampled < wide.sampled
    assert tight.high / tight.low > wide.high / wide.low
    assert [each.ply for each in wide.plies] == sorted(
        (each.ply for each in wide.plies), reverse=True
    )
    assert all(each.answered >= 0.6 * each.sampled for each in tight.plies)


def test_a_position_before_the_last_move() -> None:
    position = board(5)
    while len(position.play(position.choices()[0]).choices()):
        position = position.play(position.choices()[0])
    told: list[Progress] = []
    found = estimate_work(make_target("value", position), samples=4, progress=told.append)
    assert 0 < found.low <= found.nodes <= found.high
    assert told[-1].text.endswith("plies on")
