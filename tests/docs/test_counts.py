"""The page on the number of finished positions shows what is counted again."""

from __future__ import annotations

from typing import Any

import pytest

from docs.pages import DOCS
from litslab import kernel
from litslab.games.registry import create
from litslab.solver.finals.count import count
from litslab.solver.finals.finals import Finals

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


@needs_kernel
@pytest.mark.parametrize(
    ("title", "game", "options", "colours"),
    [
        ("Battle of LITS 6×6", "battle-of-lits", {"size": 6}, True),
        ("Wythe 3×3", "wythe", {"size": 3}, True),
        ("TAILITS 5×5, fixed", "tailits", {"size": 5}, True),
        ("TAIJI 6×6, colours ignored", "taiji", {"size": 6}, False),
    ],
)
def test_finished_positions_are_counted_again(
    title: str,
    game: str,
    options: dict[str, Any],
    colours: bool,
) -> None:
    found = count(Finals(create(game, **options), None, colours, None), orbits=True)
    page = (DOCS / "results" / "counts.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
    cells = [cell.strip() for cell in row.split("|")]
    assert [cells[2], cells[3], cells[5]] == [
        f"{number:,}" for number in (found.count, found.orbits, found.nodes)
    ]
