"""Small boards for campaigns, and campaigns about them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from litslab.games.position import Position
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign, CampaignStatus, new_campaign
from litslab.solver.campaign.run import Workers, run_campaign
from litslab.solver.campaign.tree import Found, Task, search
from tests.games.cases import Case, symbols

CASES = (
    Case("taiji", {"size": 3, "groups": 1}),
    Case("battle-of-lits", {"size": 4, "symbols": symbols(4, 4)}),
    Case("tailits", {"size": 5, "supply": (1, 0, 1, 0)}),
    Case("wythe", {"size": 2}),
    Case("tailits+taiji", {"size": 3, "groups": 1}),
    Case("taiji+battle-of-lits", {"size": 3, "groups": 1}),
)
"""One board of each game."""

HARD = Workers(engine="reference", nodes=40)
"""Searches so short that nearly every question is split, again and again."""


def board(size: int = 5, seed: int = 1) -> Position:
    """A board of Battle of LITS."""
    return new_game("battle-of-lits", size=size, seed=seed)


def make(
    folder: Path,
    position: Position,
    target: str = "swap",
    *,
    checked_share: float = 0.0,
    seed: int = 0,
) -> Path:
    """Make a campaign."""
    path = folder / "campaign.db"
    new_campaign(position, path, target=target, checked_share=checked_share, seed=seed, force=True)
    return path


def run(
    path: Path,
    how: Workers = HARD,
    search: Callable[[Task], Found] = search,
) -> CampaignStatus:
    """Run a campaign to its end."""
    with Campaign(path, writing=True) as campaign:
        return run_campaign(campaign, how, search=search)


WYTHE = new_game("wythe", size=3)
BOARD = board(5, 2)


def solved(folder: Path, position: Position = BOARD, target: str = "openings") -> Path:
    """A finished campaign in a folder of its own."""
    folder.mkdir()
    path = make(folder, position, target)
    run(path, Workers())
    return path


def table(path: Path) -> dict[tuple[str, int], tuple[int, ...]]:
    """Return every answer of a campaign, and whether it was derived from others."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute(
            "SELECT position, target, holds, search ISNULL FROM answers JOIN questions ON question "
            "= questions.id"
        ).fetchall()
    return {(position, target): tuple(rest) for position, target, *rest in rows}


def search_afresh(task: Task) -> Found:
    """Search with an empty table, independently of earlier searches."""
    return search(replace(task, run=f"{task.name}"))


def lie(task: Task) -> Found:
    """Search, and say the opposite unless it is a second search."""
    found = search_afresh(task)
    if task.check or found.holds is None:
        return found
    return replace(found, holds=not found.holds, worker="a liar")
