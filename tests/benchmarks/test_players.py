"""The bench of players measures each of them in the kernel and in Python."""

from __future__ import annotations

import pytest

from benchmarks import players
from benchmarks.players import COLUMNS, PLAYERS, rows_of_players
from litslab import kernel


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_every_player_has_a_figure_in_the_kernel_and_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "BOARDS", (("wythe", 3), ("taiji", 3)))
    monkeypatch.setattr(players, "SECONDS", 0.001)
    rows = rows_of_players()
    assert [row[1] for row in rows] == [*PLAYERS, *PLAYERS]
    for row in rows:
        assert len(row) == len(COLUMNS)
        assert all(float(each.replace(",", "")) > 0 for each in row[2:])
