"""The work of a human solver, by the formula."""

from __future__ import annotations

from litslab.puzzles.lits.techniques.work import round_work


def test_the_work_of_a_round() -> None:
    assert round_work(1, 3, 8, steps=2) == 1 * (2 + 4 * 8 / 4)
    assert round_work(4, 1, 100, steps=1, inside=6) == (16 + 6) * (1 + 4 * 16 / 2)
