"""Campaigns beside a direct solve: what splitting questions costs, and how good the estimate was; in nodes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.measure import print_table
from litslab.games.position import Position
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign, CampaignStatus, new_campaign
from litslab.solver.campaign.estimate import estimate_work
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.targets import make_target
from litslab.solver.endgame.solve import solve

MEMORY = 1 << 28

BOARDS = (*((8, seed) for seed in range(1, 11)), (9, 1), (9, 2))
"""Boards of Battle of LITS, as `litslab new` makes them: size and seed."""

SPLIT = 20
"""How many times a search has to be interrupted to take as many nodes as the direct solve."""


def main() -> None:
    """Solve boards with the swap directly, as campaigns, and as campaigns whose questions are split again and again."""
    rows = [_row(size, seed) for size, seed in BOARDS]
    columns = (
        "board", "seed", "direct, nodes", "campaign, nodes", "more", "split, nodes", "more", "searches",
        "CPU s of searches", "CPU s of all", "estimate", "interval",
    )  # fmt: skip
    print_table("Campaigns beside a direct solve, with the swap", columns, rows)


def _row(size: int, seed: int) -> tuple[str, ...]:
    position = new_game("battle-of-lits", size=size, seed=seed)
    direct = solve(position, memory=MEMORY).info.nodes
    whole, _ = _campaign(position, None)
    split, seconds = _campaign(position, max(512, direct // SPLIT))
    guess = estimate_work(make_target("swap", position))
    return (
        f"{size}×{size}", str(seed), f"{direct:,}", f"{whole.cost.nodes:,}", _more(whole, direct),
        f"{split.cost.nodes:,}", _more(split, direct), f"{split.cost.searches:,}", f"{split.cost.seconds:.1f}",
        f"{seconds:.1f}", f"{guess.nodes:,.0f}", f"{guess.low:,.0f} to {guess.high:,.0f}",
    )  # fmt: skip


def _campaign(position: Position, nodes: int | None) -> tuple[CampaignStatus, float]:
    """Run a campaign without second searches, and return how it ended and its processor time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "campaign.db"
        new_campaign(position, path, target="swap", checked_share=0)
        started = time.process_time()
        with Campaign(path, writing=True) as campaign:
            status = run_campaign(campaign, Workers(memory=MEMORY, nodes=nodes))
    return status, time.process_time() - started


def _more(status: CampaignStatus, direct: int) -> str:
    return f"{status.cost.nodes / direct - 1:+.1%}".replace("-", "−")
