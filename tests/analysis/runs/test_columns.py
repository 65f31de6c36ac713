"""Descriptions of the columns of runs."""

from __future__ import annotations

import pytest

from litslab.analysis.runs.columns import describe_columns, schema
from litslab.analysis.runs.run import Run
from litslab.games import GAMES, create


@pytest.mark.parametrize("name", GAMES)
def test_every_column_is_described(name: str) -> None:
    run = Run.of(create(name, size=5).start(), ("greedy", "random"), 1, moves=True)
    columns = describe_columns(run)
    assert [each.name for each in columns] == list(schema(run))
    for each in columns:
        assert each.meaning
        assert each.type
        assert bool(each.unit) == (
            each.name.split("_")[0] in {"length", "score", "margin", "first", "branching"}
        )
    assert len({each.meaning for each in columns}) == len(columns)


def test_who_plays_which_side_is_said_as_the_game_has_it() -> None:
    def meaning(name: str, column: str) -> str:
        run = Run.of(create(name, size=5).start(), ("greedy", "random"), 1)
        return next(each.meaning for each in describe_columns(run) if each.name == column)

    assert meaning("wythe", "swap").endswith("then A plays white and B plays black")
    assert meaning("taiji", "swap").endswith("this game has none")
    assert meaning("taiji+battle-of-lits", "swap").endswith("sides are players here, and stay so")
    assert meaning("taiji", "winner") == "side that won: 1 light, 2 dark"
