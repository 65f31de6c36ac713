"""The bench of players measures each of them in the kernel and in Python."""

from __future__ import annotations

import pytest

from benchmarks.players import COLUMNS, PLAYERS, rows_of_players
from litslab import kernel


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_every_player_has_a_figure_in_the_kernel_and_in_python() -> None:
    rows = rows_of_players((("wythe", 3), ("taiji", 3)), seconds=0.001)
    assert [row[1] for row in rows] == [*PLAYERS, *PLAYERS]
    for row in rows:
        assert len(row) == len(COLUMNS)
        assert all(float(each.replace(",", "")) > 0 for each in row[2:])
