"""Sets of placements up to symmetry."""

from __future__ import annotations

from litslab.games import create
from litslab.solver.finals.by_play import finals_by_play
from litslab.solver.finals.symmetry import images, is_canonical


def test_one_position_of_each_orbit_is_canonical() -> None:
    rules = create("battle-of-lits", size=4)
    table = rules.table
    finals = set(finals_by_play(rules))
    chosen = {placed for placed in finals if is_canonical(table, placed)}
    assert len(chosen) == 39
    assert {image for placed in chosen for image in images(table, placed)} == finals
