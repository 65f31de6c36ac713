"""The engines as callers get them: each belongs to one game, and refuses options out of range."""

from __future__ import annotations

import pytest

from litslab.games import OptionError, Position, create
from litslab.solver.engines.registry import ENGINES, make_oracle

TAIJI = create("taiji", size=3).start()
"""A position whose placements and side to move are those of the start of any other game."""

OTHERS = (
    create("wythe", size=3).start(),
    create("taiji", size=3, groups=3).start(),
    create("taiji", size=4).start(),
)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("other", OTHERS, ids=repr)
def test_an_engine_refuses_positions_of_another_game(engine: str, other: Position) -> None:
    oracle = make_oracle(TAIJI.rules, engine=engine, memory=1)
    assert oracle.value(TAIJI) == -1
    for ask in (
        oracle.value,
        oracle.bounds,
        lambda position: oracle.at_least(position, 1),
        lambda position: oracle.likely_moves(position, 1),
    ):
        with pytest.raises(OptionError, match="expected a position of the TAIJI"):
            ask(other)
    assert oracle.value(create("taiji", size=3).start()) == -1  # equal rules, made again
