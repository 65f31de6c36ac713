"""The file of a campaign, opened: what it is about and how far it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import litslab as ll
from litslab.games.errors import OptionError
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.rows import StoreError
from litslab.solver.campaign.targets import SwapTarget
from litslab.solver.campaign.tree import Found, Task
from tests.solver.campaign.boards import CASES, HARD, board, make, run, search_afresh

BOARD = CASES[1].rules().start()


def test_a_campaign_knows_its_position_and_its_target(tmp_path: Path) -> None:
    with Campaign(make(tmp_path, board(6), "swap")) as campaign:
        assert isinstance(campaign.target, SwapTarget)
        assert campaign.position == board(6)
        assert not campaign.result.complete
    position = ll.load("docs/examples/wythe-8.toml").position(20)
    with Campaign(make(tmp_path, position, "winner")) as campaign:
        assert campaign.position == position


@pytest.mark.slow
def test_how_far_it_is(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "openings")
    with Campaign(path) as campaign:
        status = campaign.status()
        assert (status.questions, status.open, status.cost.nodes) == (0, len(BOARD.choices()), 0)
    calls = 0

    def stop_after_some(task: Task) -> Found:
        nonlocal calls
        calls += 1
        if calls > 40:
            raise KeyboardInterrupt
        return search_afresh(task)

    stopped = run(path, HARD, stop_after_some)
    assert stopped.cost.searches == 40
    assert stopped.searched + stopped.split == 40
    assert stopped.open > 0
    with Campaign(path) as campaign:
        assert campaign.status() == stopped
    ended = run(path, HARD)
    assert ended.result.complete
    assert (ended.open, ended.versions) == (0, (ll.__version__,))
    assert ended.cost.nodes > stopped.cost.nodes


def test_reading_does_not_change_it(tmp_path: Path) -> None:
    path = make(tmp_path, BOARD, "value")
    before = path.read_bytes()
    with Campaign(path) as campaign:
        campaign.status()
    assert path.read_bytes() == before


def test_a_campaign_without_a_target_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with pytest.raises(OptionError, match="target 'all'"):
        new_campaign(BOARD, path, target="all")
    with pytest.raises(OptionError, match="checked share 2: expected 0 to 1"):
        new_campaign(BOARD, path, checked_share=2)
    assert not path.exists()
    with pytest.raises(StoreError):
        Campaign(path)
