"""The values of all finishes together: those of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from litslab.games import Position, create
from litslab.puzzles.examples import example
from litslab.solver.model.finish_values import distinct_rows, finish_values, values_by_rules
from litslab.solver.model.finishes import FinishTable, finish_table
from tests.games.playing import play_at_random


def table_of(position: Position) -> FinishTable:
    table = finish_table(position)
    assert table is not None
    return table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("battle-of-lits-10", 3),
        ("taiji-7", 4),
        ("taiji-9", 4),
        ("tailits-11", 3),
        ("tailits+taiji-11", 7),
        ("taiji+battle-of-lits-11", 3),
        ("wythe-8", 5),
    ],
)
def test_the_values_of_finishes_are_those_of_the_rules(name: str, left: int) -> None:
    record = example(name)
    table = table_of(record.position(len(record.moves) - left))
    expected = values_by_rules(table.position, table.contains, table.free, lambda: None)
    assert len(expected) > 10
    assert np.array_equal(table.values, expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("battle-of-lits", {"size": 5}),
        ("taiji", {"size": 4, "groups": 2}),
        ("tailits", {"size": 5, "scoring": "largest"}),
        ("tailits", {"size": 5, "scoring": "second"}),
    ],
)
def test_the_values_from_the_start_are_those_of_the_rules(
    game: str,
    options: dict[str, object],
) -> None:
    for seed in range(5):
        positions = play_at_random(create(game, **options), random.Random(seed))[1]
        position = positions[1] if game == "battle-of-lits" else positions[len(positions) // 2]
        if position.is_over:
            continue
        table = table_of(position)
        expected = values_by_rules(position, table.contains, table.free, lambda: None)
        assert np.array_equal(table.values, expected)


def test_most_finishes_are_scored_without_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    record = example("taiji-7")
    position = record.position(len(record.moves) - 4)
    table = table_of(position)
    played: list[int] = []

    def counting(*args: object) -> object:
        played.append(len(args[1]))  # type: ignore[arg-type]
        return values_by_rules(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("litslab.solver.model.finish_values.values_by_rules", counting)
    finish_values(position, table.contains, table.free, lambda: None)
    assert sum(played) <= 2 < len(table.values)


@pytest.mark.parametrize("width", [1, 8, 9])
def test_distinct_rows_and_their_numbers_give_the_rows(width: int) -> None:
    rows = np.random.default_rng(0).integers(0, 3, (50, width)).astype(np.uint8)
    distinct, number = distinct_rows(rows)
    assert np.array_equal(distinct[number][:, :width], rows)
    assert len({row.tobytes() for row in distinct}) == len(distinct)
